/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The registers of a box, when its counters overflow, and which traffic
 * fits. */
#include "models/snbep/box.h"

#include "models/snbep/box_count.h"

#include <assert.h>
#include <string.h>

/* Bits of box.stale: all counters, and above them the free-running counts; and
 * whether the box is frozen. */
#define ALL_COUNTERS ((1u << (BOX_COUNTERS + 1)) - 1)
#define FREEZE       (1u << (BOX_COUNTERS + 1))

void box_reset(
    struct box *box, const struct box_type *type, unsigned number, enum imc_mode mode, uint32_t hz)
{
    assert(type->n_counters <= BOX_MAX_COUNTERS && type->banks[mode]->n_regs <= BOX_MAX_REGS);
    memset(box, 0, sizeof(*box));
    while (box_types[box->type] != type)
        box->type++;
    box->number = (uint16_t)number;
    box->mode = (uint8_t)mode;
    box->hz = hz;
    box->first = -1;
    reg_bank_reset(box_bank(box), box->values);
    box->stale = ALL_COUNTERS;
    box_update(box, NULL); /* it has no signals yet */
}

void box_gate(struct box *box)
{
    box->gated = true;
    box->stale = ALL_COUNTERS;
    box_update(box, NULL);
}

/* ---- time ---- */

/* Index of counter @i's overflow bit: the fixed counter has the lowest. */
static unsigned status_field(const struct box *box, unsigned i)
{
    return i == box_type_of(box)->n_counters ? STATUS_OV_FIXED : STATUS_OV_CTR0 - i;
}

static uint64_t last_count(const struct reg *ctr)
{
    return reg_field_mask(ctr, &ctr->fields[CTR_EVENT_COUNT]);
}

static void add_to_counter(struct box *box, unsigned i, uint64_t count)
{
    unsigned reg = box_counter_reg(box_type_of(box), i);
    uint64_t last = last_count(box_reg(box, reg)), sum = (box->values[reg] & last) + count;

    if (sum > last && box_type_of(box)->status != BOX_NONE) {
        uint64_t *status = &box->values[box_type_of(box)->status];

        *status = reg_set(
            box_reg(box, (unsigned)box_type_of(box)->status), status_field(box, i), *status, 1);
    }
    box->values[reg] = sum & last;
}

static void advance_counters(struct box *box, const struct box_signals *signals, uint64_t cycle)
{
    if (cycle <= box->cycle)
        return;
    for (unsigned i = 0; box->running >> i; i++)
        if (box->running >> i & 1)
            add_to_counter(box, i, box_counter_adds(box, signals, i, box->cycle, cycle));
    box->cycle = cycle;
}

static void advance_free(struct box *box, const struct box_signals *signals, uint64_t cycle)
{
    if (cycle <= box->free_cycle)
        return;
    for (unsigned i = 0; i < box_type_of(box)->n_free; i++)
        box->free[i] += box_free_adds(box, signals, i, box->free_cycle, cycle);
    box->free_cycle = cycle;
}

void box_advance(struct box *box, const struct box_signals *signals, uint64_t now)
{
    uint64_t cycle = sim_cycles(box->hz, now);

    advance_counters(box, signals, cycle);
    advance_free(box, signals, cycle);
}

/* ---- registers ---- */

/* Whether an access touches a register that changes over time. @whole: the
 * register that contains all of it, or -1. */
static bool touches_counts(const struct box *box, int whole, uint32_t offset, unsigned size)
{
    const struct box_type *type = box_type_of(box);
    const struct reg_bank *bank = box_bank(box);

    if (whole >= 0)
        return whole == type->status || box_is_counter(type, (unsigned)whole);
    for (unsigned i = 0; i < box_n_counters(type); i++)
        if (reg_bank_covers(bank, box_counter_reg(type, i), offset, size))
            return true;
    return type->status != BOX_NONE && reg_bank_covers(bank, (unsigned)type->status, offset, size);
}

uint64_t box_read(struct box *box, const struct box_signals *signals, uint64_t now, uint32_t offset,
    unsigned size)
{
    const struct reg_bank *bank = box_bank(box);
    int whole = reg_bank_whole(bank, offset, size);

    if (box->running && touches_counts(box, whole, offset, size))
        advance_counters(box, signals, sim_cycles(box->hz, now));
    return whole >= 0 ? reg_bank_read_within(bank, box->values, (unsigned)whole, offset, size)
                      : reg_bank_read(bank, box->values, offset, size);
}

/* Register @reg has changed: invalidates the overflows and the counters'
 * signals that depend on it. */
