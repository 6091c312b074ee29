/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The events to which a user can give an amount. */
#ifndef PMULAB_HARNESS_LIVE_LIVE_TRAFFIC_H
#define PMULAB_HARNESS_LIVE_LIVE_TRAFFIC_H

#include "harness/live/live.h"

/* The possible beginnings of a traffic line for @block: "imc0
 * CAS_COUNT.RD_REG". New strings, ends with NULL. */
char **live_traffic_events(const struct live *live, const struct live_block *block);

#endif
