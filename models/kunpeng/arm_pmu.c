/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A core's PMU: counts, overflows, and accesses from the core's software and
 * from the PMCU outside. */
#include "models/kunpeng/arm_pmu.h"

#include <string.h>

#define CYCLES_BIT (UINT64_C(1) << ARM_PMU_CYCLES)
#define SHORT      (UINT64_C(1) << 32) /* where a counter overflows by default */

static uint64_t pmcr_field(const struct arm_pmu *pmu, enum arm_pmcr_field field)
{
    return reg_get(&arm_bank.regs[ARM_PMCR], field, pmu->pmcr);
}

static uint64_t mdcr_field(const struct arm_pmu *pmu, enum arm_mdcr_el2_field field)
{
    return reg_get(&arm_bank.regs[ARM_MDCR_EL2], field, pmu->mdcr);
}

static uint64_t type_field(uint64_t type, enum arm_type_field field)
{
    return reg_get(&arm_bank.regs[ARM_PMEVTYPER0], field, type);
}

/* Event counters of the lower part, which EL1 can access. The architecture
 * leaves values above the number of counters undefined. */
static unsigned hpmn(const struct arm_pmu *pmu)
{
    unsigned lower = (unsigned)mdcr_field(pmu, ARM_MDCR_EL2_HPMN);

    return lower < pmu->n ? lower : pmu->n;
}

/* Mask of the implemented counters. */
static uint64_t existing(const struct arm_pmu *pmu)
{
    return reg_low_bits(pmu->n) | CYCLES_BIT;
}

/* Event counters that the kernel can access. */
static unsigned visible(const struct arm_pmu *pmu)
{
    return pmu->kernel_el == 2 ? pmu->n : hpmn(pmu);
}

static uint64_t visible_mask(const struct arm_pmu *pmu)
{
    return reg_low_bits(visible(pmu)) | CYCLES_BIT;
}

void arm_pmu_reset(struct arm_pmu *pmu, unsigned n, unsigned hpmn_reset, unsigned kernel_el)
{
    memset(pmu, 0, sizeof(*pmu));
    pmu->n = n;
    pmu->kernel_el = kernel_el;
    pmu->pmcr = reg_reset(&arm_bank.regs[ARM_PMCR]);
    pmu->mdcr = reg_set(&arm_bank.regs[ARM_MDCR_EL2], ARM_MDCR_EL2_HPMN, 0, hpmn_reset);
}

/* ---- counting ---- */

/* Counters of the parts that run. */
static uint64_t running_parts(const struct arm_pmu *pmu)
{
    uint64_t lower = reg_low_bits(hpmn(pmu)) | CYCLES_BIT, parts = 0;

    if (pmcr_field(pmu, ARM_PMCR_E))
        parts |= lower;
    if (mdcr_field(pmu, ARM_MDCR_EL2_HPME))
        parts |= existing(pmu) & ~lower;
    return parts;
}

/* The enabled ones among them. Called often for every CPU; most have none. */
static uint64_t running(const struct arm_pmu *pmu)
{
    return pmu->enabled ? pmu->enabled & running_parts(pmu) : 0;
}

bool arm_pmu_runs(const struct arm_pmu *pmu)
{
    return running(pmu) != 0;
}

/* Mask of the counters that overflow after 64 bits. */
static uint64_t long_counters(const struct arm_pmu *pmu)
{
    uint64_t lower = reg_low_bits(hpmn(pmu)), longs = 0;

    if (pmcr_field(pmu, ARM_PMCR_LP))
        longs |= lower;
    if (mdcr_field(pmu, ARM_MDCR_EL2_HLP))
        longs |= ~lower & ~CYCLES_BIT;
    return pmcr_field(pmu, ARM_PMCR_LC) ? longs | CYCLES_BIT : longs;
}

/* Counters have 64 bits, wherever they overflow. @longs: long_counters(). */
static void count_up(struct arm_pmu *pmu, unsigned i, uint64_t more, uint64_t longs)
{
    uint64_t old = pmu->count[i];
    bool over = longs >> i & 1 ? old + more < old : more >= SHORT - old % SHORT;

    pmu->count[i] = old + more;
    if (over)
        pmu->overflowed |= UINT64_C(1) << i;
}

/* The whole guest is non-secure. */
static bool counts_user(uint64_t type)
{
    return type_field(type, ARM_TYPE_U) == type_field(type, ARM_TYPE_NSU);
}

static bool counts_kernel(const struct arm_pmu *pmu, uint64_t type)
{
    if (pmu->kernel_el == 2)
        return type_field(type, ARM_TYPE_NSH);
    return type_field(type, ARM_TYPE_P) == type_field(type, ARM_TYPE_NSK);
}

static uint64_t grown(
    enum arm_source source, const struct arm_moment *from, const struct arm_moment *to, bool kernel)
{
    return arm_source_total(source, to, kernel) - arm_source_total(source, from, kernel);
}

