/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The expected values of `kunpeng`'s core PMUs and PMCUs: feeds the trace to
 * oracle/kunpeng, and compares its answers with the values that software
 * read. */
#ifndef PMULAB_HARNESS_TRUTH_KUNPENG_REPLAY_H
#define PMULAB_HARNESS_TRUTH_KUNPENG_REPLAY_H

#include "harness/truth/truth.h"
#include "models/kunpeng/kunpeng_config.h"
#include "oracle/kunpeng/machine.h"

/*
 * Replays @records from boot on of a run with @config and @plan; NULL: an empty
 * one. Always succeeds. The truth's oracle is a struct oracle_kunpeng that has
 * seen all of them, with numbers of records as marks. Free with truth_free().
 */
struct truth *truth_replay_kunpeng(const struct kunpeng_config *config,
    const struct oracle_kunpeng_plan *plan, const struct trace_record *records, gsize n);

#endif
