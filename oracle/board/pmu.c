/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts by docs/hardware-from-a-file.md, "The parts of fields". */
#include "oracle/board/pmu.h"

#include <stdlib.h>
#include <string.h>

#define NEVER UINT64_MAX

static const struct oracle_pmu_part *part_number(const struct oracle_pmu *pmu, unsigned i)
{
    return i < pmu->manual->n_parts ? &pmu->manual->parts[i] : NULL;
}

static bool has(const struct oracle_pmu *pmu, const char *role)
{
    for (unsigned i = 0; i < pmu->manual->n_parts; i++)
        if (oracle_part_is(&pmu->manual->parts[i], role))
            return true;
    return false;
}

uint64_t oracle_pmu_selects(const struct oracle_pmu *pmu, unsigned counter)
{
    const struct oracle_pmu_part *event = oracle_pmu_part(pmu->manual, "event", counter);
    const struct oracle_pmu_part *count = oracle_pmu_part(pmu->manual, "count", counter);

    if (event) {
        uint64_t bits = oracle_part_field(event, pmu->held[event->reg]), code = 0;

        if (event->own && bits >> (event->high - event->lowest))
            return counter << 8 | bits;
        if (!event->onehot)
            return bits;
        for (code = 0; code < 64 && !(bits >> code & 1);)
            code++;
        return bits ? code + 1 : 0;
    }
    return count ? pmu->manual->registers[count->reg].event : 0;
}

unsigned oracle_pmu_bits(const struct oracle_pmu *pmu, unsigned counter)
{
    return oracle_pmu_width(pmu->manual, counter);
}

static uint64_t most(const struct oracle_pmu *pmu, unsigned counter)
{
    return UINT64_MAX >> (64 - oracle_pmu_bits(pmu, counter));
}

/* ---- counting ---- */

static bool is_top(const struct oracle_pmu *pmu, unsigned counter)
{
    const struct oracle_pmu_part *count = oracle_pmu_part(pmu->manual, "count", counter);

    return count && count->top;
}

/* The flag `overflow` of @counter. */
static bool overflowed(const struct oracle_pmu *pmu, unsigned counter)
{
    if (is_top(pmu, counter))
        return pmu->counters[counter].value >> (oracle_pmu_bits(pmu, counter) - 1);
    return pmu->counters[counter].overflowed;
}

/* Whether the words of some field let an overflow of @counter freeze all or,
 * without @freezes, interrupt. */
static bool overflow_does(const struct oracle_pmu *pmu, unsigned counter, bool freezes)
{
    const struct oracle_pmu_part *part;

    for (unsigned i = 0; (part = part_number(pmu, i)); i++) {
        unsigned n;

        if (!(freezes ? part->freezes : part->interrupts))
            continue;
        n = oracle_part_is(part, "count") ? 1 : part->high - part->lowest + 1;
        if (part->counter == ORACLE_PMU_ALL ||
            (counter >= part->counter && counter < part->counter + n))
            return true;
    }
    return false;
}

/* Whether the counter's own flag lets its overflow interrupt. */
static bool may_interrupt(const struct oracle_pmu *pmu, unsigned counter)
{
    return overflow_does(pmu, counter, false) &&
           (!has(pmu, "interrupt") || pmu->counters[counter].interrupts);
}

/* Whether an overflow of @counter interrupts: the gates are open. */
static bool interrupts(const struct oracle_pmu *pmu, unsigned counter)
{
    for (unsigned i = 0; i < pmu->manual->n_parts; i++)
        if (oracle_part_is(&pmu->manual->parts[i], "gate") && !pmu->gates[i])
            return false;
    return may_interrupt(pmu, counter);
}

static bool is_frozen(const struct oracle_pmu *pmu)
{
    if ((has(pmu, "run") && !pmu->started) || pmu->frozen)
        return true;
    for (unsigned c = 0; c < pmu->manual->n_counters; c++)
        if (overflowed(pmu, c) && overflow_does(pmu, c, true))
            return true;
    return false;
}

bool oracle_pmu_knows(const struct oracle_pmu *pmu, uint64_t event)
{
    if (oracle_pmu_lists(pmu->manual, event))
        return true;
    for (unsigned i = 0; i < pmu->n_traffic; i++)
        if (pmu->traffic[i].event == event)
            return true;
    return false;
}

bool oracle_pmu_is_free(const struct oracle_pmu *pmu, unsigned counter)
{
    const struct oracle_pmu_part *part;

    for (unsigned i = 0; (part = part_number(pmu, i)); i++)
        if (oracle_part_is(part, "enable") && oracle_part_bit(part, counter) >= 0)
            return false;
    return true;
}

