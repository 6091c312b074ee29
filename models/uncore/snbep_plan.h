/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plan for `snbep` as text, line by line; docs/scenarios.md has the grammar. The plugin reads it from its
 * traffic file, `pmulab run` from a scenario, where it is checked before a guest is started.
 */
#ifndef PMULAB_UNCORE_SNBEP_PLAN_H
#define PMULAB_UNCORE_SNBEP_PLAN_H

#include "models/uncore/snbep.h"

#define SNBEP_PLAN_WRONG 192 /* bytes that a complaint takes at most */

/* Reading in progress. */
struct snbep_plan_text {
    struct snbep *m; /* gets the plan */
    int anchor;      /* that entries belong to, -1 before the first "at" */
    uint64_t delay;  /* ns */
    struct imc_box check[SNBEP_MAX_SOCKETS]
                        [SNBEP_CHANNELS]; /* traffic so far, as if the lines happened in turn */
};

/* Begins a plan for @m, which must just have been reset and must outlive @text. */
void snbep_plan_begin(struct snbep_plan_text *text, struct snbep *m);

/*
 * Reads one line, without its line end. Empty lines and comments (#) are nothing.
 * Returns false with a complaint in @wrong: what, and what was expected; the plan is as before the line.
 */
bool snbep_plan_line(struct snbep_plan_text *text, const char *line, char wrong[SNBEP_PLAN_WRONG]);

#endif
