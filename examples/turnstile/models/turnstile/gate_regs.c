/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The registers of a gate, described once: for the model, the reference, traces
 * and scenarios. */
#include "models/turnstile/gate_regs.h"

static const struct reg_field ctl_fields[] = {GATE_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field count_fields[] = {GATE_COUNT_FIELDS(REG_FIELD_ROW)};

#define SOURCE "docs/adding-a-machine.md"

static const struct reg regs[GATE_N_REGS] = {
    [GATE_CTL] = {.name = "CTL",
        .offset = 0,
        .width = 8,
        .numbering = REG_LSB0,
        REG_TABLE(ctl_fields),
        .prose = "starts, stops and reads out",
        .source = SOURCE},
    [GATE_COUNT] = {.name = "COUNT",
        .offset = 4,
        .width = 32,
        .numbering = REG_LSB0,
        REG_TABLE(count_fields),
        .prose = "how many people have passed, as latched: it does not move while it is read byte "
                 "by byte",
        .source = SOURCE},
};

const struct reg_bank gate_bank = {
    "gate", "a gate that counts who passes", REG_SPACE_PORT, REG_BANK_REGS(regs, GATE_N_REGS)};