static uint64_t events(const struct arm_pmu *pmu, unsigned i, const struct arm_moment *now,
    const struct arm_traffic *traffic)
{
    uint64_t type = pmu->type[i], n = 0;
    uint16_t event = (uint16_t)type_field(type, ARM_TYPE_EVT_COUNT);
    enum arm_source source = arm_event_source(event);

    if (source == ARM_TRAFFIC)
        return traffic->total(traffic->self, event, now->cycles) -
               traffic->total(traffic->self, event, pmu->seen.cycles);
    if (counts_user(type))
        n += grown(source, &pmu->seen, now, false);
    if (counts_kernel(pmu, type))
        n += grown(source, &pmu->seen, now, true);
    return n;
}

/* Cycles that users do not take belong to the kernel: it halts the CPU, and the
 * cycle counter continues. */
static uint64_t cycles(const struct arm_pmu *pmu, const struct arm_moment *now)
{
    uint64_t type = pmu->type[ARM_PMU_CYCLES], all = now->cycles - pmu->seen.cycles;
    uint64_t users = grown(ARM_BUSY_CYCLES, &pmu->seen, now, false);

    if (users > all)
        users = all;
    return (counts_user(type) ? users : 0) + (counts_kernel(pmu, type) ? all - users : 0);
}

void arm_pmu_sync(
    struct arm_pmu *pmu, const struct arm_moment *now, const struct arm_traffic *traffic)
{
    uint64_t active = running(pmu), longs = active ? long_counters(pmu) : 0;

    for (unsigned i = 0; active >> i && i < pmu->n; i++)
        if (active >> i & 1)
            count_up(pmu, i, events(pmu, i, now, traffic), longs);
    if (active & CYCLES_BIT)
        count_up(pmu, ARM_PMU_CYCLES, cycles(pmu, now), longs);
    pmu->seen = *now;
}

/* ---- overflow ---- */

/* A stopped part raises no interrupt. */
bool arm_pmu_interrupts(const struct arm_pmu *pmu)
{
    uint64_t asking = pmu->overflowed & pmu->interrupts;

    return asking && (asking & existing(pmu) & running_parts(pmu));
}

/* In the clock model a counter counts at most one per cycle. Exceptions are
 * instructions that both load and store, and traffic of a level above 1; the
 * next check is early enough for those. */
uint64_t arm_pmu_patience(const struct arm_pmu *pmu)
{
    uint64_t watched = pmu->interrupts ? running(pmu) & pmu->interrupts : 0, least = UINT64_MAX;
    uint64_t longs = watched ? long_counters(pmu) : 0;

    for (unsigned i = 0; watched && i < ARM_PMU_COUNTERS; i++) {
        uint64_t left;

        if (!(watched >> i & 1))
            continue;
        left = longs >> i & 1 ? 0 - pmu->count[i] : SHORT - pmu->count[i] % SHORT;
        if (left && left < least)
            least = left;
    }
    return least;
}

/* ---- control ---- */

static void reset_events(struct arm_pmu *pmu, unsigned n)
{
    memset(pmu->count, 0, n * sizeof(pmu->count[0]));
}

static void control(struct arm_pmu *pmu, uint64_t pmcr, unsigned events_of_writer)
{
    const struct reg *reg = &arm_bank.regs[ARM_PMCR];

    pmu->pmcr = reg_bank_write_one(&arm_bank, ARM_PMCR, pmu->pmcr, pmcr, UINT32_MAX);
    if (reg_get(reg, ARM_PMCR_P, pmcr))
        reset_events(pmu, events_of_writer);
    if (reg_get(reg, ARM_PMCR_C, pmcr))
        pmu->count[ARM_PMU_CYCLES] = 0;
}

/* ---- from outside ---- */

void arm_pmu_control(struct arm_pmu *pmu, uint64_t pmcr)
{
    control(pmu, pmcr, pmu->n);
}

void arm_pmu_program(struct arm_pmu *pmu, unsigned i, uint64_t type, uint64_t count)
{
    if (!(existing(pmu) >> i & 1))
        return;
    pmu->type[i] = type;
    pmu->count[i] = count;
}

uint64_t arm_pmu_count(const struct arm_pmu *pmu, unsigned i)
{
    return existing(pmu) >> i & 1 ? pmu->count[i] : 0;
}

void arm_pmu_enable(struct arm_pmu *pmu, uint64_t mask, bool on)
{
    mask &= existing(pmu);
    pmu->enabled = on ? pmu->enabled | mask : pmu->enabled & ~mask;
}

/* ---- from the core ---- */

/* The count or type that @reg accesses. NULL if it is neither, or the kernel
 * cannot access the counter. The cycle counter has no PMXEVCNTR. */
