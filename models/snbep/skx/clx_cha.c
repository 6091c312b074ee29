/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a slice of the last-level cache with its home agent, of
 * Cascade Lake, which has persistent memory. */
#include "models/snbep/skx/cha_filter.h"
#include "models/snbep/skx/clx_cha.events.h"

CHA_REG_TABLE;

const struct reg_bank clx_cha_bank = {
    "cha-clx", "the same of Cascade Lake", REG_SPACE_MSR, REG_BANK_REGS(regs, CHA_REGS)};

static const struct box_control control = MSR_BOX_CONTROL;

const struct box_type clx_cha_type = {
    CHA_TYPE(clx_cha_bank), .events = &clx_cha_events, .control = &control};
