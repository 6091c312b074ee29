/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A core PMU's registers, exactly by the Arm ARM (DDI 0487), chapter D13 and
 * section D19.5. */
#include "oracle/kunpeng/arm.h"

#include <stdlib.h>
#include <string.h>

#define BIT(n) (UINT64_C(1) << (n))
#define CYCLES BIT(ORACLE_ARM_CYCLES)

/* ---- which counters exist, and which run ---- */

/* Event counters below HPMN. The manual leaves HPMN undefined above the number
 * of counters. */
static unsigned n_lower(const struct oracle_arm *core)
{
    unsigned hpmn = (unsigned)(core->mdcr & ORACLE_MDCR_HPMN);

    return hpmn < core->config.events ? hpmn : core->config.events;
}

/* EL2 has all event counters, EL1 those below HPMN. */
static unsigned n_visible(const struct oracle_arm *core)
{
    return core->config.kernel_el == 2 ? core->config.events : n_lower(core);
}

static uint64_t first_events(unsigned n)
{
    return BIT(n) - 1; /* at most 31 */
}

static uint64_t visible(const struct oracle_arm *core)
{
    return first_events(n_visible(core)) | CYCLES;
}

static uint64_t existing(const struct oracle_arm *core)
{
    return first_events(core->config.events) | CYCLES;
}

uint64_t oracle_arm_parts(const struct oracle_arm *core)
{
    uint64_t lower = first_events(n_lower(core)) | CYCLES, upper = existing(core) & ~lower;

    return (core->pmcr & ORACLE_PMCR_E ? lower : 0) | (core->mdcr & ORACLE_MDCR_HPME ? upper : 0);
}

static uint64_t running(const struct oracle_arm *core)
{
    return core->enabled & oracle_arm_parts(core);
}

/* ---- filters: everything in the guest is non-secure ---- */

/* NSU equal to U: non-secure EL0 counts. */
bool oracle_arm_of_users(const struct oracle_arm *core, uint64_t type)
{
    (void)core;
    return !(type & ORACLE_TYPE_U) == !(type & ORACLE_TYPE_NSU);
}

/* NSK equal to P: non-secure EL1 counts. NSH: EL2 counts. */
bool oracle_arm_of_kernel(const struct oracle_arm *core, uint64_t type)
{
    if (core->config.kernel_el == 2)
        return type & ORACLE_TYPE_NSH;
    return !(type & ORACLE_TYPE_P) == !(type & ORACLE_TYPE_NSK);
}

uint64_t oracle_arm_selection(uint16_t event, bool users, bool kernel)
{
    return event | (uint64_t)users << 16 | (uint64_t)kernel << 17;
}

uint64_t oracle_arm_selects(const struct oracle_arm *core, unsigned i)
{
    uint64_t type = core->counters[i].type;
    uint64_t event = i == ORACLE_ARM_CYCLES ? ORACLE_CPU_CYCLES : type & ORACLE_TYPE_EVENT;

    return oracle_arm_selection(
        (uint16_t)event, oracle_arm_of_users(core, type), oracle_arm_of_kernel(core, type));
}

/* ---- counting ---- */

struct oracle_work oracle_work_between(const struct oracle_work *from, const struct oracle_work *to)
{
    struct oracle_work work;

    for (unsigned i = 0; i < ORACLE_N_DIDS; i++) {
        work.users[i] = to->users[i] - from->users[i];
        work.kernel[i] = to->kernel[i] - from->kernel[i];
    }
    return work;
}

uint64_t oracle_arm_traffic(
    const struct oracle_arm *core, uint16_t event, uint64_t from, uint64_t to)
{
    for (unsigned i = 0; i < core->n_traffic; i++)
        if (core->traffic[i].event == event)
            return oracle_flow_events(&core->traffic[i].flow, oracle_cycles(core->config.hz, from),
                oracle_cycles(core->config.hz, to));
    return 0;
}

/* Cycles of the clock in @span: users have the cycles of their instructions,
 * and the kernel has the rest, busy or halted. */
static uint64_t cycles_in(const struct oracle_arm *core, const struct oracle_arm_span *span,
    bool of_users, bool of_kernel)
{
    uint64_t all =
        oracle_cycles(core->config.hz, span->to) - oracle_cycles(core->config.hz, span->from);
    uint64_t users = oracle_arm_happened(ORACLE_COUNTS_BUSY, span->work.users);

    if (users > all)
        users = all;
    return (of_users ? users : 0) + (of_kernel ? all - users : 0);
}

