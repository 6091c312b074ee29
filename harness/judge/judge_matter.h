/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parts of judge.c share: one expectation of one step, and what is said about it. */
#ifndef PMULAB_HARNESS_JUDGE_JUDGE_MATTER_H
#define PMULAB_HARNESS_JUDGE_JUDGE_MATTER_H

#include "harness/judge/judge.h"
#include "harness/proof/perf_check.h"

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

/* ---- judge_notes.c: what explains a verdict, in lines ---- */

GPtrArray *judge_notes_new(void);
__attribute__((format(printf, 2, 3))) void judge_note(GPtrArray *notes, const char *format, ...);

/* Adds the last lines of @text, so that a reader sees what went wrong without opening a file. */
void judge_note_text(GPtrArray *notes, const char *title, const char *text, gsize length);

/* Likewise, of all that the step printed. */
void judge_note_output(const struct matter *matter);

/* Standard output and standard error, as perf_check_step() wants them. Returns a new string. */
char *judge_all_output(const struct run_step *run);

gboolean judge_matches(const GRegex *regex, const char *text, gsize length);

/* ---- expectations, by enum expect_kind: whether @matter is as expected; else its notes say why ---- */

gboolean judge_status(const struct matter *matter);
gboolean judge_panic(const struct matter *matter);
gboolean judge_output(const struct matter *matter);
gboolean judge_kernel(const struct matter *matter);
gboolean judge_kernel_clean(const struct matter *matter);
gboolean judge_perf_exact(const struct matter *matter);
gboolean judge_samples(const struct matter *matter);
gboolean judge_share(const struct matter *matter);
gboolean judge_multiplexed(const struct matter *matter);
gboolean judge_register(const struct matter *matter);
gboolean judge_accesses(const struct matter *matter);
gboolean judge_lint(const struct matter *matter);
gboolean judge_relation(const struct matter *matter);

/* ---- judge_perf.c: what relations look figures up in ---- */

/* What perf printed in the step and how it compares; NULL, with a note, where that can't be said. */
const GPtrArray *judge_rows(const struct matter *matter);
void judge_note_figures(const struct matter *matter, const GPtrArray *rows);

/* The step's samples; NULL, with a note, where there is nothing to be said of them. The caller frees them. */
struct perf_check_samples *judge_samples_of(const struct matter *matter);

/* ---- judge_run.c: verdicts on the run as a whole ---- */

/* Of a guest that is not to come up, and of one that is. */
void judge_death(struct judging *judging);
void judge_guest(struct judging *judging);

/* Every read, those too that no figure of perf's is made of. */
void judge_reads(struct judging *judging);
void judge_traffic(struct judging *judging);

/* Takes over @what and @notes. @of_step counts from 1; 0: the run as a whole. */
void judge_add(struct judging *judging, unsigned of_step, char *what, gboolean ok, GPtrArray *notes);

#endif
