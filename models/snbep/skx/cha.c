/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a slice of the last-level cache with its home agent, of
 * Skylake-SP. */
#include "models/snbep/skx/cha.events.h"
#include "models/snbep/skx/cha_filter.h"

CHA_REG_TABLE;

const struct reg_bank skx_cha_bank = {"cha",
    "monitor of a cache slice with its home agent; register number is E00 + 10 a slice plus the "
    "offset",
    REG_SPACE_MSR, REG_BANK_REGS(regs, CHA_REGS)};

static const struct box_control control = MSR_BOX_CONTROL;

const struct box_type skx_cha_type = {
    CHA_TYPE(skx_cha_bank), .events = &skx_cha_events, .control = &control};
