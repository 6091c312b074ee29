/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One expectation of one step, and who judges it: judge_NAME() for each row of EXPECT_KINDS (expect.h), in
 * judge_step.c or judge_perf.c.
 */
#ifndef PMULAB_HARNESS_JUDGE_JUDGE_STEP_H
#define PMULAB_HARNESS_JUDGE_JUDGE_STEP_H

#include "harness/judge/verdict.h"
#include "harness/proof/perf_check.h"
#include "harness/run/run_guest.h"

#define JUDGE_FAULTS_SHOWN 10

/* Judging in progress. */
struct judging {
    const struct run_record *record;
    const struct scenario *scenario;
    struct judgement *judgement;
    struct perf_check *check; /* NULL: @no_check says why */
    char *no_check;
};

/* One expectation of one step. */
struct matter {
    struct judging *judging;
    const struct scenario_step *step;
    const struct run_step *run;
    const struct expect *expect;
    unsigned index; /* of the step */
    GPtrArray *notes;
};

/* Whether @matter is as expected; else its notes say why. */
#define EXPECT_JUDGE(KIND, name, words, read, form) gboolean judge_##name(const struct matter *matter);
EXPECT_KINDS(EXPECT_JUDGE)
#undef EXPECT_JUDGE

/* Notes the last lines of all that the step printed. */
void judge_note_output(const struct matter *matter);

gboolean judge_matches(const GRegex *regex, const char *text, gsize length);

#endif
