/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a scenario expected against what came out. */
#ifndef PMULAB_HARNESS_JUDGE_JUDGE_H
#define PMULAB_HARNESS_JUDGE_JUDGE_H

#include "harness/run/run_guest.h"

#include <glib.h>

/* One thing that was expected. */
struct verdict {
    char *what; /* "guest", "traffic", "step NAME: perf exact" */
    gboolean ok;
    unsigned step;    /* that it is about, counted from 1; 0: the run as a whole */
    GPtrArray *notes; /* of char *: figures and, where it isn't so, the reason; one line each, may be empty */
};

struct judgement {
    GPtrArray *verdicts; /* of struct verdict, as many as judge_n_verdicts() says */
    GPtrArray **rows;    /* one for each step: of struct perf_check_row, or NULL where none was asked for */
    gboolean ok;         /* all verdicts are */
};

/*
 * The number of verdicts on a run of @scenario: one on the guest (it boots, does all steps and powers off in
 * good order), one on the counters (each read of one gave what the traffic makes it), one on the traffic if
 * there is any (each line of it took effect), one for each expectation.
 */
unsigned judge_n_verdicts(const struct scenario *scenario);

/* Judges @record. What a run did not come to fails. Never NULL; free with judgement_free(). */
struct judgement *judge(const struct run_record *record);

/* Adds a verdict on the run as a whole; takes @what and @notes over. */
void judgement_add(struct judgement *judgement, char *what, gboolean ok, GPtrArray *notes);

void judgement_free(struct judgement *judgement, const struct scenario *scenario);

#endif
