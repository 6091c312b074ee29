/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draws traffic, and plans of operations on the events of a guest's PMUs. */
#ifndef PMULAB_HARNESS_FUZZ_FUZZ_DRAW_H
#define PMULAB_HARNESS_FUZZ_FUZZ_DRAW_H

#include "harness/fuzz/fuzz_case.h"
#include "harness/fuzz/fuzz_world.h"

/* A machine's registers that count: a regular expression for their names (NULL: none is set), and how many
 * bits they have. */
struct fuzz_counters {
    const char *names;
    unsigned bits;
};

/* What plans for pmulab-play are. */
extern const struct fuzz_way fuzz_play;

/* Adds @n lines of traffic to @c, which has a plan; fewer if hardly any is taken. If @counters has names,
 * some set a counter near its end or that of its lower half. Below, adds a plan for pmulab-play. All comes
 * from @rand alone. */
void fuzz_draw_traffic(struct fuzz_case *c, const struct fuzz_counters *counters, GRand *rand, unsigned n);

/* As many faults of registers, interrupts and, if @dma, DMA; @c becomes sick. All comes from @rand alone. */
void fuzz_draw_faults(struct fuzz_case *c, GRand *rand, unsigned n, gboolean dma);

/* Adds a plan for pmulab-play. All comes from @rand alone. */
void fuzz_draw_play(struct fuzz_case *c, const struct fuzz_world *world, GRand *rand);

#endif
