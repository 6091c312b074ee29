/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plan for `kunpeng` as text, line by line, as models/sim/plan_text.h reads it. Events that nothing in the
 * guest makes can have traffic ("cpu5 L1D_CACHE_REFILL 3M/s", "cpu5 0x0110 level 1"), and registers can be
 * set, without the effects of a write for the PMCU's ("pmcu0.WAIT_CNT = 50000"), as if the CPU wrote for a
 * CPU's ("cpu5.PMCR_EL0 = 0").
 */
#ifndef PMULAB_MODELS_KUNPENG_KUNPENG_PLAN_H
#define PMULAB_MODELS_KUNPENG_KUNPENG_PLAN_H

#include "models/kunpeng/kunpeng.h"
#include "models/sim/plan_text.h"

/* Reading in progress. */
struct kunpeng_plan_text {
    struct plan_text lines;
    struct kunpeng *m;              /* gets the plan */
    struct kunpeng_traffic traffic; /* events that have occurred so far */
};

/* Begins a plan for @m, which must just have been reset. @m must outlive @text, which must stay where it is.
 */
void kunpeng_plan_begin(struct kunpeng_plan_text *text, struct kunpeng *m);

/* Reads one line: plan_text_line(). */
bool kunpeng_plan_line(struct kunpeng_plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG]);

#endif
