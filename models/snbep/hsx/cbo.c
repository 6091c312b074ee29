/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a slice of the last-level cache since Haswell-EP: a filter of
 * two registers. */
#include "models/snbep/boxes/cbo_filter.h"
#include "models/snbep/hsx/cbo.events.h"
#include "models/snbep/hsx/msr.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {PMON_CTL_FIELDS(REG_FIELD_ROW, REG_RW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};

enum { F0_RSV_63, F0_STATE, F0_RSV_16, F0_LINK, F0_TID };
static const struct reg_field filter0_fields[] = {
    {"rsv", 63, 24, REG_RV, 0, "reads as 0"},
    {"state", 23, 17, REG_RW, 0, "states of the line, for LLC_LOOKUP; a union"},
    {"rsv", 16, 10, REG_RV, 0, "write 0"},
    {"link", 9, 6, REG_RW, 0, "held, without effect"},
    {"tid", 5, 0, REG_RW, 0, "thread, for controls with tid_en"},
};
static const struct reg_field filter1_fields[] = {CBO_FILTER1_FIELDS(REG_FIELD_ROW)};

/* FILTER1 is HSX_FILTER + 1. */
static const struct reg regs[] = {HSX_MSR_FOUR(box_ctl_fields, ctl_fields, 0x8, ctr_fields),
    [HSX_FILTER] =
        HSX_MSR("FILTER0", 0x5, 64, filter0_fields, "filters the events of all counters"),
    [HSX_FILTER + 1] =
        HSX_MSR("FILTER1", 0x6, 64, filter1_fields, "its second half: bits 63:32 of config1")};

const struct reg_bank hsx_cbo_bank = {"cbo-hsx",
    "last-level cache slice monitor; register number is E00 + 10 a slice plus the offset",
    REG_SPACE_MSR, REG_BANK_TABLE(regs)};

static const struct cbo_layout layout = {
    CBO_SINCE_IVT,
    .filter = &regs[HSX_FILTER],
    .state = {0, F0_STATE},
    .tid = {0, F0_TID},
    .most_state = 6,
    .targets = true,
};

static const struct box_control control = MSR_BOX_CONTROL;

const struct box_type hsx_cbo_type = {
    HSX_MSR_TYPE(hsx_cbo_bank),
    .name = "cbo",
    .filter = HSX_FILTER,
    .selects = cbo_selects,
    .mark = cbo_mark,
    .layout = &layout,
    .marks =
        "opc=CODE, state=0 to 6, nid=0 to 15, tid=0 to 63 or one of miss, remote, nc, c6, isoc=1",
    .events = &hsx_cbo_events,
    .clock = BOX_UCLK,
    .control = &control,
};
