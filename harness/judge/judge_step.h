/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Judges one expectation of one step: judge_NAME() for each row of EXPECT_KINDS
 * (expect.h), in judge_step.c or judge_perf.c. */
#ifndef PMULAB_HARNESS_JUDGE_JUDGE_STEP_H
#define PMULAB_HARNESS_JUDGE_JUDGE_STEP_H

#include "harness/judge/verdict.h"
#include "harness/proof/perf_check.h"
#include "harness/run/run_guest.h"

#define JUDGE_FAULTS_SHOWN 10

/* State of the judging. */
struct judging {
    const struct run_record *record;
    const struct scenario *scenario;
    struct judgement *judgement;
    struct perf_check *check; /* NULL: @no_check says why */
    char *no_check;
    char *release; /* of the guest's Linux, or NULL */
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

/* Whether @matter is as expected; if not, its notes say why. */
#define EXPECT_JUDGE(KIND, name, words, read, form)                                                \
    gboolean judge_##name(const struct matter *matter);
EXPECT_KINDS(EXPECT_JUDGE)
#undef EXPECT_JUDGE

/* Judges @n figures that lack their third hop, printed = @what. TRUE if the
 * scenario gives a reason (expect->without) and @n is not 0, or if it gives
 * none and @n is 0. Notes the reason, or the expectation. */
gboolean judge_without(const struct matter *matter, const char *what, guint n);

/* Notes the last lines of the step's output. */
void judge_note_output(const struct matter *matter);

/* Judges all accesses of the run by the rules of the manuals, except for the
 * scenario's exceptions. Each exception must be needed. */
void judge_manuals(struct judging *judging);
#define JUDGE_MANUALS "lint: software kept the manuals' rules"

/* The records of the step. */
struct trace_part judge_part(const struct matter *matter);

gboolean judge_matches(const GRegex *regex, const char *text, gsize length);

#endif
