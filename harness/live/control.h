/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The Unix socket through which `pmulab peek` and `pmulab poke` reach a live
 * view. Only its user can open it. A request is a line of requests.h. The
 * answer is a line "ok N" and N more lines, or "no" and a line with the reason.
 */
#ifndef PMULAB_HARNESS_LIVE_CONTROL_H
#define PMULAB_HARNESS_LIVE_CONTROL_H

#include "harness/live/live.h"

struct control;

/* Serves @live at a new socket in the user's runtime folder, in new threads and
 * with @context. NULL with HARNESS_ERROR_FAILED. */
struct control *control_start(struct live *live, GMainContext *context, GError **error);
const char *control_path(const struct control *control);

/* Ends all connections, removes the socket and frees @control. No thread may
 * run @context during the call. Afterwards, run @context until it has no work
 * left. NULL is allowed. */
void control_stop(struct control *control);

/* A connection to a live view. */
struct control_client;

/* Connects to the live view at @path, or to this user's only live view if @path
 * is NULL. NULL with HARNESS_ERROR_FAILED if there is none, HARNESS_ERROR_USAGE
 * if there are several. */
struct control_client *control_connect(const char *path, GError **error);
void control_disconnect(struct control_client *client);

/* Sends @line; appends the answer's lines to @answer. FALSE with
 * HARNESS_ERROR_USAGE and the view's reason if the view refuses, or with
 * HARNESS_ERROR_FAILED. */
gboolean control_ask(
    struct control_client *client, const char *line, GString *answer, GError **error);

#endif
