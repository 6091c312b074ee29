/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One executed instruction, as a model of a processor's sampling hardware sees it. */
#ifndef PMULAB_SIM_OP_H
#define PMULAB_SIM_OP_H

#include <stdbool.h>
#include <stdint.h>

#define SIM_OP_ACCESSES    4
#define SIM_OP_NO_PHYSICAL UINT64_MAX /* the physical address is not known */

/* One load or store of an instruction. */
struct sim_op_access {
    uint64_t linear, physical; /* SIM_OP_NO_PHYSICAL: not known */
    uint8_t size;              /* bytes */
    uint8_t page_shift;        /* log2 of the page's bytes: 12, 21 or 30; 0: not known, taken for 12 */
    bool store, io;            /* @io: no memory answers there, but a device */
};

enum sim_branch {
    SIM_NO_BRANCH,
    SIM_CONDITIONAL,
    SIM_JUMP,
    SIM_INDIRECT,
    SIM_CALL,
    SIM_INDIRECT_CALL,
    SIM_RETURN,
};

struct sim_op {
    uint64_t now;                     /* virtual ns */
    uint64_t pc, pc_physical;         /* where it lies; SIM_OP_NO_PHYSICAL as above */
    uint64_t next_pc;                 /* what is executed after it */
    uint8_t length;                   /* bytes */
    uint8_t page_shift;               /* of the page that it lies in, as in struct sim_op_access */
    bool user;                        /* runs with a user's privilege */
    bool retired;                     /* false: it faulted */
    bool locked, prefetch, streaming; /* LOCK prefix; software prefetch; non-temporal store */
    enum sim_branch branch;
    uint64_t target; /* where a branch goes when it is taken */
    unsigned n_accesses;
    struct sim_op_access accesses[SIM_OP_ACCESSES];
};

/* The instruction behind this one. */
static inline uint64_t sim_op_end(const struct sim_op *op)
{
    return op->pc + op->length;
}

/* Whether a branch went anywhere else than straight on. */
static inline bool sim_op_taken(const struct sim_op *op)
{
    return op->branch != SIM_NO_BRANCH && op->next_pc != sim_op_end(op);
}

#endif
