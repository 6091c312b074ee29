/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A CPU's branch predictor: two-bit counters for the direction of conditional
 * branches, a table of targets for indirect ones, and a stack of return
 * addresses. A direct branch's target is known at decode, so only its direction
 * can be wrong.
 */
#ifndef PMULAB_MODELS_X86_PREDICTOR_H
#define PMULAB_MODELS_X86_PREDICTOR_H

#include "models/sim/op.h"

#define PREDICTOR_MAX_COUNTERS 16384
#define PREDICTOR_MAX_TARGETS  4096
#define PREDICTOR_MAX_STACK    64

/* Number of entries of each; powers of two for the first two. */
struct predictor_shape {
    uint32_t counters, targets;
    uint16_t stack;
};

struct predictor {
    uint8_t counters[PREDICTOR_MAX_COUNTERS]; /* 0, 1: not taken; 2, 3: taken */
    struct {
        uint64_t pc, target;
    } targets[PREDICTOR_MAX_TARGETS];
    uint64_t stack[PREDICTOR_MAX_STACK]; /* a ring: the oldest entries are lost first */
    unsigned top, depth;
};

/* Clears the state: conditional branches are predicted weakly not taken. */
void predictor_reset(struct predictor *p, struct predictor_shape shape);

/* Instructions have executed unseen: return addresses on the stack may be
 * stale. */
void predictor_gap(struct predictor *p);

/* Sees @op retire. Returns whether it was mispredicted; only branches can be. A
 * return whose call was not seen counts as predicted. */
bool predictor_see(struct predictor *p, struct predictor_shape shape, const struct sim_op *op);

#endif
