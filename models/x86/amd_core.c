/* SPDX-License-Identifier: GPL-2.0-or-later */
/* AMD's registers of a core PMU. */
#include "models/x86/amd_core.h"

#include <string.h>

_Static_assert((int)AMD_N_REGS <= (int)X86_CORE_REGS, "all registers have room");
_Static_assert((int)AMD_CORE_COUNTERS <= (int)X86_MAX_COUNTERS, "all counters have room");

static const struct reg_bank *bank(const struct x86_core *core)
{
    return &amd_core_banks[core->kind];
}

static unsigned n_counters(const struct x86_core *core)
{
    return core->kind == AMD_CORE_10H ? AMD_CORE_OLD : AMD_CORE_COUNTERS;
}

/* A counter's registers. On family 10h they have the old numbers. */
static unsigned ctl_reg(const struct x86_core *core, unsigned i)
{
    return core->kind == AMD_CORE_10H ? AMD_OLD_CTL0 + i : AMD_CTL0 + 2 * i;
}

static unsigned count_reg(const struct x86_core *core, unsigned i)
{
    return core->kind == AMD_CORE_10H ? AMD_OLD_CTR0 + i : AMD_CTL0 + 2 * i + 1;
}

uint32_t amd_core_count_msr(const struct x86_core *core, unsigned i)
{
    return bank(core)->regs[count_reg(core, i)].offset;
}

/* The counter of register @reg, or -1. Sets *@ctl if @reg is its control. */
static int counter_of(unsigned reg, bool *ctl)
{
    if (reg >= AMD_MPERF && reg <= AMD_HWCR)
        return -1;
    if (reg < AMD_N_OLD_REGS) {
        *ctl = reg < AMD_OLD_CTR0;
        return (int)(*ctl ? reg - AMD_OLD_CTL0 : reg - AMD_OLD_CTR0);
    }
    *ctl = (reg - AMD_CTL0) % 2 == 0;
    return reg < AMD_N_EXTENDED_REGS ? (int)(reg - AMD_CTL0) / 2 : -1;
}

static uint64_t allowed(const struct x86_core *core)
{
    return core->kind == AMD_CORE_V2 ? reg_get(&bank(core)->regs[AMD_GLOBAL_CTL], AMD_GLOBAL_CTRS,
                                           core->values[AMD_GLOBAL_CTL])
                                     : reg_low_bits(AMD_CORE_COUNTERS);
}

/* Whether it counts only guests, or only hosts. While SVM is off there are
 * neither. */
static bool is_of_nobody(const struct reg *ctl, uint64_t value)
{
    return reg_get(ctl, AMD_CTL_HOST, value) != reg_get(ctl, AMD_CTL_GUEST, value);
}

static uint16_t code_of(const struct reg *ctl, uint64_t value)
{
    return (uint16_t)(reg_get(ctl, AMD_CTL_EVENT_HIGH, value) << 8 |
                      reg_get(ctl, AMD_CTL_EVENT, value));
}

unsigned amd_core_uncounted(enum amd_core_level level, enum x86_family events, unsigned reg,
    uint64_t value, struct machine_uncounted *event)
{
    const struct reg *ctl = &amd_core_banks[level].regs[AMD_OLD_CTL0];
    bool is_ctl;

    if (counter_of(reg, &is_ctl) < 0 || !is_ctl || !reg_get(ctl, AMD_CTL_EN, value))
        return 0;
    return x86_event_uncounted(
        events, code_of(ctl, value), (uint8_t)reg_get(ctl, AMD_CTL_UMASK, value), event);
}

/* Counter number @i counts as its registers say. */
static void apply(struct x86_core *core, unsigned i)
{
    unsigned at = ctl_reg(core, i);
    const struct reg *ctl = &bank(core)->regs[at];
    uint64_t value = core->values[at];
    const struct x86_counting how = {.family = core->events,
        .code = code_of(ctl, value),
        .umask = (uint8_t)reg_get(ctl, AMD_CTL_UMASK, value),
        .cmask = (uint8_t)reg_get(ctl, AMD_CTL_CMASK, value),
        .invert = reg_get(ctl, AMD_CTL_INV, value),
        .edge = reg_get(ctl, AMD_CTL_EDGE, value),
        .user = reg_get(ctl, AMD_CTL_USR, value),
        .kernel = reg_get(ctl, AMD_CTL_OS, value)};

    x86_core_set(core, i, &how,
        reg_get(ctl, AMD_CTL_EN, value) && !is_of_nobody(ctl, value) && allowed(core) >> i & 1,
        reg_get(ctl, AMD_CTL_INT, value));
}

