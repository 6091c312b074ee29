/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plan for `epyc` as text, line by line, as models/sim/plan_text.h reads it: registers are set, as
 * firmware or a fault would, without the effects of a write ("cpu0.IBS_CTL = 0"). There is no traffic.
 */
#ifndef PMULAB_MODELS_EPYC_EPYC_PLAN_H
#define PMULAB_MODELS_EPYC_EPYC_PLAN_H

#include "models/epyc/epyc.h"
#include "models/sim/plan_text.h"

/* Reading in progress. */
struct epyc_plan_text {
    struct plan_text lines;
    struct epyc *m; /* gets the plan */
};

/* Begins a plan for @m, which must just have been reset. @m must outlive @text, which must stay where it is.
 */
void epyc_plan_begin(struct epyc_plan_text *text, struct epyc *m);

/* Reads one line: plan_text_line(). */
bool epyc_plan_line(struct epyc_plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG]);

#endif
