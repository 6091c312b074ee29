/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a stack of I/O (IIO). Masks of the control select requests by
 * port and class of flow. The registers that MASK_MATCH compares with are
 * omitted. */
#include "models/snbep/skx/iio.events.h"
#include "models/snbep/skx/iio_free.h"
#include "models/snbep/skx/msr.h"

#include <string.h>

#define IIO_CTL_FIELDS(F)                                                                          \
    F(IIO_CTL_RSV_63, "rsv", 63, 47, REG_RV, 0, "reads as 0")                                      \
    F(IIO_CTL_FC_MASK, "fc_mask", 46, 44, REG_RW, 0,                                               \
        "classes of flow that count, a bit each: posted, non-posted, completions")                 \
    F(IIO_CTL_CH_MASK, "ch_mask", 43, 36, REG_RW, 0,                                               \
        "ports that count, a bit each: parts 0 to 3, VTD 0 and 1")                                 \
    F(IIO_CTL_THRESH, "thresh", 35, 24, REG_RW, 0,                                                 \
        "compared with the increment of each cycle; 0: no comparison")                             \
    F(IIO_CTL_INVERT, "invert", 23, 23, REG_RW, 0,                                                 \
        "0: true at thresh or above; 1: true below; needs thresh")                                 \
    F(IIO_CTL_EN, "en", 22, 22, REG_RW, 0, "the counter counts, unless its box is frozen")         \
    F(IIO_CTL_RSV_21, "rsv", 21, 19, REG_RV, 0, "write 0")                                         \
    F(IIO_CTL_EDGE_DET, "edge_det", 18, 18, REG_RW, 0,                                             \
        "counts changes from false to true; needs thresh")                                         \
    F(IIO_CTL_RSV_17, "rsv", 17, 16, REG_RV, 0, "write 0")                                         \
    F(IIO_CTL_UMASK, "umask", 15, 8, REG_RW, 0, "sub-events; the counter counts their union")      \
    F(IIO_CTL_EV_SEL, "ev_sel", 7, 0, REG_RW, 0, "event")

enum iio_ctl_field { IIO_CTL_FIELDS(REG_FIELD_INDEX) };

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {IIO_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};

static const struct reg regs[] = {SKX_MSR_BOX_CTL("IIO", box_ctl_fields),
    SKX_MSR_CTR("IIO", 0, ctr_fields), SKX_MSR_CTR("IIO", 1, ctr_fields),
    SKX_MSR_CTR("IIO", 2, ctr_fields), SKX_MSR_CTR("IIO", 3, ctr_fields),
    SKX_MSR_CTL("IIO", 0, 0x8, ctl_fields), SKX_MSR_CTL("IIO", 1, 0x8, ctl_fields),
    SKX_MSR_CTL("IIO", 2, 0x8, ctl_fields), SKX_MSR_CTL("IIO", 3, 0x8, ctl_fields)};

const struct reg_bank skx_iio_bank = {"iio",
    "monitor of a stack of I/O; register number is A40 + 20 a stack plus the offset", REG_SPACE_MSR,
    REG_BANK_TABLE(regs)};

/* ---- ports ---- */

/* Events that use ports have these codes and higher ones. The last one uses
 * only the class of flow. */
enum { DATA_REQ_OF_CPU = 0x83, COMP_BUF_OCCUPANCY = 0xd5 };

/* Marks: the class of flow above the port's number. */
enum { FC = 4, PORT = (1 << FC) - 1, MOST_PORT = 7, MOST_FC = 2 };

static bool selects(
    const struct box *box, const struct box_event *event, uint64_t ctl, const struct box_flow *flow)
{
    const struct reg *reg = box_reg(box, (unsigned)box_type_of(box)->ctl0);
    uint64_t ports = reg_get(reg, IIO_CTL_CH_MASK, ctl),
             classes = reg_get(reg, IIO_CTL_FC_MASK, ctl);

    if (event->code >= DATA_REQ_OF_CPU && !(classes >> (flow->marks >> FC) & 1))
        return false;
    if (event->code >= DATA_REQ_OF_CPU && event->code != COMP_BUF_OCCUPANCY &&
        !(ports >> (flow->marks & PORT) & 1))
        return false;
    return box_units_selected(event, (uint8_t)reg_get(reg, IIO_CTL_UMASK, ctl)) >> flow->unit & 1;
}

static bool mark(const struct box_type *type, const char *name, unsigned value, box_marks *marks)
{
    (void)type;
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

static const struct box_free free_counts[IIO_N_FREE] = IIO_FREE_COUNTS;

const struct box_type skx_iio_type = {
    SKX_MSR_TYPE(skx_iio_bank, 4),
    .name = "iio",
    .events = &skx_iio_events,
    .clock = BOX_UCLK,
    .control = &control,
    .selects = selects,
    .mark = mark,
    .marks = "port=0 to 7, fc=0 to 2",
    .free = free_counts,
    .n_free = IIO_N_FREE,
};
