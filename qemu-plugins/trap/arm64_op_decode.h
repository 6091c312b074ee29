/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What instructions of a 64-bit Arm CPU do, as its PMU tells them apart. Complete for Armv8.5 and what QEMU's
 * models of Neoverse have; SVE, SME, memory tags and memory copies are not in it, and are nothing here.
 */
#ifndef PMULAB_TRAP_ARM64_OP_DECODE_H
#define PMULAB_TRAP_ARM64_OP_DECODE_H

#include "qemu-plugins/count/blocks.h"

/* A bit for each enum blocks_kind that the instruction is of. */
enum arm64_op {
    ARM64_OP_LOAD = 1 << BLOCKS_LOAD,
    ARM64_OP_STORE = 1 << BLOCKS_STORE,
    ARM64_OP_BOTH = ARM64_OP_LOAD | ARM64_OP_STORE,
    ARM64_OP_BRANCH = 1 << BLOCKS_BRANCH,
    ARM64_OP_RETURN = 1 << BLOCKS_RETURN,
};

/*
 * Those of @word. A store-exclusive stores, whether it succeeds or not; an atomic operation loads and stores,
 * whether its result is used or not, a compare-and-swap whether it finds what it expects or not. Prefetches
 * and cache maintenance access nothing, but for DC ZVA, which stores. System calls are no branches.
 */
unsigned arm64_op_kinds(uint32_t word);

#endif
