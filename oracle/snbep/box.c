/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers byte by byte, and counters that add what their controls ask for. */
#include "oracle/snbep/box.h"

#include "oracle/traffic/flow.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void oracle_box_begin(struct oracle_box *box, uint32_t hz, bool guide)
{
    memset(box, 0, sizeof(*box));
    box->hz = hz;
    box->guide = guide;
    for (unsigned i = 0; i < oracle_n_events; i++)
        oracle_signal_begin(&box->signals[i], &oracle_events[i], hz);
}

void oracle_box_end(struct oracle_box *box)
{
    for (unsigned i = 0; i < oracle_n_events; i++)
        oracle_signal_end(&box->signals[i]);
    for (unsigned i = 0; i < ORACLE_COUNTERS; i++)
        free(box->counters[i].spans);
}

/* ---- counting ---- */

struct oracle_ask oracle_ask_of(uint64_t ctl)
{
    return (struct oracle_ask){
        .code = (uint8_t)(ctl & ORACLE_CTL_EV_SEL),
        .umask = (uint8_t)((ctl & ORACLE_CTL_UMASK) >> 8),
        .thresh = (uint8_t)((ctl & ORACLE_CTL_THRESH) >> 24),
        .invert = ctl & ORACLE_CTL_INVERT,
        .edge = ctl & ORACLE_CTL_EDGE_DET,
    };
}

uint64_t oracle_box_count(
    const struct oracle_box *box, const struct oracle_ask *ask, uint64_t from, uint64_t to)
{
    int index = oracle_event_coded(ask->code);

    if (ask->fixed)
        return to - from;
    if (index < 0)
        return 0;
    if (oracle_events[index].queue)
        index = oracle_event_coded(oracle_events[index].queue);
    return oracle_signal_count(&box->signals[index], ask, from, to);
}

bool oracle_box_enabled(const struct oracle_box *box, unsigned i)
{
    return i < ORACLE_GENERAL ? box->ctl[i] & ORACLE_CTL_EN : box->fixed_ctl & ORACLE_FIXED_EN;
}

uint64_t oracle_box_selects(const struct oracle_box *box, unsigned i)
{
    return i < ORACLE_GENERAL ? box->ctl[i] & ORACLE_CTL_SELECTS : 0;
}

/* Guide, page 61: frz acts while frz_en is set. */
static bool frozen(const struct oracle_box *box)
{
    return box->box_ctl & ORACLE_BOX_FRZ_EN && box->box_ctl & ORACLE_BOX_FRZ;
}

/* Notes that @counter ran in [@from, @to); a time that goes on from the one before is the same span. */
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

static void count(struct oracle_box *box, unsigned i, uint64_t to)
{
    struct oracle_counter *counter = &box->counters[i];
    struct oracle_ask ask = {.fixed = true};
    uint64_t added;

    if (i < ORACLE_GENERAL)
        ask = oracle_ask_of(box->ctl[i]);
    added = oracle_box_count(box, &ask, box->cycle, to);
    ran(counter, box->cycle, to);
    counter->total += added;
    /* Datasheet, section 4.6.2.6 */
    if (counter->value + added > ORACLE_COUNT)
        box->status |= i < ORACLE_GENERAL ? UINT64_C(2) << i : 1;
    counter->value = (counter->value + added) & ORACLE_COUNT;
}

void oracle_box_advance(struct oracle_box *box, uint64_t ns)
{
    uint64_t to = oracle_cycles(box->hz, ns);

    if (to <= box->cycle)
        return;
    for (unsigned i = 0; i < ORACLE_COUNTERS && !frozen(box); i++)
        if (oracle_box_enabled(box, i))
            count(box, i, to);
    box->cycle = to;
}

/* ---- registers ---- */

uint64_t oracle_box_held(const struct oracle_box *box, enum oracle_reg reg)
{
    if (reg <= ORACLE_FIXED_CTR)
        return box->counters[reg].value;
    if (reg < ORACLE_FIXED_CTL)
        return box->ctl[reg - ORACLE_CTL0];
    if (reg == ORACLE_FIXED_CTL)
        return box->fixed_ctl;
    return reg == ORACLE_BOX_CTL ? box->box_ctl : box->status;
}