/* The amount that an event counter with @ask adds in @span. */
static uint64_t events_in(const struct oracle_arm *core, const struct oracle_arm_span *span,
    const struct oracle_arm_ask *ask)
{
    enum oracle_arm_source counts = oracle_arm_event(ask->event);

    if (counts == ORACLE_COUNTS_TRAFFIC) /* regardless of filters */
        return oracle_arm_traffic(core, ask->event, span->from, span->to);
    return (ask->users ? oracle_arm_happened(counts, span->work.users) : 0) +
           (ask->kernel ? oracle_arm_happened(counts, span->work.kernel) : 0);
}

/* PMCR.LC for the cycle counter, PMCR.LP for event counters below HPMN,
 * MDCR_EL2.HLP for the others. */
static bool overflows_at_64(const struct oracle_arm *core, unsigned i)
{
    if (i == ORACLE_ARM_CYCLES)
        return core->pmcr & ORACLE_PMCR_LC;
    return i < n_lower(core) ? core->pmcr & ORACLE_PMCR_LP : core->mdcr & ORACLE_MDCR_HLP;
}

/* The largest amount that counter @i can add without an unsigned overflow of
 * its low 32 bits, or of all 64. */
static uint64_t room(const struct oracle_arm *core, unsigned i)
{
    uint64_t left = UINT64_MAX - core->counters[i].value;

    return overflows_at_64(core, i) ? left : left & UINT32_MAX;
}

/* From an unknown value, any amount may overflow. */
static void add(struct oracle_arm *core, unsigned i, uint64_t more)
{
    struct oracle_arm_counter *counter = &core->counters[i];

    if (core->lost & BIT(i))
        core->may_over |= more ? BIT(i) : 0;
    else if (more > room(core, i))
        core->overflowed |= BIT(i);
    counter->value += more;
    counter->total += more;
}

uint64_t oracle_arm_counts(const struct oracle_arm *core, unsigned counter, uint64_t type,
    const struct oracle_arm_span *span)
{
    bool users = oracle_arm_of_users(core, type), kernel = oracle_arm_of_kernel(core, type);
    const struct oracle_arm_ask ask = {(uint16_t)(type & ORACLE_TYPE_EVENT), users, kernel};

    return counter == ORACLE_ARM_CYCLES ? cycles_in(core, span, users, kernel)
                                        : events_in(core, span, &ask);
}

static void count_unknown(struct oracle_arm *core, unsigned i)
{
    core->lost |= BIT(i);
    core->may_over |= BIT(i);
}

static void count(struct oracle_arm *core, unsigned i, const struct oracle_arm_span *span)
{
    if (core->foreign & BIT(i))
        count_unknown(core, i);
    else
        add(core, i, oracle_arm_counts(core, i, core->counters[i].type, span));
}

static void keep(struct oracle_arm *core, const struct oracle_arm_span *span)
{
    if (!(core->n_spans & (core->n_spans + 1)))
        core->spans = realloc(core->spans, (2 * (size_t)core->n_spans + 2) * sizeof(*core->spans));
    if (!core->spans)
        abort();
    core->spans[core->n_spans++] = *span;
}

void oracle_arm_advance(struct oracle_arm *core, uint64_t ns)
{
    struct oracle_arm_span span = {.from = core->ns, .to = ns, .ran = (uint32_t)running(core)};

    if (span.ran) {
        span.work = oracle_work_between(&core->seen, &core->work);
        for (unsigned i = 0; i < ORACLE_ARM_COUNTERS; i++)
            if (span.ran & BIT(i))
                count(core, i, &span);
        keep(core, &span);
    }
    core->seen = core->work;
    core->ns = ns;
}

/* Returns a bit for each of @counters that overflows by @ns, with the work
 * reported so far. */
static uint64_t overflow_by(const struct oracle_arm *core, uint64_t ns, uint64_t counters)
{
    const struct oracle_arm_span span = {.from = core->ns,
        .to = ns > core->ns ? ns : core->ns,
        .work = oracle_work_between(&core->seen, &core->work)};
    uint64_t over = 0;

    for (unsigned i = 0; i < ORACLE_ARM_COUNTERS; i++)
        if (counters & BIT(i) &&
            oracle_arm_counts(core, i, core->counters[i].type, &span) > room(core, i))
            over |= BIT(i);
    return over;
}

