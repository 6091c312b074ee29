/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs a lab in a guest, and grades it by the trace and the truth. */
#ifndef PMULAB_HARNESS_LAB_LAB_RUN_H
#define PMULAB_HARNESS_LAB_LAB_RUN_H

#include "harness/judge/judge.h"
#include "harness/lab/lab.h"

/* How it went. */
struct lab_outcome {
    struct run_record *record;
    struct judgement *judgement;
    gboolean solved;
    unsigned hints; /* that were taken */
};

/*
 * Runs @lab with @script in the student's step: a script, or LAB_SOLUTION for the scenario's own, or
 * LAB_TERMINAL for a shell on our terminal. @settings as in run_guest(). NULL with its errors. Free with
 * lab_outcome_free().
 */
#define LAB_SOLUTION NULL
extern const char LAB_TERMINAL[];
struct lab_outcome *lab_run(
    struct lab *lab, const char *script, const struct run_settings *settings, GError **error);

void lab_outcome_free(struct lab_outcome *outcome);

/* Whether @verdict is on what the student did, and so has a line in the grade: not whether a script ended
 * well, nor what every run is checked for. */
gboolean lab_grades(const struct lab *lab, const struct verdict *verdict);

/* Whether verdict number @i, which is graded and against the student, is explained. One whose name begins
 * with LAB_REFINES goes on from the one before it, and says nothing as long as that one is against him. */
#define LAB_REFINES "..."
gboolean lab_explains(const struct lab_outcome *outcome, guint i);

/* What @verdict is on, for the student: not what must come out. A new string. */
char *lab_verdict_name(const struct verdict *verdict);

/* What a student is told of @verdict, which is against him: what was found, without what was looked for in
 * text, and advice. Lines that @verdict owns; free the array. */
GPtrArray *lab_verdict_notes(const struct verdict *verdict);

/* Whether something that the student is told matches @says. */
gboolean lab_says(const struct lab *lab, const struct lab_outcome *outcome, const GRegex *says);

#endif
