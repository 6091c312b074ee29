/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What one event saw over a whole run: amounts, each from its own moment on. */
#ifndef PMULAB_HARNESS_TRUTH_POWER9_TRAFFIC_H
#define PMULAB_HARNESS_TRUTH_POWER9_TRAFFIC_H

#include "models/sim/traffic.h"

#include <glib.h>

/* Of an event that has seen nothing yet, on a clock of @hz. Free with truth_traffic_free(). */
struct truth_traffic *truth_traffic_new(guint32 hz);
void truth_traffic_free(struct truth_traffic *traffic);

/* From @ns on, no earlier than before, the event sees @amount, which must fit the clock. */
void truth_traffic_set(struct truth_traffic *traffic, guint64 ns, const struct traffic_amount *amount);

/* How many events there are in the cycles that are complete at @to and not yet at @from (ns). */
guint64 truth_traffic_events(const struct truth_traffic *traffic, guint64 from, guint64 to);

#endif
