/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads a plan for `kunpeng` line by line, in the grammar of
 * models/sim/plan_text.h. Events that the guest does not cause can have traffic
 * ("cpu5 L1D_CACHE_REFILL 3M/s", "cpu5 0x0110 level 1"). Registers can be set:
 * a PMCU's without a write's effects ("pmcu0.WAIT_CNT = 50000"), a CPU's as if
 * the CPU wrote ("cpu5.PMCR_EL0 = 0").
 */
#ifndef PMULAB_MODELS_KUNPENG_KUNPENG_PLAN_H
#define PMULAB_MODELS_KUNPENG_KUNPENG_PLAN_H

#include "models/kunpeng/kunpeng.h"
#include "models/sim/plan_text.h"

/* The state of a reader. */
struct kunpeng_plan_text {
    struct plan_text lines;
    struct kunpeng *m;              /* receives the plan */
    struct kunpeng_traffic traffic; /* events seen so far */
};

/* Begins a plan for @m, which must be freshly reset. @m must outlive @text, and
 * @text must not move. */
void kunpeng_plan_begin(struct kunpeng_plan_text *text, struct kunpeng *m);

/* Reads one line; parameters and errors as for plan_text_line(). */
bool kunpeng_plan_line(
    struct kunpeng_plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG]);

#endif
