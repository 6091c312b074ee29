/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts an uncore PMU's traffic, with the filters in its registers. */
#include "oracle/kunpeng/uncore.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { HZ = 1000000000 }; /* docs/hardware/kunpeng.md: a cycle of their clock is a ns */

static const struct oracle_family_manual *manual(const struct oracle_uncore *box)
{
    return &oracle_families[box->family];
}

/* The register @name, which must exist. */
static uint64_t reg(const struct oracle_uncore *box, const char *name)
{
    int found = oracle_uncore_reg(box->family, name);

    assert(found >= 0);
    return box->held[found];
}

static bool bit(uint64_t value, unsigned n)
{
    return value >> n & 1;
}

static uint64_t bits(uint64_t value, unsigned last, unsigned first)
{
    return value >> first & ((UINT64_C(1) << (last - first + 1)) - 1);
}

static uint64_t most(const struct oracle_uncore *box)
{
    return UINT64_MAX >> (64 - box->bits);
}

/* ---- filters, by the drivers' settings ---- */

/* L3C_TRACETAG_EN, L3C_CORE_EN in PERF_CTRL; L3C_TRACETAG_MARK_EN with bits 2
 * and 3 in TRACETAG_CTRL. */
static bool l3c_passes(
    const struct oracle_uncore *box, unsigned counter, const struct oracle_origin *origin)
{
    uint64_t perf = reg(box, "PERF_CTRL"), tag = reg(box, "TRACETAG_CTRL");
    uint64_t sources =
        reg(box, counter < 4 ? "DATSRC_TYPE0" : "DATSRC_TYPE1") >> 8 * (counter % 4) & 0xff;

    if (bit(perf, 31) && bit(tag, 0) && bit(tag, 2) && origin->req != bits(tag, 9, 7))
        return false;
    if (bit(perf, 20) && bit(tag, 0) && bit(tag, 3) && !bit(reg(box, "CORE_CTRL"), origin->core))
        return false;
    return !sources || origin->datasrc == sources;
}

static bool same(uint64_t has, uint64_t cmd, uint64_t msk)
{
    return (has | msk) == (cmd | msk);
}

/* HHA_SRCID_EN, HHA_TRACETAG_EN */
static bool hha_passes(const struct oracle_uncore *box, const struct oracle_origin *origin)
{
    uint64_t ctrl = reg(box, "SRCID_CTRL");

    if (bit(ctrl, 2) && !same(origin->srcid, bits(ctrl, 16, 6), bits(ctrl, 30, 20)))
        return false;
    return !bit(ctrl, 31) || origin->tag;
}

/* SLLC_FILT_EN with SLLC_TRACETAG_EN, SLLC_SRCID_EN, SLLC_TGTID_EN */
static bool sllc_passes(const struct oracle_uncore *box, const struct oracle_origin *origin)
{
    uint64_t perf = reg(box, "PERF_CTRL"), src = reg(box, "SRCID_CTRL"),
             tgt = reg(box, "TGTID_CTRL");

    if (!bit(perf, 1))
        return true;
    if (bit(perf, 2) && !origin->tag)
        return false;
    if (bit(perf, 4) && !same(origin->srcid, bits(src, 11, 1), bits(src, 22, 12)))
        return false;
    return !bit(perf, 5) ||
           (origin->tgtid >= bits(tgt, 11, 1) && origin->tgtid <= bits(tgt, 22, 12));
}

/* PA_TRACETAG_EN, PA_SRCID_EN, PA_TGTID_EN */
static bool pa_passes(const struct oracle_uncore *box, const struct oracle_origin *origin)
{
    uint64_t src = reg(box, "SRCID_CTRL"), tgt = reg(box, "TGTID_CTRL");

    if (bit(reg(box, "TT_CTRL"), 4) && !origin->tag)
        return false;
    if (bit(src, 11) && !same(origin->srcid, bits(src, 10, 0), bits(src, 22, 12)))
        return false;
    return !bit(tgt, 11) || same(origin->tgtid, bits(tgt, 10, 0), bits(tgt, 22, 12));
}

