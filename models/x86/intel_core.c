/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Intel's registers of a core PMU. */
#include "models/x86/intel_core.h"

#include "models/x86/intel_core.rdl.h"

#include <string.h>

_Static_assert((int)INTEL_SPR_N_REGS <= X86_CORE_REGS, "all registers have room");
_Static_assert((int)INTEL_ICX_N_REGS <= X86_CORE_REGS, "all registers have room");
_Static_assert(INTEL_CORE_GENERAL + INTEL_CORE_FIXED <= X86_MAX_COUNTERS, "all counters have room");

/* ---- generations ---- */

/* Bits of IA32_PERF_CAPABILITIES: SDM volume 4, table 2-2. Formats of branch
 * records: volume 3, section 18.4.8.1. */
enum { LBR_SNB = 3, LBR_HSX = 4, LBR_SKX = 5, LBR_ARCHITECTURAL = 0x3f };
#define SMM_FREEZE   (UINT64_C(1) << 12)
#define FULL_WIDTH   (UINT64_C(1) << 13)
#define PERF_METRICS (UINT64_C(1) << 15)

/* Suppliers: Intel's event lists; see intel_core.rdl. */
#define L3_HIT (UINT64_C(0xf) << 18)

/* Versions and counters: silicon/intel-cpuid.facts. Slots: Intel's optimization
 * manual (248966), chapter 2, "allocation" of each generation. */
static const struct intel_core_traits generations[INTEL_N_GENERATIONS] = {
    [INTEL_SNB] = {&intel_snb_bank, X86_INTEL_SNB, 3, 4, 3, 4, L3_HIT, UINT64_C(1) << 22,
        UINT64_C(0xff) << 23, LBR_SNB | SMM_FREEZE | FULL_WIDTH},
    [INTEL_IVB] = {&intel_snb_bank, X86_INTEL_IVB, 3, 4, 3, 4, L3_HIT, UINT64_C(1) << 22,
        UINT64_C(0xff) << 23, LBR_SNB | SMM_FREEZE | FULL_WIDTH},
    [INTEL_HSX] = {&intel_hsx_bank, X86_INTEL_HSX, 3, 4, 3, 4, L3_HIT, UINT64_C(1) << 22,
        UINT64_C(7) << 27, LBR_HSX | SMM_FREEZE | FULL_WIDTH},
    [INTEL_BDX] = {&intel_bdx_bank, X86_INTEL_BDX, 3, 4, 3, 4, L3_HIT, UINT64_C(1) << 26,
        UINT64_C(7) << 27, LBR_HSX | SMM_FREEZE | FULL_WIDTH},
    [INTEL_SKX] = {&intel_skx_bank, X86_INTEL_SKX, 4, 4, 3, 4, L3_HIT, UINT64_C(1) << 26,
        UINT64_C(7) << 27, LBR_SKX | SMM_FREEZE | FULL_WIDTH},
    [INTEL_ICX] = {&intel_icx_bank, X86_INTEL_ICX, 5, 8, 4, 5, L3_HIT, UINT64_C(1) << 26,
        UINT64_C(3) << 28, LBR_SKX | SMM_FREEZE | FULL_WIDTH | PERF_METRICS},
    [INTEL_SPR] = {&intel_spr_bank, X86_INTEL_SPR, 5, 8, 4, 6, L3_HIT, UINT64_C(1) << 26,
        UINT64_C(3) << 28, LBR_ARCHITECTURAL | SMM_FREEZE | FULL_WIDTH | PERF_METRICS},
};

const struct intel_core_traits *intel_core_traits(enum intel_generation generation)
{
    return &generations[generation];
}

unsigned intel_core_general(enum intel_generation generation, bool alone)
{
    return alone ? INTEL_CORE_GENERAL : generations[generation].general;
}

static const struct intel_core_traits *traits(const struct x86_core *core)
{
    return &generations[core->kind];
}

/* ---- registers ---- */

