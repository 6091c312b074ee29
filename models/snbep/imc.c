/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts memory channel events for one iMC PMON box: what each counter adds, when it overflows, and which
 * traffic fits. */
#include "models/snbep/imc.h"

#include <assert.h>
#include <string.h>

static const struct reg *reg_of(const struct imc_box *box, unsigned reg)
{
    return &imc_bank(box->mode)->regs[reg];
}

static uint64_t field(const struct imc_box *box, unsigned reg, unsigned index)
{
    return reg_get(reg_of(box, reg), index, box->values[reg]);
}

bool imc_frozen(const struct imc_box *box)
{
    return field(box, IMC_BOX_CTL, BOX_CTL_FRZ_EN) && field(box, IMC_BOX_CTL, BOX_CTL_FRZ);
}

static const char *event_wave(const struct imc_box *box, const struct imc_event *event,
    const struct traffic_amount *amounts, struct wave *wave)
{
    /* Where several sub-events add 1 together, a level only says that one of them is active. */
    const char *wrong = traffic_wave(
        amounts, imc_n_units(event), event->sharing, event->any ? 1 : event->max, box->dclk_hz, wave);

    if (!wrong && event->rest >= 0) {
        uint32_t used = wave->n_parts ? wave->part[wave->n_parts - 1].to : 0;
        wave->part[wave->n_parts++] = (struct wave_part){used, wave->modulus, 1, (uint8_t)event->rest};
    }
    return wrong;
}

void imc_reset(struct imc_box *box, enum imc_mode mode, uint32_t dclk_hz)
{
    memset(box, 0, sizeof(*box));
    box->mode = mode;
    box->dclk_hz = dclk_hz;
    reg_bank_reset(imc_bank(mode), box->values);
    for (unsigned i = 0; i < imc_n_events; i++) {
        struct wave wave;
        const char *wrong = event_wave(box, &imc_events[i], box->amounts[i], &wave);

        assert(!wrong);
        if (imc_events[i].clock)
            wave_constant(&wave, 1);
        wave_signal_reset(&box->signals[i], &wave);
    }
}

/* The signal that control value @ctl selects, with its filter; NULL: no event has the code. */
static const struct wave_signal *selected(const struct imc_box *box, uint64_t ctl, struct wave_filter *filter)
{
    const struct reg *reg = reg_of(box, IMC_CTL0);
    int index = imc_event_coded((uint8_t)reg_get(reg, CTL_EV_SEL, ctl));

    if (index < 0)
        return NULL;
    const struct imc_event *event = &imc_events[index];
    *filter = (struct wave_filter){
        .subs = event->subs ? (uint8_t)reg_get(reg, CTL_UMASK, ctl) : 1,
        .any = event->any,
        .at_least = event->at_least,
        .thresh = (uint8_t)reg_get(reg, CTL_THRESH, ctl),
        .invert = reg_get(reg, CTL_INVERT, ctl),
        .edge = reg_get(reg, CTL_EDGE_DET, ctl),
    };
    return &box->signals[event->watches < 0 ? index : event->watches];
}

uint64_t imc_count(const struct imc_box *box, uint64_t ctl, uint64_t from, uint64_t to)
{
    struct wave_filter filter;
    const struct wave_signal *signal = selected(box, ctl, &filter);

    return signal ? wave_signal_count(signal, &filter, from, to) : 0;
}

/* Counter @i (IMC_N_COUNTERS is the fixed one) is enabled. */
static bool enabled(const struct imc_box *box, unsigned i)
{
    return i == IMC_N_COUNTERS ? field(box, IMC_FIXED_CTL, FIXED_CTL_EN) : field(box, IMC_CTL0 + i, CTL_EN);
}

bool imc_counting(const struct imc_box *box)
{
    bool any = false;

    for (unsigned i = 0; i <= IMC_N_COUNTERS; i++)
        any |= enabled(box, i);
    return any && !imc_frozen(box);
}

/* What counter @i would add over [from, to) if the box were not frozen. */
static uint64_t counter_adds(const struct imc_box *box, unsigned i, uint64_t from, uint64_t to)
{
    if (!enabled(box, i))
        return 0;
    return i == IMC_N_COUNTERS ? to - from : imc_count(box, box->values[IMC_CTL0 + i], from, to);
}

/* A bound that costs little: counter @i adds no more than this in any cycle. */
static uint64_t counter_limit(const struct imc_box *box, unsigned i)
{
    struct wave_filter filter;
    const struct wave_signal *signal;

    if (!enabled(box, i))
        return 0;
    if (i == IMC_N_COUNTERS)
        return 1;
    signal = selected(box, box->values[IMC_CTL0 + i], &filter);
    return signal ? wave_signal_limit(signal, &filter) : 0;
}

