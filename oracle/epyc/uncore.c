/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The blocks of all sockets: counters that add the events their controls
 * select, and the plan's moments. */
#include "oracle/epyc/uncore.h"

#include <assert.h>
#include <stdlib.h>

struct oracle_amd_uncore {
    struct oracle_amd_uncore_config config;
    struct oracle_epyc_plan plan;
    bool guest; /* the guest's own traffic is on */
    struct oracle_amd_uncore_box boxes[ORACLE_AMD_UNCORE_KINDS][ORACLE_AMD_UNCORE_SOCKETS]
                                      [ORACLE_AMD_UNCORE_BLOCKS];
};

/* ---- counting ---- */

/* The counts of a counter with @ask from stream @i in cycles [@from, @to). */
static uint64_t of_stream(const struct oracle_amd_uncore_box *box,
    const struct oracle_amd_uncore_ask *ask, unsigned i, uint64_t from, uint64_t to)
{
    const struct oracle_amd_uncore_stream *stream = &oracle_amd_uncore_streams[box->kind][i];
    uint64_t before, n;

    if (stream->clock)
        return to - from;
    n = oracle_flow_events(&box->flows[i], from, to);
    if (!oracle_is_l3(box->kind) || stream->everywhere)
        return n;
    before = oracle_flow_events(&box->flows[i], 0, from);
    return oracle_l3_share(box->kind, ask, box->cpus, before + n) -
           oracle_l3_share(box->kind, ask, box->cpus, before);
}

/* All streams' counts in cycles [@from, @to). */
static uint64_t happens(const struct oracle_amd_uncore_box *box,
    const struct oracle_amd_uncore_ask *ask, uint64_t from, uint64_t to)
{
    const struct oracle_amd_uncore_stream *streams = oracle_amd_uncore_streams[box->kind];
    uint64_t sum = 0;

    for (unsigned i = 0; streams[i].name; i++)
        if (oracle_amd_uncore_counts(box->kind, ask, &streams[i]))
            sum += of_stream(box, ask, i, from, to);
    return sum;
}

bool oracle_amd_uncore_on(const struct oracle_amd_uncore_box *box, unsigned i)
{
    return box->counters[i].control & oracle_amd_uncore_rows[box->kind].enable;
}

static void add(const struct oracle_amd_uncore_row *row, struct oracle_amd_uncore_counter *counter,
    uint64_t more)
{
    uint64_t room = row->full - (counter->value & row->full);

    counter->total += more;
    if (more <= room)
        counter->value += more;
    else if (row->beyond)
        counter->value = row->full | row->beyond;
    else
        counter->value = more - room - 1;
}

void oracle_amd_uncore_advance(struct oracle_amd_uncore_box *box, uint64_t ns)
{
    const struct oracle_amd_uncore_row *row = &oracle_amd_uncore_rows[box->kind];
    uint64_t to = oracle_cycles(box->hz, ns);

    if (to <= box->cycle)
        return;
    for (unsigned i = 0; i < row->counters; i++) {
        struct oracle_amd_uncore_counter *counter = &box->counters[i];
        struct oracle_amd_uncore_ask ask = oracle_amd_uncore_ask_of(box->kind, counter->control);

        if (!oracle_amd_uncore_on(box, i))
            continue;
        add(row, counter, happens(box, &ask, box->cycle, to));
        oracle_spans_add(&counter->ran, box->cycle, to);
    }
    box->cycle = to;
}

/* docs/scenarios.md, "The guest's own traffic": a cacheline is one CAS command,
 * 0a, of mask 1 (reads) or 2. */
static uint64_t lines_between(const struct oracle_amd_uncore_box *box,
    const struct oracle_amd_uncore_ask *ask, int counter, uint64_t from, uint64_t to)
{
    uint64_t sum = 0;

    for (unsigned written = 0; written < 2 && ask->code == 0x0a; written++)
        if (ask->mask & 1u << written)
            sum += oracle_cachelines_between(&box->cachelines, written, counter, from, to);
    return sum;
}

