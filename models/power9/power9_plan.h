/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plan for `power9` as text, line by line, as models/sim/plan_text.h reads it. The plugin reads it from its
 * traffic file, `pmulab run` from a scenario, where it is checked before a guest is started.
 *
 * Traffic is given to chip0.mcs01 (any nest PMU), core0 and cpu0, with the catalogue's event names. The same
 * names, and registers, can be set and waited for: chip0.COMMAND, chip0.mcs01.PM_MCS01_..., core0.HTM_MODE,
 * core0.CPM_..., cpu0.LDBAR.
 *
 * A plan for a guest whose flash has another catalogue than the built-in one begins with that one's list, as
 * models/power9/catalogue.h has it, each line behind the word `catalogue`.
 */
#ifndef PMULAB_MODELS_POWER9_POWER9_PLAN_H
#define PMULAB_MODELS_POWER9_POWER9_PLAN_H

#include "models/power9/power9.h"
#include "models/sim/plan_text.h"

/* Reading in progress. */
struct p9_plan_text {
    struct plan_text lines;
    struct p9 *m;                  /* gets the plan */
    struct p9_traffic_table words; /* that have occurred so far */
    struct p9_catalogue catalogue; /* the plan's own, if it has one */
};

/* Begins a plan for @m, which must just have been reset. @m must outlive @text, which must stay where it is;
 * or as long, if the plan has a catalogue.
 */
void p9_plan_begin(struct p9_plan_text *text, struct p9 *m);

/* Reads one line: plan_text_line(). */
bool p9_plan_line(struct p9_plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG]);

#endif
