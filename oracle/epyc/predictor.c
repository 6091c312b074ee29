/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Directions, targets and return addresses, by docs/hardware/epyc.md, "What an
 * op meets". */
#include "oracle/epyc/predictor.h"

#include <string.h>

void oracle_predictor_begin(struct oracle_predictor *p, unsigned bht, unsigned btb, unsigned ras)
{
    memset(p, 0, sizeof(*p));
    p->bht = bht;
    p->btb = btb;
    p->ras = ras;
    for (unsigned i = 0; i < bht; i++)
        p->takes[i] = 1;
}

void oracle_predictor_window(struct oracle_predictor *p)
{
    p->n_returns = 0;
}

static bool direction_wrong(struct oracle_predictor *p, uint64_t pc, bool taken)
{
    uint8_t *takes = &p->takes[pc % p->bht];
    bool guess = *takes > 1;

    if (taken)
        *takes = *takes == 3 ? 3 : *takes + 1;
    else
        *takes = *takes == 0 ? 0 : *takes - 1;
    return guess != taken;
}

static bool target_wrong(struct oracle_predictor *p, uint64_t pc, uint64_t next)
{
    unsigned i = (unsigned)(pc % p->btb);
    bool right = p->from[i] == pc && p->to[i] == next;

    p->from[i] = pc;
    p->to[i] = next;
    return !right;
}

/* A full stack drops its oldest entry. */
static void called(struct oracle_predictor *p, uint64_t end)
{
    if (p->n_returns == p->ras) {
        memmove(p->returns, p->returns + 1, (p->ras - 1) * sizeof(p->returns[0]));
        p->n_returns--;
    }
    p->returns[p->n_returns++] = end;
}

bool oracle_predictor_wrong(
    struct oracle_predictor *p, enum oracle_branch branch, uint64_t pc, uint64_t end, uint64_t next)
{
    bool wrong = false;

    switch (branch) {
    case ORACLE_CONDITIONAL:
        return direction_wrong(p, pc, next != end);
    case ORACLE_INDIRECT:
        return target_wrong(p, pc, next);
    case ORACLE_INDIRECT_CALL:
        wrong = target_wrong(p, pc, next);
        called(p, end);
        return wrong;
    case ORACLE_CALL:
        called(p, end);
        return false;
    case ORACLE_RETURN:
        return p->n_returns && p->returns[--p->n_returns] != next;
    default:
        return false;
    }
}