/* SDM volume 4, table 2-2. */
enum {
    PMC0 = 0xc1,
    SEL0 = 0x186,
    RSP0 = 0x1a6,
    FIXED0 = 0x309,
    METRICS = 0x329,
    CAPABILITIES = 0x345,
    FIXED_CTRL = 0x38d,
    GLOBAL_STATUS = 0x38e,
    GLOBAL_CTRL = 0x38f,
    GLOBAL_RESET = 0x390, /* or OVF_CTRL: both clear status */
    GLOBAL_SET = 0x391,
    GLOBAL_INUSE = 0x392,
    A_PMC0 = 0x4c1,
    MPERF = 0xe7,
    APERF = 0xe8,
};

#define FIRST_FIXED 32 /* bit of the first fixed counter in global registers */
#define METRICS_BIT (UINT64_C(1) << 48)
#define LBR_FROZEN  (UINT64_C(1) << 58) /* of the status */

/* The counter whose count @msr is, an index into x86_core.counters, or -1. */
static int counter_of(uint32_t msr)
{
    if (msr - PMC0 < INTEL_CORE_GENERAL)
        return (int)(msr - PMC0);
    if (msr - A_PMC0 < INTEL_CORE_GENERAL)
        return (int)(msr - A_PMC0);
    return msr - FIXED0 < INTEL_CORE_FIXED ? (int)(msr - FIXED0) + INTEL_CORE_GENERAL : -1;
}

/* Every processor has them; without the option QEMU answers. */
static bool is_free_running(uint32_t msr)
{
    return msr == MPERF || msr == APERF;
}

static uint64_t *free_of(struct x86_core *core, uint32_t msr)
{
    return &core->free_counts[msr == MPERF ? X86_MPERF : X86_APERF];
}

bool intel_core_has(const struct x86_core *core, uint32_t msr)
{
    int counter = counter_of(msr);

    if (is_free_running(msr))
        return core->free_running;
    if (msr - SEL0 < INTEL_CORE_GENERAL)
        counter = (int)(msr - SEL0);
    if (counter >= (int)core->general && counter < INTEL_CORE_GENERAL)
        return false;
    return reg_bank_at(traits(core)->bank, msr) >= 0;
}

bool intel_core_lacks(const struct x86_core *core, uint32_t msr)
{
    for (unsigned i = 0; i < INTEL_N_GENERATIONS && !is_free_running(msr); i++)
        if (reg_bank_at(generations[i].bank, msr) >= 0)
            return !intel_core_has(core, msr);
    return false;
}

static uint64_t *held(struct x86_core *core, uint32_t msr)
{
    return &core->values[reg_bank_at(traits(core)->bank, msr)];
}

static uint64_t value_of(const struct x86_core *core, uint32_t msr)
{
    int reg = reg_bank_at(traits(core)->bank, msr);

    return reg < 0 ? 0 : core->values[reg];
}

/* Bits of the global registers for @counters, bits of x86_core.counters; and
 * the reverse. */
static uint64_t global_bits(uint64_t counters)
{
    return (counters & reg_low_bits(INTEL_CORE_GENERAL)) | counters >> INTEL_CORE_GENERAL
                                                                           << FIRST_FIXED;
}

static uint64_t counters_of(const struct x86_core *core, uint64_t global)
{
    return (global & reg_low_bits(core->general)) |
           (global >> FIRST_FIXED & reg_low_bits(traits(core)->fixed)) << INTEL_CORE_GENERAL;
}

static bool allowed(const struct x86_core *core, unsigned i)
{
    return counters_of(core, value_of(core, GLOBAL_CTRL)) >> i & 1;
}

/* ---- events of responses ---- */

/* Bits 15:0 of the register select requests, the others responses. Snoops are
 * bits 36:31, of which one must be set for a supplier to count. */
enum { RSP_LOADS = 1, RSP_STORES = 2, RSP_FETCHES = 4, RSP_ANY = 1 << 16 };
#define RSP_SNOOPS (UINT64_C(0x3f) << 31)
#define RSP_DEVICE (UINT64_C(1) << 37)

