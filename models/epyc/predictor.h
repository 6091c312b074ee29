/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A CPU's branch predictor: two-bit counters for the direction of conditional branches, a table of targets
 * for indirect ones, a stack of return addresses. A direct branch's target is known as it is decoded, so only
 * its direction can be wrong.
 */
#ifndef PMULAB_MODELS_EPYC_PREDICTOR_H
#define PMULAB_MODELS_EPYC_PREDICTOR_H

#include "models/sim/op.h"

#define PREDICTOR_MAX_COUNTERS 16384
#define PREDICTOR_MAX_TARGETS  4096
#define PREDICTOR_MAX_STACK    64

/* Entries of each; of the first two a power of two. */
struct predictor_shape {
    uint32_t counters, targets;
    uint16_t stack;
};

struct predictor {
    uint8_t counters[PREDICTOR_MAX_COUNTERS]; /* 0, 1: not taken; 2, 3: taken */
    struct {
        uint64_t pc, target;
    } targets[PREDICTOR_MAX_TARGETS];
    uint64_t stack[PREDICTOR_MAX_STACK]; /* a ring: the oldest are lost first */
    unsigned top, depth;
};

/* Knows nothing: conditional branches are predicted not taken, but only just. */
void predictor_reset(struct predictor *p, struct predictor_shape shape);

/* Instructions have been executed unseen: return addresses that it holds may be stale. */
void predictor_gap(struct predictor *p);

/*
 * Sees @op retire. Returns whether it was mispredicted; what is no branch never is. A return whose call has
 * not been seen counts as predicted.
 */
bool predictor_see(struct predictor *p, struct predictor_shape shape, const struct sim_op *op);

#endif
