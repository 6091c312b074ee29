/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The monitor of a stack of I/O (IIO): events by the list of Skylake-SP (SKX), which gives no maximum
 * increments. Requests count by their port and class of flow, which masks of the control select. The
 * registers that MASK_MATCH compares with are left out, and so are the free-running counters.
 */
#include "models/snbep/hsx/msr.h"

#include <string.h>

#define IIO_CTL_FIELDS(F)                                                                                    \
    F(IIO_CTL_RSV_63, "rsv", 63, 47, REG_RV, 0, "reads as 0")                                                \
    F(IIO_CTL_FC_MASK, "fc_mask", 46, 44, REG_RW, 0,                                                         \
        "classes of flow that count, a bit each: posted, non-posted, completions")                           \
    F(IIO_CTL_CH_MASK, "ch_mask", 43, 36, REG_RW, 0,                                                         \
        "ports that count, a bit each: parts 0 to 3, VTD 0 and 1")                                           \
    F(IIO_CTL_THRESH, "thresh", 35, 24, REG_RW, 0,                                                           \
        "compared with the increment of each cycle; 0: no comparison")                                       \
    F(IIO_CTL_INVERT, "invert", 23, 23, REG_RW, 0,                                                           \
        "0: true at thresh or above; 1: true below; needs thresh")                                           \
    F(IIO_CTL_EN, "en", 22, 22, REG_RW, 0, "the counter counts, unless its box is frozen")                   \
    F(IIO_CTL_RSV_21, "rsv", 21, 19, REG_RV, 0, "write 0")                                                   \
    F(IIO_CTL_EDGE_DET, "edge_det", 18, 18, REG_RW, 0, "counts changes from false to true; needs thresh")    \
    F(IIO_CTL_RSV_17, "rsv", 17, 16, REG_RV, 0, "write 0")                                                   \
    F(IIO_CTL_UMASK, "umask", 15, 8, REG_RW, 0, "sub-events; the counter counts their union")                \
    F(IIO_CTL_EV_SEL, "ev_sel", 7, 0, REG_RW, 0, "event")

enum iio_ctl_field { IIO_CTL_FIELDS(REG_FIELD_INDEX) };

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {IIO_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};

#define IIO_MSR(reg_name, number, bits, table, what)                                                         \
    {                                                                                                        \
        .name = (reg_name), .offset = (number), .width = (bits), .numbering = REG_LSB0, REG_TABLE(table),    \
        .prose = (what), .source = "Linux, arch/x86/events/intel/uncore_snbep.c: SKX_IIO0_MSR_PMON_*"        \
    }

enum { BOX_CTL, CTR0, CTL0 = CTR0 + 4, N_REGS = CTL0 + 4 };

static const struct reg regs[N_REGS] = {
    [BOX_CTL] = IIO_MSR("BOX_CTL", 0x0, 32, box_ctl_fields, "freezes the box"),
    [CTR0] = IIO_MSR("CTR0", 0x1, 64, ctr_fields, "counter 0"),
    [CTR0 + 1] = IIO_MSR("CTR1", 0x2, 64, ctr_fields, "counter 1"),
    [CTR0 + 2] = IIO_MSR("CTR2", 0x3, 64, ctr_fields, "counter 2"),
    [CTR0 + 3] = IIO_MSR("CTR3", 0x4, 64, ctr_fields, "counter 3"),
    [CTL0] = IIO_MSR("CTL0", 0x8, 64, ctl_fields, "event of counter 0"),
    [CTL0 + 1] = IIO_MSR("CTL1", 0x9, 64, ctl_fields, "event of counter 1"),
    [CTL0 + 2] = IIO_MSR("CTL2", 0xa, 64, ctl_fields, "event of counter 2"),
    [CTL0 + 3] = IIO_MSR("CTL3", 0xb, 64, ctl_fields, "event of counter 3"),
};

