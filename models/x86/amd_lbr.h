/* SPDX-License-Identifier: GPL-2.0-or-later */
/* AMD's branch records: a stack of the newest 16, with entry 0 on top. The core
 * PMU's status freezes it. */
#ifndef PMULAB_MODELS_X86_AMD_LBR_H
#define PMULAB_MODELS_X86_AMD_LBR_H

#include "models/x86/amd_lbr.rdl.h"
#include "models/x86/lbr.h"

enum { AMD_LBR_DEPTH = AMD_LBR_N_REGS - AMD_LBR_TO0 };

struct amd_lbr {
    /* held by registers; of FROM and TO, entry n is at number (top + n) modulo
     * AMD_LBR_DEPTH */
    uint64_t values[AMD_LBR_N_REGS];
    unsigned top;
    unsigned suppressed; /* kinds of branches: x86_lbr_branch.kinds */
    bool on;             /* branches are recorded, unless frozen */
    bool freezes;        /* an interrupt of the core PMU freezes the records */
};

void amd_lbr_reset(struct amd_lbr *lbr);

/* Returns the register's index in amd_lbr_bank, or -1. */
int amd_lbr_at(uint32_t msr);

/* Reads and writes register number @reg of the bank. amd_lbr_preset(): it holds
 * @value from now on, even in bits that software cannot write. */
uint64_t amd_lbr_read(const struct amd_lbr *lbr, unsigned reg);
void amd_lbr_write(struct amd_lbr *lbr, unsigned reg, uint64_t value);
void amd_lbr_preset(struct amd_lbr *lbr, unsigned reg, uint64_t value);

/* Records @branch, unless its kind is suppressed. Call while the records are on
 * and not frozen. */
void amd_lbr_take(struct amd_lbr *lbr, const struct x86_lbr_branch *branch);

#endif
