/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Viewers of a page: each has a connection on which events go out. There is at most one message on its way to
 * each, and who has not taken it gets no other: a slow viewer sees less, and one that hangs costs nothing.
 */
#ifndef PMULAB_HARNESS_LIVE_VIEWER_H
#define PMULAB_HARNESS_LIVE_VIEWER_H

#include "harness/live/live.h"

#include <microhttpd.h>

struct viewers;
struct viewer;

struct viewers *viewers_new(struct live *live);

/* A viewer of @block, for viewer_read() and viewer_gone(), which MHD calls. It lives until viewer_gone(). */
struct viewer *viewers_add(
    struct viewers *viewers, struct MHD_Connection *connection, const struct live_block *block);
ssize_t viewer_read(void *viewer, uint64_t position, char *out, size_t room);
void viewer_gone(void *viewer);

/* Makes the next message for each who has taken the last one. Returns the number of viewers. */
guint viewers_tick(struct viewers *viewers);

/* Ends all streams, and those that come: before the daemon is stopped. */
void viewers_end(struct viewers *viewers);

/* After that. */
void viewers_free(struct viewers *viewers);

#endif