/* PMOVSSET with PMINTENSET, if PMCR.E or MDCR_EL2.HPME enables the counter's
 * part. */
bool oracle_arm_interrupts(const struct oracle_arm *core, uint64_t ns, bool *known)
{
    uint64_t ran = running(core), asks = core->interrupts & oracle_arm_parts(core),
             unknown = core->foreign | core->lost,
             over = core->overflowed | overflow_by(core, ns, ran & ~unknown & asks);

    *known = !((core->may_over | (ran & unknown)) & asks);
    return core->on && over & asks;
}

void oracle_arm_see(
    struct oracle_arm *core, uint64_t ns, uint16_t event, const struct oracle_amount *amount)
{
    unsigned i = 0;

    while (i < core->n_traffic && core->traffic[i].event != event)
        i++;
    if (i == core->n_traffic) {
        core->traffic = realloc(core->traffic, (i + 1) * sizeof(*core->traffic));
        if (!core->traffic)
            abort();
        core->n_traffic++;
        core->traffic[i].event = event;
        oracle_flow_begin(&core->traffic[i].flow, core->config.hz);
    }
    oracle_flow_change(&core->traffic[i].flow, oracle_cycles(core->config.hz, ns), amount);
}

/* ---- reads ---- */

/* The counter with count or type @reg, or ORACLE_ARM_COUNTERS. */
static unsigned counter_of(const struct oracle_arm *core, enum oracle_arm_reg reg)
{
    if (reg == ORACLE_PMCCNTR || reg == ORACLE_PMCCFILTR)
        return ORACLE_ARM_CYCLES;
    if (reg == ORACLE_PMXEVCNTR || reg == ORACLE_PMXEVTYPER)
        return (unsigned)core->selected;
    if (reg >= ORACLE_PMEVTYPER0)
        return (unsigned)reg - ORACLE_PMEVTYPER0;
    return reg >= ORACLE_PMEVCNTR0 ? (unsigned)reg - ORACLE_PMEVCNTR0 : ORACLE_ARM_COUNTERS;
}

static bool is_count(enum oracle_arm_reg reg)
{
    return reg == ORACLE_PMCCNTR || reg == ORACLE_PMXEVCNTR ||
           (reg >= ORACLE_PMEVCNTR0 && reg < ORACLE_PMEVTYPER0);
}

/* PMXEVCNTR cannot access the cycle counter; PMXEVTYPER has its filter. */
static bool is_there(const struct oracle_arm *core, enum oracle_arm_reg reg, unsigned i)
{
    return i < ORACLE_ARM_COUNTERS && visible(core) & BIT(i) &&
           !(reg == ORACLE_PMXEVCNTR && i == ORACLE_ARM_CYCLES);
}

unsigned oracle_arm_count_of(const struct oracle_arm *core, enum oracle_arm_reg reg)
{
    unsigned i = counter_of(core, reg);

    return is_count(reg) && is_there(core, reg, i) ? i : ORACLE_ARM_COUNTERS;
}

static bool read_counter(
    const struct oracle_arm *core, enum oracle_arm_reg reg, uint64_t *value, uint64_t *known)
{
    unsigned i = counter_of(core, reg);
    uint64_t unknown = is_count(reg) ? core->lost : core->foreign;

    if (!is_there(core, reg, i))
        return false;
    *value = is_count(reg) ? core->counters[i].value : core->counters[i].type;
    *known = unknown & BIT(i) ? 0 : UINT64_MAX;
    return true;
}

bool oracle_arm_read(
    const struct oracle_arm *core, enum oracle_arm_reg reg, uint64_t *value, uint64_t *known)
{
    *known = UINT64_MAX;
    switch (reg) {
    case ORACLE_PMCR:
        *value = ORACLE_PMCR_IMP | (uint64_t)n_visible(core) << 11 | core->pmcr;
        return true;
    case ORACLE_PMCNTENSET:
    case ORACLE_PMCNTENCLR:
        *value = core->enabled & visible(core);
        return true;
    case ORACLE_PMINTENSET:
    case ORACLE_PMINTENCLR:
        *value = core->interrupts & visible(core);
        return true;
    case ORACLE_PMOVSSET:
    case ORACLE_PMOVSCLR:
        *value = core->overflowed & visible(core);
        *known = ~core->may_over;
        return true;
    case ORACLE_PMSELR:
        *value = core->selected;
        return true;
    case ORACLE_PMCEID0:
        *value = oracle_arm_events_there(0);
        return true;
    case ORACLE_PMCEID1:
        *value = oracle_arm_events_there(32);
        return true;
    case ORACLE_MDCR_EL2:
        *value = core->mdcr;
        return core->config.kernel_el == 2;
    default:
        return read_counter(core, reg, value, known);
    }
}

