/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs a lab in a guest, and grades it by the trace and the truth. */
#ifndef PMULAB_HARNESS_LAB_LAB_RUN_H
#define PMULAB_HARNESS_LAB_LAB_RUN_H

#include "harness/judge/judge.h"
#include "harness/lab/lab.h"

/* The outcome of a lab. */
struct lab_outcome {
    struct run_record *record;
    struct judgement *judgement;
    gboolean solved;
    unsigned hints; /* number of hints that the student took */
};

/*
 * Runs @lab with @script in the student's step: a script, or LAB_SOLUTION for
 * the scenario's own, or LAB_TERMINAL for a shell on our terminal. @settings as
 * in run_guest(). NULL with its errors. Free with lab_outcome_free().
 */
#define LAB_SOLUTION NULL
extern const char LAB_TERMINAL[];
struct lab_outcome *lab_run(
    struct lab *lab, const char *script, const struct run_settings *settings, GError **error);

void lab_outcome_free(struct lab_outcome *outcome);

/* Whether @verdict is on the student's work, and so has a line in the grade.
 * Verdicts on a script's exit status, and the checks of every run, are not. */
gboolean lab_grades(const struct lab *lab, const struct verdict *verdict);

/* Whether verdict number @i, a graded failure, is explained. A verdict whose
 * name begins with LAB_REFINES refines the previous one, and is not explained
 * if the previous one failed. */
#define LAB_REFINES "..."
gboolean lab_explains(const struct lab_outcome *outcome, guint i);

/* The subject of @verdict, for the student, without the expected result. A new
 * string. */
char *lab_verdict_name(const struct verdict *verdict);

/* The student's notes on @verdict, a failure: the findings, without the
 * expected text, and advice. Lines that @verdict owns; free the array. */
GPtrArray *lab_verdict_notes(const struct verdict *verdict);

/* Whether a note for the student matches @says. */
gboolean lab_says(const struct lab *lab, const struct lab_outcome *outcome, const GRegex *says);

#endif
