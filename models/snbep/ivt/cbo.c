/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a slice of the last-level cache of Ivy Bridge-EP: a filter of two registers. */
#include "models/snbep/boxes/cbo_filter.h"
#include "models/snbep/boxes/msr_box.h"
#include "models/snbep/ivt/cbo_events.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {PMON_CTL_FIELDS(REG_FIELD_ROW, REG_RW)};
static const struct reg_field ctr_fields[] = {PMON_CTR44_FIELDS(REG_FIELD_ROW)};

/* Linux, IVBEP_CB0_MSR_PMON_BOX_FILTER_*: the second register has bits 63:32. */
enum { F0_RSV_63, F0_STATE, F0_RSV_16, F0_LINK, F0_TID };
static const struct reg_field filter0_fields[] = {
    {"rsv", 63, 23, REG_RV, 0, "reads as 0"},
    {"state", 22, 17, REG_RW, 0, "states of the line, for LLC_LOOKUP; a union"},
    {"rsv", 16, 9, REG_RV, 0, "write 0"},
    {"link", 8, 5, REG_RW, 0, "links, a bit each, for RxR_IPQ_RETRY.QPI_CREDITS; 0: all"},
    {"tid", 4, 0, REG_RW, 0, "thread, for controls with tid_en"},
};
enum { F1_RSV_63, F1_ISOC, F1_NC, F1_C6, F1_OPC, F1_RSV_19, F1_NID };
static const struct reg_field filter1_fields[] = {
    {"rsv", 63, 32, REG_RV, 0, "reads as 0"},
    {"isoc", 31, 31, REG_RW, 0, "of requests with the opcode only isochronous ones count"},
    {"nc", 30, 30, REG_RW, 0, "likewise non-coherent ones"},
    {"c6", 29, 29, REG_RW, 0, "likewise those for C6"},
    {"opc", 28, 20, REG_RW, 0, "opcode, for the events that match one"},
    {"rsv", 19, 16, REG_RV, 0, "write 0"},
    {"nid", 15, 0, REG_RW, 0, "target nodes, a bit each, for sub-events with NID; a union"},
};

/* FILTER1 follows FILTER0, which struct cbo_layout wants; its number does not. */
enum { BOX_CTL, CTL0, CTR0 = CTL0 + 4, FILTER0 = CTR0 + 4, FILTER1, N_REGS };
static const struct reg regs[N_REGS] = {
    [BOX_CTL] = MSR_BOX_REG("BOX_CTL", 0x4, 32, box_ctl_fields, "freezes the box"),
    [CTL0] = MSR_BOX_REG("CTL0", 0x10, 64, ctl_fields, "event of counter 0"),
    [CTL0 + 1] = MSR_BOX_REG("CTL1", 0x11, 64, ctl_fields, "event of counter 1"),
    [CTL0 + 2] = MSR_BOX_REG("CTL2", 0x12, 64, ctl_fields, "event of counter 2"),
    [CTL0 + 3] = MSR_BOX_REG("CTL3", 0x13, 64, ctl_fields, "event of counter 3"),
    [CTR0] = MSR_BOX_REG("CTR0", 0x16, 64, ctr_fields, "counter 0"),
    [CTR0 + 1] = MSR_BOX_REG("CTR1", 0x17, 64, ctr_fields, "counter 1"),
    [CTR0 + 2] = MSR_BOX_REG("CTR2", 0x18, 64, ctr_fields, "counter 2"),
    [CTR0 + 3] = MSR_BOX_REG("CTR3", 0x19, 64, ctr_fields, "counter 3"),
    [FILTER0] =
        MSR_BOX_REG("FILTER0", 0x14, 64, filter0_fields, "what of the events counts, for all counters"),
    [FILTER1] = MSR_BOX_REG("FILTER1", 0x1a, 64, filter1_fields, "its second half: bits 63:32 of config1"),
};

const struct reg_bank ivt_cbo_bank = {"cbo-ivt",
    "last-level cache slice monitor of Ivy Bridge-EP; register number is D00 + 20 a slice plus the offset",
    REG_SPACE_MSR, regs, N_REGS};

static const struct cbo_layout layout = {
    .filter = &regs[FILTER0],
    .opc = {1, F1_OPC},
    .state = {0, F0_STATE},
    .nid = {1, F1_NID},
    .tid = {0, F0_TID},
    .link = {0, F0_LINK},
    .most_state = 5,
    .most_nid = 15,
    .most_link = 3,
    .misses = 1u << 10,
    .far = 1u << 11,
    .lookups = 0x0e,
    .any_lookup = 0x10,
    .victims = 0x0f,
    .local = 0x20,
    .remote = 0x80,
    .only = {{1, F1_NC}, {1, F1_C6}, {1, F1_ISOC}},
    .only_names = {"nc", "c6", "isoc"},
};

static bool selects(
    const struct box *box, const struct box_event *event, uint64_t ctl, const struct box_flow *flow)
{
    return cbo_selects(&layout, box, event, ctl, flow);
}

static bool mark(const char *name, unsigned value, box_marks *marks)
{
    return cbo_mark(&layout, name, value, marks);
}

static const struct box_control control = MSR_BOX_CONTROL;

const struct box_type ivt_cbo_type = {
    MSR_BOX_TYPE_AT(ivt_cbo_bank, BOX_CTL, CTL0, CTR0, FILTER0),
    .name = "cbo",
    .selects = selects,
    .mark = mark,
    .marks = "opc=CODE, state=0 to 5, nid=0 to 15, link=0 to 3, tid=0 to 31 or one of miss, remote, nc, c6, "
             "isoc=1",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
    .frz_alone = true,
};
