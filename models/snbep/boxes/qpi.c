/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the link layer of a QPI link: 327043-001, section 2.7. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/qpi.events.h"

#include <string.h>

/* ---- packets ---- */

/* A flow's marks are a packet in the layout of the match registers, with MATCH1
 * from bit 32 on. */
struct part {
    const char *name;
    unsigned most;
    unsigned field[2], reg[2]; /* of the low and the high bits */
    unsigned low;              /* bits of the first */
};

static const struct part parts[] = {
    {"rds", 15, {QPI_PKT1_RDS, 0}, {1, 0}, 4},
    {"rnid", 31, {QPI_PKT1_RNID_3_0, QPI_PKT0_RNID_4}, {1, 0}, 4},
    {"dnid", 31, {QPI_PKT0_DNID, 0}, {0, 0}, 5},
    {"mc", 15, {QPI_PKT0_MC, 0}, {0, 0}, 4},
    {"opc", 15, {QPI_PKT0_OPC, 0}, {0, 0}, 4},
    {"vnw", 3, {QPI_PKT0_VNW, 0}, {0, 0}, 2},
};

static void put(box_marks *packet, unsigned reg, unsigned field, uint64_t value)
{
    uint64_t half =
        reg_set(&qpi_bank.regs[QPI_MATCH0 + reg], field, (uint32_t)(*packet >> 32 * reg), value);

    *packet = (*packet & ~((uint64_t)UINT32_MAX << 32 * reg)) | half << 32 * reg;
}

static bool mark(const struct box_type *type, const char *name, unsigned value, box_marks *marks)
{
    (void)type;
    for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        const struct part *p = &parts[i];

        if (strcmp(p->name, name) || value > p->most)
            continue;
        put(marks, p->reg[0], p->field[0], value & reg_low_bits(p->low));
        if (p->most > reg_low_bits(p->low))
            put(marks, p->reg[1], p->field[1], value >> p->low);
        return true;
    }
    return false;
}

static uint64_t pair(const struct box *box, unsigned first)
{
    return box->values[first] | box->values[first + 1] << 32;
}

/* Only CTO_COUNT filters packets. */
static bool selects(
    const struct box *box, const struct box_event *event, uint64_t ctl, const struct box_flow *flow)
{
    if (event == &qpi_events.rows[QPI_EVENT_CTO_COUNT])
        return !((flow->marks ^ pair(box, QPI_MATCH0)) & pair(box, QPI_MASK0));
    return box_units_selected(
               event, (uint8_t)reg_get(&qpi_bank.regs[QPI_CTL0], PCI_CTL_UMASK, ctl)) >>
               flow->unit &
           1;
}

const struct box_type qpi_type = {
    BOX_REGISTERS(qpi_bank, QPI, 4),
    .filter = QPI_MATCH0,
    .selects = selects,
    .mark = mark,
    .marks = "rds=0 to 15, rnid=0 to 31, dnid=0 to 31, mc=0 to 15, opc=0 to 15 or vnw=0 to 3",
    .kind = BOX_QPI,
    .events = &qpi_events,
    .clock = BOX_QFCLK,
    .control = &pci_ext_control,
};