bool oracle_pmu_enables(const struct oracle_pmu *pmu, unsigned counter)
{
    if (oracle_pmu_is_free(pmu, counter))
        return !has(pmu, "run") || pmu->started;
    return pmu->counters[counter].enabled;
}

uint64_t oracle_pmu_overflows(const struct oracle_pmu *pmu)
{
    uint64_t flags = 0;

    for (unsigned c = 0; c < pmu->manual->n_counters; c++)
        flags |= (uint64_t)overflowed(pmu, c) << c;
    return flags;
}

/* A counter that nothing enables counts by its event. */
static bool counts(const struct oracle_pmu *pmu, unsigned counter)
{
    return oracle_pmu_enables(pmu, counter) && !is_frozen(pmu) &&
           (!oracle_pmu_is_free(pmu, counter) ||
               oracle_pmu_knows(pmu, oracle_pmu_selects(pmu, counter)));
}

/* The increase of @event in (@from, @to]. */
static uint64_t events(const struct oracle_pmu *pmu, uint64_t event, uint64_t from, uint64_t to)
{
    uint64_t first = oracle_cycles(pmu->manual->hz, from), end = oracle_cycles(pmu->manual->hz, to);

    if (oracle_pmu_is_clock(pmu->manual, event))
        return end - first;
    for (unsigned i = 0; i < pmu->n_traffic; i++)
        if (pmu->traffic[i].event == event)
            return oracle_flow_events(&pmu->traffic[i].flow, first, end);
    return 0;
}

static bool saturates(const struct oracle_pmu *pmu, unsigned counter)
{
    const struct oracle_pmu_part *count = oracle_pmu_part(pmu->manual, "count", counter);

    return count && count->saturates;
}

static bool is_down(const struct oracle_pmu *pmu, unsigned counter)
{
    const struct oracle_pmu_part *count = oracle_pmu_part(pmu->manual, "count", counter);

    return count && count->down;
}

/* The events up to @counter's last value: its greatest, or 0. */
static uint64_t left_of(const struct oracle_pmu *pmu, unsigned counter)
{
    uint64_t value = pmu->counters[counter].value;

    return is_down(pmu, counter) ? value : most(pmu, counter) - value;
}

/* Whether @counter, which counts, has overflowed by @ns: passed its last value
 * or, if it stops there, reached it; or changed its highest bit. */
static bool wraps(const struct oracle_pmu *pmu, unsigned counter, uint64_t ns)
{
    uint64_t more = events(pmu, oracle_pmu_selects(pmu, counter), pmu->ns, ns);
    uint64_t left = left_of(pmu, counter);
    uint64_t half = most(pmu, counter) / 2 + 1;

    if (saturates(pmu, counter))
        return more && more >= left;
    if (is_top(pmu, counter) || pmu->counters[counter].toggles)
        left %= half;
    return more > left;
}

static bool is_up(const struct oracle_pmu *pmu)
{
    for (unsigned c = 0; c < pmu->manual->n_counters; c++)
        if (overflowed(pmu, c) && interrupts(pmu, c))
            return true;
    return false;
}

static bool has_effect(const struct oracle_pmu *pmu, unsigned counter)
{
    return overflow_does(pmu, counter, true) || interrupts(pmu, counter) ||
           (pmu->halts && may_interrupt(pmu, counter));
}

/* The first ns up to @ns at which an overflow has an effect, or NEVER. */
static uint64_t next_effect(const struct oracle_pmu *pmu, uint64_t ns)
{
    uint64_t first = NEVER;

    for (unsigned c = 0; c < pmu->manual->n_counters; c++) {
        uint64_t low = pmu->ns, high = ns;

        if (!counts(pmu, c) || overflowed(pmu, c) || !has_effect(pmu, c) || !wraps(pmu, c, ns))
            continue;
        while (high - low > 1) {
            uint64_t middle = low + (high - low) / 2;

            if (wraps(pmu, c, middle))
                high = middle;
            else
                low = middle;
        }
        first = high < first ? high : first;
    }
    return first;
}

static void note_interrupt(struct oracle_pmu *pmu)
{
    if (!is_up(pmu))
        pmu->asserted = NEVER;
    else if (pmu->asserted == NEVER)
        pmu->asserted = pmu->ns;
}

