/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One executed instruction, as a model of a processor's sampling hardware sees
 * it. */
#ifndef PMULAB_MODELS_SIM_OP_H
#define PMULAB_MODELS_SIM_OP_H

#include <stdbool.h>
#include <stdint.h>

#define SIM_OP_ACCESSES    4
#define SIM_OP_LENGTH      15         /* bytes of the longest instruction */
#define SIM_OP_NO_PHYSICAL UINT64_MAX /* the physical address is unknown */

/* One load or store of an instruction. */
struct sim_op_access {
    uint64_t linear, physical; /* virtual and physical address; SIM_OP_NO_PHYSICAL: unknown */
    uint8_t size;              /* bytes */
    /* log2 of the page size in bytes: 12, 21 or 30; 0: unknown, taken as 12 */
    uint8_t page_shift;
    bool store, io; /* @io: the access is to a device, not memory */
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
    uint64_t pc, pc_physical;         /* its address; SIM_OP_NO_PHYSICAL as above */
    uint64_t next_pc;                 /* address executed next */
    uint8_t length;                   /* bytes */
    uint8_t bytes[SIM_OP_LENGTH];     /* the instruction itself, @length of them */
    uint8_t page_shift;               /* log2 of its page's size, as in struct sim_op_access */
    bool user;                        /* runs with user privilege */
    bool retired;                     /* false: it faulted */
    bool locked, prefetch, streaming; /* LOCK prefix; software prefetch; non-temporal store */
    enum sim_branch branch;
    bool far;        /* a branch that may change the privilege or segment: SYSCALL, IRET */
    bool to_user;    /* of a branch: the next instruction runs with user privilege */
    uint64_t target; /* target of a branch if taken */
    unsigned n_accesses;
    struct sim_op_access accesses[SIM_OP_ACCESSES];
};

/* The address after this instruction. */
static inline uint64_t sim_op_end(const struct sim_op *op)
{
    return op->pc + op->length;
}

/* Whether a branch's next address is not the next instruction's. */
static inline bool sim_op_taken(const struct sim_op *op)
{
    return op->branch != SIM_NO_BRANCH && op->next_pc != sim_op_end(op);
}

#endif
