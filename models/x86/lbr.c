/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kinds of branches that branch records distinguish. */
#include "models/x86/lbr.h"

#define BIT(n) (1u << (n))

static enum x86_lbr_kind kind_of(const struct sim_op *op)
{
    static const enum x86_lbr_kind near[] = {[SIM_CONDITIONAL] = X86_LBR_CONDITIONAL,
        [SIM_JUMP] = X86_LBR_JUMP,
        [SIM_INDIRECT] = X86_LBR_INDIRECT_JUMP,
        [SIM_CALL] = X86_LBR_CALL,
        [SIM_INDIRECT_CALL] = X86_LBR_INDIRECT_CALL,
        [SIM_RETURN] = X86_LBR_RETURN};

    return op->far ? X86_LBR_FAR : near[op->branch];
}

/* A jump to the next instruction is taken, unlike in sim_op_taken(). */
bool x86_lbr_branched(const struct sim_op *op, bool mispredicted, struct x86_lbr_branch *branch)
{
    if (op->branch == SIM_NO_BRANCH || (op->branch == SIM_CONDITIONAL && !sim_op_taken(op)))
        return false;
    *branch = (struct x86_lbr_branch){.from = op->pc,
        .to = op->next_pc,
        .kinds = BIT(kind_of(op)) | BIT(op->to_user ? X86_LBR_TO_USER : X86_LBR_TO_KERNEL),
        .mispredicted = mispredicted};
    return true;
}

struct x86_lbr_branch x86_lbr_interrupted(uint64_t from, uint64_t to)
{
    return (struct x86_lbr_branch){
        .from = from, .to = to, .kinds = BIT(X86_LBR_FAR) | BIT(X86_LBR_TO_KERNEL)};
}
