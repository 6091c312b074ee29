/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One event's traffic over a whole run: amounts, each from a certain time on. */
#ifndef PMULAB_HARNESS_TRUTH_POWER9_TRAFFIC_H
#define PMULAB_HARNESS_TRUTH_POWER9_TRAFFIC_H

#include "models/sim/traffic.h"

#include <glib.h>

/*
 * Makes the traffic of an event that has seen nothing yet, on a clock of @hz. Free with truth_traffic_free().
 */
struct truth_traffic *truth_traffic_new(guint32 hz);
void truth_traffic_free(struct truth_traffic *traffic);

/* Sets the event's traffic to @amount from @ns on, which must not go back. @amount must fit the clock. */
void truth_traffic_set(struct truth_traffic *traffic, guint64 ns, const struct traffic_amount *amount);

/* The number of events in the cycles complete at @to but not yet at @from (ns). */
guint64 truth_traffic_events(const struct truth_traffic *traffic, guint64 from, guint64 to);

#endif
