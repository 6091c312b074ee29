/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A box's counting: a control selects a signal; umask, filter and thresholds
 * select its flows. */
#include "models/snbep/box_count.h"

#include <assert.h>

static const struct reg *control_reg(const struct box *box)
{
    return box_reg(box, (unsigned)box_type_of(box)->ctl0);
}

static const struct box_signal *flows_of(const struct box_signals *signals, int signal)
{
    if (signal >= 0)
        return &signals->all[signal];
    return signal == BOX_WATCH_CONSTANT ? &box_constant
           : signal == BOX_WATCH_HALF   ? &box_half
                                        : &box_quiet;
}

static const struct wave_signal *wave_of(const struct box_signals *signals, int signal)
{
    return &flows_of(signals, signal)->wave;
}

/* The flows of a signal that control value @ctl selects, a bit each. */
static uint16_t selected_flows(const struct box *box, const struct box_event *event, uint64_t ctl,
    const struct box_signal *signal)
{
    uint32_t units = box_units_selected(
        event, (uint8_t)box_control_field(control_reg(box), box_type_of(box)->control->umask, ctl));
    uint16_t flows = 0;

    for (unsigned i = 0; i < signal->n_flows; i++) {
        const struct box_flow *flow = &signal->flows[i];
        bool counts = box_type_of(box)->selects ? box_type_of(box)->selects(box, event, ctl, flow)
                                                : units >> flow->unit & 1;

        flows |= (uint16_t)(counts << i);
    }
    return flows;
}

static int signal_of(const struct box *box, const struct box_signals *signals, int index)
{
    const struct box_event *event = &box_type_of(box)->events->rows[index];
    int signal = box_signal_find(signals, box->first, (unsigned)index);

    if (signal >= 0)
        return signal;
    return event->clock || event->rest >= 0 ? BOX_WATCH_CONSTANT : BOX_WATCH_QUIET;
}

static unsigned filter_of(const struct box *box)
{
    return (unsigned)box_type_of(box)->filter;
}

/* Levels never exceed the limit of a threshold here, so larger thresholds are
 * cut to it. */
static uint8_t threshold_of(const struct box *box, uint64_t ctl)
{
    uint64_t thresh = box_control_field(control_reg(box), box_type_of(box)->control->thresh, ctl);

    return thresh < UINT8_MAX ? (uint8_t)thresh : UINT8_MAX;
}

/* The signal that general counter @i watches with control value @ctl. */
static struct box_watch watch_of(
    const struct box *box, const struct box_signals *signals, unsigned i, uint64_t ctl)
{
    const struct box_control *c = box_type_of(box)->control;
    const struct reg *reg = control_reg(box);
    int index = box_event_coded(box_type_of(box)->events, box_code(box_type_of(box), ctl));
    struct box_watch watch = {.signal = BOX_WATCH_NOTHING};

    if (index < 0)
        return watch;
    const struct box_event *event = &box_type_of(box)->events->rows[index];
    if (event->counters && !(event->counters >> i & 1))
        return watch;
    uint8_t band =
        event->band ? (uint8_t)(box->values[filter_of(box)] >> 8 * (event->band - 1)) : 0;

    watch.signal = (int16_t)signal_of(box, signals, event->watches < 0 ? index : event->watches);
    if (event->band && !band) /* any frequency is at or above it */
        watch.signal = BOX_WATCH_CONSTANT;
    if (event->halves && !(box_control_field(reg, c->umask, ctl) & 1))
        watch.signal = BOX_WATCH_HALF;
    watch.filter = (struct wave_filter){
        .subs = selected_flows(box, event, ctl, flows_of(signals, watch.signal)),
        .any = event->any,
        .at_least = event->band ? band : event->at_least,
        .thresh = threshold_of(box, ctl),
        .invert = box_control_field(reg, event->occupancy ? c->occ_invert : c->invert, ctl),
        .edge = box_control_field(reg, event->occupancy ? c->occ_edge : c->edge, ctl),
    };
    watch.limit = (uint16_t)wave_signal_limit(wave_of(signals, watch.signal), &watch.filter);
    return watch;
}

static uint64_t watched(
    const struct box_watch *watch, const struct box_signals *signals, uint64_t from, uint64_t to)
{
    if (watch->signal == BOX_WATCH_NOTHING)
        return 0;
    return wave_signal_count(wave_of(signals, watch->signal), &watch->filter, from, to);
}

static bool enabled(const struct box *box, unsigned i)
{
    unsigned reg = box_control_reg(box_type_of(box), i);

    if (i == box_type_of(box)->n_counters)
        return box_field(box, reg, FIXED_CTL_EN);
    return box_control_on(box_type_of(box), box->values[reg]);
}