static void forget(struct box *box, unsigned reg)
{
    const struct box_type *type = box_type_of(box);
    bool freezes = (int)reg == type->box_ctl;

    if (box_is_counter(type, reg)) {
        box->overflow[box_counter_of(type, reg)] = 0;
    } else if (box_is_control(type, reg)) {
        unsigned i = box_control_of(type, reg);

        box->overflow[i] = 0;
        box->stale |= (uint8_t)(1u << i);
    } else if ((int)reg != type->status) {
        memset(box->overflow, 0, sizeof(box->overflow));
        box->stale = (uint8_t)(freezes ? box->stale | FREEZE : ALL_COUNTERS);
    }
}

void box_preset(
    struct box *box, const struct box_signals *signals, uint64_t now, unsigned reg, uint64_t value)
{
    box_advance(box, signals, now);
    box->values[reg] = value;
    forget(box, reg);
    box_update(box, signals);
}

static void clear(struct box *box, unsigned (*reg_of)(const struct box_type *type, unsigned i))
{
    for (unsigned i = 0; i < box_n_counters(box_type_of(box)); i++) {
        unsigned reg = reg_of(box_type_of(box), i);

        box->values[reg] = reg_reset(box_reg(box, reg));
        forget(box, reg);
    }
}

static bool acts(const struct box *box, unsigned reg, unsigned index, uint64_t actions)
{
    return reg_get(box_reg(box, reg), index, actions) &&
           box_reg(box, reg)->fields[index].access == REG_ACTION;
}

static void written(void *block, unsigned reg, uint64_t held, uint64_t actions)
{
    struct box *box = block;
    const struct box_type *type = box_type_of(box);

    if (box->values[reg] != held)
        forget(box, reg);
    if (!actions)
        return;
    if ((int)reg == type->fixed_ctl && acts(box, reg, FIXED_CTL_RST, actions)) {
        box->values[type->fixed_ctr] = 0;
        forget(box, (unsigned)type->fixed_ctr);
    }
    if ((int)reg == type->box_ctl && acts(box, reg, box_unit_of(type)->rst_ctrs, actions))
        clear(box, box_counter_reg);
    if ((int)reg == type->box_ctl && acts(box, reg, box_unit_of(type)->rst_ctrl, actions))
        clear(box, box_control_reg);
}

void box_write(struct box *box, const struct box_signals *signals, uint64_t now, uint32_t offset,
    unsigned size, uint64_t value)
{
    advance_counters(box, signals, sim_cycles(box->hz, now));
    reg_bank_write(box_bank(box), box->values, offset, size, value, written, box);
    box_update(box, signals);
}

bool box_cacheline(struct box *box, enum cachelines_direction direction)
{
    bool changed = false;

    for (unsigned i = 0; box->running >> i; i++) {
        if (!(box->running >> i & 1) || !box_counter_takes(box, i, direction))
            continue;
        add_to_counter(box, i, 1);
        box->overflow[i] = 0;
        changed |= box_counter_limit(box, i);
    }
    return changed;
}

void box_free_line(struct box *box, enum cachelines_direction direction)
{
    for (unsigned i = 0; i < box_type_of(box)->n_free; i++)
        box->free[i] += box_free_takes(box, i, direction);
}

/* ---- overflows ---- */

/* The next place to look between two places at which a counter has added @few,
 * less than @needed, and @many. An even wave would have @needed there. Looks a
 * little further or, the next time, before, so that both ends approach. The
 * result of a search does not depend on it. */
static uint64_t place(
    uint64_t low, uint64_t high, uint64_t few, uint64_t many, uint64_t needed, unsigned tries)
{
    enum { TRIES = 4, SLACK = 16 /* counts: an even wave deviates by up to 15 */ };
    double counts = (double)(needed - few) + (tries % 2 ? -SLACK : SLACK);
    double share = counts / (double)(many - few);

    if (tries < TRIES && share > 0 && share < 1)
        return low + 1 + (uint64_t)(share * (double)(high - low - 2));
    return low + (high - low) / 2;
}

/* Cycles from now until counter @i has added @needed, which it has after @high.
 * The sum never falls. */
static uint64_t cycles_until(const struct box *box, const struct box_signals *signals, unsigned i,
    uint64_t needed, uint64_t high)
{
    uint64_t low = 0, few = 0,
             many = box_counter_adds(box, signals, i, box->cycle, box->cycle + high);

    for (unsigned tries = 0; high - low > 1; tries++) {
        uint64_t middle = place(low, high, few, many, needed, tries);
        uint64_t sum =
            few + box_counter_adds(box, signals, i, box->cycle + low, box->cycle + middle);

        if (sum >= needed) {
            high = middle;
            many = sum;
        } else {
            low = middle;
            few = sum;
        }
    }
    return high;
}

/* The cycle at which counter @i overflows, or SIM_NEVER if it does not in the
 * next @left cycles. */
