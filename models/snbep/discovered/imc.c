/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A memory channel since Sapphire Rapids. Places of registers are from Linux
 * (spr_uncore_imc). */
#include "models/snbep/imc.h"
#include "models/snbep/box_types.h"
#include "models/snbep/discovered/imc.events.h"
#include "models/snbep/discovered/unit_regs.h"

static const struct box_unit unit_fields = UNIT_FIELDS;
static const struct reg_field box_fields[] = {UNIT_BOX_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctl_fields[] = {UNIT_EVENT_FIELDS(REG_FIELD_ROW, EVENT)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field fixed_fields[] = {IMC_FIXED_CTL_FIELDS(REG_FIELD_ROW, REG_ACTION)};

#define CTR(n)                                                                                     \
    [IMC_CTR0 + (n)] = UNIT_REG("PMON_CTR" #n, 0x08 + 8 * (n), 64, ctr_fields, "counter " #n)
#define CTL(n)                                                                                     \
    [IMC_CTL0 + (n)] =                                                                             \
        UNIT_REG("PMON_CTL" #n, 0x40 + 4 * (n), 32, ctl_fields, "event of counter " #n)

/* All of a channel's registers except the last, a status that no source
 * describes. */
static const struct reg regs[IMC_UNIT_STATUS] = {
    CTR(0),
    CTR(1),
    CTR(2),
    CTR(3),
    [IMC_FIXED_CTR] =
        UNIT_REG("PMON_FIXED_CTR", 0x38, 64, ctr_fields, "counts every second DCLK cycle"),
    CTL(0),
    CTL(1),
    CTL(2),
    CTL(3),
    [IMC_FIXED_CTL] =
        UNIT_REG("PMON_FIXED_CTL", 0x54, 32, fixed_fields, "switches the fixed counter"),
    [IMC_BOX_CTL] = UNIT_REG("PMON_BOX_CTL", 0x00, 32, box_fields, "freezes the box"),
};

const struct reg_bank imc_spr_bank = {"imc-spr",
    "performance monitor of one memory channel, as tables of units list it", REG_SPACE_MMIO,
    REG_BANK_REGS(regs, IMC_UNIT_STATUS)};

static const struct box_control control = UNIT_CONTROL(EVENT);

/* Free-running counters: DCLK; cycles in which each pseudo channel's read
 * pending queue has an entry; the same for the write pending queue. No source
 * names their events. */
static const struct box_free free_counts[] = {{.event = IMC_SPR_EVENT_CLOCKTICKS, .umask = 0x01},
    {.event = IMC_SPR_EVENT_RPQ_OCCUPANCY_PCH0, .thresh = 1},
    {.event = IMC_SPR_EVENT_RPQ_OCCUPANCY_PCH1, .thresh = 1},
    {.event = IMC_SPR_EVENT_WPQ_OCCUPANCY_PCH0, .thresh = 1},
    {.event = IMC_SPR_EVENT_WPQ_OCCUPANCY_PCH1, .thresh = 1}};

const struct box_type imc_spr_type = {
    .name = "imc",
    .banks = {&imc_spr_bank, &imc_spr_bank},
    .events = &imc_spr_events,
    .clock = BOX_DCLK,
    .n_counters = IMC_N_COUNTERS,
    .ctr0 = IMC_CTR0,
    .ctl0 = IMC_CTL0,
    .fixed_ctr = IMC_FIXED_CTR,
    .fixed_ctl = IMC_FIXED_CTL,
    .fixed_every = 2, /* assumed to be the list's HCLK, as event ff is on Ice Lake-SP */
    .box_ctl = IMC_BOX_CTL,
    .status = BOX_NONE,
    .filter = BOX_NONE,
    .free = free_counts,
    .n_free = sizeof(free_counts) / sizeof(free_counts[0]),
    .control = &control,
    UNIT_TYPE(UNIT_IMC),
};
