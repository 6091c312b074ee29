/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers byte by byte, and counters that add the events their controls
 * select. */
#include "oracle/snbep/box.h"

#include "oracle/traffic/flow.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void *must(void *allocated)
{
    if (!allocated)
        abort();
    return allocated;
}

void oracle_box_begin(
    struct oracle_box *box, const struct oracle_kind *kind, uint32_t hz, bool guide)
{
    memset(box, 0, sizeof(*box));
    box->kind = kind;
    box->hz = hz;
    box->guide = guide;
    box->signals = must(calloc(kind->n_events + 1, sizeof(*box->signals)));
}

void oracle_box_end(struct oracle_box *box)
{
    for (unsigned i = 0; i < box->kind->n_events; i++) {
        if (box->signals[i])
            oracle_signal_end(box->signals[i]);
        free(box->signals[i]);
    }
    free(box->signals);
    oracle_cachelines_end(&box->cachelines);
    for (unsigned i = 0; i < ORACLE_COUNTERS; i++)
        free(box->counters[i].spans);
}

/* ---- counting ---- */

/* The content of the field @mask of @ctl. */
static uint64_t field(uint64_t ctl, uint64_t mask)
{
    return mask ? (ctl & mask) / (mask & -mask) : 0;
}

struct oracle_ask oracle_ask_of(const struct oracle_kind *kind, uint64_t ctl, uint64_t filter)
{
    const struct oracle_fields *f = &kind->fields;
    struct oracle_ask ask = {
        .code = (uint16_t)(field(ctl, f->ev_sel) | (ctl & f->ext ? ORACLE_EXT : 0)),
        .umask = (uint8_t)field(ctl, f->umask),
        .thresh = (uint16_t)field(ctl, f->thresh),
        .more = (uint32_t)field(ctl, f->more),
        .invert = ctl & f->invert,
        .edge = ctl & f->edge,
        .filter = filter & kind->filter,
        .tid_en = ctl & f->tid_en,
    };
    int index = oracle_event_coded(kind, ask.code);

    if (f->occ_edge && index >= 0 && kind->events[index].numbered) {
        ask.invert = ctl & f->occ_invert;
        ask.edge = ctl & f->occ_edge;
    }
    return ask;
}

bool oracle_box_change(struct oracle_box *box, unsigned event, const struct oracle_part *part)
{
    if (!box->signals[event]) {
        box->signals[event] = must(malloc(sizeof(*box->signals[event])));
        oracle_signal_begin(box->signals[event], box->kind, event, box->hz);
    }
    return oracle_signal_change(box->signals[event], box->cycle, box->hz, part);
}

/* The second control of the free-running counter whose first one is @ask's, or
 * 0. */
static uint64_t second_control(const struct oracle_kind *kind, const struct oracle_ask *ask)
{
    for (unsigned i = 0; i < kind->general; i++)
        if (oracle_ask_of(kind->part, kind->free[i].control, 0).code == ask->code)
            return kind->free[i].also;
    return 0;
}

/* A cycle of the clock counts for every channel. */
static uint64_t count_parts(
    const struct oracle_box *box, const struct oracle_ask *ask, uint64_t from, uint64_t to)
{
    const struct oracle_kind *part = box->kind->part;
    bool clock = oracle_is_clock(&part->events[oracle_event_coded(part, ask->code)]);
    uint64_t also = second_control(box->kind, ask), sum = 0;
    struct oracle_ask second = oracle_ask_of(part, also, 0);

    for (unsigned i = 0; i < (clock ? 1 : box->kind->joined); i++) {
        sum += oracle_box_count(box->parts[i], ask, from, to);
        sum += also ? oracle_box_count(box->parts[i], &second, from, to) : 0;
    }
    return sum;
}

uint64_t oracle_box_count(
    const struct oracle_box *box, const struct oracle_ask *ask, uint64_t from, uint64_t to)
{
    int index = oracle_event_coded(box->kind, ask->code);
    struct oracle_signal none;
    uint64_t count;

    if (box->kind->free)
        return count_parts(box, ask, from, to);
    if (ask->fixed && box->kind->fixed_every)
        return to / box->kind->fixed_every - from / box->kind->fixed_every;
    if (ask->fixed)
        return to - from;
    if (index < 0)
        return 0;
    if (box->kind->events[index].queue)
        index = oracle_event_coded(box->kind, box->kind->events[index].queue);
    if (box->signals[index])
        return oracle_signal_count(box->signals[index], ask, from, to);
    oracle_signal_begin(&none, box->kind, (unsigned)index, box->hz);
    count = oracle_signal_count(&none, ask, from, to);
    oracle_signal_end(&none);
    return count;
}