static void note_running(struct oracle_pmu *pmu)
{
    uint64_t running = 0;

    for (unsigned c = 0; c < pmu->manual->n_counters; c++)
        running |= (uint64_t)counts(pmu, c) << c;
    note_interrupt(pmu);
    if (running == (pmu->n_runs ? pmu->runs[pmu->n_runs - 1].counters : 0))
        return;
    pmu->runs = realloc(pmu->runs, (pmu->n_runs + 1) * sizeof(*pmu->runs));
    if (!pmu->runs)
        abort();
    pmu->runs[pmu->n_runs++] = (struct oracle_pmu_run){pmu->ns, running};
}

/* Counts until @ns, before which no overflow has an effect. */
static void count(struct oracle_pmu *pmu, uint64_t ns)
{
    bool frozen = is_frozen(pmu);

    for (unsigned c = 0; c < pmu->manual->n_counters && !frozen; c++) {
        struct oracle_pmu_counter *counter = &pmu->counters[c];
        uint64_t more;

        if (!oracle_pmu_enables(pmu, c))
            continue;
        more = events(pmu, oracle_pmu_selects(pmu, c), pmu->ns, ns);
        if (!overflowed(pmu, c) && wraps(pmu, c, ns)) {
            counter->overflowed = true;
            pmu->frozen |= pmu->halts && may_interrupt(pmu, c);
        }
        if (saturates(pmu, c) && more > left_of(pmu, c))
            more = left_of(pmu, c);
        counter->value += is_down(pmu, c) ? -more : more;
        counter->value &= most(pmu, c);
        counter->total += more;
    }
    pmu->ns = ns;
    note_running(pmu);
}

uint64_t oracle_pmu_advance(struct oracle_pmu *pmu, uint64_t ns)
{
    uint64_t rose = NEVER, effect;
    bool up = is_up(pmu);

    while (ns > pmu->ns && (effect = next_effect(pmu, ns)) != NEVER) {
        count(pmu, effect);
        if (!up && is_up(pmu) && rose == NEVER)
            rose = effect;
    }
    if (ns > pmu->ns)
        count(pmu, ns);
    return rose;
}

void oracle_pmu_see(struct oracle_pmu *pmu, uint64_t event, const struct oracle_amount *amount)
{
    unsigned i = 0;

    while (i < pmu->n_traffic && pmu->traffic[i].event != event)
        i++;
    if (i == pmu->n_traffic) {
        pmu->traffic = realloc(pmu->traffic, (i + 1) * sizeof(*pmu->traffic));
        if (!pmu->traffic)
            abort();
        pmu->traffic[i].event = event;
        oracle_flow_begin(&pmu->traffic[i].flow, pmu->manual->hz);
        pmu->n_traffic++;
    }
    oracle_flow_change(&pmu->traffic[i].flow, oracle_cycles(pmu->manual->hz, pmu->ns), amount);
}

uint64_t oracle_pmu_injected(
    const struct oracle_pmu *pmu, unsigned counter, uint64_t event, uint64_t from, uint64_t to)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < pmu->n_runs; i++) {
        uint64_t begin = pmu->runs[i].ns > from ? pmu->runs[i].ns : from;
        uint64_t end = i + 1 < pmu->n_runs && pmu->runs[i + 1].ns < to ? pmu->runs[i + 1].ns : to;

        if (pmu->runs[i].counters >> counter & 1 && begin < end)
            sum += events(pmu, event, begin, end);
    }
    return sum;
}

/* ---- registers ---- */

int oracle_pmu_register_at(const struct oracle_pmu *pmu, uint32_t offset)
{
    for (unsigned i = 0; i < pmu->manual->n_registers; i++)
        if (offset >= pmu->manual->registers[i].offset &&
            offset - pmu->manual->registers[i].offset < pmu->manual->registers[i].bytes)
            return (int)i;
    return -1;
}

bool oracle_pmu_piece_at(
    const struct oracle_pmu *pmu, uint32_t offset, unsigned size, struct oracle_pmu_piece *piece)
{
    const int found = oracle_pmu_register_at(pmu, offset);
    const struct oracle_pmu_part *part;

    for (unsigned i = 0; found >= 0 && (part = part_number(pmu, i)); i++) {
        const unsigned low = 8 * (offset - pmu->manual->registers[found].offset);
        const unsigned end = low + 8 * size;

        if (!oracle_part_is(part, "count") || part->reg != (unsigned)found || part->high < low ||
            part->lowest >= end)
            continue;
        const unsigned from = part->lowest > low ? part->lowest : low;

        piece->counter = part->counter;
        piece->shift = from - low;
        piece->first = part->first + from - part->lowest;
        piece->bits = (part->high < end ? part->high + 1 : end) - from;
        return true;
    }
    return false;
}

