/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A memory channel since Sapphire Rapids. Places of registers are from Linux
 * (spr_uncore_imc). */
#include "models/snbep/imc.h"
#include "models/snbep/box_types.h"
#include "models/snbep/discovered/imc.events.h"
#include "models/snbep/discovered/unit_regs.h"

/* Free-running counters: DCLK; cycles in which each pseudo channel's read
 * pending queue has an entry; the same for the write pending queue. No source
 * names their events. */
static const struct box_free free_counts[] = {{.event = IMC_SPR_EVENT_CLOCKTICKS, .umask = 0x01},
    {.event = IMC_SPR_EVENT_RPQ_OCCUPANCY_PCH0, .thresh = 1},
    {.event = IMC_SPR_EVENT_RPQ_OCCUPANCY_PCH1, .thresh = 1},
    {.event = IMC_SPR_EVENT_WPQ_OCCUPANCY_PCH0, .thresh = 1},
    {.event = IMC_SPR_EVENT_WPQ_OCCUPANCY_PCH1, .thresh = 1}};

const struct box_type imc_spr_type = {
    .kind = BOX_IMC,
    .banks = {&imc_spr_bank, &imc_spr_bank},
    .events = &imc_spr_events,
    .clock = BOX_DCLK,
    .n_counters = IMC_N_COUNTERS,
    .ctr0 = IMC_SPR_CTR0,
    .ctl0 = IMC_SPR_CTL0,
    .fixed_ctr = IMC_SPR_FIXED_CTR,
    .fixed_ctl = IMC_SPR_FIXED_CTL,
    .fixed_every = 2, /* assumed to be the list's HCLK, as event ff is on Ice Lake-SP */
    .box_ctl = IMC_SPR_BOX_CTL,
    .status = BOX_NONE,
    .filter = BOX_NONE,
    .free = free_counts,
    .n_free = sizeof(free_counts) / sizeof(free_counts[0]),
    .control = &unit_control,
    UNIT_TYPE(UNIT_IMC),
};