bool oracle_box_can(const struct oracle_box *box, unsigned i, const struct oracle_ask *ask)
{
    int index = oracle_event_coded(box->kind, ask->code);
    unsigned counters = index < 0 ? 0 : box->kind->events[index].counters;

    return ask->fixed || !counters || counters >> i & 1;
}

/* The index of counter @i's control among the registers. */
static unsigned control_of(const struct oracle_box *box, unsigned i)
{
    bool general = i < box->kind->general;

    return (unsigned)oracle_register_is(
        box->kind, general ? ORACLE_IS_CTL : ORACLE_IS_FIXED_CTL, general ? i : 0);
}

bool oracle_box_enabled(const struct oracle_box *box, unsigned i)
{
    if (box->kind->free)
        return true;
    uint64_t en = box->kind->listed ? box->kind->fields.ev_sel : box->kind->fields.en;

    return box->held[control_of(box, i)] & (i < box->kind->general ? en : ORACLE_FIXED_EN);
}

uint64_t oracle_box_selects(const struct oracle_box *box, unsigned i)
{
    if (box->kind->free)
        return box->kind->free[i].config;
    return i < box->kind->general ? box->held[control_of(box, i)] & oracle_selects(box->kind) : 0;
}

/* Guide, page 61: frz is effective while frz_en is set. */
static bool frozen(const struct oracle_box *box)
{
    int reg = oracle_register_is(box->kind, ORACLE_IS_BOX_CTL, 0);

    if (box->kind->listed)
        return box->held[reg] & ORACLE_UNIT_FRZ;
    return reg >= 0 && (box->kind->frz_alone || box->held[reg] & ORACLE_BOX_FRZ_EN) &&
           box->held[reg] & ORACLE_BOX_FRZ;
}

/* Notes that @counter ran in [@from, @to); a time that continues the previous
 * one extends its span. */
static void ran(struct oracle_counter *counter, uint64_t from, uint64_t to)
{
    if (counter->n_spans && counter->spans[counter->n_spans - 1].to == from) {
        counter->spans[counter->n_spans - 1].to = to;
        return;
    }
    counter->spans = realloc(counter->spans, (counter->n_spans + 1) * sizeof(*counter->spans));
    if (!counter->spans)
        abort();
    counter->spans[counter->n_spans++] = (struct oracle_span){from, to};
}

void oracle_box_unmeasured(struct oracle_box *box, unsigned i, uint64_t ns)
{
    struct oracle_counter *counter = &box->counters[i];
    uint64_t from = oracle_cycles(box->hz, ns), to = box->cycle;

    if (!counter->n_spans || from >= to)
        return;
    counter->spans[counter->n_spans - 1].to = from;
    ran(counter, to, to);
}

static struct oracle_ask asked_by(const struct oracle_box *box, unsigned i)
{
    uint64_t filter[2] = {0};

    if (box->kind->free)
        return oracle_ask_of(box->kind->part, box->kind->free[i].control, 0);
    if (i >= box->kind->general)
        return (struct oracle_ask){.fixed = true};
    for (unsigned nr = 0; nr < 4; nr++) {
        int reg = oracle_register_is(box->kind, ORACLE_IS_FILTER, nr);

        filter[nr / 2] |= reg < 0 ? 0 : box->held[reg] << 32 * (nr % 2);
    }
    struct oracle_ask ask = oracle_ask_of(box->kind, box->held[control_of(box, i)], filter[0]);

    ask.mask = filter[1];
    return ask;
}

static void add(struct oracle_box *box, unsigned i, uint64_t added)
{
    struct oracle_counter *counter = &box->counters[i];
    uint64_t most = oracle_count_mask(box->kind, i);
    int status = oracle_register_is(box->kind, ORACLE_IS_STATUS, 0);

    counter->total += added;
    /* Datasheet, section 4.6.2.6 */
    if (counter->value + added > most && status >= 0)
        box->held[status] |= i < box->kind->general ? UINT64_C(2) << i : 1;
    counter->value = (counter->value + added) & most;
}

