/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether what a driver read while it was watched is what the plan, with all that a user added to it, makes
 * it. */
#ifndef PMULAB_HARNESS_LIVE_LIVE_VERDICT_H
#define PMULAB_HARNESS_LIVE_LIVE_VERDICT_H

#include "harness/live/live.h"

/*
 * After the guest's end: replays its trace by the oracle, and appends a line that says how many reads of
 * counters there were and whether each returned what it had to, then a line for each of the first that did
 * not. Nothing for a machine without a proof. FALSE if one did not; *@error is set (HARNESS_ERROR_FAILED) if
 * the trace cannot be read.
 */
gboolean live_verdict_append(GString *text, struct live *live, GError **error);

#endif
