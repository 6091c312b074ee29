/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The registers of a gate: eight bytes, of which software sees a control
 * register and a count. */
#ifndef PMULAB_MODELS_TURNSTILE_GATE_REGS_H
#define PMULAB_MODELS_TURNSTILE_GATE_REGS_H

#include "models/reg/bank.h"

#define GATE_CTL_FIELDS(F)                                                                         \
    F(CTL_RSV, "rsv", 7, 3, REG_RV, 0, "reads as 0")                                               \
    F(CTL_CLEAR, "clear", 2, 2, REG_ACTION, 0, "writing 1 sets the count to 0")                    \
    F(CTL_LATCH, "latch", 1, 1, REG_ACTION, 0, "writing 1 copies the count to COUNT")              \
    F(CTL_EN, "en", 0, 0, REG_RW, 0, "the gate counts")

#define GATE_COUNT_FIELDS(F)                                                                       \
    F(COUNT_COUNT, "count", 31, 0, REG_RO, 0, "the count when it was last latched")

enum gate_ctl_field { GATE_CTL_FIELDS(REG_FIELD_INDEX) };
enum gate_count_field { GATE_COUNT_FIELDS(REG_FIELD_INDEX) };

enum gate_reg { GATE_CTL, GATE_COUNT, GATE_N_REGS };

extern const struct reg_bank gate_bank;

#endif
