/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Predicts branches, and returns whether each was mispredicted. */
#include "models/x86/predictor.h"

#include <string.h>

enum { BARELY_NOT_TAKEN = 1, TAKEN = 2, SURELY_TAKEN = 3 };

void predictor_reset(struct predictor *p, struct predictor_shape shape)
{
    memset(p->counters, BARELY_NOT_TAKEN, shape.counters);
    memset(p->targets, 0, shape.targets * sizeof(p->targets[0]));
    predictor_gap(p);
}

void predictor_gap(struct predictor *p)
{
    p->top = p->depth = 0;
}

static bool direction_wrong(
    struct predictor *p, struct predictor_shape shape, const struct sim_op *op)
{
    uint8_t *counter = &p->counters[op->pc & (shape.counters - 1)];
    bool taken = sim_op_taken(op), wrong = (*counter >= TAKEN) != taken;

    if (taken && *counter < SURELY_TAKEN)
        ++*counter;
    else if (!taken && *counter)
        --*counter;
    return wrong;
}

static bool target_wrong(struct predictor *p, struct predictor_shape shape, const struct sim_op *op)
{
    unsigned slot = op->pc & (shape.targets - 1);
    bool wrong = p->targets[slot].pc != op->pc || p->targets[slot].target != op->next_pc;

    p->targets[slot].pc = op->pc;
    p->targets[slot].target = op->next_pc;
    return wrong;
}

static void push(struct predictor *p, struct predictor_shape shape, uint64_t address)
{
    p->stack[p->top] = address;
    p->top = (p->top + 1) % shape.stack;
    if (p->depth < shape.stack)
        p->depth++;
}

static bool return_wrong(struct predictor *p, struct predictor_shape shape, uint64_t address)
{
    if (!p->depth)
        return false;
    p->depth--;
    p->top = (p->top + shape.stack - 1) % shape.stack;
    return p->stack[p->top] != address;
}

bool predictor_see(struct predictor *p, struct predictor_shape shape, const struct sim_op *op)
{
    bool wrong = false;

    if (op->branch == SIM_INDIRECT || op->branch == SIM_INDIRECT_CALL)
        wrong = target_wrong(p, shape, op);
    if (op->branch == SIM_CALL || op->branch == SIM_INDIRECT_CALL)
        push(p, shape, sim_op_end(op));
    if (op->branch == SIM_RETURN)
        wrong = return_wrong(p, shape, op->next_pc);
    if (op->branch == SIM_CONDITIONAL)
        wrong = direction_wrong(p, shape, op);
    return wrong;
}
