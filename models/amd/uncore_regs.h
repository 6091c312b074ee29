/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The counters of AMD's uncore, uncore.rdl: indices of a block's pairs. Zen3's
 * L3 has the bits of later ones, but counts other events. */
#ifndef PMULAB_MODELS_AMD_UNCORE_REGS_H
#define PMULAB_MODELS_AMD_UNCORE_REGS_H

#include "models/amd/uncore.rdl.h"

/* Indices of a bank's registers and a block's held values: counter i's control
 * and its count. */
#define AMD_UNCORE_CTL(i) (2 * (i))
#define AMD_UNCORE_CTR(i) (2 * (i) + 1)
#define AMD_UNCORE_N_REGS DF_N_REGS /* most in one block */

#define AMD_UNCORE_MAX_COUNTERS (AMD_UNCORE_N_REGS / 2)

#define UMC_COUNTERS (UMC_N_REGS / 2)

#endif
