/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts as the parts of the fields say. */
#include "models/pmu/pmu.h"

#include "models/sim/clock.h"
#include "models/sim/plan.h"

#include <string.h>

/* Time until the next check at a counter that is far from overflow (ns), about
 * an hour. */
#define FAR_NS (UINT64_C(1) << 42)

/* ---- fields ---- */

static uint64_t field(const struct pmu_part *part, uint64_t value)
{
    return value >> part->bit & reg_low_bits(part->width);
}

/* The same with 1 for active bits. */
static uint64_t active(const struct pmu_part *part, uint64_t value)
{
    return field(part, part->low ? ~value : value);
}

/* The bits of @part's field, an active bit for each 1 of @bits. */
static void show(struct pmu *pmu, const struct pmu_part *part, uint64_t bits)
{
    const uint64_t mask = reg_low_bits(part->width) << part->bit;

    bits = (part->low ? ~bits : bits) << part->bit & mask;
    pmu->values[part->reg] = (pmu->values[part->reg] & ~mask) | bits;
}

/* @bits of @part's field, as bits of counters. */
static uint64_t of_counters(const struct pmu_part *part, uint64_t bits)
{
    if (part->counter == PMU_ALL)
        return bits ? UINT64_MAX : 0;
    return bits << part->counter;
}

static uint64_t all_counters(const struct pmu_kind *kind)
{
    return reg_low_bits(kind->n_counters);
}

/* The bits that the flags of @role have. */
static uint64_t all_flags(const struct pmu_kind *kind, enum pmu_role role)
{
    return role == PMU_GATE ? reg_low_bits(kind->n_gates) : all_counters(kind);
}

/* The flag of all counters; without any field it is set for all. */
static uint64_t flag(const struct pmu *pmu, const struct pmu_kind *kind, enum pmu_role role)
{
    return kind->has[role] ? pmu->flags[role] : all_counters(kind);
}

/* A field can be read as a flag unless it holds no value, or a value that
 * clears the flag. */
static bool shows_flag(const struct pmu_part *part)
{
    return part->role >= PMU_RUN && part->access != REG_ACTION &&
           (part->way != PMU_CLEARS || part->access == REG_RW1C || part->access == REG_RO);
}

/* Inside all counters count up. The value of one that counts down, or the count
 * for that value. */
static uint64_t turned(const struct pmu_kind *kind, unsigned counter, uint64_t count)
{
    return kind->downs >> counter & 1 ? ~count & reg_low_bits(kind->bits[counter]) : count;
}

/* Copies counts and flags into the registers' values. */
static void show_all(struct pmu *pmu, const struct pmu_kind *kind)
{
    for (unsigned i = 0; i < kind->n_parts; i++) {
        const struct pmu_part *part = &kind->parts[i];

        if (part->role == PMU_COUNT)
            show(pmu, part, turned(kind, part->counter, pmu->counts[part->counter]) >> part->shift);
        if (!shows_flag(part))
            continue;
        const uint64_t flags = pmu->flags[part->role];
        show(pmu, part, part->counter == PMU_ALL ? flags != 0 : flags >> part->counter);
    }
}

/* ---- counting ---- */

/* The counters that count now. */
static uint64_t running(const struct pmu *pmu, const struct pmu_kind *kind)
{
    if (!flag(pmu, kind, PMU_RUN) || pmu->flags[PMU_FREEZE] ||
        pmu->flags[PMU_OVERFLOW] & kind->freezes)
        return 0;
    return (pmu->flags[PMU_ENABLE] | kind->always) & all_counters(kind);
}

/* The code of the event that @counter counts. */
static uint64_t selected(const struct pmu *pmu, const struct pmu_kind *kind, unsigned counter)
{
    const struct pmu_part *part = kind->event_of[counter];

    return part ? pmu_event_selected(part, field(part, pmu->values[part->reg]))
                : kind->fixed[counter];
}

