/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Classifies instructions of a 64-bit Arm CPU into its PMU's categories.
 * Complete for Armv8.5 and for QEMU's models of Neoverse. SVE, SME, memory tags
 * and memory copies are missing and count as nothing. */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_ARM64_OP_DECODE_H
#define PMULAB_QEMU_PLUGINS_TRAP_ARM64_OP_DECODE_H

#include "qemu-plugins/count/blocks.h"

/* One bit for each enum blocks_kind of the instruction. */
enum arm64_op {
    ARM64_OP_LOAD = 1 << BLOCKS_LOAD,
    ARM64_OP_STORE = 1 << BLOCKS_STORE,
    ARM64_OP_BOTH = ARM64_OP_LOAD | ARM64_OP_STORE,
    ARM64_OP_BRANCH = 1 << BLOCKS_BRANCH,
    ARM64_OP_RETURN = 1 << BLOCKS_RETURN,
};

/*
 * Returns the kinds of @word as a mask. A store-exclusive stores, even if it
 * fails. An atomic operation loads and stores, even if its result is unused; so
 * does a compare-and-swap that does not match. Prefetches and cache maintenance
 * access nothing, except DC ZVA, which stores. System calls are not branches.
 */
unsigned arm64_op_kinds(uint32_t word);

#endif
