/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an x86 instruction is, as far as one must know who samples it or counts it, or traps what it loads. */
#ifndef PMULAB_TRAP_X86_OP_DECODE_H
#define PMULAB_TRAP_X86_OP_DECODE_H

#include "models/sim/op.h"

#include <stddef.h>

#define X86_NO_REG 16 /* where an address has no base, or no index */

/* A memory operand: base + index << scale + displacement, relative to a segment. */
struct x86_address {
    bool present;        /* the instruction has one, of ModRM form or an offset by itself */
    uint8_t base, index; /* numbers of general registers, or X86_NO_REG */
    uint8_t scale;       /* log2 */
    bool rip_relative;   /* to the instruction's end */
    bool fs, gs;         /* the other segments begin at 0 wherever it matters */
    int64_t displacement;
};

struct x86_op {
    enum sim_branch branch;
    bool relative; /* a branch whose target is @distance from its end */
    int32_t distance;
    bool interrupts;                  /* INT n and its like: completes with the exception that it raises */
    bool halts;                       /* HLT */
    bool repeats;                     /* a string instruction with REP: branches to itself */
    bool locked, prefetch, streaming; /* as struct sim_op has them */
    bool loads, stores; /* a plain MOV between a register (or an immediate) and memory, but of one byte */
    uint8_t reg;        /* @loads: the general register's number */
    struct x86_address address;
};

/*
 * Says what the instruction in @bytes is, which is exactly @length bytes long. 32-bit addressing and 64-bit
 * code alike; addresses of 16-bit addressing are not understood and not present.
 */
struct x86_op x86_op_decode(const uint8_t *bytes, size_t length);

#endif