/* The number of @counter's events up to @ns. */
static uint64_t total(
    const struct pmu *pmu, const struct pmu_kind *kind, unsigned counter, uint64_t ns)
{
    const uint64_t code = selected(pmu, kind, counter);
    const struct pmu_event *event = pmu_event_coded(kind, code);
    const uint64_t cycle = sim_cycles(kind->hz, ns);

    if (event && event->clock)
        return cycle;
    for (unsigned i = 0; i < pmu->n_flows; i++)
        if (pmu->flows[i].event == code)
            return flow_total(&pmu->flows[i].flow, cycle);
    return 0;
}

/* Whether @more events make @counter overflow: wrap, change its highest bit, or
 * reach the value at which it stops. */
static bool overflows(
    const struct pmu *pmu, const struct pmu_kind *kind, unsigned counter, uint64_t more)
{
    const uint64_t at_half = kind->tops | (pmu->flags[PMU_TOGGLE] & ~kind->saturates);
    const unsigned half = at_half >> counter & 1;
    const uint64_t most = reg_low_bits(kind->bits[counter] - half);
    const uint64_t left = most - (pmu->counts[counter] & most);

    return more > left || (more && more == left && kind->saturates >> counter & 1);
}

/* The counters of whose overflows PMU_HALT takes notice. */
static uint64_t halting(const struct pmu *pmu, const struct pmu_kind *kind)
{
    return pmu->flags[PMU_HALT] ? kind->interrupts & flag(pmu, kind, PMU_INTERRUPT) : 0;
}

static void overflowed(struct pmu *pmu, const struct pmu_kind *kind, unsigned counter)
{
    const uint64_t bit = UINT64_C(1) << counter;

    if (halting(pmu, kind) & bit & ~pmu->flags[PMU_OVERFLOW])
        pmu->flags[PMU_FREEZE] = all_counters(kind);
    pmu->flags[PMU_OVERFLOW] |= bit;
}

/* Flags that are the highest bits of values follow them. */
static void follow_tops(struct pmu *pmu, const struct pmu_kind *kind)
{
    for (unsigned i = 0; i < kind->n_counters && kind->tops; i++) {
        const uint64_t bit = UINT64_C(1) << i;

        if (kind->tops & bit)
            pmu->flags[PMU_OVERFLOW] = pmu->counts[i] >> (kind->bits[i] - 1) & 1
                                           ? pmu->flags[PMU_OVERFLOW] | bit
                                           : pmu->flags[PMU_OVERFLOW] & ~bit;
    }
}

static void add(struct pmu *pmu, const struct pmu_kind *kind, unsigned counter, uint64_t more)
{
    const uint64_t most = reg_low_bits(kind->bits[counter]);
    const bool over = overflows(pmu, kind, counter, more);

    if (over)
        overflowed(pmu, kind, counter);
    if (over && kind->saturates >> counter & 1)
        pmu->counts[counter] = most;
    else
        pmu->counts[counter] = (pmu->counts[counter] + more) & most;
}

static void count(struct pmu *pmu, const struct pmu_world *w)
{
    const uint64_t runs = running(pmu, w->kind);

    for (unsigned i = 0; i < w->kind->n_counters; i++) {
        if (!(runs >> i & 1))
            continue;
        const uint64_t now = total(pmu, w->kind, i, w->now);
        add(pmu, w->kind, i, now - pmu->seen[i]);
        pmu->seen[i] = now;
    }
    follow_tops(pmu, w->kind);
}

/* ---- overflows ---- */

/* The counters whose overflows interrupt. */
static uint64_t interrupting(const struct pmu *pmu, const struct pmu_kind *kind)
{
    if (all_flags(kind, PMU_GATE) & ~pmu->flags[PMU_GATE])
        return 0;
    return kind->interrupts & flag(pmu, kind, PMU_INTERRUPT);
}

/* Returns the first ns at which @counter has overflowed, or the time of the
 * next check. */
