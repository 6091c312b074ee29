/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An uncore PMU: its counts of traffic, and the effects of its registers. */
#include "models/kunpeng/uncore_box.h"

#include "models/kunpeng/uncore_filter.h"
#include "models/sim/clock.h"

#include <string.h>

/* Time until the next check at a counter that is far from overflow (ns), about
 * an hour. */
#define FAR_NS (UINT64_C(1) << 42)

static uint64_t get(const struct uncore_box *box, const struct uncore_field *field)
{
    return reg_get(
        &uncore_box_type(box)->bank->regs[field->reg], field->field, box->values[field->reg]);
}

/* ---- counting ---- */

static unsigned event_of(const struct uncore_box *box, unsigned counter)
{
    const struct uncore_type *type = uncore_box_type(box);

    if (!type->types)
        return counter;
    const struct uncore_field field = {
        type->type0 + counter / type->types, type->types - 1 - counter % type->types};
    /* A register of one event has a reserved field above it. */
    const struct uncore_field alone = {field.reg, DDRC2_EVENT_TYPE0_EVENT};
    return (unsigned)get(box, type->types == 1 ? &alone : &field);
}

static bool runs(const struct uncore_box *box, unsigned counter)
{
    const struct uncore_type *type = uncore_box_type(box);

    return get(box, &type->run) && get(box, &type->select) >> counter & 1 &&
           (!type->clocked || get(box, type->clocked));
}

/* The number of @counter's events up to @ns that pass the filters. */
static uint64_t total(
    const struct uncore_box *box, const struct kunpeng_world *world, unsigned counter, uint64_t ns)
{
    const unsigned event = event_of(box, counter);
    const struct uncore_event *known = uncore_event_coded(uncore_box_type(box)->events, event);
    const uint64_t cycle = sim_cycles(UNCORE_HZ, ns);
    uint64_t sum = 0;

    if (known && known->clock)
        return cycle;
    for (unsigned i = 0; i < world->traffic->n; i++)
        if (world->traffic->entry[i].source == box->block &&
            (world->traffic->entry[i].event & reg_low_bits(UNCORE_EVENT_BITS)) == event &&
            uncore_passes(
                uncore_box_type(box), box->values, counter, world->traffic->entry[i].event))
            sum += flow_total(&world->traffic->entry[i].flow, cycle);
    return sum;
}

static uint64_t *counter_of(struct uncore_box *box, unsigned counter)
{
    return &box->values[uncore_box_type(box)->counter0 + counter];
}

static void add(struct uncore_box *box, unsigned counter, uint64_t amount)
{
    const struct uncore_type *type = uncore_box_type(box);
    const uint64_t most = reg_low_bits(type->bits);
    uint64_t *value = counter_of(box, counter);

    if (amount > most - *value)
        box->values[type->status] |= UINT64_C(1) << counter;
    *value = (*value + amount) & most;
}

static void count(struct uncore_box *box, const struct kunpeng_world *world)
{
    for (unsigned i = 0; i < uncore_box_type(box)->counters; i++) {
        uint64_t now;
        if (!runs(box, i))
            continue;
        now = total(box, world, i, world->now);
        add(box, i, now - box->seen[i]);
        box->seen[i] = now;
    }
}

/* ---- interrupts ---- */

/* Returns the first ns at which @counter has overflowed, or the time of the
 * next check. */
static uint64_t overflow(
    const struct uncore_box *box, const struct kunpeng_world *world, unsigned counter)
{
    const struct uncore_type *type = uncore_box_type(box);
    const uint64_t left = reg_low_bits(type->bits) - box->values[type->counter0 + counter];
    uint64_t low = world->now, high = world->now + FAR_NS;

    if (total(box, world, counter, high) - box->seen[counter] <= left)
        return high;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (total(box, world, counter, middle) - box->seen[counter] > left)
            high = middle;
        else
            low = middle;
    }
    return high;
}

static uint64_t next_overflow(const struct uncore_box *box, const struct kunpeng_world *world)
{
    const uint64_t masked = box->values[uncore_box_type(box)->mask];
    uint64_t due = SIM_NEVER;

    for (unsigned i = 0; i < uncore_box_type(box)->counters; i++) {
        uint64_t when = runs(box, i) && !(masked >> i & 1) ? overflow(box, world, i) : SIM_NEVER;
        if (when < due)
            due = when;
    }
    return due;
}

static void update_line(struct uncore_box *box, const struct kunpeng_world *world)
{
    const struct uncore_type *type = uncore_box_type(box);
    bool line = box->values[type->status] & ~box->values[type->mask];

    if (line != box->line && world->host->irq)
        world->host->irq(world->host->self, box->irq, line);
    box->line = line;
}

void uncore_reset(struct uncore_box *box, const struct uncore_place *place, unsigned irq)
{
    memset(box, 0, sizeof(*box));
    box->type = (unsigned)(place->type - uncore_types);
    box->block = uncore_block(place);
    box->irq = irq;
    box->due = SIM_NEVER;
    reg_bank_reset(place->type->bank, box->values);
    box->values[place->type->version_reg] = place->type->version;
}

void uncore_sync(struct uncore_box *box, const struct kunpeng_world *world)
{
    count(box, world);
    if (box->due <= world->now)
        box->due = next_overflow(box, world);
    update_line(box, world);
}

void uncore_follow(struct uncore_box *box, const struct kunpeng_world *world)
{
    for (unsigned i = 0; i < uncore_box_type(box)->counters; i++)
        box->seen[i] = total(box, world, i, world->now);
    box->due = next_overflow(box, world);
    update_line(box, world);
}

bool uncore_cacheline(
    struct uncore_box *box, const struct kunpeng_world *world, enum cachelines_direction direction)
{
    const struct uncore_type *type = uncore_box_type(box);
    bool counted = false;

    for (unsigned i = 0; i < type->counters; i++) {
        const struct uncore_event *event =
            runs(box, i) ? uncore_event_coded(type->events, event_of(box, i)) : NULL;

        if (!event || event->line != 1 + direction)
            continue;
        add(box, i, 1);
        counted = true;
    }
    if (counted && world->traffic->n) /* the scenario's events overflow earlier now */
        box->due = next_overflow(box, world);
    bool interrupts = !box->line && box->values[type->status] & ~box->values[type->mask];
    if (interrupts)
        box->due = world->now;
    return interrupts;
}

/* ---- registers ---- */

uint64_t uncore_read(const struct uncore_box *box, uint32_t offset, unsigned size)
{
    return reg_bank_read(uncore_box_type(box)->bank, box->values, offset, size);
}

static void written(void *self, unsigned reg, uint64_t held, uint64_t actions)
{
    struct uncore_box *box = self;
    const struct uncore_type *type = uncore_box_type(box);

    if (reg == type->clear)
        box->values[type->status] &= ~actions;
    if (reg < type->counter0 || reg >= type->counter0 + type->counters)
        return;
    if (type->set_while_running && !get(box, &type->run))
        box->values[reg] = held;
    box->values[reg] &= reg_low_bits(type->bits);
}

void uncore_write(struct uncore_box *box, const struct kunpeng_world *world, uint32_t offset,
    unsigned size, uint64_t value)
{
    count(box, world);
    reg_bank_write(uncore_box_type(box)->bank, box->values, offset, size, value, written, box);
    uncore_follow(box, world);
}

void uncore_preset(
    struct uncore_box *box, const struct kunpeng_world *world, unsigned reg, uint64_t value)
{
    count(box, world);
    box->values[reg] = value;
    uncore_follow(box, world);
}
