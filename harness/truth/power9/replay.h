/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Replays counter memory of `power9`: the value of each free-running word after each posting. */
#ifndef PMULAB_HARNESS_TRUTH_POWER9_REPLAY_H
#define PMULAB_HARNESS_TRUTH_POWER9_REPLAY_H

#include "harness/truth/truth.h"
#include "models/power9/power9.h"

/*
 * Replays @n records, from boot on, of a run that @planned describes: its configuration and its actions, one
 * for each entry of the plan. Intervals stay empty: only perf's figures show which reads begin and end a
 * count.
 *
 * A word must read as the earlier postings make it. Words of units outside the cores hold floor(events /
 * scale) over the times in TRACE_POST. Words of cores and threads hold the work in TRACE_EXECUTED while
 * HTM_MODE and LDBAR enabled counting.
 *
 * For threads' words it tells which reads begin and end a count. Until a CPU's LDBAR first points to memory,
 * the trace cannot record reads there. Linux makes one such read: if a later read adds to a count that was
 * not begun, the replay inserts a read of 0 at the write to LDBAR.
 *
 * Never fails. Free with truth_free().
 */
struct truth *truth_replay_power9(const struct p9 *planned, const struct trace_record *records, gsize n);

#endif
