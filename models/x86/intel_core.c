/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Intel's registers of a core PMU. */
#include "models/x86/intel_core.h"

#include <string.h>

_Static_assert((int)INTEL_N_REGS <= (int)X86_CORE_REGS, "all registers have room");
_Static_assert(INTEL_CORE_GENERAL + INTEL_CORE_FIXED <= X86_MAX_COUNTERS, "all counters have room");

/* Bits of counters: the general ones', then the fixed ones'. */
static uint64_t fixed_bits(uint64_t counters)
{
    return counters >> INTEL_CORE_GENERAL;
}

static uint64_t general_bits(uint64_t counters)
{
    return counters & reg_low_bits(INTEL_CORE_GENERAL);
}

static const struct reg *described(unsigned reg)
{
    return &intel_core_bank.regs[reg];
}

static bool allowed(const struct x86_core *core, unsigned i)
{
    uint64_t ctrl = core->values[INTEL_GLOBAL_CTRL];

    if (i < INTEL_CORE_GENERAL)
        return reg_get(described(INTEL_GLOBAL_CTRL), INTEL_GLOBAL_PMC, ctrl) >> i & 1;
    return reg_get(described(INTEL_GLOBAL_CTRL), INTEL_GLOBAL_FIXED, ctrl) >>
               (i - INTEL_CORE_GENERAL) &
           1;
}

/* ---- events of responses ---- */

/* Fields of the register that select requests, or responses. */
struct let {
    enum intel_rsp_field field;
    uint8_t bits;
};

static uint8_t let_through(uint64_t value, const struct let *lets, size_t n)
{
    uint8_t bits = 0;

    for (size_t i = 0; i < n; i++)
        if (reg_get(described(INTEL_RSP0), lets[i].field, value))
            bits |= lets[i].bits;
    return bits;
}

static struct x86_responses responses_of(uint64_t value)
{
    static const struct let requests[] = {{INTEL_RSP_DATA_RD, X86_REQUEST_LOADS},
        {INTEL_RSP_RFO, X86_REQUEST_STORES}, {INTEL_RSP_IFETCH, X86_REQUEST_FETCHES}};
    static const struct let suppliers[] = {{INTEL_RSP_LLC, X86_ANSWER_L3},
        {INTEL_RSP_REMOTE, X86_ANSWER_REMOTE}, {INTEL_RSP_LOCAL, X86_ANSWER_DRAM}};
    static const struct let others[] = {{INTEL_RSP_NON_DRAM, X86_ANSWER_DEVICE},
        {INTEL_RSP_ANY, X86_ANSWER_L3 | X86_ANSWER_REMOTE | X86_ANSWER_DRAM | X86_ANSWER_DEVICE}};
    struct x86_responses responses = {
        let_through(value, requests, sizeof(requests) / sizeof(requests[0])),
        let_through(value, others, sizeof(others) / sizeof(others[0]))};

    if (reg_get(described(INTEL_RSP0), INTEL_RSP_SNOOP, value))
        responses.answers |=
            let_through(value, suppliers, sizeof(suppliers) / sizeof(suppliers[0]));
    return responses;
}

/* The selection in the event's register, if it is an event of responses. */
static struct x86_responses responses_for(const struct x86_core *core, uint64_t event)
{
    static const uint64_t codes[INTEL_CORE_RESPONSES] = {X86_RESPONSE_0_CODE, X86_RESPONSE_1_CODE};

    for (unsigned i = 0; i < INTEL_CORE_RESPONSES; i++)
        if (codes[i] == event)
            return responses_of(core->values[INTEL_RSP0 + i]);
    return (struct x86_responses){0, 0};
}

/* ---- counters ---- */

static void apply_general(struct x86_core *core, unsigned i)
{
    const struct reg *sel = described(INTEL_SEL0 + i);
    uint64_t value = core->values[INTEL_SEL0 + i];
    const struct x86_counting how = {.family = X86_INTEL_SNB,
        .code = (uint16_t)reg_get(sel, INTEL_SEL_EVENT, value),
        .umask = (uint8_t)reg_get(sel, INTEL_SEL_UMASK, value),
        .cmask = (uint8_t)reg_get(sel, INTEL_SEL_CMASK, value),
        .invert = reg_get(sel, INTEL_SEL_INV, value),
        .edge = reg_get(sel, INTEL_SEL_EDGE, value),
        .user = reg_get(sel, INTEL_SEL_USR, value),
        .kernel = reg_get(sel, INTEL_SEL_OS, value),
        .responses = responses_for(core, reg_get(sel, INTEL_SEL_EVENT, value))};

    x86_core_set(core, i, &how, reg_get(sel, INTEL_SEL_EN, value) && allowed(core, i),
        reg_get(sel, INTEL_SEL_INT, value));
}

unsigned intel_core_uncounted(unsigned reg, uint64_t value, struct machine_uncounted *event)
{
    const struct reg *sel = described(INTEL_SEL0);

    if (reg < INTEL_SEL0 || reg >= INTEL_SEL0 + INTEL_CORE_GENERAL ||
        !reg_get(sel, INTEL_SEL_EN, value))
        return 0;
    return x86_event_uncounted(X86_INTEL_SNB, (uint16_t)reg_get(sel, INTEL_SEL_EVENT, value),
        (uint8_t)reg_get(sel, INTEL_SEL_UMASK, value), event);
}

/* SDM volume 3, section 20.2.2: EN's low bit enables the kernel, its high bit
 * the users. */
