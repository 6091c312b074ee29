/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draws traffic, and plans of operations on the events of a guest's PMUs. */
#ifndef PMULAB_HARNESS_FUZZ_FUZZ_DRAW_H
#define PMULAB_HARNESS_FUZZ_FUZZ_DRAW_H

#include "harness/fuzz/fuzz_case.h"
#include "harness/fuzz/fuzz_world.h"

/* A machine's counting registers: a regular expression for their names (NULL:
 * none is set), and their number of bits. */
struct fuzz_counters {
    const char *names;
    unsigned bits;
};

/* The kind of plans for pmulab-play. */
extern const struct fuzz_way fuzz_play;

/* Adds @n lines of traffic to @c, which has a plan; fewer if almost none is
 * accepted. If @counters has names, some lines set a counter so that it, or its
 * lower half, is about to wrap. Depends only on @rand. */
void fuzz_draw_traffic(
    struct fuzz_case *c, const struct fuzz_counters *counters, GRand *rand, unsigned n);

/* Adds @n faults of registers, interrupts and, if @dma, DMA; @c becomes sick.
 * Depends only on @rand. */
void fuzz_draw_faults(struct fuzz_case *c, GRand *rand, unsigned n, gboolean dma);

/* Adds a plan for pmulab-play. Depends only on @rand. */
void fuzz_draw_play(struct fuzz_case *c, const struct fuzz_world *world, GRand *rand);

#endif
