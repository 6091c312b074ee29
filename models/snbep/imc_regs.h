/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The PMON registers of one memory channel, imc.rdl. Counter i is IMC_CTR0 + i,
 * its control IMC_CTL0 + i. */
#ifndef PMULAB_MODELS_SNBEP_IMC_REGS_H
#define PMULAB_MODELS_SNBEP_IMC_REGS_H

#include "models/snbep/imc.rdl.h"

#define IMC_N_COUNTERS (IMC_FIXED_CTR - IMC_CTR0) /* general counters of a box */

/* The document that BOX_CTL follows. A test shows that real drivers count the
 * same under both. */
enum imc_mode {
    IMC_SILICON, /* the datasheet, as found on real parts: imc_bank */
    IMC_GUIDE,   /* the uncore guide literally: imc_guide_bank */
    IMC_N_MODES,
};

#endif
