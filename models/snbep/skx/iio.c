/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a stack of I/O (IIO). Masks of the control select requests by
 * port and class of flow. The registers that MASK_MATCH compares with are
 * omitted. */
#include "models/snbep/box_types.h"
#include "models/snbep/skx/iio.events.h"
#include "models/snbep/skx/iio_free.h"

#include <string.h>

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
    BOX_REGISTERS(skx_iio_bank, SKX_IIO, 4),
    .filter = BOX_NONE,
    .frz_alone = true,
    .kind = BOX_IIO,
    .events = &skx_iio_events,
    .clock = BOX_UCLK,
    .control = &control,
    .selects = selects,
    .mark = mark,
    .marks = "port=0 to 7, fc=0 to 2",
    .free = free_counts,
    .n_free = IIO_N_FREE,
};