/* HISI_UC_TRACETAG_MARK_EN with REQ_EN and SRCID_EN; HISI_UC_EVENT_URING_MSK */
static bool uc_passes(
    const struct oracle_uncore *box, unsigned event, const struct oracle_origin *origin)
{
    uint64_t tag = reg(box, "TRACETAG_CTRL"), channel = bits(reg(box, "EVENT_CTRL"), 28, 27);

    if (bit(tag, 0) && bit(tag, 2) && origin->req != bits(tag, 9, 7))
        return false;
    if (bit(tag, 0) && bit(tag, 3) && origin->srcid != bits(reg(box, "SRCID_CTRL"), 14, 1))
        return false;
    return !channel || event < 0x47 || event > 0x59 || origin->channel == (channel == 2 ? 2u : 1u);
}

static bool passes(
    const struct oracle_uncore *box, unsigned counter, const struct oracle_uncore_traffic *t)
{
    if (box->version == 1)
        return true;
    switch (box->family) {
    case ORACLE_L3C:
        return l3c_passes(box, counter, &t->origin);
    case ORACLE_HHA:
        return hha_passes(box, &t->origin);
    case ORACLE_SLLC:
        return sllc_passes(box, &t->origin);
    case ORACLE_PA:
        return pa_passes(box, &t->origin);
    case ORACLE_UC:
        return uc_passes(box, t->event, &t->origin);
    default:
        return true;
    }
}

/* ---- counting ---- */

unsigned oracle_uncore_selects(const struct oracle_uncore *box, unsigned counter)
{
    unsigned each = manual(box)->events_per_reg;
    int first = oracle_uncore_reg(box->family, "EVENT_TYPE0");

    if (!each)
        return counter;
    return (unsigned)(box->held[(unsigned)first + counter / each] >> 8 * (counter % each) & 0xff);
}

/* The counters have no clock while power management may stop it:
 * hisi_cpa_pmu_disable_pm(). */
uint32_t oracle_uncore_running(const struct oracle_uncore *box)
{
    uint32_t all = (uint32_t)((UINT64_C(1) << box->counters) - 1);

    if (!bit(reg(box, manual(box)->start), manual(box)->start_bit))
        return 0;
    if (box->family == ORACLE_CPA && !bit(reg(box, "CFG"), 9))
        return 0;
    return (uint32_t)reg(box, "EVENT_CTRL") & all;
}

static uint64_t counted(const struct oracle_uncore *box, unsigned counter, uint64_t ns)
{
    unsigned event = oracle_uncore_selects(box, counter);
    uint64_t sum = 0;

    if (oracle_uncore_is_clock(box->family, box->version, event))
        return oracle_cycles(HZ, ns) - oracle_cycles(HZ, box->ns);
    for (unsigned i = 0; i < box->n_traffic; i++)
        if (box->traffic[i].event == event && passes(box, counter, &box->traffic[i]))
            sum += oracle_flow_events(
                &box->traffic[i].flow, oracle_cycles(HZ, box->ns), oracle_cycles(HZ, ns));
    return sum;
}

/* Sets the status bit of a counter that wraps; a masked bit does not
 * interrupt. */
static void note_interrupt(struct oracle_uncore *box)
{
    if (!(reg(box, "INT_STATUS") & ~reg(box, "INT_MASK")))
        box->asserted = UINT64_MAX;
    else if (box->asserted == UINT64_MAX)
        box->asserted = box->ns;
}

static void add(struct oracle_uncore *box, unsigned counter, uint64_t more)
{
    uint64_t *status = &box->held[oracle_uncore_reg(box->family, "INT_STATUS")];
    uint64_t *value = &box->held[box->counter0 + counter];

    if (more > most(box) - *value)
        *status |= UINT64_C(1) << counter;
    *value = (*value + more) & most(box);
    box->totals[counter] += more;
}

void oracle_uncore_advance(struct oracle_uncore *box, uint64_t ns)
{
    uint32_t running = oracle_uncore_running(box);

    for (unsigned i = 0; i < box->counters && ns > box->ns; i++)
        if (bit(running, i))
            add(box, i, counted(box, i, ns));
    if (ns > box->ns)
        box->ns = ns;
    note_interrupt(box);
}

