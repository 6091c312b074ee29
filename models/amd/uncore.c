/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts the traffic of a block of the uncore, for all kinds of block. */
#include "models/amd/uncore.h"

#include "models/sim/clock.h"

#include <assert.h>
#include <string.h>

/* The common part of all generations' L3s. */
#define L3(zen)                                                                                    \
    .name = "l3", .bank = &zen##_bank, .msr = 0xc0010230, .rdpmc = 10, .counters = L3_N_REGS / 2,  \
    .count = L3_CTR_COUNT, .overflow = -1, .events = zen##_events, .n_events = &zen##_n_events
#define L3_FIELDS(bits)                                                                            \
    .enable = bits##_CTL_ENABLE, .event = {1, {bits##_CTL_EVENT_SEL}},                             \
    .mask = {1, {bits##_CTL_UNIT_MASK}}

/* RDPMC numbers: from 6 on for four counters, then from 16 on. An L3's counters
 * have the numbers from 10 on (Linux, amd_uncore_df_add()). */
#define DF(zen)                                                                                    \
    .name = "df", .bank = &zen##_bank, .msr = 0xc0010240, .rdpmc = 6, .rdpmc_more = 16,            \
    .count = DF_CTR_COUNT, .overflow = -1, .exact = true, .events = zen##_events,                  \
    .n_events = &zen##_n_events

const struct amd_uncore_kind_traits amd_uncore_kinds[AMD_UNCORE_N_KINDS] = {
    [AMD_UNCORE_UMC] = {.name = "umc",
        .bank = &umc_bank,
        .msr = 0xc0010800,
        .counters = UMC_COUNTERS,
        .enable = UMC_CTL_EN,
        .event = {1, {UMC_CTL_EVENT_SELECT}},
        .mask = {1, {UMC_CTL_RD_WR_MASK}},
        .count = UMC_CTR_COUNT,
        .overflow = UMC_CTR_OVERFLOW,
        .whole_mask = 3,
        .events = umc_events,
        .n_events = &umc_n_events},
    [AMD_UNCORE_L3] = {L3(l3), L3_FIELDS(L3), .part = l3_part, .slices = L3_SLICES},
    [AMD_UNCORE_L3_ZEN1] = {L3(l3_zen1), L3_FIELDS(L3_17H), .part = l3_17h_part,
        .slices = L3_17H_SLICES},
    [AMD_UNCORE_L3_ZEN3] = {L3(l3_zen3), L3_FIELDS(L3), .part = l3_part, .slices = L3_SLICES},
    [AMD_UNCORE_DF] = {DF(df), .counters = DF_N_REGS / 2, .enable = DF_CTL_EN,
        .event = {2, {DF_CTL_EVENT_SELECT, DF_CTL_EVENT_SELECT_HI}},
        .mask = {2, {DF_CTL_UNIT_MASK, DF_CTL_UNIT_MASK_HI}}},
    [AMD_UNCORE_DF_ZEN1] = {DF(df_zen1), .counters = DF_ZEN1_N_REGS / 2, .enable = DF_17H_CTL_EN,
        .event = {3,
            {DF_17H_CTL_EVENT_SELECT, DF_17H_CTL_EVENT_SELECT_HI, DF_17H_CTL_EVENT_SELECT_TOP}},
        .mask = {1, {DF_17H_CTL_UNIT_MASK}}},
};

static const struct amd_uncore_kind_traits *traits_of(const struct amd_uncore_box *box)
{
    return &amd_uncore_kinds[box->kind];
}

/* All controls of a bank have the same fields, and all counters. */
static uint16_t number_in(
    const struct amd_uncore_kind_traits *kind, const struct amd_uncore_parts *parts, uint64_t ctl)
{
    const struct reg *reg = &kind->bank->regs[AMD_UNCORE_CTL(0)];
    unsigned number = 0, bits = 0;

    for (unsigned i = 0; i < parts->n; i++) {
        const struct reg_field *field = &reg->fields[parts->fields[i]];

        number |= (unsigned)reg_get(reg, parts->fields[i], ctl) << bits;
        bits += reg_field_width(reg, field);
    }
    return (uint16_t)number;
}

uint16_t amd_uncore_code(enum amd_uncore_kind kind, uint64_t ctl)
{
    return number_in(&amd_uncore_kinds[kind], &amd_uncore_kinds[kind].event, ctl);
}

uint16_t amd_uncore_mask(enum amd_uncore_kind kind, uint64_t ctl)
{
    uint16_t mask = number_in(&amd_uncore_kinds[kind], &amd_uncore_kinds[kind].mask, ctl);

    return mask ? mask : amd_uncore_kinds[kind].whole_mask;
}

static bool selects(
    const struct amd_uncore_kind_traits *kind, const struct amd_uncore_event *event, uint16_t mask)
{
    return kind->exact ? event->mask == mask : !(event->mask & ~mask);
}

/* On silicon, a mask without a stream also counts nothing, except in a data
 * fabric. */
unsigned amd_uncore_uncounted(
    enum amd_uncore_kind kind, unsigned reg, uint64_t value, struct machine_uncounted *event)
{
    const struct amd_uncore_kind_traits *traits = &amd_uncore_kinds[kind];
    uint16_t code = amd_uncore_code(kind, value), mask = amd_uncore_mask(kind, value);

    *event = (struct machine_uncounted){code, -1};
    if (reg % 2 || reg >= AMD_UNCORE_CTL(traits->counters) ||
        !reg_get(&traits->bank->regs[reg], traits->enable, value))
        return 0;
    for (unsigned i = 0; i < *traits->n_events; i++) {
        if (traits->events[i].code != code)
            continue;
        if (!traits->exact || selects(traits, &traits->events[i], mask))
            return 0;
        event->mask = mask;
    }
    return 1;
}

/* The occurrences of stream number @event that a counter with control value
 * @ctl counts over the cycles [@from, @to). @ctl selects the stream. */
static uint64_t occurrences(
    const struct amd_uncore_box *box, unsigned event, uint64_t ctl, uint64_t from, uint64_t to)
{
    const struct amd_uncore_kind_traits *kind = traits_of(box);

    if (kind->events[event].clock)
        return to - from;
    for (unsigned i = 0; i < box->n_streams; i++) {
        const struct flow *flow = &box->streams[i].flow;

        if (box->streams[i].event != event)
            continue;
        if (kind->part && !kind->events[event].everywhere)
            return amd_uncore_in_parts(kind->part, kind->slices, box->cpus, ctl,
                flow_total(flow, from), flow_total(flow, to));
        return flow_total(flow, to) - flow_total(flow, from);
    }
    return 0;
}

/* The amount that a counter with control value @ctl adds over the cycles
 * [@from, @to). */
static uint64_t counted(const struct amd_uncore_box *box, uint64_t ctl, uint64_t from, uint64_t to)
{
    const struct amd_uncore_kind_traits *kind = traits_of(box);
    uint16_t code = amd_uncore_code(box->kind, ctl), mask = amd_uncore_mask(box->kind, ctl);
    uint64_t sum = 0;

    for (unsigned i = 0; i < *kind->n_events; i++)
        if (kind->events[i].code == code && selects(kind, &kind->events[i], mask))
            sum += occurrences(box, i, ctl, from, to);
    return sum;
}

/* A full counter stays full, and sets its overflow bit. */
static uint64_t added(const struct amd_uncore_kind_traits *kind, uint64_t held, uint64_t count)
{
    const struct reg *ctr = &kind->bank->regs[AMD_UNCORE_CTR(0)];
    uint64_t last = reg_low_bits(reg_field_width(ctr, &ctr->fields[kind->count]));
    uint64_t sum = reg_get(ctr, kind->count, held) + count;

    if (sum <= last || kind->overflow < 0)
        return reg_set(ctr, kind->count, held, sum);
    return reg_set(ctr, (unsigned)kind->overflow, reg_set(ctr, kind->count, held, last), 1);
}

static bool enabled(const struct amd_uncore_box *box, unsigned i)
{
    const struct amd_uncore_kind_traits *kind = traits_of(box);

    return reg_get(
        &kind->bank->regs[AMD_UNCORE_CTL(i)], kind->enable, box->values[AMD_UNCORE_CTL(i)]);
}

static void see_enabled(struct amd_uncore_box *box)
{
    box->counting = false;
    for (unsigned i = 0; i < traits_of(box)->counters; i++)
        box->counting |= enabled(box, i);
}

static void advance_to(struct amd_uncore_box *box, uint64_t cycle)
{
    const struct amd_uncore_kind_traits *kind = traits_of(box);

    if (cycle <= box->cycle)
        return;
    for (unsigned i = 0; box->counting && i < kind->counters; i++) {
        uint64_t ctl = box->values[AMD_UNCORE_CTL(i)], *ctr = &box->values[AMD_UNCORE_CTR(i)];

        if (enabled(box, i))
            *ctr = added(kind, *ctr, counted(box, ctl, box->cycle, cycle));
    }
    box->cycle = cycle;
}

void amd_uncore_advance(struct amd_uncore_box *box, uint64_t now)
{
    advance_to(box, sim_cycles(box->hz, now));
}

/* Whether a counter with control value @ctl counts a line. */
static bool counts_line(const struct amd_uncore_kind_traits *kind, uint16_t code, uint16_t mask,
    enum cachelines_direction direction)
{
    for (unsigned i = 0; i < *kind->n_events; i++)
        if (kind->events[i].line == 1 + direction && kind->events[i].code == code &&
            selects(kind, &kind->events[i], mask))
            return true;
    return false;
}

void amd_uncore_cacheline(struct amd_uncore_box *box, enum cachelines_direction direction)
{
    const struct amd_uncore_kind_traits *kind = traits_of(box);

    for (unsigned i = 0; box->counting && i < kind->counters; i++) {
        uint64_t ctl = box->values[AMD_UNCORE_CTL(i)], *ctr = &box->values[AMD_UNCORE_CTR(i)];

        if (enabled(box, i) && counts_line(kind, amd_uncore_code(box->kind, ctl),
                                   amd_uncore_mask(box->kind, ctl), direction))
            *ctr = added(kind, *ctr, 1);
    }
}

void amd_uncore_reset(
    struct amd_uncore_box *box, enum amd_uncore_kind kind, uint32_t hz, unsigned cpus)
{
    assert(kind < AMD_UNCORE_N_KINDS && hz && cpus);
    assert(amd_uncore_kinds[kind].counters <= AMD_UNCORE_MAX_COUNTERS);
    memset(box, 0, sizeof(*box));
    box->kind = kind;
    box->hz = hz;
    box->cpus = cpus;
    reg_bank_reset(amd_uncore_kinds[kind].bank, box->values);
}

int amd_uncore_rdpmc(enum amd_uncore_kind kind, uint32_t number)
{
    const struct amd_uncore_kind_traits *traits = &amd_uncore_kinds[kind];

    for (unsigned i = 0; traits->rdpmc && i < traits->counters; i++)
        if (number ==
            (i >= 4 && traits->rdpmc_more ? traits->rdpmc_more + i - 4 : traits->rdpmc + i))
            return (int)AMD_UNCORE_CTR(i);
    return -1;
}

uint64_t amd_uncore_read(struct amd_uncore_box *box, uint64_t now, uint32_t offset)
{
    amd_uncore_advance(box, now);
    return reg_bank_read(traits_of(box)->bank, box->values, offset, 8);
}

static bool is_counter(uint32_t offset)
{
    return offset % AMD_UNCORE_CTL(1) == AMD_UNCORE_CTR(0);
}

void amd_uncore_write(struct amd_uncore_box *box, uint64_t now, uint32_t offset, uint64_t value)
{
    bool gated = box->gate != AMD_UNCORE_NO_GATE && !box->counting;

    amd_uncore_advance(box, now);
    if (gated && is_counter(offset))
        return;
    reg_bank_write(traits_of(box)->bank, box->values, offset, 8, value, NULL, NULL);
    see_enabled(box);
    if (!gated || !box->counting || box->gate != AMD_UNCORE_CLEARS)
        return;
    for (unsigned i = 0; i < traits_of(box)->counters; i++)
        box->values[AMD_UNCORE_CTR(i)] = 0;
}

void amd_uncore_preset(
    struct amd_uncore_box *box, uint64_t now, unsigned reg, uint64_t value, bool add)
{
    uint64_t most = reg_access_mask(&traits_of(box)->bank->regs[reg], REG_RW);

    amd_uncore_advance(box, now);
    box->values[reg] = add ? (box->values[reg] + value) & most : value;
    see_enabled(box);
}

const char *amd_uncore_traffic_check(
    const struct amd_uncore_box *box, unsigned event, const struct traffic_amount *amount)
{
    if (traits_of(box)->events[event].clock)
        return "it counts every cycle, whatever the traffic";
    return flow_wrong(amount, box->hz);
}

static struct flow *flow_of(struct amd_uncore_box *box, unsigned event)
{
    for (unsigned i = 0; i < box->n_streams; i++)
        if (box->streams[i].event == event)
            return &box->streams[i].flow;
    assert(box->n_streams < AMD_UNCORE_MAX_STREAMS);
    box->streams[box->n_streams].event = event;
    flow_reset(&box->streams[box->n_streams].flow);
    return &box->streams[box->n_streams++].flow;
}

void amd_uncore_traffic_set(
    struct amd_uncore_box *box, uint64_t now, unsigned event, const struct traffic_amount *amount)
{
    amd_uncore_advance(box, now);
    flow_set(flow_of(box, event), box->cycle, box->hz, amount);
}
