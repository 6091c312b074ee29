/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plan for `snbep` as text, line by line, as models/sim/plan_text.h reads it. The plugin reads it from its
 * traffic file, `pmulab run` from a scenario, where it is checked before a guest is started.
 */
#ifndef PMULAB_MODELS_SNBEP_SNBEP_PLAN_H
#define PMULAB_MODELS_SNBEP_SNBEP_PLAN_H

#include "models/sim/plan_text.h"
#include "models/snbep/snbep.h"

/* Reading in progress. */
struct snbep_plan_text {
    struct plan_text lines;
    struct snbep *m; /* gets the plan */
    struct imc_box check[SNBEP_MAX_SOCKETS]
                        [SNBEP_CHANNELS]; /* traffic so far, as if the lines happened in turn */
};

/* Begins a plan for @m, which must just have been reset. @m must outlive @text, which must stay where it is.
 */
void snbep_plan_begin(struct snbep_plan_text *text, struct snbep *m);

/* Reads one line: plan_text_line(). */
bool snbep_plan_line(struct snbep_plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG]);

#endif
