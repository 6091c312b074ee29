/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Viewers of a page: each has a connection that carries its events. At most one
 * message is in flight to each viewer. The next message waits until the viewer
 * has received it. So a slow viewer sees fewer updates, and a hung one costs
 * nothing.
 */
#ifndef PMULAB_HARNESS_LIVE_VIEWER_H
#define PMULAB_HARNESS_LIVE_VIEWER_H

#include "harness/live/live.h"

#include <microhttpd.h>

struct viewers;
struct viewer;

struct viewers *viewers_new(struct live *live);

/* A viewer of @block, for viewer_read() and viewer_gone(), which MHD calls. It
 * lives until viewer_gone(). */
struct viewer *viewers_add(
    struct viewers *viewers, struct MHD_Connection *connection, const struct live_block *block);
ssize_t viewer_read(void *viewer, uint64_t position, char *out, size_t room);
void viewer_gone(void *viewer);

/* Makes the next message for each viewer that has received the last one.
 * Returns the number of viewers. */
guint viewers_tick(struct viewers *viewers);

/* Ends all streams, and each later one at once. Call it before stopping the
 * daemon. */
void viewers_end(struct viewers *viewers);

/* Call it after stopping the daemon. */
void viewers_free(struct viewers *viewers);

#endif
