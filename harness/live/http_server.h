/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The page of a live view, its events and its requests, over HTTP on the
 * loopback address. Each address contains a token; requests without it are
 * refused. libmicrohttpd serves the requests from a separate thread.
 *
 *     GET  /TOKEN/                  the page
 *     GET  /TOKEN/events?BLOCK      server-sent events: a line of live_state.h
 *                                   each, some 20 times a second
 *     GET  /TOKEN/scenario          the user's actions as a scenario, to be
 *                                   saved as a file
 *     POST /TOKEN/do                a line of requests.h; the answer is text:
 *                                   200, or 400 with the reason
 */
#ifndef PMULAB_HARNESS_LIVE_HTTP_SERVER_H
#define PMULAB_HARNESS_LIVE_HTTP_SERVER_H

#include "harness/live/live.h"

struct http_server;

/* Serves @live on @port of the loopback address until http_server_stop(). @port
 * 0: any free port. NULL with HARNESS_ERROR_FAILED. */
struct http_server *http_server_start(struct live *live, unsigned port, GError **error);

/* "http://127.0.0.1:PORT/TOKEN/". Owned by @server. */
const char *http_server_address(const struct http_server *server);

/* Sends the latest changes to each viewer that has received all earlier ones.
 * Call it about 20 times a second. Returns the number of viewers. */
guint http_server_tick(struct http_server *server);

/* Ends all connections, and frees @server. NULL is allowed. */
void http_server_stop(struct http_server *server);

#endif