static void apply_fixed(struct x86_core *core, unsigned n)
{
    static const struct x86_counting events[INTEL_CORE_FIXED] = {
        {.family = X86_INTEL_SNB, .code = X86_RETIRED_CODE},
        {.family = X86_INTEL_SNB, .code = X86_CORE_CODE},
        {.family = X86_INTEL_SNB, .code = X86_REFERENCE_CODE, .umask = X86_REFERENCE_UMASK},
    };
    static const enum intel_fixed_ctrl_field en[] = {INTEL_FIXED_EN0, INTEL_FIXED_EN1,
        INTEL_FIXED_EN2},
                                             pmi[] = {INTEL_FIXED_PMI0, INTEL_FIXED_PMI1,
                                                 INTEL_FIXED_PMI2};
    const struct reg *ctrl = described(INTEL_FIXED_CTRL);
    uint64_t value = core->values[INTEL_FIXED_CTRL], privileges = reg_get(ctrl, en[n], value);
    struct x86_counting how = events[n];

    how.kernel = privileges & 1;
    how.user = privileges & 2;
    x86_core_set(core, INTEL_CORE_GENERAL + n, &how, allowed(core, INTEL_CORE_GENERAL + n),
        reg_get(ctrl, pmi[n], value));
}

static void apply(struct x86_core *core)
{
    for (unsigned i = 0; i < INTEL_CORE_GENERAL; i++)
        apply_general(core, i);
    for (unsigned n = 0; n < INTEL_CORE_FIXED; n++)
        apply_fixed(core, n);
    x86_core_wait(core);
}

void intel_core_reset(struct x86_core *core)
{
    memset(core, 0, sizeof(*core));
    reg_bank_reset(&intel_core_bank, core->values);
    apply(core);
}

/* The counter whose count register @reg is, or -1. */
static int counter_of(unsigned reg)
{
    if (reg < INTEL_SEL0)
        return (int)(reg - INTEL_PMC0);
    return reg >= INTEL_FIXED0 && reg < INTEL_FIXED_CTRL
               ? (int)(reg - INTEL_FIXED0) + INTEL_CORE_GENERAL
               : -1;
}

static uint64_t status(const struct x86_core *core)
{
    const struct reg *reg = described(INTEL_GLOBAL_STATUS);
    uint64_t value = reg_set(reg, INTEL_STATUS_PMC, 0, general_bits(core->overflowed));

    return reg_set(reg, INTEL_STATUS_FIXED, value, fixed_bits(core->overflowed));
}

uint64_t intel_core_read(const struct x86_core *core, unsigned reg)
{
    int i = counter_of(reg);

    if (i >= 0)
        return reg_set(described(reg), INTEL_CTR_COUNT, 0, core->counters[i].count);
    return reg_bank_read_one(
        &intel_core_bank, reg, reg == INTEL_GLOBAL_STATUS ? status(core) : core->values[reg]);
}

/* SDM volume 3, section 20.2.8: without full-width writes, the upper part of
 * the count is filled with bit 31 of the value. */
static uint64_t written_count(unsigned reg, uint64_t value)
{
    return reg < INTEL_SEL0 ? (uint64_t)(int64_t)(int32_t)(uint32_t)value : value;
}

static void clear(struct x86_core *core, uint64_t actions)
{
    const struct reg *reg = described(INTEL_GLOBAL_OVF);

    core->overflowed &= ~(reg_get(reg, INTEL_OVF_PMC, actions) |
                          reg_get(reg, INTEL_OVF_FIXED, actions) << INTEL_CORE_GENERAL);
}

void intel_core_write(struct x86_core *core, unsigned reg, uint64_t value)
{
    int i = counter_of(reg);

    if (i >= 0)
        core->counters[i].count =
            reg_get(described(reg), INTEL_CTR_COUNT, written_count(reg, value));
    else if (reg == INTEL_GLOBAL_OVF)
        clear(core, reg_actions(described(reg), value, UINT64_MAX));
    else
        core->values[reg] =
            reg_bank_write_one(&intel_core_bank, reg, core->values[reg], value, UINT64_MAX);
    apply(core);
}

/* SDM volume 2, RDPMC: bit 30 selects the fixed counters. */
#define RDPMC_FIXED (UINT32_C(1) << 30)

int intel_core_rdpmc(uint32_t counter)
{
    uint32_t n = counter & ~RDPMC_FIXED;

    if (counter & RDPMC_FIXED)
        return n < INTEL_CORE_FIXED ? (int)(INTEL_FIXED0 + n) : -1;
    return n < INTEL_CORE_GENERAL ? (int)(INTEL_PMC0 + n) : -1;
}

uint32_t intel_core_count_msr(const struct x86_core *core, unsigned i)
{
    (void)core;
    return described(
        i < INTEL_CORE_GENERAL ? INTEL_PMC0 + i : INTEL_FIXED0 + i - INTEL_CORE_GENERAL)
        ->offset;
}

/* SDM volume 2, CPUID, leaf 0AH. EBX has a bit for each absent architectural
 * event: reference cycles, because an instruction does not take a whole number
 * of them. */
enum { VERSION = 3, N_ARCHITECTURAL = 7, NOT_THERE = 1 << 2 };

void intel_core_cpuid(uint32_t regs[4])
{
    regs[0] = VERSION | INTEL_CORE_GENERAL << 8 | X86_COUNT_BITS << 16 | N_ARCHITECTURAL << 24;
    regs[1] = NOT_THERE;
    regs[2] = 0;
    regs[3] = INTEL_CORE_FIXED | X86_COUNT_BITS << 5;
}