static uint64_t overflow_of(
    struct box *box, const struct box_signals *signals, unsigned i, uint64_t left)
{
    unsigned reg = box_counter_reg(box_type_of(box), i);
    uint64_t last = last_count(box_reg(box, reg)), needed = last - (box->values[reg] & last) + 1;

    if (box->overflow[i] <= box->cycle) {
        uint64_t most;

        if ((!__builtin_mul_overflow(left, box_counter_limit(box, i), &most) && most < needed) ||
            box_counter_adds(box, signals, i, box->cycle, box->cycle + left) < needed)
            return SIM_NEVER;
        box->overflow[i] = box->cycle + cycles_until(box, signals, i, needed, left);
    }
    return box->overflow[i] - box->cycle <= left ? box->overflow[i] : SIM_NEVER;
}

uint64_t box_next_overflow(struct box *box, const struct box_signals *signals, uint64_t horizon)
{
    uint64_t end = sim_cycles(box->hz, horizon), left = end > box->cycle ? end - box->cycle : 0;
    uint64_t soonest = SIM_NEVER;

    for (unsigned i = 0; box->running >> i; i++) {
        if (!(box->running >> i & 1))
            continue;
        uint64_t at = overflow_of(box, signals, i, left);
        soonest = at < soonest ? at : soonest;
    }
    return soonest == SIM_NEVER ? SIM_NEVER : sim_cycles_ns(box->hz, soonest);
}

/* ---- traffic ---- */

/* Returns why traffic cannot drive a unit, or NULL if it can. */
static const char *not_driven(const struct box_event *event, unsigned unit)
{
    if (event->clock)
        return "it counts every cycle, whatever the traffic";
    if (event->watches >= 0)
        return "it follows from the occupancy of its queue: set that instead";
    if (event->rest == (int)unit)
        return "it has the cycles that no other sub-event has: set those instead";
    return box_has_unit(event, unit) ? NULL : "the event has no such sub-event";
}

/* Computes the signal of @event with @flow, and its wave. */
static const char *changed(const struct box *box, const struct box_signals *signals, unsigned event,
    const struct box_flow *flow, struct box_signal *signal, struct wave *wave)
{
    const struct box_event *row = &box_type_of(box)->events->rows[event];
    int found = box_signal_find(signals, box->first, event);
    const char *wrong = NULL;

    *signal = found >= 0 ? signals->all[found] : row->rest >= 0 ? box_constant : box_quiet;
    if (found < 0 && row->rest < 0)
        assert(!signal->n_flows);
    wrong = box_signal_add(signal, flow);
    return wrong ? wrong : box_signal_wave(signal, row, box->hz, wave);
}

const char *box_traffic_check(const struct box *box, const struct box_signals *signals,
    unsigned event, const struct box_flow *flow)
{
    struct box_signal signal;
    struct wave wave;

    assert(event < box_type_of(box)->events->n);
    const char *wrong = not_driven(&box_type_of(box)->events->rows[event], flow->unit);

    return wrong ? wrong : changed(box, signals, event, flow, &signal, &wave);
}

bool box_bus_carries(const struct box *box, const struct box_signals *signals, unsigned event,
    const struct box_flow *flow, uint64_t *most)
{
    const struct box_event *row = &box_type_of(box)->events->rows[event];
    const unsigned place = row->kinds ? flow->unit / row->kinds : 0;
    struct box_signal signal;
    struct wave wave;
    uint64_t sum = 0;

    if (!row->bus || changed(box, signals, event, flow, &signal, &wave))
        return true;
    for (unsigned i = 0; i < signal.n_flows; i++)
        if (!row->kinds || signal.flows[i].unit / row->kinds == place)
            sum += traffic_per_second(&signal.flows[i].amount, box->hz);
    *most = box->hz / row->bus;
    return sum <= *most;
}

const char *box_traffic_set(struct box *box, struct box_signals *signals, uint64_t now,
    unsigned event, const struct box_flow *flow)
{
    struct box_signal signal;
    struct wave wave;
    const char *wrong = box_traffic_check(box, signals, event, flow);
    int found = box_signal_find(signals, box->first, event);

    if (wrong)
        return wrong;
    changed(box, signals, event, flow, &signal, &wave);
    box_advance(box, signals, now);
    if (found < 0) {
        assert(signals->n < PLAN_ENTRIES);
        found = (int)signals->n++;
        signal.box = box->number;
        signal.event = (uint16_t)event;
        signal.next = (int16_t)box->first;
        box->first = found;
    }
    wave_signal_change(&signal.wave, box->cycle, &wave);
    signals->all[found] = signal;
    memset(box->overflow, 0, sizeof(box->overflow));
    box->stale = ALL_COUNTERS;
    box_update(box, signals);
    return NULL;
}
