/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The second hop of `power9`: compares each read of counter memory with the
 * oracle's value. */
#ifndef PMULAB_HARNESS_TRUTH_POWER9_REPLAY_H
#define PMULAB_HARNESS_TRUTH_POWER9_REPLAY_H

#include "harness/truth/truth.h"
#include "models/power9/power9_config.h"
#include "oracle/power9/machine.h"

/*
 * Replays @n records, from boot on, of a run with @config and @plan, which must
 * outlive the result. Intervals stay empty: only perf's figures show which
 * reads begin and end a count.
 *
 * A word must read as the earlier postings left it, and each posting must come
 * when it is due. Only the trace can give the oracle register writes, each
 * thread's executed instructions, and the microcode's reactions to commands of
 * the host.
 *
 * For threads' words the replay marks the reads that begin and end a count.
 * Until a CPU's LDBAR first points to memory, the trace cannot record reads
 * there. Linux makes one such read. If a later read adds to a count without a
 * beginning, the replay inserts a read of 0 at the write to LDBAR.
 *
 * Never fails. Free with truth_free(); its `oracle` is a struct oracle_p9.
 */
struct truth *truth_replay_power9(const struct p9_config *config, const struct oracle_p9_plan *plan,
    const struct trace_record *records, gsize n);

/* The place, in the oracle's terms, at @offset of @block in the trace. FALSE:
 * no such kind of block. */
gboolean truth_place_power9(unsigned block, guint32 offset, struct oracle_p9_place *place);

#endif
