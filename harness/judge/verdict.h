/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts on a run, and the notes that explain them. */
#ifndef PMULAB_HARNESS_JUDGE_VERDICT_H
#define PMULAB_HARNESS_JUDGE_VERDICT_H

#include "harness/base/stopwatch.h"
#include "harness/scenario/expect.h"

#include <glib.h>

/* The verdict on one expectation. */
struct verdict {
    char *what; /* "guest", "traffic", "step NAME: perf exact" */
    gboolean ok;
    unsigned step;               /* its step, from 1; 0: the run as a whole */
    const struct expect *expect; /* of that step; NULL: the run as a whole */
    /* of char *: figures and, if it failed, the reason; one line each, may be
     * empty */
    GPtrArray *notes;
};

/* The number of values that were compared with the truth and are right. */
struct proved {
    guint64 figures;  /* counts that perf, pmulab-play or another program printed */
    guint64 hops;     /* of these figures: 1 to 3 each */
    guint64 samples;  /* printed samples that the driver took */
    guint64 executed; /* of these, how many follow from the executed instructions */
};

struct judgement {
    unsigned n_steps;
    GPtrArray *verdicts; /* of struct verdict, in the order of judge() */
    GPtrArray **rows;    /* one for each step: of struct perf_check_row, or NULL if not asked for */
    /* figures that were compared with the truth: counts, samples or their
     * values */
    guint64 held;
    struct proved proved;
    gboolean ok;        /* all verdicts are ok */
    struct spent truth; /* time of the trace's replay */
};

/* Makes an empty judgement of a run of @n_steps. Free with judgement_free(). */
struct judgement *judgement_new(unsigned n_steps);

/* Adds a verdict and takes ownership of @what and @notes. @step counts from 1;
 * 0: the run as a whole. Returns the verdict, which @judgement owns. */
struct verdict *judgement_add(
    struct judgement *judgement, unsigned step, char *what, gboolean ok, GPtrArray *notes);

/* Turns all verdicts into failures, with @why as their only note: there was
 * nothing to judge. */
void judgement_refuse(struct judgement *judgement, const char *why);

/* `what` of the first verdict that is not ok; NULL: all are. @judgement owns
 * it. */
const char *judgement_first_failure(const struct judgement *judgement);

void judgement_free(struct judgement *judgement);

/* ---- notes: lines of text ---- */

GPtrArray *notes_new(void);
void notes_add(GPtrArray *notes, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Adds the first @most of @lines, strings. */
void notes_add_lines(GPtrArray *notes, const GPtrArray *lines, guint most);

/* Adds the last lines of @text, so that a reader sees the failure without
 * opening a file. */
void notes_add_text(GPtrArray *notes, const char *title, const char *text, gsize length);

#endif
