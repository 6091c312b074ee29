/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Replays the sampling registers of `epyc`: feeds the trace to oracle/epyc,
 * and compares its answers with the values that hardware latched and
 * software read. */
#ifndef PMULAB_HARNESS_TRUTH_EPYC_REPLAY_H
#define PMULAB_HARNESS_TRUTH_EPYC_REPLAY_H

#include "harness/truth/epyc/uncore.h"
#include "models/epyc/epyc.h"
#include "oracle/epyc/sample.h"
#include "oracle/x86/manual.h"

/* The truth's oracle: the expected samples, and the uncore. */
struct epyc_happened {
    struct oracle_epyc hardware;
    GArray *samples; /* struct oracle_sample, one for each of the truth's; empty: not computed */
    struct oracle_amd_uncore *uncore;
};

/* The hardware of @config in the oracle's terms. */
struct oracle_epyc truth_hardware_epyc(const struct epyc_config *config);

/* Its core PMUs in the oracle's terms. */
struct oracle_x86_pmu truth_core_epyc(const struct epyc_config *config);

/*
 * Replays @n records, from boot on, of a run that @planned describes: its
 * configuration and its actions, one for each entry of the plan. @plan is the
 * same plan in the oracle's form; NULL: unknown.
 *
 * A register must read as its last latched or written value, whichever came
 * later, except for counts in control registers while they run. A sample must
 * be of the op that its engine's period selects, and pass the engine's filters.
 * Its values must follow from the executed instruction and the caches'
 * response. The samples come from both engines and from core PMUs' overflows.
 * The core PMUs supply intervals; the uncore also supplies reads, intervals and
 * counts.
 *
 * Never fails. Free with truth_free().
 */
struct truth *truth_replay_epyc(const struct epyc *planned, const struct oracle_epyc_plan *plan,
    const struct trace_record *records, gsize n);

#endif
