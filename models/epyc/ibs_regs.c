/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The IBS registers of each generation. */
#include "models/epyc/ibs_regs.h"

const struct reg_bank *const ibs_banks[IBS_N_VARIANTS] = {
    [IBS_FAM10H] = &ibs_fam10h_bank,
    [IBS_ZEN1] = &ibs_zen1_bank,
    [IBS_ZEN2] = &ibs_zen1_bank,
    [IBS_ZEN3] = &ibs_zen3_bank,
    [IBS_ZEN4] = &ibs_zen4_bank,
    [IBS_ZEN5] = &ibs_zen5_bank,
    [IBS_ZEN6] = &ibs_bank,
};