static struct x86_responses responses_of(const struct intel_core_traits *of, uint64_t value)
{
    struct x86_responses responses = {
        .requests = (uint8_t)((value & RSP_LOADS ? X86_REQUEST_LOADS : 0) |
                              (value & RSP_STORES ? X86_REQUEST_STORES : 0) |
                              (value & RSP_FETCHES ? X86_REQUEST_FETCHES : 0)),
        .answers = value & RSP_DEVICE ? X86_ANSWER_DEVICE : 0};

    if (value & RSP_SNOOPS)
        responses.answers |= (uint8_t)((value & of->l3 ? X86_ANSWER_L3 : 0) |
                                       (value & of->dram ? X86_ANSWER_DRAM : 0) |
                                       (value & of->remote ? X86_ANSWER_REMOTE : 0));
    if (value & RSP_ANY)
        responses.answers = X86_ANSWER_L3 | X86_ANSWER_REMOTE | X86_ANSWER_DRAM | X86_ANSWER_DEVICE;
    return responses;
}

/* ---- counters ---- */

/* The selection in event select register @value. */
static struct x86_counting counting(const struct intel_core_traits *of, uint64_t value)
{
    const struct reg *sel = &of->bank->regs[reg_bank_at(of->bank, SEL0)];

    return (struct x86_counting){.family = of->events,
        .code = (uint16_t)reg_get(sel, INTEL_SEL_EVENT, value),
        .umask = (uint8_t)reg_get(sel, INTEL_SEL_UMASK, value),
        .cmask = (uint8_t)reg_get(sel, INTEL_SEL_CMASK, value),
        .invert = reg_get(sel, INTEL_SEL_INV, value),
        .edge = reg_get(sel, INTEL_SEL_E, value),
        .user = reg_get(sel, INTEL_SEL_USR, value),
        .kernel = reg_get(sel, INTEL_SEL_OS, value)};
}

static bool enabled(const struct intel_core_traits *of, uint64_t value)
{
    return reg_get(&of->bank->regs[reg_bank_at(of->bank, SEL0)], INTEL_SEL_EN, value);
}

static bool interrupts(const struct intel_core_traits *of, uint64_t value)
{
    return reg_get(&of->bank->regs[reg_bank_at(of->bank, SEL0)], INTEL_SEL_INT, value);
}

/* perf's lists name only fixed counters for event 0, the codes by which Linux
 * asks for them. */
static void apply_general(struct x86_core *core, unsigned i)
{
    const uint64_t value = value_of(core, SEL0 + i);
    struct x86_counting how = counting(traits(core), value);
    int response = x86_event_response(how.family, how.code, how.umask);

    how.response = response >= 0;
    if (how.response)
        how.responses = responses_of(traits(core), value_of(core, RSP0 + (uint32_t)response));
    x86_core_set(core, i, &how, how.code && enabled(traits(core), value) && allowed(core, i),
        interrupts(traits(core), value));
}

unsigned intel_core_uncounted(
    enum intel_generation generation, uint32_t msr, uint64_t value, struct machine_uncounted *event)
{
    const struct intel_core_traits *of = &generations[generation];
    const struct x86_counting how = counting(of, value);

    if (msr - SEL0 >= INTEL_CORE_GENERAL || !enabled(of, value))
        return 0;
    return x86_event_uncounted(how.family, how.code, how.umask, event);
}

/* SDM volume 3, section 20.2.2: a counter's field has two bits that enable the
 * kernel and the users, AnyThread and PMI. */