const struct reg_bank skx_iio_bank = {"iio",
    "monitor of a stack of I/O; register number is A40 + 20 a stack plus the offset", REG_SPACE_MSR, regs,
    N_REGS};

/* Entries of the buffers: no list gives maxima. */
enum { ENTRIES = 32 };

static const struct box_sub buses[] = {{"BUS0", 0x01}, {"BUS1", 0x02}, {"BUS0_NOT_BUS1", 0x04},
    {"BUS0_BUS1", 0x08}, {"NOT_BUS0_BUS1", 0x10}, {"NOT_BUS0_NOT_BUS1", 0x20}};
static const struct box_sub vtd_access[] = {{"L4_PAGE_HIT", 0x01}, {"CTXT_MISS", 0x02}, {"L1_MISS", 0x04},
    {"L2_MISS", 0x08}, {"L3_MISS", 0x10}, {"TLB_MISS", 0x20}, {"TLB_FULL", 0x40}, {"TLB1_MISS", 0x80}};
static const struct box_sub of_cpu[] = {{"MEM_WRITE", 0x01}, {"PEER_WRITE", 0x02}, {"MEM_READ", 0x04},
    {"PEER_READ", 0x08}, {"ATOMIC", 0x10}, {"ATOMICCMP", 0x20}, {"MSG", 0x40}};
static const struct box_sub by_cpu[] = {{"MEM_WRITE", 0x01}, {"PEER_WRITE", 0x02}, {"MEM_READ", 0x04},
    {"PEER_READ", 0x08}, {"CFG_WRITE", 0x10}, {"IO_WRITE", 0x20}, {"CFG_READ", 0x40}, {"IO_READ", 0x80}};
static const struct box_sub comp_buf_inserts[] = {{"CMPD", 0x03}, {"PORT", 0x04}};
static const uint32_t comp_buf_inserts_units[] = {0x1, 0x2};
static const struct box_sub comp_buf_occupancy[] = {{"CMPD.PART0", 0x01}, {"CMPD.PART1", 0x02},
    {"CMPD.PART2", 0x04}, {"CMPD.PART3", 0x08}, {"CMPD.ALL_PARTS", 0x0f}};

#define EVENTS(E)                                                                                            \
    E(NOTHING, 0x00, BOX_PLAIN, .prose = "nothing, by its name; counts its traffic here")                    \
    E(CLOCKTICKS, 0x01, BOX_CLOCK,                                                                           \
        .prose = "cycles of the stack's clock, which is taken to be the uncore's")                           \
    E(MASK_MATCH_AND, 0x02, BOX_PLAIN, BOX_SUBS(buses), .prose = "packets that match all masks")             \
    E(MASK_MATCH_OR, 0x03, BOX_PLAIN, BOX_SUBS(buses), .prose = "packets that match a mask")                 \
    E(LINK_NUM_RETRIES, 0x0e, BOX_PLAIN, .prose = "retries on the link")                                     \
    E(LINK_NUM_CORR_ERR, 0x0f, BOX_PLAIN, .prose = "errors on the link that were corrected")                 \
    E(MASK_MATCH, 0x21, BOX_PLAIN, .prose = "packets that match the masks")                                  \
    E(VTD_OCCUPANCY, 0x40, BOX_ADDS(ENTRIES),                                                                \
        .prose = "requests for a translation that wait, added each cycle")                                   \
    E(VTD_ACCESS, 0x41, BOX_PLAIN, BOX_SUBS(vtd_access),                                                     \
        .prose = "translations of addresses, by what they met")                                              \
    E(SYMBOL_TIMES, 0x82, BOX_PLAIN, .prose = "times of symbols on the link")                                \
    E(DATA_REQ_OF_CPU, 0x83, BOX_PLAIN, .counters = BOX_ON_01, BOX_SUBS(of_cpu),                             \
        .prose = "4 bytes that devices move, by port and class of flow")                                     \
    E(TXN_REQ_OF_CPU, 0x84, BOX_PLAIN, BOX_SUBS(of_cpu), .prose = "requests of devices, likewise")           \
    E(DATA_REQ_BY_CPU, 0xc0, BOX_PLAIN, .counters = BOX_ON_23, BOX_SUBS(by_cpu),                             \
        .prose = "4 bytes that cores move to or from devices, likewise")                                     \
    E(TXN_REQ_BY_CPU, 0xc1, BOX_PLAIN, BOX_SUBS(by_cpu), .prose = "requests of cores to devices, likewise")  \
    E(COMP_BUF_INSERTS, 0xc2, BOX_PLAIN, BOX_SUBS(comp_buf_inserts), .units = comp_buf_inserts_units,        \
        .prose = "allocations in the buffers of completions, likewise")                                      \
    E(COMP_BUF_OCCUPANCY, 0xd5, BOX_EACH(ENTRIES), .counters = BOX_ON_23, BOX_SUBS(comp_buf_occupancy),      \
        .prose = "entries of the buffers of completions, by class of flow alone, added each cycle")

