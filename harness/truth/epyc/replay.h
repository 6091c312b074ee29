/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the sampling registers of `epyc` should have held, and what of each sample a driver took. */
#ifndef PMULAB_HARNESS_TRUTH_EPYC_REPLAY_H
#define PMULAB_HARNESS_TRUTH_EPYC_REPLAY_H

#include "harness/truth/truth.h"
#include "models/epyc/epyc.h"

/*
 * Replays @n records from boot on of a run that @planned describes: its config, and its actions, one for each
 * entry of the plan.
 *
 * A read of a register must give what was latched into it or written to it last, whichever came later; but
 * for the counts in control registers while they run. What a sample says of TLBs and caches must be what the
 * model's own log has for its access. Intervals stay empty; samples are those of both engines.
 *
 * Always succeeds. Free with truth_free().
 */
struct truth *truth_replay_epyc(const struct epyc *planned, const struct trace_record *records, gsize n);

#endif