static bool *flag_of(struct oracle_pmu *pmu, unsigned counter, const struct oracle_pmu_part *part)
{
    if (oracle_part_is(part, "run"))
        return &pmu->started;
    if (oracle_part_is(part, "freeze"))
        return &pmu->frozen;
    if (oracle_part_is(part, "halt"))
        return &pmu->halts;
    if (oracle_part_is(part, "gate"))
        return &pmu->gates[part - pmu->manual->parts];
    if (oracle_part_is(part, "toggle"))
        return &pmu->counters[counter].toggles;
    if (oracle_part_is(part, "enable"))
        return &pmu->counters[counter].enabled;
    if (oracle_part_is(part, "overflow"))
        return &pmu->counters[counter].overflowed;
    return oracle_part_is(part, "interrupt") ? &pmu->counters[counter].interrupts : NULL;
}

/* The flags that @part shows in @value of its register. */
static uint64_t with_flags(
    const struct oracle_pmu *pmu, const struct oracle_pmu_part *part, uint64_t value)
{
    uint64_t shown = 0, field = 0;

    for (unsigned c = 0; c < pmu->manual->n_counters; c++) {
        const bool *flag = flag_of((struct oracle_pmu *)(uintptr_t)pmu, c, part);
        const int bit = oracle_part_bit(part, c);

        if (bit < 0 || !flag)
            continue;
        field |= UINT64_C(1) << bit;
        if (oracle_part_is(part, "overflow") ? overflowed(pmu, c) : *flag)
            shown |= UINT64_C(1) << bit;
    }
    return (value & ~field) | (part->low ? field & ~shown : shown);
}

/* A field that sets or clears by its value, without holding the flag. */
static bool hides_flag(const struct oracle_pmu *pmu, const struct oracle_pmu_part *part)
{
    return part->clear && !(pmu->manual->registers[part->reg].clears >> part->lowest & 1) &&
           pmu->manual->registers[part->reg].stores >> part->lowest & 1;
}

/* The value that register @reg holds. */
static uint64_t value_of(const struct oracle_pmu *pmu, unsigned reg)
{
    const struct oracle_pmu_part *part;
    uint64_t value = pmu->held[reg];

    for (unsigned i = 0; (part = part_number(pmu, i)); i++) {
        if (part->reg != reg)
            continue;
        if (oracle_part_is(part, "count"))
            value |= (pmu->counters[part->counter].value >> part->first & oracle_part_ones(part))
                     << part->lowest;
        else if (!hides_flag(pmu, part))
            value = with_flags(pmu, part, value);
    }
    return value;
}

uint64_t oracle_pmu_read(const struct oracle_pmu *pmu, uint32_t offset, unsigned size)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < size; i++) {
        const int found = oracle_pmu_register_at(pmu, offset + i);

        if (found >= 0)
            value |= ((value_of(pmu, (unsigned)found) & pmu->manual->registers[found].reads) >>
                             8 * (offset + i - pmu->manual->registers[found].offset) &
                         0xff)
                     << 8 * i;
    }
    return value;
}

/* A write that leaves @after in a register and acts on the 1s of @ones. */
struct written {
    uint64_t before, after, ones;
    bool plan; /* by the plan, which also sets read-only fields */
};

/* Whether the write makes bit @bit of @part's field active. */
static bool activates(const struct oracle_pmu *pmu, const struct oracle_pmu_part *part,
    const struct written *w, int bit)
{
    const struct oracle_pmu_register *reg = &pmu->manual->registers[part->reg];

    if (reg->acts >> bit & 1)
        return w->ones >> bit & 1;
    if (reg->clears >> bit & 1)
        return (w->before & ~w->after) >> bit & 1;
    return (w->after >> bit & 1) != part->low;
}

/* The effect of the write on @counter by @part. Returns whether it sets its
 * value. */
static bool take_effect(
    struct oracle_pmu *pmu, const struct oracle_pmu_part *part, const struct written *w, unsigned c)
{
    struct oracle_pmu_counter *counter = &pmu->counters[c];
    bool *flag = flag_of(pmu, c, part);
    const int bit = oracle_part_bit(part, c);

    if (oracle_part_is(part, "count") && part->counter == c) {
        uint64_t others = counter->value & ~(oracle_part_ones(part) << part->first);
        bool set = w->plan || pmu->manual->registers[part->reg].stores >> part->lowest & 1;

        counter->value = others | oracle_part_field(part, w->after) << part->first;
        return set;
    }
    if (bit < 0 || (!flag && !oracle_part_is(part, "clear")))
        return false;
    bool active = activates(pmu, part, w, bit);
    if (!flag) {
        counter->value = active ? 0 : counter->value;
        return active;
    }
    if (part->set)
        *flag |= active;
    else if (part->clear)
        *flag &= !active;
    else if (((pmu->manual->registers[part->reg].stores |
                  pmu->manual->registers[part->reg].clears) >>
                     bit &
                 1) ||
             (w->plan && part->counter != ORACLE_PMU_ALL))
        *flag = (w->after >> bit & 1) != part->low;
    return false;
}