static const uint64_t *of_counter(const struct arm_pmu *pmu, enum arm_reg reg)
{
    unsigned i = arm_pmu_counter_of(reg, (unsigned)pmu->selected);

    if (i >= ARM_PMU_COUNTERS || !(visible_mask(pmu) >> i & 1))
        return NULL;
    if (reg == ARM_PMXEVCNTR && i == ARM_PMU_CYCLES)
        return NULL;
    return arm_pmu_is_count(reg) ? &pmu->count[i] : &pmu->type[i];
}

/* PMCEID for the events from @first on. Its upper half covers the events from
 * 0x4000 + @first on. */
static uint64_t events_there(unsigned first)
{
    uint64_t bits = 0;

    for (unsigned i = 0; i < arm_n_events; i++) {
        unsigned number = arm_events[i].number, extended = number >= 0x4000;
        unsigned bit = number - extended * 0x4000 - first;
        if (bit < 32 && arm_events[i].source != ARM_TRAFFIC)
            bits |= UINT64_C(1) << (bit + 32 * extended);
    }
    return bits;
}

bool arm_pmu_read(const struct arm_pmu *pmu, enum arm_reg reg, uint64_t *value)
{
    const uint64_t *held = of_counter(pmu, reg);

    if (held) {
        *value = *held;
        return true;
    }
    switch (reg) {
    case ARM_PMCR:
        *value = reg_set(&arm_bank.regs[ARM_PMCR], ARM_PMCR_N, pmu->pmcr, visible(pmu));
        return true;
    case ARM_PMCNTENSET:
    case ARM_PMCNTENCLR:
        *value = pmu->enabled & visible_mask(pmu);
        return true;
    case ARM_PMOVSCLR:
    case ARM_PMOVSSET:
        *value = pmu->overflowed & visible_mask(pmu);
        return true;
    case ARM_PMINTENSET:
    case ARM_PMINTENCLR:
        *value = pmu->interrupts & visible_mask(pmu);
        return true;
    case ARM_PMSELR:
        *value = pmu->selected;
        return true;
    case ARM_PMCEID0:
        *value = events_there(0);
        return true;
    case ARM_PMCEID1:
        *value = events_there(32);
        return true;
    case ARM_MDCR_EL2:
        *value = pmu->mdcr;
        return pmu->kernel_el == 2;
    default:
        return false;
    }
}

static void software_increments(struct arm_pmu *pmu, uint64_t mask)
{
    mask &= running(pmu) & ~CYCLES_BIT;
    for (unsigned i = 0; i < pmu->n; i++)
        if (mask >> i & 1 && type_field(pmu->type[i], ARM_TYPE_EVT_COUNT) == ARM_EVENT_SW_INCR)
            count_up(pmu, i, 1, long_counters(pmu));
}

/* The mask of counters that a 1 in @reg sets or clears, or NULL for other
 * registers. */
static uint64_t *bits_of(struct arm_pmu *pmu, enum arm_reg reg, bool *clears)
{
    *clears = reg == ARM_PMCNTENCLR || reg == ARM_PMOVSCLR || reg == ARM_PMINTENCLR;
    switch (reg) {
    case ARM_PMCNTENSET:
    case ARM_PMCNTENCLR:
        return &pmu->enabled;
    case ARM_PMOVSSET:
    case ARM_PMOVSCLR:
        return &pmu->overflowed;
    case ARM_PMINTENSET:
    case ARM_PMINTENCLR:
        return &pmu->interrupts;
    default:
        return NULL;
    }
}

static bool write_bits(struct arm_pmu *pmu, enum arm_reg reg, uint64_t value)
{
    uint64_t mask = value & visible_mask(pmu);
    bool clears;
    uint64_t *bits = bits_of(pmu, reg, &clears);

    if (bits)
        *bits = clears ? *bits & ~mask : *bits | mask;
    return bits;
}

static bool write_counter(struct arm_pmu *pmu, enum arm_reg reg, uint64_t value)
{
    unsigned i = arm_pmu_counter_of(reg, (unsigned)pmu->selected);

    if (!of_counter(pmu, reg))
        return false;
    *(arm_pmu_is_count(reg) ? &pmu->count[i] : &pmu->type[i]) =
        reg_bank_write_one(&arm_bank, reg, 0, value, UINT64_MAX);
    return true;
}

bool arm_pmu_write(struct arm_pmu *pmu, enum arm_reg reg, uint64_t value)
{
    if (write_counter(pmu, reg, value) || write_bits(pmu, reg, value))
        return true;
    switch (reg) {
    case ARM_PMCR:
        control(pmu, value, visible(pmu));
        return true;
    case ARM_PMSELR:
        pmu->selected = reg_bank_write_one(&arm_bank, reg, 0, value, UINT64_MAX);
        return true;
    case ARM_PMSWINC:
        software_increments(pmu, value & visible_mask(pmu));
        return true;
    case ARM_MDCR_EL2:
        if (pmu->kernel_el == 2)
            pmu->mdcr = value;
        return pmu->kernel_el == 2;
    default:
        return false;
    }
}
