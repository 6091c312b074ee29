/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads a plan for a machine of POWER line by line, in the grammar of
 * models/sim/plan_text.h. The plugin reads its traffic file with it; `pmulab
 * run` checks a scenario with it before it starts a guest.
 *
 * chip0.mcs01 (any nest PMU), core0 and cpu0 can have traffic, with the
 * catalogue's event names. A plan can set and wait for the same names, and for
 * registers: chip0.COMMAND, chip0.mcs01.PM_MCS01_..., core0.HTM_MODE,
 * core0.CPM_..., cpu0.LDBAR.
 *
 * If the guest's flash has another catalogue than the built-in one, the plan
 * begins with that list, in the form of models/power9/catalogue.h, each line
 * after the word `catalogue`.
 */
#ifndef PMULAB_MODELS_POWER9_POWER9_PLAN_H
#define PMULAB_MODELS_POWER9_POWER9_PLAN_H

#include "models/power9/power9.h"
#include "models/sim/plan_text.h"

/* The state of a reader. */
struct p9_plan_text {
    struct plan_text lines;
    struct p9 *m;                  /* receives the plan */
    struct p9_traffic_table words; /* words seen so far */
    struct p9_catalogue catalogue; /* the plan's own catalogue, if any */
};

/* Begins a plan for @m, which must be freshly reset. @m must outlive @text, and
 * @text must not move; if the plan has a catalogue, @text must also outlive
 * @m. */
void p9_plan_begin(struct p9_plan_text *text, struct p9 *m);

/* Reads one line; parameters and errors as for plan_text_line(). */
bool p9_plan_line(struct p9_plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG]);

#endif
