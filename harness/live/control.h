/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where `pmulab peek` and `pmulab poke` find a live view: a Unix socket that only its user reaches. A request
 * is a line of requests.h. The answer is a line "ok N" and N more lines, or "no" and a line with the reason.
 */
#ifndef PMULAB_HARNESS_LIVE_CONTROL_H
#define PMULAB_HARNESS_LIVE_CONTROL_H

#include "harness/live/live.h"

struct control;

/* Serves @live at a new socket in the user's runtime folder, in threads of its own and with @context. NULL
 * with HARNESS_ERROR_FAILED. */
struct control *control_start(struct live *live, GMainContext *context, GError **error);
const char *control_path(const struct control *control);

/* Ends all connections, removes the socket and frees @control, while nobody runs @context; that then must be
 * run until it has nothing to do. NULL is allowed. */
void control_stop(struct control *control);

/* A connection to a live view. */
struct control_client;

/* Connects to the live view at @path, or if that is NULL to the only one of this user. NULL with
 * HARNESS_ERROR_FAILED if there is none, HARNESS_ERROR_USAGE if there are several. */
struct control_client *control_connect(const char *path, GError **error);
void control_disconnect(struct control_client *client);

/* Sends @line; appends the answer's lines to @answer. FALSE with HARNESS_ERROR_USAGE if the view refuses,
 * with its reason, or HARNESS_ERROR_FAILED. */
gboolean control_ask(struct control_client *client, const char *line, GString *answer, GError **error);

#endif