bool oracle_amd_uncore_cachelines(
    struct oracle_amd_uncore *m, uint64_t ns, unsigned block, bool written, uint64_t n)
{
    struct oracle_amd_uncore_box *box = oracle_amd_uncore_box(m, block);
    struct oracle_moved moved = {.ns = ns, .written = written, .n = n};

    if (!box)
        return false;
    for (unsigned i = 0; i < oracle_amd_uncore_rows[box->kind].counters; i++) {
        struct oracle_amd_uncore_ask ask =
            oracle_amd_uncore_ask_of(box->kind, box->counters[i].control);

        if (!oracle_amd_uncore_on(box, i))
            continue;
        moved.counting |= 1u << i;
        if (ask.code == 0x0a && ask.mask & 1u << written)
            add(&oracle_amd_uncore_rows[box->kind], &box->counters[i], n);
    }
    oracle_cachelines_add(&box->cachelines, &moved);
    return m->guest;
}

uint64_t oracle_amd_uncore_injected(const struct oracle_amd_uncore_box *box, unsigned counter,
    const struct oracle_amd_uncore_ask *ask, uint64_t from, uint64_t to)
{
    const struct oracle_spans *ran = &box->counters[counter].ran;
    uint64_t sum = lines_between(box, ask, (int)counter, from, to);

    for (unsigned i = 0; i < ran->n; i++) {
        struct oracle_run part =
            oracle_spans_part(ran, i, oracle_cycles(box->hz, from), oracle_cycles(box->hz, to));

        sum += happens(box, ask, part.from, part.to);
    }
    return sum;
}

uint64_t oracle_amd_uncore_happens(const struct oracle_amd_uncore_box *box,
    const struct oracle_amd_uncore_ask *ask, uint64_t from, uint64_t to)
{
    return happens(box, ask, oracle_cycles(box->hz, from), oracle_cycles(box->hz, to)) +
           lines_between(box, ask, ORACLE_ANY_COUNTER, from, to);
}

/* ---- registers ---- */

uint64_t oracle_amd_uncore_read(const struct oracle_amd_uncore_box *box, unsigned reg)
{
    const struct oracle_amd_uncore_counter *counter = &box->counters[reg / 2];

    return reg % 2 ? counter->value : counter->control;
}

void oracle_amd_uncore_write(struct oracle_amd_uncore_box *box, unsigned reg, uint64_t value)
{
    const struct oracle_amd_uncore_row *row = &oracle_amd_uncore_rows[box->kind];
    struct oracle_amd_uncore_counter *counter = &box->counters[reg / 2];

    if (reg % 2)
        counter->value = value & row->held;
    else
        counter->control = value & (row->selects | row->enable);
}

static bool any_on(const struct oracle_amd_uncore_box *box)
{
    for (unsigned i = 0; i < oracle_amd_uncore_rows[box->kind].counters; i++)
        if (oracle_amd_uncore_on(box, i))
            return true;
    return false;
}

void oracle_amd_uncore_software(struct oracle_amd_uncore_box *box, unsigned reg, uint64_t value)
{
    bool closed = box->gate && !any_on(box);

    if (closed && reg % 2)
        return;
    oracle_amd_uncore_write(box, reg, value);
    if (box->gate == ORACLE_GATE_CLEARS && closed && any_on(box))
        for (unsigned i = 0; i < ORACLE_AMD_UNCORE_COUNTERS; i++)
            box->counters[i].value = 0;
}

/* ---- the plan ---- */

struct oracle_amd_uncore_box *oracle_amd_uncore_box(struct oracle_amd_uncore *m, unsigned block)
{
    enum oracle_amd_uncore_kind kind;
    unsigned socket, number;

    if (!oracle_epyc_uncore_block(block, &kind, &socket, &number) || socket >= m->config.sockets ||
        number >= m->config.blocks[kind])
        return NULL;
    return &m->boxes[kind][socket][number];
}

