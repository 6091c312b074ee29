/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether a watched driver's reads returned the values that the plan produces,
 * including the lines that a user added. */
#ifndef PMULAB_HARNESS_LIVE_LIVE_VERDICT_H
#define PMULAB_HARNESS_LIVE_LIVE_VERDICT_H

#include "harness/live/live.h"

/*
 * After the guest's end, replays its trace with the oracle. Appends a line with
 * the number of counter reads and whether each returned the expected value.
 * Then appends a line for each of the first wrong reads. Appends nothing for a
 * machine without a proof. FALSE if a read was wrong; *@error is set
 * (HARNESS_ERROR_FAILED) if the trace cannot be read.
 */
gboolean live_verdict_append(GString *text, struct live *live, GError **error);

#endif
