/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a scenario expected against what came out. */
#ifndef PMULAB_HARNESS_JUDGE_JUDGE_H
#define PMULAB_HARNESS_JUDGE_JUDGE_H

#include "harness/judge/verdict.h"
#include "harness/run/run_guest.h"

/*
 * The number of verdicts on a run of @scenario: one on the guest (it boots, does all steps and powers off in
 * good order), one on the counters (each read of one gave what the traffic makes it), one on the traffic if
 * there is any (each line of it took effect), one for each expectation.
 */
unsigned judge_n_verdicts(const struct scenario *scenario);

/* Judges @record. What a run did not come to fails. Never NULL; free with judgement_free(). */
struct judgement *judge(const struct run_record *record);

#endif