BOX_EVENT_LIST(events, EVENTS);

/* ---- ports ---- */

/* Codes of events that look at ports are these and those above; the last at the class of flow alone. */
enum { DATA_REQ_OF_CPU = 0x83, COMP_BUF_OCCUPANCY = 0xd5 };

/* Marks: the class of flow above the port's number. */
enum { FC = 4, PORT = (1 << FC) - 1, MOST_PORT = 7, MOST_FC = 2 };

static bool selects(
    const struct box *box, const struct box_event *event, uint64_t ctl, const struct box_flow *flow)
{
    const struct reg *reg = box_reg(box, (unsigned)box_type_of(box)->ctl0);
    uint64_t ports = reg_get(reg, IIO_CTL_CH_MASK, ctl), classes = reg_get(reg, IIO_CTL_FC_MASK, ctl);

    if (event->code >= DATA_REQ_OF_CPU && !(classes >> (flow->marks >> FC) & 1))
        return false;
    if (event->code >= DATA_REQ_OF_CPU && event->code != COMP_BUF_OCCUPANCY &&
        !(ports >> (flow->marks & PORT) & 1))
        return false;
    return box_units_selected(event, (uint8_t)reg_get(reg, IIO_CTL_UMASK, ctl)) >> flow->unit & 1;
}

static bool mark(const char *name, unsigned value, box_marks *marks)
{
    if (!strcmp(name, "port") && value <= MOST_PORT)
        *marks = (*marks & ~(box_marks)PORT) | value;
    else if (!strcmp(name, "fc") && value <= MOST_FC)
        *marks = (*marks & PORT) | (box_marks)value << FC;
    else
        return false;
    return true;
}

static const struct box_control control = {
    .ev_sel = IIO_CTL_EV_SEL,
    .umask = IIO_CTL_UMASK,
    .edge = IIO_CTL_EDGE_DET,
    .en = IIO_CTL_EN,
    .invert = IIO_CTL_INVERT,
    .thresh = IIO_CTL_THRESH,
    .ext = BOX_NONE,
    .tid_en = BOX_NONE,
    .occ_edge = BOX_NONE,
    .occ_invert = BOX_NONE,
};

const struct box_type skx_iio_type = {
    .name = "iio",
    .banks = {&skx_iio_bank, &skx_iio_bank},
    .events = &events,
    .clock = BOX_UCLK,
    .n_counters = 4,
    .ctr0 = CTR0,
    .ctl0 = CTL0,
    .fixed_ctr = BOX_NONE,
    .fixed_ctl = BOX_NONE,
    .box_ctl = BOX_CTL,
    .status = BOX_NONE,
    .filter = BOX_NONE,
    .control = &control,
    .frz_alone = true,
    .selects = selects,
    .mark = mark,
    .marks = "port=0 to 7, fc=0 to 2",
};
