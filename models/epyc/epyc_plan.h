/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a plan for `epyc` line by line, in the grammar of
 * models/sim/plan_text.h. It sets registers, as firmware or a fault would,
 * without a write's effects ("cpu0.IBS_CTL = 0"); blocks of the uncore have
 * traffic ("umc0 CAS_CMD.RD 100M/s"). */
#ifndef PMULAB_MODELS_EPYC_EPYC_PLAN_H
#define PMULAB_MODELS_EPYC_EPYC_PLAN_H

#include "models/epyc/epyc.h"
#include "models/sim/plan_text.h"

/* The state of a reader. */
struct epyc_plan_text {
    struct plan_text lines;
    struct epyc *m; /* receives the plan */
    /* Streams that have traffic in some line, of each block of the uncore. */
    bool seen[EPYC_MAX_SOCKETS][EPYC_UNCORE_SLOTS][AMD_UNCORE_MAX_EVENTS];
    /* Their occurrences in a second, as if the lines took effect in turn. */
    uint64_t rate[EPYC_MAX_SOCKETS][EPYC_UNCORE_SLOTS][AMD_UNCORE_MAX_EVENTS];
    char wrong[PLAN_TEXT_WRONG]; /* the latest complaint with a figure */
};

/* Begins a plan for @m, which must be freshly reset. @m must outlive @text, and
 * @text must not move. */
void epyc_plan_begin(struct epyc_plan_text *text, struct epyc *m);

/* Reads one line; parameters and errors as for plan_text_line(). */
bool epyc_plan_line(struct epyc_plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG]);

#endif