static uint64_t overflow(const struct pmu *pmu, const struct pmu_world *w, unsigned counter)
{
    uint64_t low = w->now, high = w->now + FAR_NS;

    if (!overflows(pmu, w->kind, counter, total(pmu, w->kind, counter, high) - pmu->seen[counter]))
        return high;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;

        if (overflows(
                pmu, w->kind, counter, total(pmu, w->kind, counter, middle) - pmu->seen[counter]))
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* An overflow of a counter whose flag is set already has no effect. */
static uint64_t next_overflow(const struct pmu *pmu, const struct pmu_world *w)
{
    const uint64_t effect = interrupting(pmu, w->kind) | halting(pmu, w->kind) | w->kind->freezes;
    const uint64_t matters = running(pmu, w->kind) & effect & ~pmu->flags[PMU_OVERFLOW];
    uint64_t due = SIM_NEVER;

    for (unsigned i = 0; i < w->kind->n_counters; i++) {
        uint64_t when = matters >> i & 1 ? overflow(pmu, w, i) : SIM_NEVER;

        if (when < due)
            due = when;
    }
    return due;
}

/* Continues from the present, after a change of what counts. */
static void follow(struct pmu *pmu, const struct pmu_world *w)
{
    const bool line = pmu->flags[PMU_OVERFLOW] & interrupting(pmu, w->kind);

    for (unsigned i = 0; i < w->kind->n_counters; i++)
        pmu->seen[i] = total(pmu, w->kind, i, w->now);
    show_all(pmu, w->kind);
    pmu->due = next_overflow(pmu, w);
    if (line != pmu->line && w->host->irq)
        w->host->irq(w->host->self, w->irq, line);
    pmu->line = line;
}

void pmu_sync(struct pmu *pmu, const struct pmu_world *w)
{
    count(pmu, w);
    follow(pmu, w);
}

bool pmu_traffic(
    struct pmu *pmu, const struct pmu_world *w, uint64_t event, const struct traffic_amount *amount)
{
    unsigned i = 0;

    while (i < pmu->n_flows && pmu->flows[i].event != event)
        i++;
    if (i == PMU_FLOWS)
        return false;
    count(pmu, w);
    if (i == pmu->n_flows) {
        pmu->flows[i].event = event;
        flow_reset(&pmu->flows[i].flow);
        pmu->n_flows++;
    }
    flow_set(&pmu->flows[i].flow, sim_cycles(w->kind->hz, w->now), w->kind->hz, amount);
    follow(pmu, w);
    return true;
}

/* ---- registers ---- */

/* A write that is taking effect, by software or the plan. */
struct writing {
    struct pmu *pmu;
    const struct pmu_kind *kind;
    bool preset;
};

/* The bits of @part's field that the write makes active. */
static uint64_t written_active(
    const struct pmu_part *part, uint64_t before, uint64_t after, uint64_t actions)
{
    if (part->access == REG_ACTION)
        return field(part, actions);
    return part->access == REG_RW1C ? field(part, before & ~after) : active(part, after);
}

static void write_flag(
    struct writing *w, const struct pmu_part *part, uint64_t after, uint64_t ones)
{
    uint64_t *flags = &w->pmu->flags[part->role];
    const uint64_t mine = of_counters(part, reg_low_bits(part->width));

    if (part->way == PMU_SETS)
        *flags |= of_counters(part, ones);
    else if (part->way == PMU_CLEARS)
        *flags &= ~of_counters(part, ones);
    else if (part->access != REG_RO ||
             (w->preset && part->counter != PMU_ALL && part->role != PMU_GATE))
        *flags = (*flags & ~mine) | of_counters(part, active(part, after));
    *flags &= all_flags(w->kind, part->role);
}

/* Sets the counter that the field with the role `index` selects. */
static void load(struct writing *w, uint64_t value)
{
    for (unsigned i = 0; i < w->kind->n_parts; i++) {
        const struct pmu_part *part = &w->kind->parts[i];
        const uint64_t index = field(part, w->pmu->values[part->reg]);

        if (part->role == PMU_INDEX && index >= part->counter &&
            index - part->counter < w->kind->n_counters)
            w->pmu->counts[index - part->counter] =
                turned(w->kind, (unsigned)(index - part->counter),
                    value & reg_low_bits(w->kind->bits[index - part->counter]));
    }
}

/* Sets the bits of a counter that @part holds. */
static void put_count(struct pmu *pmu, const struct pmu_kind *kind, const struct pmu_part *part)
{
    uint64_t count = turned(kind, part->counter, pmu->counts[part->counter]);

    count &= ~(reg_low_bits(part->width) << part->shift);
    count |= field(part, pmu->values[part->reg]) << part->shift;
    pmu->counts[part->counter] = turned(kind, part->counter, count);
}

static void clear_counts(struct writing *w, uint64_t counters)
{
    for (unsigned i = 0; i < w->kind->n_counters; i++)
        if (counters >> i & 1)
            w->pmu->counts[i] = turned(w->kind, i, 0);
}

static void written(void *self, unsigned reg, uint64_t before, uint64_t actions)
{
    struct writing *w = self;
    const uint64_t after = w->pmu->values[reg];

    for (unsigned i = 0; i < w->kind->n_parts; i++) {
        const struct pmu_part *part = &w->kind->parts[i];
        const uint64_t ones = written_active(part, before, after, actions);

        if (part->reg != reg)
            continue;
        if (part->role == PMU_COUNT)
            put_count(w->pmu, w->kind, part);
        else if (part->role == PMU_LOAD)
            load(w, field(part, after));
        else if (part->role == PMU_CLEAR)
            clear_counts(w, of_counters(part, ones));
        else if (part->role >= PMU_RUN)
            write_flag(w, part, after, ones);
    }
    follow_tops(w->pmu, w->kind);
}

void pmu_reset(struct pmu *pmu, const struct pmu_kind *kind)
{
    memset(pmu, 0, sizeof(*pmu));
    reg_bank_reset(kind->bank, pmu->values);
    for (unsigned i = 0; i < kind->n_parts; i++) {
        const struct pmu_part *part = &kind->parts[i];

        if (part->role >= PMU_RUN && part->way == PMU_IS)
            pmu->flags[part->role] |= of_counters(part, active(part, pmu->values[part->reg])) &
                                      all_flags(kind, part->role);
        if (part->role == PMU_COUNT)
            put_count(pmu, kind, part);
    }
    follow_tops(pmu, kind);
    show_all(pmu, kind);
    pmu->due = SIM_NEVER;
}

uint64_t pmu_read(
    const struct pmu *pmu, const struct pmu_kind *kind, uint32_t offset, unsigned size)
{
    return reg_bank_read(kind->bank, pmu->values, offset, size);
}

bool pmu_write(
    struct pmu *pmu, const struct pmu_world *w, uint32_t offset, unsigned size, uint64_t value)
{
    const uint64_t *flags = &pmu->flags[PMU_OVERFLOW];
    struct writing writing = {pmu, w->kind, false};

    count(pmu, w);
    show_all(pmu, w->kind);
    const uint64_t before = *flags;
    reg_bank_write(w->kind->bank, pmu->values, offset, size, value, written, &writing);
    const bool cleared = before & ~*flags, stayed = pmu->line;
    follow(pmu, w);
    return cleared && stayed && pmu->line;
}

void pmu_preset(struct pmu *pmu, const struct pmu_world *w, unsigned reg, uint64_t value)
{
    struct writing writing = {pmu, w->kind, true};
    const uint64_t before = pmu->values[reg];

    count(pmu, w);
    pmu->values[reg] = value & reg_low_bits(w->kind->bank->regs[reg].width);
    written(&writing, reg, before, 0);
    follow(pmu, w);
}