static void apply_fixed(struct x86_core *core, unsigned n)
{
    static const struct x86_counting events[INTEL_CORE_FIXED] = {
        {.code = X86_RETIRED_CODE},
        {.code = X86_CORE_CODE},
        {.code = X86_REFERENCE_CODE, .umask = X86_REFERENCE_UMASK},
        {.code = X86_SLOTS_CODE, .umask = X86_SLOTS_UMASK},
    };
    unsigned bits = (unsigned)(value_of(core, FIXED_CTRL) >> 4 * n & 0xf);
    struct x86_counting how = events[n];

    how.family = traits(core)->events;
    how.kernel = bits & 1;
    how.user = bits & 2;
    x86_core_set(
        core, INTEL_CORE_GENERAL + n, &how, allowed(core, INTEL_CORE_GENERAL + n), bits & 8);
}

static void apply(struct x86_core *core)
{
    for (unsigned i = 0; i < core->general; i++)
        apply_general(core, i);
    for (unsigned n = 0; n < traits(core)->fixed; n++)
        apply_fixed(core, n);
    x86_core_wait(core);
}

void intel_core_reset(struct x86_core *core, enum intel_generation generation, bool alone)
{
    memset(core, 0, sizeof(*core));
    core->kind = generation;
    core->events = traits(core)->events;
    core->general = intel_core_general(generation, alone);
    reg_bank_reset(traits(core)->bank, core->values);
    *held(core, GLOBAL_CTRL) = reg_low_bits(core->general);
    *held(core, CAPABILITIES) = traits(core)->capabilities;
    apply(core);
}

/* ---- the shares of slots ---- */

/* In 1/255. An instruction's first cycle issues one uop; the others wait for a
 * fetch, and nothing is delivered. */
static uint64_t metrics(const struct intel_core_traits *of)
{
    const unsigned all = of->slots * X86_CYCLES;
    const uint64_t retiring = (255 + all / 2) / all, fetching = (255 * X86_WAITING) / X86_CYCLES;
    uint64_t value = retiring | (255 - retiring) << 16;

    /* Ice Lake has the first level only. */
    return of->events == X86_INTEL_SPR ? value | fetching << 48 : value;
}

/* Slots that the counter of slots has counted, if it and the metrics are on. */
static uint64_t slots(const struct x86_core *core)
{
    const unsigned i = INTEL_CORE_GENERAL + INTEL_CORE_FIXED - 1;

    if (!(core->on >> i & 1) || !(value_of(core, GLOBAL_CTRL) & METRICS_BIT))
        return 0;
    return x86_counted(&core->counters[i].how, &core->worked);
}

static uint64_t present_metrics(const struct x86_core *core)
{
    uint64_t now = slots(core);

    return now && now != core->slots ? metrics(traits(core)) : value_of(core, METRICS);
}

/* ---- accesses ---- */

/* SDM volume 3, section 20.2.4.3. */
static uint64_t in_use(const struct x86_core *core)
{
    const struct intel_core_traits *of = traits(core);
    uint64_t used = 0, fixed = value_of(core, FIXED_CTRL), pmi = 0;

    for (unsigned i = 0; i < core->general; i++) {
        uint64_t value = value_of(core, SEL0 + i);
        used |= (uint64_t)(counting(of, value).code != 0) << i;
        pmi |= interrupts(of, value);
    }
    for (unsigned n = 0; n < of->fixed; n++) {
        used |= (uint64_t)((fixed >> 4 * n & 3) != 0) << (FIRST_FIXED + n);
        pmi |= fixed >> (4 * n + 3) & 1;
    }
    return used | pmi << 63;
}

uint64_t intel_core_read(const struct x86_core *core, uint32_t msr)
{
    const struct reg_bank *bank = traits(core)->bank;
    int i = counter_of(msr);

    if (i >= 0)
        return core->counters[i].count;
    switch (msr) {
    case GLOBAL_STATUS:
        return global_bits(core->overflowed) | (core->lbr_frozen ? LBR_FROZEN : 0);
    case GLOBAL_INUSE:
        return in_use(core);
    case METRICS:
        return present_metrics(core);
    case MPERF:
        return core->free_counts[X86_MPERF];
    case APERF:
        return core->free_counts[X86_APERF];
    default:
        return reg_bank_read_one(bank, (unsigned)reg_bank_at(bank, msr), value_of(core, msr));
    }
}

