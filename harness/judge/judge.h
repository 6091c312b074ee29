/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares a run with its scenario's expectations. */
#ifndef PMULAB_HARNESS_JUDGE_JUDGE_H
#define PMULAB_HARNESS_JUDGE_JUDGE_H

#include "harness/judge/verdict.h"
#include "harness/run/run_guest.h"

/*
 * The number of verdicts on a run of @scenario: one on the guest (it boots,
 * does all steps and powers off cleanly), one on the trace (judge_trace.h),
 * one on the counters (every read returned the expected count), one on the
 * traffic if there is any (every line took effect), and one for each
 * expectation.
 */
unsigned judge_n_verdicts(const struct scenario *scenario);

/* Judges @record. Expectations that the run did not reach fail. Never NULL;
 * free with judgement_free(). */
struct judgement *judge(const struct run_record *record);

#endif
