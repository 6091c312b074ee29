/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decodes the instructions of a 64-bit Arm CPU that machines trap, and control
 * flow. */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_ARM64_DECODE_H
#define PMULAB_QEMU_PLUGINS_TRAP_ARM64_DECODE_H

#include <stddef.h>
#include <stdint.h>

enum arm64_access {
    ARM64_NONE,
    ARM64_MRS,
    ARM64_MSR,
    ARM64_MARK,     /* the hint of models/sim/step.h */
    ARM64_FIRMWARE, /* SMC or HVC, immediate 0: a call by the SMC calling convention */
};

struct arm64_insn {
    enum arm64_access access;
    uint8_t reg;     /* for MRS and MSR: the general register; 31 is the zero register */
    uint16_t sysreg; /* for MRS and MSR: op0:op1:CRn:CRm:op2 */
};

struct arm64_insn arm64_decode(uint32_t word);

/* The target of control flow from an instruction at address @pc. */
enum arm64_flow {
    ARM64_NEXT,
    ARM64_BRANCH,   /* to *@target, or to the next */
    ARM64_COMPUTED, /* to any address in a register */
    ARM64_RETURN,   /* the same, to the instruction after a call */
    ARM64_CALL,     /* SVC, HVC or SMC: completes with an exception */
};

/* Sets @target for ARM64_BRANCH only. */
enum arm64_flow arm64_flow(uint32_t word, uint64_t pc, uint64_t *target);

/* Whether an AArch32 instruction of @size bytes is SVC. */
int arm64_calls_32(uint32_t word, size_t size);

#endif