/* SDM volume 3, section 20.2.8: a write of IA32_PMC fills the upper part of the
 * count with bit 31 of the value. */
static uint64_t written_count(uint32_t msr, uint64_t value)
{
    if (msr - PMC0 < INTEL_CORE_GENERAL)
        value = (uint64_t)(int64_t)(int32_t)(uint32_t)value;
    return value & reg_low_bits(X86_COUNT_BITS);
}

static void write_held(struct x86_core *core, uint32_t msr, uint64_t value)
{
    const struct reg_bank *bank = traits(core)->bank;
    uint64_t *at = held(core, msr);

    *at = reg_bank_write_one(bank, (unsigned)reg_bank_at(bank, msr), *at, value, UINT64_MAX);
    if (msr == GLOBAL_CTRL)
        *at &= global_bits(counters_of(core, *at)) | METRICS_BIT;
}

static void set_status(struct x86_core *core, uint64_t value)
{
    core->overflowed |= counters_of(core, value);
    core->lbr_frozen |= core->lbr && value & LBR_FROZEN;
}

static void clear_status(struct x86_core *core, uint64_t value)
{
    core->overflowed &= ~counters_of(core, value);
    core->lbr_frozen &= !(value & LBR_FROZEN);
}

void intel_core_write(struct x86_core *core, uint32_t msr, uint64_t value)
{
    int i = counter_of(msr);
    const bool has_metrics = traits(core)->capabilities & PERF_METRICS;

    if (has_metrics)
        *held(core, METRICS) = present_metrics(core);
    if (i >= 0)
        core->counters[i].count = written_count(msr, value);
    else if (is_free_running(msr))
        *free_of(core, msr) = value;
    else if (msr == GLOBAL_RESET)
        clear_status(core, value);
    else if (msr == GLOBAL_SET)
        set_status(core, value);
    else
        write_held(core, msr, value);
    apply(core);
    core->slots = has_metrics ? slots(core) : 0;
}

/* SDM volume 2, RDPMC: bit 30 selects the fixed counters, bit 29 the
 * metrics. */
#define RDPMC_FIXED   (UINT32_C(1) << 30)
#define RDPMC_METRICS (UINT32_C(1) << 29)

uint32_t intel_core_rdpmc(const struct x86_core *core, uint32_t counter)
{
    uint32_t n = counter & ~RDPMC_FIXED;

    if (counter == RDPMC_METRICS)
        return traits(core)->capabilities & PERF_METRICS ? METRICS : 0;
    if (counter & RDPMC_FIXED)
        return n < traits(core)->fixed ? FIXED0 + n : 0;
    return n < core->general ? PMC0 + n : 0;
}

uint32_t intel_core_count_msr(const struct x86_core *core, unsigned i)
{
    (void)core;
    return i < INTEL_CORE_GENERAL ? PMC0 + i : FIXED0 + i - INTEL_CORE_GENERAL;
}

/* SDM volume 2, CPUID, leaf 0AH. No architectural event is absent (EBX). From
 * version 5 on ECX has a bit for each fixed counter, and EDX says that
 * AnyThread is deprecated. Version 5 also has an eighth event, of slots. */
enum { N_ARCHITECTURAL = 7, ANY_DEPRECATED = 1 << 15 };

void intel_core_cpuid(enum intel_generation generation, bool alone, uint32_t regs[4])
{
    const struct intel_core_traits *of = &generations[generation];
    const bool five = of->version >= 5;

    regs[0] = of->version | intel_core_general(generation, alone) << 8 | X86_COUNT_BITS << 16 |
              (uint32_t)(N_ARCHITECTURAL + five) << 24;
    regs[1] = 0;
    regs[2] = five ? (uint32_t)reg_low_bits(of->fixed) : 0;
    regs[3] = of->fixed | X86_COUNT_BITS << 5 | (five ? ANY_DEPRECATED : 0);
}