/* ---- writes ---- */

void oracle_arm_hold(struct oracle_arm *core, unsigned i, uint64_t value)
{
    core->counters[i].value = value;
    core->lost &= ~BIT(i);
}

static uint64_t zero(struct oracle_arm *core, uint64_t which)
{
    for (unsigned i = 0; i < ORACLE_ARM_COUNTERS; i++)
        if (which & BIT(i))
            oracle_arm_hold(core, i, 0);
    return which;
}

/* P sets the event counters of @writer to 0, C the cycle counter; neither
 * clears an overflow. */
static uint64_t write_pmcr(struct oracle_arm *core, uint64_t value, uint64_t writer)
{
    const uint64_t held = ORACLE_PMCR_E | ORACLE_PMCR_D | ORACLE_PMCR_X | ORACLE_PMCR_DP |
                          ORACLE_PMCR_LC | ORACLE_PMCR_LP;
    uint64_t zeroed =
        (value & ORACLE_PMCR_P ? writer & ~CYCLES : 0) | (value & ORACLE_PMCR_C ? CYCLES : 0);

    core->pmcr = value & held;
    return zero(core, zeroed);
}

/* Adds 1 to each counter in @mask that counts SW_INCR. */
static void increment(struct oracle_arm *core, uint64_t mask)
{
    mask &= running(core) & ~CYCLES;
    for (unsigned i = 0; i < ORACLE_ARM_EVENTS; i++) {
        if (!(mask & BIT(i)))
            continue;
        if (core->foreign & BIT(i))
            count_unknown(core, i);
        else if ((core->counters[i].type & ORACLE_TYPE_EVENT) == ORACLE_SW_INCR)
            add(core, i, 1);
    }
}

static uint64_t write_counter(struct oracle_arm *core, enum oracle_arm_reg reg, uint64_t value)
{
    unsigned i = counter_of(core, reg);

    if (!is_there(core, reg, i))
        return 0;
    core->touched |= BIT(i);
    if (is_count(reg)) {
        oracle_arm_hold(core, i, value);
        return BIT(i);
    }
    core->counters[i].type = value & UINT32_MAX;
    core->foreign &= ~BIT(i);
    return 0;
}

/* With VHE, the kernel's CONTEXTIDR_EL1 is EL2's register, and EL1's own is
 * named EL12. */
static void write_context(struct oracle_arm *core, enum oracle_arm_reg reg, uint64_t value)
{
    bool vhe = core->config.kernel_el == 2;

    if (vhe || reg == ORACLE_CONTEXTIDR_EL1)
        core->context[vhe && reg != ORACLE_CONTEXTIDR_EL12] = (uint32_t)value;
}

/* The registers with one bit for each counter. */
static void write_bits(struct oracle_arm *core, enum oracle_arm_reg reg, uint64_t mask)
{
    if (reg == ORACLE_PMCNTENSET) {
        core->enabled |= mask;
        core->started |= mask;
    } else if (reg == ORACLE_PMCNTENCLR)
        core->enabled &= ~mask;
    else if (reg == ORACLE_PMINTENSET)
        core->interrupts |= mask;
    else if (reg == ORACLE_PMINTENCLR)
        core->interrupts &= ~mask;
    else if (reg == ORACLE_PMOVSSET)
        core->overflowed |= mask;
    else
        core->overflowed &= ~mask;
    if (reg == ORACLE_PMCNTENSET || reg == ORACLE_PMCNTENCLR)
        core->touched |= mask;
    if (reg == ORACLE_PMOVSSET || reg == ORACLE_PMOVSCLR)
        core->may_over &= ~mask;
}

