/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The registers of AMD's instruction-based sampling, ibs.rdl, by
 * generation. */
#ifndef PMULAB_MODELS_EPYC_IBS_REGS_H
#define PMULAB_MODELS_EPYC_IBS_REGS_H

#include "models/epyc/ibs.rdl.h"

#include <assert.h>

/* Values from which the op counter starts at a tag. */
#define IBS_OP_RANDOM_VALUES 128

/* Generations that differ below, oldest first. */
enum ibs_variant {
    IBS_FAM10H,
    IBS_ZEN1,
    IBS_ZEN2,
    IBS_ZEN3,
    IBS_ZEN4,
    IBS_ZEN5,
    IBS_ZEN6,
    IBS_N_VARIANTS
};

extern const struct reg_bank *const ibs_banks[IBS_N_VARIANTS];

/* Returns the bank of @variant, which must be valid. Static. */
static inline const struct reg_bank *ibs_bank_of(enum ibs_variant variant)
{
    assert(variant < IBS_N_VARIANTS);
    return ibs_banks[variant];
}

#endif
