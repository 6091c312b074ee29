/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The expected values of `snbep`'s counters: feeds the trace to oracle/snbep,
 * and compares its answers with the values that software read. */
#ifndef PMULAB_HARNESS_TRUTH_SNBEP_REPLAY_H
#define PMULAB_HARNESS_TRUTH_SNBEP_REPLAY_H

#include "harness/truth/truth.h"
#include "harness/truth/x86/replay.h"
#include "models/snbep/snbep.h"
#include "oracle/snbep/machine.h"

/*
 * Replays @records from boot on of a run with @config and @plan. Always
 * succeeds. The truth's oracle is a struct oracle_machine that has seen all of
 * them. Free with truth_free().
 */
struct truth *truth_replay_snbep(const struct snbep_config *config, const struct oracle_plan *plan,
    const struct trace_record *records, gsize n);

/* Its core PMUs in the oracle's terms. */
struct x86_replay_of truth_core_snbep(const struct snbep_config *config);

#endif