static void count(struct oracle_box *box, unsigned i, uint64_t to)
{
    struct oracle_ask ask = asked_by(box, i);

    ran(&box->counters[i], box->cycle, to);
    if (oracle_box_can(box, i, &ask))
        add(box, i, oracle_box_count(box, &ask, box->cycle, to));
}

/* Whether a line counts for @ask: as one occurrence in a separate cycle. */
static bool asks_for(const struct oracle_kind *kind, const struct oracle_ask *ask, bool written)
{
    const struct oracle_kind *of = kind->free ? kind->part : kind;
    int index = oracle_event_coded(of, ask->code);
    bool asks = false;

    for (const struct oracle_cacheline *line = kind->cachelines; index >= 0 && line && line->code;
         line++) {
        const struct oracle_event *event = &of->events[index];
        bool selected = oracle_units(event, line->umask) & oracle_units(event, ask->umask);

        asks |= line->code == ask->code && line->written == written && (!line->umask || selected);
    }
    return asks && !ask->fixed && (!ask->thresh || (ask->thresh == 1 && !ask->invert));
}

void oracle_box_cachelines(struct oracle_box *box, uint64_t ns, bool written, uint64_t n)
{
    struct oracle_moved moved = {.ns = ns, .written = written, .n = n};

    for (unsigned i = 0; i < oracle_n_counters(box->kind) && !frozen(box); i++) {
        struct oracle_ask ask = asked_by(box, i);

        if (!oracle_box_enabled(box, i))
            continue;
        moved.counting |= 1u << i;
        if (asks_for(box->kind, &ask, written))
            add(box, i, n);
    }
    oracle_cachelines_add(&box->cachelines, &moved);
}

uint64_t oracle_box_cachelines_between(const struct oracle_box *box, const struct oracle_ask *ask,
    int counter, uint64_t from, uint64_t to)
{
    uint64_t sum = 0;

    for (unsigned written = 0; written < 2; written++)
        if (asks_for(box->kind, ask, written))
            sum += oracle_cachelines_between(&box->cachelines, written, counter, from, to);
    return sum;
}

/* Whether the clock of a box with a gate is on: some traffic is not off. */
static bool clocked(const struct oracle_box *box)
{
    bool on = !box->gate || box->kind->free;

    for (unsigned event = 0; event < box->kind->n_events && !on; event++)
        for (unsigned i = 0; box->signals[event] && i < box->signals[event]->n_parts; i++)
            on |= box->signals[event]->parts[i].amount.kind != ORACLE_OFF;
    return on;
}

void oracle_box_advance(struct oracle_box *box, uint64_t ns)
{
    uint64_t to = oracle_cycles(box->hz, ns);
    bool counts = !frozen(box) && clocked(box);

    if (to <= box->cycle)
        return;
    for (unsigned i = 0; i < oracle_n_counters(box->kind) && counts; i++)
        if (oracle_box_enabled(box, i))
            count(box, i, to);
    box->cycle = to;
}

/* ---- registers ---- */

/* The counter in register @reg, or -1. */
static int counter_of(const struct oracle_kind *kind, unsigned reg)
{
    if (kind->registers[reg].role == ORACLE_IS_CTR)
        return (int)kind->registers[reg].nr;
    return kind->registers[reg].role == ORACLE_IS_FIXED_CTR ? (int)kind->general : -1;
}

uint64_t oracle_box_held(const struct oracle_box *box, unsigned reg)
{
    int counter = counter_of(box->kind, reg);

    return counter < 0 ? box->held[reg] : box->counters[counter].value;
}