uint64_t oracle_arm_write(struct oracle_arm *core, enum oracle_arm_reg reg, uint64_t value)
{
    uint64_t mask = value & visible(core), before = oracle_arm_parts(core), set = 0;

    switch (reg) {
    case ORACLE_PMCR:
        set = write_pmcr(core, value, visible(core));
        core->touched |= set;
        break;
    case ORACLE_PMCNTENSET:
    case ORACLE_PMCNTENCLR:
    case ORACLE_PMINTENSET:
    case ORACLE_PMINTENCLR:
    case ORACLE_PMOVSSET:
    case ORACLE_PMOVSCLR:
        write_bits(core, reg, mask);
        break;
    case ORACLE_PMSWINC:
        core->touched |= mask;
        core->incremented = true;
        increment(core, mask);
        break;
    case ORACLE_PMSELR:
        core->selected = value & 0x1f;
        break;
    case ORACLE_MDCR_EL2:
        if (core->config.kernel_el == 2)
            core->mdcr = value;
        break;
    case ORACLE_CONTEXTIDR_EL1:
    case ORACLE_CONTEXTIDR_EL2:
    case ORACLE_CONTEXTIDR_EL12:
        write_context(core, reg, value);
        break;
    default:
        set = write_counter(core, reg, value);
    }
    core->touched |= before ^ oracle_arm_parts(core);
    return set;
}

/* ---- the PMCU, from which MDCR_EL2 hides nothing ---- */

uint64_t oracle_arm_taken(struct oracle_arm *core, const struct oracle_arm_use *use)
{
    uint64_t used = use->counters & existing(core), set = zero(core, used);

    core->foreign |= used & ~CYCLES;
    if (used & CYCLES)
        core->counters[ORACLE_ARM_CYCLES].type = use->filter;
    core->enabled |= used;
    if (!use->compatible)
        set |= write_pmcr(core, use->pmcr, existing(core));
    core->touched = core->started = 0;
    return set;
}

void oracle_arm_left(struct oracle_arm *core, const struct oracle_arm_use *use)
{
    if (use->compatible)
        core->enabled &= ~use->counters;
    else
        write_pmcr(core, use->pmcr & ~(ORACLE_PMCR_E | ORACLE_PMCR_P | ORACLE_PMCR_C), 0);
}

void oracle_arm_zeroed(struct oracle_arm *core, const struct oracle_arm_use *use)
{
    zero(core, use->counters & existing(core));
}

void oracle_arm_zeroed_unseen(
    struct oracle_arm *core, uint64_t ns, const struct oracle_arm_use *use)
{
    uint64_t ran = use->counters & running(core);

    core->may_over |= overflow_by(core, ns, ran);
    oracle_arm_zeroed(core, use);
    core->lost |= ran;
}

/* ---- the injected amounts ---- */

/* The first span that ends after @ns. */
static unsigned first_span(const struct oracle_arm *core, uint64_t ns)
{
    unsigned low = 0, high = core->n_spans;

    while (low < high) {
        unsigned middle = low + (high - low) / 2;

        if (core->spans[middle].to > ns)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

bool oracle_arm_injected(const struct oracle_arm *core, unsigned counter,
    const struct oracle_arm_ask *ask, uint64_t from, uint64_t to, uint64_t *amount)
{
    *amount = 0;
    if (oracle_arm_event(ask->event) == ORACLE_COUNTS_SOFTWARE)
        return !core->incremented;
    for (unsigned i = first_span(core, from); i < core->n_spans && core->spans[i].from < to; i++) {
        const struct oracle_arm_span *span = &core->spans[i];

        if (!(span->ran & BIT(counter)))
            continue;
        if (span->from < from || span->to > to)
            return false;
        *amount += counter == ORACLE_ARM_CYCLES ? cycles_in(core, span, ask->users, ask->kernel)
                                                : events_in(core, span, ask);
    }
    return true;
}

/* ---- begin and end ---- */

void oracle_arm_power(struct oracle_arm *core, uint64_t ns, bool on)
{
    oracle_arm_advance(core, ns);
    core->on = on;
    core->switches++;
    core->pmcr = core->enabled = core->overflowed = core->interrupts = core->selected = 0;
    core->mdcr = core->config.hpmn;
    core->context[0] = core->context[1] = 0;
    core->foreign = core->lost = core->may_over = core->touched = core->started = 0;
    for (unsigned i = 0; i < ORACLE_ARM_COUNTERS; i++)
        core->counters[i].type = core->counters[i].value = 0;
}

void oracle_arm_begin(struct oracle_arm *core, const struct oracle_arm_config *config)
{
    memset(core, 0, sizeof(*core));
    core->config = *config;
}

void oracle_arm_end(struct oracle_arm *core)
{
    for (unsigned i = 0; i < core->n_traffic; i++)
        oracle_flow_end(&core->traffic[i].flow);
    free(core->traffic);
    free(core->spans);
}