static void apply_all(struct x86_core *core)
{
    core->retires = reg_get(&bank(core)->regs[AMD_HWCR], AMD_HWCR_IRPERFEN, core->values[AMD_HWCR]);
    for (unsigned i = 0; i < n_counters(core); i++)
        apply(core, i);
}

void amd_core_reset(struct x86_core *core, enum amd_core_level level, enum x86_family events)
{
    memset(core, 0, sizeof(*core));
    core->kind = level;
    core->events = events;
    reg_bank_reset(bank(core), core->values);
    apply_all(core);
    x86_core_wait(core);
}

int amd_core_at(const struct x86_core *core, uint32_t msr)
{
    int reg = reg_bank_at(bank(core), msr);

    return reg >= AMD_MPERF && reg <= AMD_HWCR && !core->free_running ? -1 : reg;
}

/* The free-running counter in register number @reg, or -1. */
static int free_of(unsigned reg)
{
    switch (reg) {
    case AMD_MPERF:
    case AMD_MPERF_RO:
        return X86_MPERF;
    case AMD_APERF:
    case AMD_APERF_RO:
        return X86_APERF;
    case AMD_IRPERF:
        return X86_IRPERF;
    default:
        return -1;
    }
}

uint64_t amd_core_read(const struct x86_core *core, unsigned reg)
{
    const struct reg *described = &bank(core)->regs[reg];
    bool ctl;
    int i = counter_of(reg, &ctl), counter = free_of(reg);

    if (counter >= 0)
        return core->free_counts[counter];
    if (reg == AMD_GLOBAL_STATUS)
        return reg_bank_read_one(bank(core), reg,
            reg_set(described, AMD_STATUS_LBRSF,
                reg_set(described, AMD_STATUS_CTRS, 0, core->overflowed), core->lbr_frozen));
    if (i < 0)
        return reg_bank_read_one(bank(core), reg, core->values[reg]);
    return reg_bank_read_one(bank(core), reg,
        ctl ? core->values[ctl_reg(core, (unsigned)i)]
            : reg_set(described, AMD_CTR_COUNT, 0, core->counters[i].count));
}

void amd_core_preset(struct x86_core *core, unsigned reg, uint64_t value)
{
    const struct reg *described = &bank(core)->regs[reg];
    bool ctl;
    int i = counter_of(reg, &ctl), counter = free_of(reg);

    if (counter >= 0) {
        core->free_counts[counter] = value;
    } else if (reg == AMD_GLOBAL_STATUS) {
        core->overflowed = reg_get(described, AMD_STATUS_CTRS, value);
        core->lbr_frozen = core->lbr && reg_get(described, AMD_STATUS_LBRSF, value);
    } else if (i < 0)
        core->values[reg] = value;
    else if (ctl)
        core->values[ctl_reg(core, (unsigned)i)] = value;
    else
        core->counters[i].count = reg_get(described, AMD_CTR_COUNT, value);
    apply_all(core);
    x86_core_wait(core);
}

void amd_core_write(struct x86_core *core, unsigned reg, uint64_t value)
{
    const struct reg *described = &bank(core)->regs[reg];
    uint64_t actions = reg_actions(described, value, UINT64_MAX);

    if (reg == AMD_GLOBAL_CLR) {
        core->overflowed &= ~reg_get(described, AMD_CLR_CTRS, actions);
        core->lbr_frozen &= !reg_get(described, AMD_CLR_LBRSF, actions);
    } else if (reg == AMD_GLOBAL_SET) {
        core->overflowed |= reg_get(described, AMD_SET_CTRS, actions);
        core->lbr_frozen |= core->lbr && reg_get(described, AMD_SET_LBRSF, actions);
    } else if (reg != AMD_GLOBAL_STATUS)
        amd_core_preset(core, reg,
            reg_bank_write_one(bank(core), reg, amd_core_read(core, reg), value, UINT64_MAX));
}

int amd_core_rdpmc(const struct x86_core *core, uint32_t counter)
{
    return counter < n_counters(core) ? (int)count_reg(core, counter) : -1;
}
