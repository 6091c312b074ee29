/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a slice of the last-level cache of Ivy Bridge-EP: a filter of
 * two registers. */
#include "models/snbep/boxes/cbo_filter.h"
#include "models/snbep/boxes/msr_box.h"
#include "models/snbep/ivt/cbo.events.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {PMON_CTL_FIELDS(REG_FIELD_ROW, REG_RW)};
static const struct reg_field ctr_fields[] = {PMON_CTR44_FIELDS(REG_FIELD_ROW)};

/* Linux, IVBEP_CB0_MSR_PMON_BOX_FILTER_*: the second register has bits
 * 63:32. */
enum { F0_RSV_63, F0_STATE, F0_RSV_16, F0_LINK, F0_TID };
static const struct reg_field filter0_fields[] = {
    {"rsv", 63, 23, REG_RV, 0, "reads as 0"},
    {"state", 22, 17, REG_RW, 0, "states of the line, for LLC_LOOKUP; a union"},
    {"rsv", 16, 9, REG_RV, 0, "write 0"},
    {"link", 8, 5, REG_RW, 0, "links, a bit each, for RxR_IPQ_RETRY.QPI_CREDITS; 0: all"},
    {"tid", 4, 0, REG_RW, 0, "thread, for controls with tid_en"},
};
static const struct reg_field filter1_fields[] = {CBO_FILTER1_FIELDS(REG_FIELD_ROW)};

/* FILTER1 follows FILTER0, as struct cbo_layout requires, but not in number. */
enum { BOX_CTL, CTL0, CTR0 = CTL0 + 4, FILTER0 = CTR0 + 4, FILTER1, N_REGS };
static const struct reg regs[N_REGS] = {
    MSR_BOX_ROWS(BOX_CTL, CTL0, CTR0, box_ctl_fields, ctl_fields, ctr_fields),
    [FILTER0] =
        MSR_BOX_REG("FILTER0", 0x14, 64, filter0_fields, "filters the events of all counters"),
    [FILTER1] =
        MSR_BOX_REG("FILTER1", 0x1a, 64, filter1_fields, "its second half: bits 63:32 of config1"),
};

const struct reg_bank ivt_cbo_bank = {"cbo-ivt",
    "last-level cache slice monitor of Ivy Bridge-EP; register number is D00 + 20 a slice plus the "
    "offset",
    REG_SPACE_MSR, REG_BANK_REGS(regs, N_REGS)};

static const struct cbo_layout layout = {
    CBO_SINCE_IVT,
    .filter = &regs[FILTER0],
    .state = {0, F0_STATE},
    .tid = {0, F0_TID},
    .link = {0, F0_LINK},
    .most_state = 5,
    .most_link = 3,
};

static const struct box_control control = MSR_BOX_CONTROL;

const struct box_type ivt_cbo_type = {
    MSR_BOX_TYPE_AT(ivt_cbo_bank, BOX_CTL, CTL0, CTR0, FILTER0),
    .name = "cbo",
    .selects = cbo_selects,
    .mark = cbo_mark,
    .layout = &layout,
    .marks = "opc=CODE, state=0 to 5, nid=0 to 15, link=0 to 3, tid=0 to 31 or one of miss, "
             "remote, nc, c6, "
             "isoc=1",
    .events = &ivt_cbo_events,
    .clock = BOX_UCLK,
    .control = &control,
    .frz_alone = true,
};
