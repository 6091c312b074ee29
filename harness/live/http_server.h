/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The page of a live view, its events and its requests, over HTTP on the loopback address. Whoever has not
 * the token, which is part of each address, gets nothing. libmicrohttpd has a thread of its own for it.
 *
 *     GET  /TOKEN/                  the page
 *     GET  /TOKEN/events?BLOCK      server-sent events: a line of live_state.h each, some 20 times a second
 *     GET  /TOKEN/scenario          what was done, to be saved as a file
 *     POST /TOKEN/do                a line of requests.h; the answer is text: 200, or 400 with the reason
 */
#ifndef PMULAB_HARNESS_LIVE_HTTP_SERVER_H
#define PMULAB_HARNESS_LIVE_HTTP_SERVER_H

#include "harness/live/live.h"

struct http_server;

/* Serves @live on @port of the loopback address, 0: any that is free, until http_server_stop(). NULL with
 * HARNESS_ERROR_FAILED. */
struct http_server *http_server_start(struct live *live, unsigned port, GError **error);

/* "http://127.0.0.1:PORT/TOKEN/". Owned by @server. */
const char *http_server_address(const struct http_server *server);

/* Sends each viewer that has taken everything what has changed since. Call it about 20 times a second.
 * Returns the number of viewers. */
guint http_server_tick(struct http_server *server);

/* Ends all connections, and frees @server. NULL is allowed. */
void http_server_stop(struct http_server *server);

#endif
