/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Describes the properties of an x86 instruction that sampling, counting and
 * trapping loads need. */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_X86_OP_DECODE_H
#define PMULAB_QEMU_PLUGINS_TRAP_X86_OP_DECODE_H

#include "models/sim/op.h"

#include <stddef.h>

#define X86_NO_REG 16 /* an address without base, or without index */

/* A memory operand: base + index << scale + displacement, relative to a
 * segment. */
struct x86_address {
    bool present;        /* the instruction has one, in ModRM or as a separate offset */
    uint8_t base, index; /* numbers of general registers, or X86_NO_REG */
    uint8_t scale;       /* log2 */
    bool rip_relative;   /* relative to the instruction's end */
    bool fs, gs;         /* the other segments begin at 0 in all relevant modes */
    int64_t displacement;
};

struct x86_op {
    enum sim_branch branch;
    bool relative; /* a branch to @distance from its end */
    int32_t distance;
    /* INT n and similar: completes with the exception that it raises */
    bool interrupts;
    bool halts;                       /* HLT */
    bool far;                         /* a branch that may change the privilege */
    bool repeats;                     /* a string instruction with REP: branches to itself */
    bool locked, prefetch, streaming; /* as in struct sim_op */
    /* a plain MOV of more than one byte between a register (or an immediate)
     * and memory */
    bool loads, stores;
    uint8_t reg; /* @loads: the general register's number */
    struct x86_address address;
};

/* Describes the instruction in @bytes, exactly @length bytes long. Handles
 * 32-bit addressing the same as 64-bit code; an operand with 16-bit addressing
 * is reported as not present. */
struct x86_op x86_op_decode(const uint8_t *bytes, size_t length);

#endif
