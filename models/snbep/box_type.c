/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The selection by a control, and the frozen state of a box. */
#include "models/snbep/box_type.h"

bool box_frozen(const struct box *box)
{
    if (box_type_of(box)->box_ctl == BOX_NONE)
        return false;
    unsigned reg = (unsigned)box_type_of(box)->box_ctl;

    return (box_type_of(box)->frz_alone || box_field(box, reg, BOX_CTL_FRZ_EN)) &&
           box_field(box, reg, box_unit_of(box_type_of(box))->frz);
}

const struct box_unit *box_unit_of(const struct box_type *type)
{
    static const struct box_unit usual = {
        .frz = BOX_CTL_FRZ, .rst_ctrl = BOX_CTL_RST_CTRL, .rst_ctrs = BOX_CTL_RST_CTRS};

    return type->unit ? type->unit : &usual;
}

bool box_control_on(const struct box_type *type, uint64_t ctl)
{
    int en = type->control->en;

    return box_control_field(
        &type->banks[0]->regs[type->ctl0], en == BOX_NONE ? type->control->ev_sel : en, ctl);
}

unsigned box_code(const struct box_type *type, uint64_t ctl)
{
    const struct reg *reg = &type->banks[0]->regs[type->ctl0];

    return (unsigned)box_control_field(reg, type->control->ev_sel, ctl) |
           (box_control_field(reg, type->control->ext, ctl) ? BOX_CODE_EXT : 0);
}
