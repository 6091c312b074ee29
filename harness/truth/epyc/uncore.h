/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Replays the uncore of `epyc` and the plan: feeds the trace to oracle/epyc,
 * and compares its answers with the values that software read. Part of
 * truth_replay_epyc(). */
#ifndef PMULAB_HARNESS_TRUTH_EPYC_UNCORE_H
#define PMULAB_HARNESS_TRUTH_EPYC_UNCORE_H

#include "harness/truth/truth.h"
#include "models/epyc/epyc.h"
#include "oracle/epyc/uncore.h"

struct truth_amd_uncore;

/* Begins a replay of @records into @out for hardware of @config. @plan may be
 * NULL: then the replay checks nothing about it. Free with
 * truth_amd_uncore_free(), which leaves the oracle. */
struct truth_amd_uncore *truth_amd_uncore_new(const struct epyc_config *config,
    const struct oracle_epyc_plan *plan, const struct trace_record *records, struct truth *out);
void truth_amd_uncore_free(struct truth_amd_uncore *u);

/* Takes record number @now. Call it for each record in order. */
void truth_amd_uncore_record(struct truth_amd_uncore *u, gsize now);

/* The oracle that receives the trace; the caller frees it. */
struct oracle_amd_uncore *truth_amd_uncore_oracle(const struct truth_amd_uncore *u);

/* The oracle's number of block number @block of a trace, also of CPUs'
 * blocks. */
unsigned truth_amd_uncore_block(unsigned block);

#endif