static bool is_up(const struct oracle_uncore *box, uint64_t ns)
{
    uint32_t running = oracle_uncore_running(box);
    uint64_t up = reg(box, "INT_STATUS");

    for (unsigned i = 0; i < box->counters && ns > box->ns; i++)
        if (bit(running, i) && counted(box, i, ns) > most(box) - box->held[box->counter0 + i])
            up |= UINT64_C(1) << i;
    return up & ~reg(box, "INT_MASK");
}

/* Finds the time of the rise by bisection. */
uint64_t oracle_uncore_interrupts(const struct oracle_uncore *box, uint64_t ns)
{
    uint64_t low = box->ns, high = ns > box->ns ? ns : box->ns;

    if (box->asserted != UINT64_MAX)
        return box->asserted;
    if (!is_up(box, high))
        return UINT64_MAX;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;

        if (is_up(box, middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* docs/scenarios.md, "The guest's own traffic": flux_wr and flux_rd, whose
 * codes differ by version. */
static bool is_of_lines(const struct oracle_uncore *box, unsigned event, bool written)
{
    if (box->family == ORACLE_DDRC)
        return event == (written ? 0x00 : 0x01);
    return box->family == ORACLE_DMC && event == (written ? 0x83 : 0x84);
}

void oracle_uncore_cachelines(struct oracle_uncore *box, uint64_t ns, bool written, uint64_t n)
{
    struct oracle_moved moved = {ns, oracle_uncore_running(box), written, n};

    for (unsigned i = 0; i < box->counters; i++)
        if (bit(moved.counting, i) && is_of_lines(box, oracle_uncore_selects(box, i), written))
            add(box, i, n);
    note_interrupt(box);
    oracle_cachelines_add(&box->cachelines, &moved);
}

static void note_running(struct oracle_uncore *box)
{
    uint32_t running = oracle_uncore_running(box);

    note_interrupt(box);
    if (running == (box->n_runs ? box->runs[box->n_runs - 1].counters : 0))
        return;
    box->runs = realloc(box->runs, (box->n_runs + 1) * sizeof(*box->runs));
    if (!box->runs)
        abort();
    box->runs[box->n_runs++] = (struct oracle_uncore_run){box->ns, running};
}

static struct oracle_flow *flow_of(
    struct oracle_uncore *box, unsigned event, const struct oracle_origin *origin)
{
    for (unsigned i = 0; i < box->n_traffic; i++)
        if (box->traffic[i].event == event &&
            !memcmp(&box->traffic[i].origin, origin, sizeof(*origin)))
            return &box->traffic[i].flow;
    box->traffic = realloc(box->traffic, (box->n_traffic + 1) * sizeof(*box->traffic));
    if (!box->traffic)
        abort();
    box->traffic[box->n_traffic] = (struct oracle_uncore_traffic){event, *origin, {0, 0, NULL}};
    oracle_flow_begin(&box->traffic[box->n_traffic].flow, HZ);
    return &box->traffic[box->n_traffic++].flow;
}

void oracle_uncore_see(struct oracle_uncore *box, uint64_t ns, unsigned event,
    const struct oracle_origin *origin, const struct oracle_amount *amount)
{
    oracle_uncore_advance(box, ns);
    oracle_flow_change(flow_of(box, event, origin), oracle_cycles(HZ, ns), amount);
}

uint64_t oracle_uncore_injected(const struct oracle_uncore *box, unsigned counter, unsigned event,
    uint64_t config1, uint64_t from, uint64_t to)
{
    uint64_t sum = 0;

    for (unsigned written = 0; written < 2; written++)
        if (is_of_lines(box, event, written))
            sum += oracle_cachelines_between(&box->cachelines, written, (int)counter, from, to);
    for (unsigned i = 0; i < box->n_runs; i++) {
        uint64_t begin = box->runs[i].ns > from ? box->runs[i].ns : from;
        uint64_t end = i + 1 < box->n_runs && box->runs[i + 1].ns < to ? box->runs[i + 1].ns : to;

        if (!bit(box->runs[i].counters, counter) || begin >= end)
            continue;
        if (oracle_uncore_is_clock(box->family, box->version, event))
            sum += oracle_cycles(HZ, end) - oracle_cycles(HZ, begin);
        for (unsigned t = 0; t < box->n_traffic; t++)
            if (box->traffic[t].event == event &&
                oracle_uncore_wants(box->family, config1, event, &box->traffic[t].origin))
                sum += oracle_flow_events(
                    &box->traffic[t].flow, oracle_cycles(HZ, begin), oracle_cycles(HZ, end));
    }
    return sum;
}

/* ---- registers ---- */

unsigned oracle_uncore_count_at(const struct oracle_uncore *box, uint32_t offset)
{
    unsigned byte;
    int found = oracle_uncore_at(box->family, offset, &byte);

    if (found < (int)box->counter0 || found >= (int)(box->counter0 + box->counters) || byte)
        return ORACLE_UNCORE_COUNTERS;
    return (unsigned)found - box->counter0;
}

uint64_t oracle_uncore_read(const struct oracle_uncore *box, uint32_t offset, unsigned size)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < size; i++) {
        unsigned byte;
        int found = oracle_uncore_at(box->family, offset + i, &byte);

        if (found >= 0)
            value |= (box->held[found] >> 8 * byte & 0xff) << 8 * i;
    }
    return value;
}

/* Writes the lanes @lanes of register @found. */
static void put(struct oracle_uncore *box, unsigned found, uint64_t value, uint64_t lanes)
{
    const struct oracle_uncore_register *r = &manual(box)->regs[found];
    bool counter = found >= box->counter0 && found < box->counter0 + box->counters;

    if (!strcmp(r->name, "INT_CLEAR")) {
        uint64_t *status = &box->held[oracle_uncore_reg(box->family, "INT_STATUS")];
        *status &= ~(value & lanes);
        return;
    }
    /* Erratum 162700402: hisi_uc_pmu_write_counter(). */
    if (counter && box->family == ORACLE_UC && !bit(reg(box, "EVENT_CTRL"), 26))
        return;
    lanes &= r->held;
    if (counter)
        lanes &= most(box);
    box->held[found] = (box->held[found] & ~lanes) | (value & lanes);
}

void oracle_uncore_write(struct oracle_uncore *box, uint32_t offset, unsigned size, uint64_t value)
{
    for (unsigned found = 0; found < manual(box)->n_regs; found++) {
        uint64_t lanes = 0, bytes = 0;

        for (unsigned i = 0; i < size; i++) {
            uint32_t byte = offset + i - manual(box)->regs[found].offset;
            if (offset + i < manual(box)->regs[found].offset ||
                byte >= manual(box)->regs[found].bytes)
                continue;
            lanes |= UINT64_C(0xff) << 8 * byte;
            bytes |= (value >> 8 * i & 0xff) << 8 * byte;
        }
        if (lanes)
            put(box, found, bytes, lanes);
    }
    note_running(box);
}

void oracle_uncore_set(struct oracle_uncore *box, unsigned found, uint64_t value)
{
    box->held[found] = value;
    note_running(box);
}

void oracle_uncore_hold(struct oracle_uncore *box, unsigned counter, uint64_t value)
{
    box->held[box->counter0 + counter] = value & most(box);
}

/* All 0, but all overflows are masked and L3C is enabled. The enable bit is set
 * because an older driver set the wrong bit unnoticed (fixed in Linux 5.8, "use
 * enable bit of PERF_CTRL"). */
void oracle_uncore_begin(struct oracle_uncore *box, enum oracle_family family, unsigned version)
{
    memset(box, 0, sizeof(*box));
    box->family = family;
    box->version = version;
    box->counters = oracle_uncore_counters(family, version);
    box->bits = oracle_uncore_bits(family, version);
    box->counter0 = (unsigned)oracle_uncore_reg(family, oracle_families[family].counter0);
    box->asserted = UINT64_MAX;
    box->held[oracle_uncore_reg(family, "INT_MASK")] = family == ORACLE_HHA ? 0xffff : 0xff;
    box->held[oracle_uncore_reg(family, "VERSION")] = version == 1 ? 0x20 : 0x30;
    if (family == ORACLE_L3C)
        box->held[oracle_uncore_reg(family, "PERF_CTRL")] = 0x10000;
}

void oracle_uncore_end(struct oracle_uncore *box)
{
    for (unsigned i = 0; i < box->n_traffic; i++)
        oracle_flow_end(&box->traffic[i].flow);
    free(box->traffic);
    free(box->runs);
    oracle_cachelines_end(&box->cachelines);
}