/* The write gives @value to the counter that a field with the role `index`
 * selects. Returns its bit. */
static uint64_t load(struct oracle_pmu *pmu, uint64_t value)
{
    const struct oracle_pmu_part *part;
    uint64_t set = 0;

    for (unsigned i = 0; (part = part_number(pmu, i)); i++) {
        uint64_t first = part->counter == ORACLE_PMU_ALL ? 0 : part->counter;
        uint64_t counter = oracle_part_field(part, pmu->held[part->reg]) - first;

        if (!oracle_part_is(part, "index") || counter >= pmu->manual->n_counters)
            continue;
        pmu->counters[counter].value = value & most(pmu, (unsigned)counter);
        set |= UINT64_C(1) << counter;
    }
    return set;
}

static uint64_t put(struct oracle_pmu *pmu, unsigned reg, const struct written *w)
{
    const struct oracle_pmu_part *part;
    uint64_t set = 0, shown = 0;

    for (unsigned i = 0; (part = part_number(pmu, i)); i++) {
        if (part->reg != reg)
            continue;
        for (unsigned c = 0; c < pmu->manual->n_counters; c++)
            set |= (uint64_t)take_effect(pmu, part, w, c) << c;
        if (oracle_part_is(part, "load"))
            set |= load(pmu, oracle_part_field(part, w->after));
        if (oracle_part_is(part, "count"))
            shown |= oracle_part_ones(part) << part->lowest;
    }
    pmu->held[reg] = w->after & ~shown;
    return set;
}

uint64_t oracle_pmu_write(struct oracle_pmu *pmu, uint32_t offset, unsigned size, uint64_t value)
{
    uint64_t set = 0;

    for (unsigned r = 0; r < pmu->manual->n_registers; r++) {
        const struct oracle_pmu_register *reg = &pmu->manual->registers[r];
        uint64_t lanes = 0, bytes = 0;

        for (unsigned i = 0; i < size; i++) {
            uint32_t byte = offset + i - reg->offset;

            if (offset + i < reg->offset || byte >= reg->bytes)
                continue;
            lanes |= UINT64_C(0xff) << 8 * byte;
            bytes |= (value >> 8 * i & 0xff) << 8 * byte;
        }
        if (!lanes)
            continue;
        struct written w = {.before = value_of(pmu, r), .ones = bytes & reg->acts};
        w.after = (w.before & ~(lanes & reg->stores)) | (bytes & lanes & reg->stores);
        w.after &= ~(bytes & reg->clears);
        set |= put(pmu, r, &w);
    }
    note_running(pmu);
    return set;
}

uint64_t oracle_pmu_set(struct oracle_pmu *pmu, unsigned reg, uint64_t value)
{
    const struct written w = {.before = value_of(pmu, reg), .after = value, .plan = true};
    uint64_t set = put(pmu, reg, &w);

    note_running(pmu);
    return set;
}

void oracle_pmu_begin(struct oracle_pmu *pmu, const struct oracle_pmu_manual *manual)
{
    const struct oracle_pmu_part *part;

    memset(pmu, 0, sizeof(*pmu));
    pmu->manual = manual;
    pmu->asserted = NEVER;
    for (unsigned r = 0; r < manual->n_registers; r++)
        pmu->held[r] = manual->registers[r].reset;
    for (unsigned i = 0; (part = part_number(pmu, i)); i++) {
        const uint64_t reset = manual->registers[part->reg].reset;

        if (oracle_part_is(part, "count")) {
            pmu->counters[part->counter].value |= oracle_part_field(part, reset) << part->first;
            pmu->held[part->reg] &= ~(oracle_part_ones(part) << part->lowest);
        }
        for (unsigned c = 0; c < manual->n_counters && !part->set && !part->clear; c++) {
            bool *flag = flag_of(pmu, c, part);
            const int bit = oracle_part_bit(part, c);

            if (flag && bit >= 0)
                *flag |= (reset >> bit & 1) != part->low;
        }
    }
    note_running(pmu);
}

void oracle_pmu_end(struct oracle_pmu *pmu)
{
    for (unsigned i = 0; i < pmu->n_traffic; i++)
        oracle_flow_end(&pmu->traffic[i].flow);
    free(pmu->traffic);
    free(pmu->runs);
}