uint64_t box_free_control(const struct box_type *type, unsigned i)
{
    const struct reg *reg = &type->banks[IMC_SILICON]->regs[type->ctl0];
    const struct box_free *free = &type->free[i];
    uint64_t ctl =
        reg_set(reg, (unsigned)type->control->ev_sel, 0, type->events->rows[free->event].code);

    ctl = reg_set(reg, (unsigned)type->control->umask, ctl, free->umask);
    ctl = reg_set(reg, (unsigned)type->control->thresh, ctl, free->thresh);
    for (unsigned k = 0; k < sizeof(free->more) / sizeof(free->more[0]); k++)
        if (free->more[k].value)
            ctl = reg_set(reg, free->more[k].field, ctl, free->more[k].value);
    return ctl;
}

/* Whether the box's clock has stopped. */
static bool idle(const struct box *box, const struct box_signals *signals)
{
    if (!box->gated)
        return false;
    for (int s = box->first; s >= 0; s = signals->all[s].next)
        for (unsigned i = 0; i < signals->all[s].n_flows; i++)
            if (signals->all[s].flows[i].amount.kind != TRAFFIC_OFF)
                return false;
    return true;
}

void box_update(struct box *box, const struct box_signals *signals)
{
    const struct box_type *type = box_type_of(box);

    if (!box->stale)
        return;
    for (unsigned i = 0; i < box_n_counters(type); i++) {
        uint8_t bit = (uint8_t)(1u << i);

        if (!(box->stale & bit))
            continue;
        box->enabled = (uint8_t)(enabled(box, i) ? box->enabled | bit : box->enabled & ~bit);
        if (i < type->n_counters)
            box->watch[i] = watch_of(box, signals, i, box->values[type->ctl0 + (int)i]);
    }
    for (unsigned i = 0; box->stale >> BOX_COUNTERS & 1 && i < type->n_free; i++)
        box->free_watch[i] = watch_of(box, signals, 0, box_free_control(type, i));
    box->stale = 0;
    box->running = box_frozen(box) || idle(box, signals) ? 0 : box->enabled;
}

uint64_t box_counter_adds(const struct box *box, const struct box_signals *signals, unsigned i,
    uint64_t from, uint64_t to)
{
    const struct box_type *type = box_type_of(box);

    if (i < type->n_counters)
        return watched(&box->watch[i], signals, from, to);
    return type->fixed_every ? to / type->fixed_every - from / type->fixed_every : to - from;
}

uint64_t box_counter_limit(const struct box *box, unsigned i)
{
    return i == box_type_of(box)->n_counters ? 1 : box->watch[i].limit;
}

/* Whether a line, which is one occurrence in a cycle, passes the stages of
 * @watch. */
static bool passes(const struct box_watch *watch)
{
    return watch->signal != BOX_WATCH_NOTHING && watch->filter.thresh <= 1 &&
           !(watch->filter.thresh && watch->filter.invert);
}

/* Whether a line is an occurrence of one of @event's sub-events in @umask. */
static bool is_line(
    const struct box_event *event, uint8_t umask, enum cachelines_direction direction)
{
    return event->cachelines[direction] &&
           box_units_selected(event, umask) >> (event->cachelines[direction] - 1) & 1;
}

/* Whether a line is an occurrence of the event that control value @ctl selects.
 * */
static bool selects_line(const struct box *box, uint64_t ctl, enum cachelines_direction direction)
{
    const struct box_type *type = box_type_of(box);
    const struct box_event *event =
        &type->events->rows[box_event_coded(type->events, box_code(type, ctl))];
    uint8_t umask = (uint8_t)box_control_field(control_reg(box), type->control->umask, ctl);

    return is_line(event, umask, direction);
}

bool box_counter_takes(const struct box *box, unsigned i, enum cachelines_direction direction)
{
    const struct box_type *type = box_type_of(box);

    return i < type->n_counters && passes(&box->watch[i]) &&
           selects_line(box, box->values[type->ctl0 + (int)i], direction);
}

uint64_t box_free_adds(const struct box *box, const struct box_signals *signals, unsigned i,
    uint64_t from, uint64_t to)
{
    return watched(&box->free_watch[i], signals, from, to);
}

bool box_free_takes(const struct box *box, unsigned i, enum cachelines_direction direction)
{
    const struct box_free *free = &box_type_of(box)->free[i];

    return is_line(&box_type_of(box)->events->rows[free->event], free->umask, direction);
}
