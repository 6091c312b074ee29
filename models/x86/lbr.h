/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A taken branch, as branch records (LBR) see it. AMD and Intel suppress the
 * same kinds with the same bits of their LBR_SELECT. Sources: AMD64 APM volume
 * 2 (24593) section 13.1.1; Intel SDM volume 3, section 18.7.2. */
#ifndef PMULAB_MODELS_X86_LBR_H
#define PMULAB_MODELS_X86_LBR_H

#include "models/sim/op.h"

/* Bits of LBR_SELECT. The first two are for the privilege at the target. */
enum x86_lbr_kind {
    X86_LBR_TO_KERNEL,
    X86_LBR_TO_USER,
    X86_LBR_CONDITIONAL,
    X86_LBR_CALL,
    X86_LBR_INDIRECT_CALL,
    X86_LBR_RETURN,
    X86_LBR_INDIRECT_JUMP,
    X86_LBR_JUMP,
    X86_LBR_FAR, /* also interrupts and exceptions */
    X86_LBR_N_KINDS,
};

struct x86_lbr_branch {
    uint64_t from, to;
    unsigned kinds; /* two bits of LBR_SELECT; any of them suppresses it */
    bool mispredicted;
};

/* Sets *@branch for @op. Returns false if it is not taken: there is no
 * record. */
bool x86_lbr_branched(const struct sim_op *op, bool mispredicted, struct x86_lbr_branch *branch);

/* An interrupt or exception at @from, whose handler is at @to. */
struct x86_lbr_branch x86_lbr_interrupted(uint64_t from, uint64_t to);

#endif
