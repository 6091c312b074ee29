/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the link layer of a UPI link. */
#include "models/snbep/box_types.h"
#include "models/snbep/skx/upi.events.h"
#include <string.h>

/* ---- headers ---- */

/* The umask has a class of messages in bits 3:0, of which bit 3 is always set,
 * and an opcode in bits 7:4. Bit 0 of its extension enables the opcode. Marks
 * are the opcode. */
enum { OPCODE = 4, BY_OPCODE = 0x1, MOST_OPCODE = 0xf };

static bool header_counts(uint64_t umask, uint64_t ext, const struct box_flow *flow)
{
    bool of_class = (umask & MOST_OPCODE) == (8u | flow->unit);

    return of_class && (!(ext & BY_OPCODE) || umask >> OPCODE == flow->marks);
}

static bool selects(
    const struct box *box, const struct box_event *event, uint64_t ctl, const struct box_flow *flow)
{
    const struct reg *reg = box_reg(box, (unsigned)box_type_of(box)->ctl0);
    uint64_t umask = reg_get(reg, SKX_CTL_UMASK, ctl);

    if (event->units)
        return header_counts(umask, reg_get(reg, SKX_CTL_UMASK_EXT, ctl), flow);
    return box_units_selected(event, (uint8_t)umask) >> flow->unit & 1;
}

static bool mark(const struct box_type *type, const char *name, unsigned value, box_marks *marks)
{
    (void)type;
    if (strcmp(name, "opc") || value > MOST_OPCODE)
        return false;
    *marks = value;
    return true;
}

const struct box_type skx_upi_type = {
    BOX_REGISTERS(skx_upi_bank, SKX_UPI, 4),
    .filter = BOX_NONE,
    .frz_alone = true,
    .kind = BOX_UPI,
    .selects = selects,
    .mark = mark,
    .marks = "opc=0 to 15",
    .events = &skx_upi_events,
    .clock = BOX_QFCLK,
    .control = &skx_pci_control,
};
