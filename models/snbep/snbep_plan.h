/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a plan for `snbep` line by line, in the grammar of
 * models/sim/plan_text.h. The plugin reads its traffic file with it; `pmulab
 * run` checks a scenario with it before it starts a guest. */
#ifndef PMULAB_MODELS_SNBEP_SNBEP_PLAN_H
#define PMULAB_MODELS_SNBEP_SNBEP_PLAN_H

#include "models/sim/plan_text.h"
#include "models/snbep/snbep.h"

/* The state of a reader. */
struct snbep_plan_text {
    struct plan_text lines;
    struct snbep *m; /* receives the plan */
    /* Traffic of the lines so far, as if they took effect in turn: */
    struct box check[SNBEP_ALL_BOXES];
    struct box_signals signals;
    char wrong[PLAN_TEXT_WRONG]; /* the latest complaint with a figure */
};

/* Begins a plan for @m, which must be freshly reset. @m must outlive @text, and
 * @text must not move. */
void snbep_plan_begin(struct snbep_plan_text *text, struct snbep *m);

/* Reads one line; parameters and errors as for plan_text_line(). */
bool snbep_plan_line(struct snbep_plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG]);

#endif
