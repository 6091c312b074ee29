/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which registers of a kind of box are counters and their controls, what a control selects, and when a box is
 * frozen. */
#include "models/snbep/box_type.h"

#include <assert.h>

bool box_is_counter(const struct box_type *type, unsigned reg)
{
    return reg - (unsigned)type->ctr0 < type->n_counters ||
           (type->fixed_ctr != BOX_NONE && reg == (unsigned)type->fixed_ctr);
}

unsigned box_counter_of(const struct box_type *type, unsigned reg)
{
    assert(box_is_counter(type, reg));
    return (int)reg == type->fixed_ctr ? type->n_counters : reg - (unsigned)type->ctr0;
}

bool box_is_control(const struct box_type *type, unsigned reg)
{
    return reg - (unsigned)type->ctl0 < type->n_counters ||
           (type->fixed_ctl != BOX_NONE && reg == (unsigned)type->fixed_ctl);
}

unsigned box_control_of(const struct box_type *type, unsigned reg)
{
    assert(box_is_control(type, reg));
    return (int)reg == type->fixed_ctl ? type->n_counters : reg - (unsigned)type->ctl0;
}

unsigned box_counter_reg(const struct box_type *type, unsigned i)
{
    assert(i < box_n_counters(type));
    return i == type->n_counters ? (unsigned)type->fixed_ctr : (unsigned)type->ctr0 + i;
}

unsigned box_control_reg(const struct box_type *type, unsigned i)
{
    assert(i < box_n_counters(type));
    return i == type->n_counters ? (unsigned)type->fixed_ctl : (unsigned)type->ctl0 + i;
}

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