static void apply(struct oracle_amd_uncore *m, struct oracle_amd_uncore_due *due)
{
    const struct oracle_epyc_line *line = due->line;
    bool of_block = line->kind != ORACLE_EPYC_FAULT && line->kind != ORACLE_EPYC_MEMORY;
    struct oracle_amd_uncore_box *box = of_block ? oracle_amd_uncore_box(m, line->block) : NULL;

    if (line->kind == ORACLE_EPYC_MEMORY)
        m->guest = line->guest;
    if (!box)
        return;
    oracle_amd_uncore_advance(box, due->ns);
    if (line->kind == ORACLE_EPYC_TRAFFIC) {
        oracle_flow_change(&box->flows[line->stream], box->cycle, &line->amount);
        return;
    }
    due->was = oracle_amd_uncore_read(box, line->reg);
    oracle_amd_uncore_write(
        box, line->reg, line->kind == ORACLE_EPYC_JUMP ? due->was + line->value : line->value);
}

bool oracle_amd_uncore_entry(
    struct oracle_amd_uncore *m, uint64_t ns, struct oracle_amd_uncore_due *due)
{
    *due = (struct oracle_amd_uncore_due){.entry = 0};
    if (!oracle_moments_take(&m->plan.moments, ns, &due->entry, &due->ns))
        return false;
    due->line = &m->plan.lines[due->entry];
    apply(m, due);
    return true;
}

void oracle_amd_uncore_step(struct oracle_amd_uncore *m, uint64_t ns, unsigned step, bool end)
{
    oracle_moments_step(&m->plan.moments, ns, step, end);
}

void oracle_amd_uncore_accessed(
    struct oracle_amd_uncore *m, uint64_t ns, unsigned block, unsigned reg, bool write)
{
    oracle_moments_access(
        &m->plan.moments, ns, write ? ORACLE_AT_WRITE : ORACLE_AT_READ, block, reg);
}

/* ---- begin and end ---- */

static void box_begin(struct oracle_amd_uncore_box *box, enum oracle_amd_uncore_kind kind,
    const struct oracle_amd_uncore_config *config)
{
    *box = (struct oracle_amd_uncore_box){.kind = kind,
        .gate = kind == ORACLE_UMC ? config->gate : ORACLE_NO_GATE,
        .hz = config->hz[kind],
        .cpus = config->cpus};
    for (unsigned i = 0; i < ORACLE_AMD_UNCORE_STREAMS; i++)
        oracle_flow_begin(&box->flows[i], box->hz);
}

static void box_end(struct oracle_amd_uncore_box *box)
{
    oracle_cachelines_end(&box->cachelines);
    for (unsigned i = 0; i < ORACLE_AMD_UNCORE_STREAMS; i++)
        oracle_flow_end(&box->flows[i]);
    for (unsigned i = 0; i < ORACLE_AMD_UNCORE_COUNTERS; i++)
        oracle_spans_end(&box->counters[i].ran);
}

struct oracle_amd_uncore *oracle_amd_uncore_new(
    const struct oracle_amd_uncore_config *config, const struct oracle_epyc_plan *plan)
{
    struct oracle_amd_uncore *m = calloc(1, sizeof(*m));

    assert(config->sockets >= 1 && config->sockets <= ORACLE_AMD_UNCORE_SOCKETS);
    if (!m)
        abort();
    m->config = *config;
    if (plan)
        m->plan = *plan;
    oracle_moments_begin(&m->plan.moments);
    for (unsigned k = 0; k < ORACLE_AMD_UNCORE_KINDS; k++)
        for (unsigned s = 0; s < config->sockets; s++)
            for (unsigned i = 0; i < config->blocks[k]; i++)
                box_begin(&m->boxes[k][s][i], (enum oracle_amd_uncore_kind)k, config);
    return m;
}

void oracle_amd_uncore_free(struct oracle_amd_uncore *m)
{
    if (!m)
        return;
    for (unsigned k = 0; k < ORACLE_AMD_UNCORE_KINDS; k++)
        for (unsigned s = 0; s < m->config.sockets; s++)
            for (unsigned i = 0; i < m->config.blocks[k]; i++)
                box_end(&m->boxes[k][s][i]);
    free(m);
}
