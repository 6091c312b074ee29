/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the words of counter memory of `power9` should have held: words that run freely and are posted. */
#ifndef PMULAB_HARNESS_TRUTH_POWER9_REPLAY_H
#define PMULAB_HARNESS_TRUTH_POWER9_REPLAY_H

#include "harness/truth/truth.h"
#include "models/power9/power9.h"

/*
 * Replays @n records from boot on of a run that @planned describes: its config, and its actions, one for each
 * entry of the plan. Intervals stay empty: what a driver begins and ends with a read only the figures tell.
 *
 * A read of a word must give what the postings before it make. For the words of units outside the cores these
 * are floor(events / scale) over the times that TRACE_POST says; for those of cores and threads what
 * TRACE_EXECUTED says was executed, while HTM_MODE and LDBAR had them count.
 *
 * Of threads' words it says which reads begin and end a count. Before a CPU's LDBAR points to memory for the
 * first time, no trace has what is read there: for the read that Linux makes then there is one of 0, at the
 * write to LDBAR, as soon as a read adds to something that was not begun.
 *
 * Always succeeds. Free with truth_free().
 */
struct truth *truth_replay_power9(const struct p9 *planned, const struct trace_record *records, gsize n);

#endif
