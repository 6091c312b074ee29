/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Serves a live view to a browser and to other commands from a separate thread,
 * while the guest runs. */
#ifndef PMULAB_HARNESS_LIVE_SERVICE_H
#define PMULAB_HARNESS_LIVE_SERVICE_H

#include "harness/live/live.h"

struct live_service;

/* Serves @live, whose live_begin() has returned, at @port (0: any). NULL with
 * HARNESS_ERROR_FAILED. */
struct live_service *live_service_start(struct live *live, unsigned port, GError **error);

/* The page's address, and the path of the socket for commands. Owned by
 * @service. */
const char *live_service_address(const struct live_service *service);
const char *live_service_socket(const struct live_service *service);

/* Ends all connections, and frees @service. NULL is allowed. */
void live_service_stop(struct live_service *service);

#endif