/* The bits of @reg that hold a value. */
static uint64_t holds(const struct oracle_box *box, unsigned reg)
{
    const struct oracle_kind *kind = box->kind;

    switch (kind->registers[reg].role) {
    case ORACLE_IS_CTL:
        return oracle_selects(kind) | kind->fields.en;
    case ORACLE_IS_FIXED_CTL:
        return ORACLE_FIXED_EN;
    case ORACLE_IS_BOX_CTL:
        return box->guide ? kind->box_held & ~ORACLE_BOX_OV_EN : kind->box_held;
    case ORACLE_IS_STATUS:
        return ORACLE_STATUS;
    case ORACLE_IS_FILTER:
        return kind->registers[reg].nr % 2 ? kind->filter >> 32 : kind->filter & UINT32_MAX;
    default:
        return oracle_count_mask(kind, (unsigned)counter_of(kind, reg));
    }
}

void oracle_box_set(struct oracle_box *box, unsigned reg, uint64_t value)
{
    int counter = counter_of(box->kind, reg);

    value &= holds(box, reg);
    if (counter < 0)
        box->held[reg] = value;
    else
        box->counters[counter].value = value;
}

/* The guide's bits of a memory channel's box control are write-only. */
static bool reads_as_0(const struct oracle_box *box, unsigned reg)
{
    return box->kind->registers[reg].role == ORACLE_IS_BOX_CTL && box->guide &&
           box->kind->two_documents;
}

uint64_t oracle_box_read(const struct oracle_box *box, uint32_t offset, unsigned size)
{
    uint64_t value = 0;
    unsigned byte;

    assert(size >= 1 && size <= 8);
    if (box->kind->numbered) {
        int reg = oracle_register_at(box->kind, offset, &byte);
        return reg < 0 ? 0 : oracle_box_held(box, (unsigned)reg);
    }
    for (unsigned i = 0; i < size; i++) {
        int reg = oracle_register_at(box->kind, offset + i, &byte);

        if (reg >= 0 && !reads_as_0(box, (unsigned)reg))
            value |= (oracle_box_held(box, (unsigned)reg) >> 8 * byte & 0xff) << 8 * i;
    }
    return value;
}

/* Datasheet, section 4.6.2.5: bits that clear; the guide reserves them. */
static void act(struct oracle_box *box, uint64_t written)
{
    bool listed = box->kind->listed;

    written &= box->guide && box->kind->two_documents ? 0 : box->kind->box_resets;
    for (unsigned i = 0; i < oracle_n_counters(box->kind); i++) {
        if (written & (listed ? ORACLE_UNIT_RST_CTRS : ORACLE_BOX_RST_CTRS))
            box->counters[i].value = 0;
        if (written & (listed ? ORACLE_UNIT_RST_CTRL : ORACLE_BOX_RST_CTRL))
            box->held[control_of(box, i)] = 0;
    }
}

/* Copies the bits in @lanes from @value to @reg. */
static void register_written(struct oracle_box *box, unsigned reg, uint64_t value, uint64_t lanes)
{
    enum oracle_role role = box->kind->registers[reg].role;

    if (box->kind->free) /* read-only */
        return;
    if (role == ORACLE_IS_STATUS) {
        box->held[reg] &= ~value; /* a 1 clears */
        return;
    }
    oracle_box_set(box, reg, (oracle_box_held(box, reg) & ~lanes) | value);
    if (role == ORACLE_IS_BOX_CTL)
        act(box, value);
    if (role == ORACLE_IS_FIXED_CTL && value & ORACLE_FIXED_RST && !box->kind->numbered)
        box->counters[box->kind->general].value = 0;
}

void oracle_box_write(struct oracle_box *box, uint32_t offset, unsigned size, uint64_t value)
{
    uint64_t values[ORACLE_MAX_REGS] = {0}, lanes[ORACLE_MAX_REGS] = {0};
    unsigned byte;

    assert(size >= 1 && size <= 8);
    if (box->kind->numbered) {
        int reg = oracle_register_at(box->kind, offset, &byte);
        if (reg >= 0)
            register_written(box, (unsigned)reg, value, UINT64_MAX);
        return;
    }
    for (unsigned i = 0; i < size; i++) {
        int reg = oracle_register_at(box->kind, offset + i, &byte);

        if (reg < 0)
            continue;
        values[reg] |= (value >> 8 * i & 0xff) << 8 * byte;
        lanes[reg] |= UINT64_C(0xff) << 8 * byte;
    }
    for (unsigned reg = 0; reg < box->kind->n_registers; reg++)
        if (lanes[reg])
            register_written(box, reg, values[reg], lanes[reg]);
}
