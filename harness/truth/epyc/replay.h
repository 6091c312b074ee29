/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Replays the sampling registers of `epyc`: the values they should have held, and the part of each sample
 * that a driver read. */
#ifndef PMULAB_HARNESS_TRUTH_EPYC_REPLAY_H
#define PMULAB_HARNESS_TRUTH_EPYC_REPLAY_H

#include "harness/truth/truth.h"
#include "models/epyc/epyc.h"

/*
 * Replays @n records, from boot on, of a run that @planned describes: its configuration and its actions, one
 * for each entry of the plan.
 *
 * A register must read as its last latched or written value, whichever came later, except for counts in
 * control registers while they run. A sample's TLB and cache fields must agree with the model's own log of
 * the access. Intervals stay empty; the samples are those of both engines.
 *
 * Never fails. Free with truth_free().
 */
struct truth *truth_replay_epyc(const struct epyc *planned, const struct trace_record *records, gsize n);

#endif
