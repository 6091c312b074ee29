/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The second hop of `power9`: what the oracle says to each read of counter memory. */
#ifndef PMULAB_HARNESS_TRUTH_POWER9_REPLAY_H
#define PMULAB_HARNESS_TRUTH_POWER9_REPLAY_H

#include "harness/truth/truth.h"
#include "models/power9/power9_config.h"
#include "oracle/power9/machine.h"

/*
 * Replays @n records, from boot on, of a run with @config and @plan, which must outlive the result. Intervals
 * stay empty: only perf's figures show which reads begin and end a count.
 *
 * A word must read as the postings before it make it, and each posting must come when it is due. The oracle
 * has from the trace what nothing else can tell: writes of registers, what each thread has executed, and what
 * the microcode did when a command of the host came.
 *
 * For threads' words it tells which reads begin and end a count. Until a CPU's LDBAR first points to memory,
 * the trace cannot record reads there. Linux makes one such read: if a later read adds to a count that was
 * not begun, the replay inserts a read of 0 at the write to LDBAR.
 *
 * Never fails. Free with truth_free(); its `oracle` is a struct oracle_p9.
 */
struct truth *truth_replay_power9(const struct p9_config *config, const struct oracle_p9_plan *plan,
    const struct trace_record *records, gsize n);

/* The place in the oracle's terms of what the trace calls @offset of @block. FALSE: no such kind of block. */
gboolean truth_place_power9(unsigned block, guint32 offset, struct oracle_p9_place *place);

#endif
