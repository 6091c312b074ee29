/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For each register, a few lines of a real trace, in the form of `pmulab
 * trace`: an access to it, with the accesses to the same block just before and
 * after. Keeps the most informative of all added accesses: best is one by a
 * driver's function, in a step, that writes a value other than 0.
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

/* Adds a run's trace record by record, in order of time, with names
 * (harness/trace/call_paths.h). excerpting_end() keeps its best accesses. */
struct excerpting;
struct excerpting *excerpting_new(
    struct excerpts *excerpts, const struct machine_model *model, const char *run);
void excerpting_add(struct excerpting *e, const struct trace_record *record);
void excerpting_end(struct excerpting *e);

/* The lines on @reg, or NULL. They live as long as @excerpts. */
const struct excerpt *excerpts_find(const struct excerpts *excerpts, const struct reg *reg);

#endif
