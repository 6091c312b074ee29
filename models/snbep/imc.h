/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of one memory channel, as a kind of box. */
#ifndef PMULAB_MODELS_SNBEP_IMC_H
#define PMULAB_MODELS_SNBEP_IMC_H

#include "models/snbep/box.h"

/* The common members of all generations' rows; @silicon and @guide: their
 * banks. */
#define IMC_TYPE(silicon, guide)                                                                   \
    .kind = BOX_IMC, .banks = {[IMC_SILICON] = &(silicon), [IMC_GUIDE] = &(guide)},                \
    .clock = BOX_DCLK, .n_counters = IMC_N_COUNTERS, .ctr0 = IMC_CTR0, .ctl0 = IMC_CTL0,           \
    .fixed_ctr = IMC_FIXED_CTR, .fixed_ctl = IMC_FIXED_CTL, .box_ctl = IMC_BOX_CTL,                \
    .status = IMC_UNIT_STATUS, .filter = BOX_NONE, .control = &imc_control

extern const struct box_control imc_control;

/* The types of the E5-2600 and of later products, which have one bank. */
extern const struct box_type imc_type, imc_ivt_type, imc_hsx_type, imc_skx_type, imc_clx_type,
    imc_icx_type, imc_free_type;

#endif