/* Index of counter @i's overflow bit: the fixed counter has the lowest. */
static unsigned status_field(unsigned i)
{
    return i == IMC_N_COUNTERS ? STATUS_OV_FIXED : STATUS_OV_CTR0 - i;
}

static void add_to_counter(struct imc_box *box, unsigned i, uint64_t count)
{
    const struct reg *ctr = reg_of(box, IMC_CTR0 + i), *status = reg_of(box, IMC_UNIT_STATUS);
    uint64_t held = reg_get(ctr, CTR_EVENT_COUNT, box->values[IMC_CTR0 + i]), sum = held + count;
    uint64_t last = reg_field_mask(ctr, &ctr->fields[CTR_EVENT_COUNT]);

    if (sum > last)
        box->values[IMC_UNIT_STATUS] = reg_set(status, status_field(i), box->values[IMC_UNIT_STATUS], 1);
    box->values[IMC_CTR0 + i] = reg_set(ctr, CTR_EVENT_COUNT, 0, sum);
}

static void advance_to_cycle(struct imc_box *box, uint64_t cycle)
{
    if (cycle <= box->cycle)
        return;
    if (!imc_frozen(box))
        for (unsigned i = 0; i <= IMC_N_COUNTERS; i++)
            add_to_counter(box, i, counter_adds(box, i, box->cycle, cycle));
    box->cycle = cycle;
}

void imc_advance(struct imc_box *box, uint64_t now)
{
    advance_to_cycle(box, sim_cycles(box->dclk_hz, now));
}

/* Whether an access touches a register that changes as time passes: a counter or the status. */
static bool touches_counts(const struct imc_box *box, uint32_t offset, unsigned size)
{
    for (unsigned i = 0; i < IMC_N_REGS; i++) {
        const struct reg *reg = reg_of(box, i);
        if ((i <= IMC_FIXED_CTR || i == IMC_UNIT_STATUS) && offset < reg->offset + reg->width / 8u &&
            reg->offset < offset + size)
            return true;
    }
    return false;
}

uint64_t imc_read(struct imc_box *box, uint64_t now, uint32_t offset, unsigned size)
{
    if (touches_counts(box, offset, size))
        imc_advance(box, now);
    return reg_bank_read(imc_bank(box->mode), box->values, offset, size);
}

/* Register @reg has changed: forgets the overflows that depend on it. */
static void forget(struct imc_box *box, unsigned reg)
{
    if (reg <= IMC_FIXED_CTR)
        box->overflow[reg - IMC_CTR0] = 0;
    else if (reg <= IMC_FIXED_CTL)
        box->overflow[reg - IMC_CTL0] = 0;
    else if (reg == IMC_BOX_CTL)
        memset(box->overflow, 0, sizeof(box->overflow));
}

void imc_preset(struct imc_box *box, uint64_t now, unsigned reg, uint64_t value)
{
    imc_advance(box, now);
    box->values[reg] = value;
    forget(box, reg);
}

static void clear(struct imc_box *box, unsigned first, unsigned last)
{
    for (unsigned i = first; i <= last; i++) {
        box->values[i] = reg_reset(reg_of(box, i));
        forget(box, i);
    }
}

static bool acts(const struct imc_box *box, unsigned reg, unsigned index, uint64_t actions)
{
    return reg_get(reg_of(box, reg), index, actions) && reg_of(box, reg)->fields[index].access == REG_ACTION;
}

static void written(void *block, unsigned reg, uint64_t held, uint64_t actions)
{
    struct imc_box *box = block;

    if (box->values[reg] != held)
        forget(box, reg);
    if (reg == IMC_FIXED_CTL && acts(box, reg, FIXED_CTL_RST, actions))
        clear(box, IMC_FIXED_CTR, IMC_FIXED_CTR);
    if (reg == IMC_BOX_CTL && acts(box, reg, BOX_CTL_RST_CTRS, actions))
        clear(box, IMC_CTR0, IMC_FIXED_CTR);
    if (reg == IMC_BOX_CTL && acts(box, reg, BOX_CTL_RST_CTRL, actions))
        clear(box, IMC_CTL0, IMC_FIXED_CTL);
}

void imc_write(struct imc_box *box, uint64_t now, uint32_t offset, unsigned size, uint64_t value)
{
    imc_advance(box, now);
    reg_bank_write(imc_bank(box->mode), box->values, offset, size, value, written, box);
}

/* Where to look between two places at which a counter has added @few, less than @needed, and @many: where an
 * even wave would have @needed, and a little further or, the next time, before, so that both ends come near.
 * The result of a search does not depend on it. */
