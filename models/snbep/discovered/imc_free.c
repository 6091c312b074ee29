/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Free-running counters of a memory controller of Sapphire Rapids, which has
 * two channels. No table of units lists them: Linux, spr_imc_freerunning. */
#include "models/snbep/box_types.h"
#include "models/snbep/imc.h"

/* The channel's counts that each register sums, in the order of imc_spr_type's
 * free. */
static const uint32_t adds[IMC_SPR_FREE_N_REGS] = {
    [IMC_SPR_FREE_DCLK] = 0x01, [IMC_SPR_FREE_RPQ] = 0x06, [IMC_SPR_FREE_WPQ] = 0x18};
static const struct box_events no_events = {.n = 0};

const struct box_type imc_spr_free_type = {
    .kind = BOX_IMC_FREE,
    .banks = {[IMC_SILICON] = &imc_spr_free_bank, [IMC_GUIDE] = &imc_spr_free_bank},
    .events = &no_events,
    .clock = BOX_DCLK,
    .sums = 2,
    .adds = adds,
    .fixed_ctr = BOX_NONE,
    .fixed_ctl = BOX_NONE,
    .box_ctl = BOX_NONE,
    .status = BOX_NONE,
    .filter = BOX_NONE,
    .control = &imc_control,
};
