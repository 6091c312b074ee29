/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a slice of the last-level cache: 327043-001, section 2.3. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/cbo.events.h"
#include "models/snbep/boxes/cbo_filter.h"
#include "models/snbep/boxes/msr_box.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {PMON_CTL_FIELDS(REG_FIELD_ROW, REG_RW)};
static const struct reg_field filter_fields[] = {CBO_FILTER_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {PMON_CTR44_FIELDS(REG_FIELD_ROW)};
static const struct reg regs[MSR_BOX_REGS] =
    MSR_BOX_FOUR(box_ctl_fields, ctl_fields, filter_fields, ctr_fields);

_Static_assert(
    (int)CTR44_EVENT_COUNT == (int)CTR_EVENT_COUNT, "a counter's count is the same field");

const struct reg_bank cbo_bank = {"cbo",
    "last-level cache slice monitor; register number is D00 + 20 a slice plus the offset",
    REG_SPACE_MSR, REG_BANK_REGS(regs, MSR_BOX_REGS)};

/* 327043-001, page 34, and the tables of umasks. */
static const struct cbo_layout layout = {
    .filter = &regs[MSR_FILTER],
    .opc = {0, CBO_FILTER_OPC},
    .state = {0, CBO_FILTER_STATE},
    .nid = {0, CBO_FILTER_NID},
    .tid = {0, CBO_FILTER_TID},
    .most_state = 4,
    .most_nid = 7,
    .misses = 1u << 9,
};

static const struct box_control control = MSR_BOX_CONTROL;

const struct box_type cbo_type = {
    MSR_BOX_TYPE(cbo_bank),
    .name = "cbo",
    .selects = cbo_selects,
    .mark = cbo_mark,
    .layout = &layout,
    .marks = "opc=CODE, state=0 to 4 (I, S, E, M, F), nid=0 to 7, tid=0 to 31 or miss=1",
    .events = &cbo_events,
    .clock = BOX_UCLK,
    .control = &control,
};