static uint64_t place(
    uint64_t low, uint64_t high, uint64_t few, uint64_t many, uint64_t needed, unsigned tries)
{
    enum { TRIES = 4, SLACK = 16 /* counts: an even wave strays by 15 */ };
    double counts = (double)(needed - few) + (tries % 2 ? -SLACK : SLACK);
    double share = counts / (double)(many - few);

    if (tries < TRIES && share > 0 && share < 1)
        return low + 1 + (uint64_t)(share * (double)(high - low - 2));
    return low + (high - low) / 2;
}

/* Cycles from now until counter @i has added @needed, which it has after @high; the sum never falls. */
static uint64_t cycles_until(const struct imc_box *box, unsigned i, uint64_t needed, uint64_t high)
{
    uint64_t low = 0, few = 0, many = counter_adds(box, i, box->cycle, box->cycle + high);

    for (unsigned tries = 0; high - low > 1; tries++) {
        uint64_t middle = place(low, high, few, many, needed, tries);
        uint64_t sum = few + counter_adds(box, i, box->cycle + low, box->cycle + middle);

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

/* The cycle at which counter @i overflows, or SIM_NEVER if it does not in the next @left cycles. */
static uint64_t overflow_of(struct imc_box *box, unsigned i, uint64_t left)
{
    const struct reg *ctr = reg_of(box, IMC_CTR0 + i);
    uint64_t last = reg_field_mask(ctr, &ctr->fields[CTR_EVENT_COUNT]);
    uint64_t needed = last - reg_get(ctr, CTR_EVENT_COUNT, box->values[IMC_CTR0 + i]) + 1;

    if (box->overflow[i] <= box->cycle) {
        uint64_t limit = counter_limit(box, i);

        if (!limit || left <= (needed - 1) / limit ||
            counter_adds(box, i, box->cycle, box->cycle + left) < needed)
            return SIM_NEVER;
        box->overflow[i] = box->cycle + cycles_until(box, i, needed, left);
    }
    return box->overflow[i] - box->cycle <= left ? box->overflow[i] : SIM_NEVER;
}

uint64_t imc_next_overflow(struct imc_box *box, uint64_t horizon)
{
    uint64_t end = sim_cycles(box->dclk_hz, horizon), left = end > box->cycle ? end - box->cycle : 0;
    uint64_t soonest = SIM_NEVER;

    if (imc_frozen(box))
        return SIM_NEVER;
    for (unsigned i = 0; i <= IMC_N_COUNTERS; i++) {
        uint64_t at = overflow_of(box, i, left);
        soonest = at < soonest ? at : soonest;
    }
    return soonest == SIM_NEVER ? SIM_NEVER : sim_cycles_ns(box->dclk_hz, soonest);
}

/* Why traffic cannot drive a unit, or NULL: something else does. */
static const char *not_driven(const struct imc_event *event, unsigned sub)
{
    if (event->clock)
        return "it counts every cycle, whatever the traffic";
    if (event->watches >= 0)
        return "it follows from the occupancy of its queue: set that instead";
    if (event->rest == (int)sub)
        return "it has the cycles that no other sub-event has: set those instead";
    bool known = event->subs ? imc_umask_name(event, (uint8_t)(1u << sub)) != NULL : sub == 0;
    return known ? NULL : "the event has no such sub-event";
}

static const char *changed_wave(const struct imc_box *box, unsigned event, unsigned sub,
    const struct traffic_amount *amount, struct wave *wave)
{
    struct traffic_amount amounts[WAVE_SUBS];

    memcpy(amounts, box->amounts[event], sizeof(amounts));
    amounts[sub] = *amount;
    return event_wave(box, &imc_events[event], amounts, wave);
}

const char *imc_traffic_check(
    const struct imc_box *box, unsigned event, unsigned sub, const struct traffic_amount *amount)
{
    struct wave wave;

    assert(event < imc_n_events && sub < WAVE_SUBS);
    const char *wrong = not_driven(&imc_events[event], sub);

    return wrong ? wrong : changed_wave(box, event, sub, amount, &wave);
}

const char *imc_traffic_set(
    struct imc_box *box, uint64_t now, unsigned event, unsigned sub, const struct traffic_amount *amount)
{
    struct wave wave;
    const char *wrong = imc_traffic_check(box, event, sub, amount);

    if (wrong)
        return wrong;
    changed_wave(box, event, sub, amount, &wave);
    imc_advance(box, now);
    box->amounts[event][sub] = *amount;
    memset(box->overflow, 0, sizeof(box->overflow));
    wave_signal_change(&box->signals[event], box->cycle, &wave);
    return NULL;
}
