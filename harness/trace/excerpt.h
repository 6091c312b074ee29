/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For each register a few lines of a real trace, as `pmulab trace` prints them: an access to it, with those
 * of the same block right before and after. Of all that are added the most telling access is kept: one of a
 * driver's function, in a step, that writes, something else than 0.
 */
#ifndef PMULAB_HARNESS_TRACE_EXCERPT_H
#define PMULAB_HARNESS_TRACE_EXCERPT_H

#include "models/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

struct excerpt {
    const char *run; /* interned */
    unsigned step;   /* 0: before the first one */
    char *text;      /* lines */
    unsigned score;
};

struct excerpts;

struct excerpts *excerpts_new(void);
void excerpts_free(struct excerpts *excerpts);

/* A run's trace that is being added, record by record, by time and named (harness/trace/ways.h). What is best
 * of it is kept when it ends. */
struct excerpting;
struct excerpting *excerpting_new(
    struct excerpts *excerpts, const struct machine_model *model, const char *run);
void excerpting_add(struct excerpting *e, const struct trace_record *record);
void excerpting_end(struct excerpting *e);

/* The lines on @reg, or NULL. They live as long as @excerpts. */
const struct excerpt *excerpts_find(const struct excerpts *excerpts, const struct reg *reg);

#endif