void oracle_box_set(struct oracle_box *box, enum oracle_reg reg, uint64_t value)
{
    if (reg <= ORACLE_FIXED_CTR)
        box->counters[reg].value = value & ORACLE_COUNT;
    else if (reg < ORACLE_FIXED_CTL)
        box->ctl[reg - ORACLE_CTL0] = value & (ORACLE_CTL_SELECTS | ORACLE_CTL_EN);
    else if (reg == ORACLE_FIXED_CTL)
        box->fixed_ctl = value & ORACLE_FIXED_EN;
    else if (reg == ORACLE_BOX_CTL)
        box->box_ctl = value & (ORACLE_BOX_FRZ | ORACLE_BOX_FRZ_EN | (box->guide ? 0 : ORACLE_BOX_OV_EN));
    else
        box->status = value & ORACLE_STATUS;
}

/* The register whose byte number *@byte stands at @offset, or -1. */
static int register_at(uint32_t offset, unsigned *byte)
{
    for (int reg = 0; reg < ORACLE_N_REGS; reg++) {
        *byte = offset - oracle_registers[reg].offset;
        if (offset >= oracle_registers[reg].offset && *byte < oracle_registers[reg].bytes)
            return reg;
    }
    return -1;
}

uint64_t oracle_box_read(const struct oracle_box *box, uint32_t offset, unsigned size)
{
    uint64_t value = 0;

    assert(size >= 1 && size <= 8);
    for (unsigned i = 0; i < size; i++) {
        unsigned byte;
        int reg = register_at(offset + i, &byte);

        /* The guide's bits are write-only. */
        if (reg < 0 || (reg == ORACLE_BOX_CTL && box->guide))
            continue;
        value |= (oracle_box_held(box, (enum oracle_reg)reg) >> 8 * byte & 0xff) << 8 * i;
    }
    return value;
}

/* Datasheet, section 4.6.2.5: bits that clear, which the guide reserves. */
static void act(struct oracle_box *box, uint64_t written)
{
    if (box->guide)
        return;
    for (unsigned i = 0; i < ORACLE_COUNTERS; i++) {
        if (written & ORACLE_BOX_RST_CTRS)
            box->counters[i].value = 0;
        if (written & ORACLE_BOX_RST_CTRL)
            oracle_box_set(box, ORACLE_CTL0 + i, 0);
    }
}

/* @value reaches the bits of @reg that @lanes has. */
static void register_written(struct oracle_box *box, enum oracle_reg reg, uint64_t value, uint64_t lanes)
{
    if (reg == ORACLE_UNIT_STATUS) {
        box->status &= ~value; /* a 1 clears */
        return;
    }
    oracle_box_set(box, reg, (oracle_box_held(box, reg) & ~lanes) | value);
    if (reg == ORACLE_BOX_CTL)
        act(box, value);
    if (reg == ORACLE_FIXED_CTL && value & ORACLE_FIXED_RST)
        box->counters[ORACLE_FIXED_CTR].value = 0;
}

void oracle_box_write(struct oracle_box *box, uint32_t offset, unsigned size, uint64_t value)
{
    uint64_t values[ORACLE_N_REGS] = {0}, lanes[ORACLE_N_REGS] = {0};

    assert(size >= 1 && size <= 8);
    for (unsigned i = 0; i < size; i++) {
        unsigned byte;
        int reg = register_at(offset + i, &byte);

        if (reg < 0)
            continue;
        values[reg] |= (value >> 8 * i & 0xff) << 8 * byte;
        lanes[reg] |= UINT64_C(0xff) << 8 * byte;
    }
    for (int reg = 0; reg < ORACLE_N_REGS; reg++)
        if (lanes[reg])
            register_written(box, (enum oracle_reg)reg, values[reg], lanes[reg]);
}
