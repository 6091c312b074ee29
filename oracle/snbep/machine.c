/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitors of all sockets, and the plan's moments. */
#include "oracle/snbep/machine.h"

#include "oracle/traffic/flow.h"

#include <assert.h>
#include <stdlib.h>

struct oracle_machine {
    struct oracle_config config;
    struct oracle_plan plan;
    const struct oracle_variant *variant;
    bool guest; /* the guest's own traffic is on */
    struct oracle_box boxes[ORACLE_SOCKETS][ORACLE_MAX_BOXES];
};

/* ---- moments ---- */

/* An access belongs to the register of its first byte. */
static void accessed(
    struct oracle_machine *m, const struct oracle_access *access, enum oracle_anchor_kind kind)
{
    unsigned byte;
    int reg = oracle_register_at(m->variant->boxes[access->box].kind, access->offset, &byte);

    if (reg >= 0)
        oracle_moments_access(&m->plan.moments, access->ns, kind,
            oracle_block(access->socket, access->box), (unsigned)reg);
}

void oracle_machine_step(struct oracle_machine *m, uint64_t ns, unsigned step, bool end)
{
    oracle_moments_step(&m->plan.moments, ns, step, end);
}

static bool apply(struct oracle_machine *m, const struct oracle_entry *entry, uint64_t ns)
{
    struct oracle_box *box = oracle_machine_box(m, entry->socket, entry->box);

    if (entry->kind == ORACLE_FAULT)
        return true;
    if (entry->kind == ORACLE_MEMORY) {
        m->guest = entry->guest;
        return true;
    }
    oracle_box_advance(box, ns);
    if (entry->kind == ORACLE_TRAFFIC)
        return oracle_box_change(box, entry->event, &entry->part);
    oracle_box_set(box, entry->reg,
        entry->kind == ORACLE_JUMP ? oracle_box_held(box, entry->reg) + entry->value
                                   : entry->value);
    return true;
}

bool oracle_machine_entry(struct oracle_machine *m, uint64_t ns, struct oracle_due *due)
{
    *due = (struct oracle_due){.entry = 0};
    if (!oracle_moments_take(&m->plan.moments, ns, &due->entry, &due->ns))
        return false;
    due->refused = !apply(m, &m->plan.entries[due->entry], due->ns);
    return true;
}

/* ---- accesses ---- */

uint64_t oracle_machine_read(struct oracle_machine *m, const struct oracle_access *access)
{
    struct oracle_box *box = oracle_machine_box(m, access->socket, access->box);
    uint64_t value;

    oracle_box_advance(box, access->ns);
    value = oracle_box_read(box, access->offset, access->size);
    accessed(m, access, ORACLE_AT_READ);
    return value;
}

void oracle_machine_dropped(struct oracle_machine *m, const struct oracle_access *access)
{
    accessed(m, access, ORACLE_AT_WRITE);
}

void oracle_machine_write(
    struct oracle_machine *m, const struct oracle_access *access, uint64_t value)
{
    struct oracle_box *box = oracle_machine_box(m, access->socket, access->box);

    oracle_box_advance(box, access->ns);
    oracle_box_write(box, access->offset, access->size, value);
    accessed(m, access, ORACLE_AT_WRITE);
}

bool oracle_machine_cachelines(
    struct oracle_machine *m, uint64_t ns, unsigned socket, unsigned box, bool written, uint64_t n)
{
    oracle_box_cachelines(oracle_machine_box(m, socket, box), ns, written, n);
    for (unsigned i = 0; i < m->variant->n_boxes; i++) {
        const struct oracle_place *p = &m->variant->boxes[i];

        if (p->kind->free && p->kind->part == m->variant->boxes[box].kind &&
            p->index == box / p->kind->joined)
            oracle_box_cachelines(&m->boxes[socket][i], ns, written, n);
    }
    return m->guest;
}

struct oracle_box *oracle_machine_box(struct oracle_machine *m, unsigned socket, unsigned box)
{
    return socket < m->config.n_sockets && box < m->variant->n_boxes ? &m->boxes[socket][box]
                                                                     : NULL;
}

/* ---- the injected amounts ---- */

uint64_t oracle_machine_injected(const struct oracle_machine *m, unsigned socket, unsigned box,
    unsigned counter, const struct oracle_ask *ask, uint64_t from, uint64_t to)
{
    const struct oracle_box *b = &m->boxes[socket][box];
    uint64_t first = oracle_cycles(b->hz, from), end = oracle_cycles(b->hz, to), sum = 0;

    for (unsigned i = 0; i < b->counters[counter].n_spans; i++) {
        struct oracle_span span = b->counters[counter].spans[i];

        span.from = span.from > first ? span.from : first;
        span.to = span.to < end ? span.to : end;
        if (span.from < span.to)
            sum += oracle_box_count(b, ask, span.from, span.to);
    }
    return sum + oracle_box_cachelines_between(b, ask, (int)counter, from, to);
}

uint64_t oracle_machine_happens(const struct oracle_machine *m, unsigned socket, unsigned box,
    const struct oracle_ask *ask, uint64_t from, uint64_t to)
{
    const struct oracle_box *b = &m->boxes[socket][box];
    uint64_t first = oracle_cycles(b->hz, from), end = oracle_cycles(b->hz, to);
    uint64_t lines = oracle_box_cachelines_between(b, ask, ORACLE_ANY_COUNTER, from, to);

    return lines + (first < end ? oracle_box_count(b, ask, first, end) : 0);
}

/* ---- begin and end ---- */

static unsigned first_of(const struct oracle_variant *variant, const struct oracle_kind *kind)
{
    unsigned i = 0;

    while (variant->boxes[i].kind != kind)
        i++;
    return i;
}

static uint32_t clock_of(const struct oracle_machine *m, enum oracle_clock clock)
{
    switch (clock) {
    case ORACLE_UCLK:
        return m->config.uclk_hz ? m->config.uclk_hz : ORACLE_UCLK_HZ;
    case ORACLE_QFCLK:
        return m->config.qfclk_hz ? m->config.qfclk_hz : m->variant->link_hz;
    case ORACLE_PCLK:
        return ORACLE_PCLK_HZ;
    default:
        return m->config.dclk_hz;
    }
}

struct oracle_machine *oracle_machine_new(
    const struct oracle_config *config, const struct oracle_plan *plan)
{
    struct oracle_machine *m = calloc(1, sizeof(*m));

    assert(config->dclk_hz && config->n_sockets >= 1 && config->n_sockets <= ORACLE_SOCKETS);
    if (!m)
        abort();
    m->config = *config;
    m->plan = *plan;
    m->variant = oracle_plan_variant(plan);
    oracle_moments_begin(&m->plan.moments);
    for (unsigned s = 0; s < config->n_sockets; s++)
        for (unsigned i = 0; i < m->variant->n_boxes; i++) {
            const struct oracle_place *p = &m->variant->boxes[i];

            oracle_box_begin(&m->boxes[s][i], p->kind, clock_of(m, p->clock), config->guide);
            m->boxes[s][i].gate = config->uclk_gate && p->clock == ORACLE_UCLK;
            for (unsigned part = 0; p->kind->free && part < p->kind->joined; part++)
                m->boxes[s][i].parts[part] = &m->boxes[s][first_of(m->variant, p->kind->part) +
                                                          p->index * p->kind->joined + part];
        }
    return m;
}

void oracle_machine_free(struct oracle_machine *m)
{
    if (!m)
        return;
    for (unsigned s = 0; s < m->config.n_sockets; s++)
        for (unsigned i = 0; i < m->variant->n_boxes; i++)
            oracle_box_end(&m->boxes[s][i]);
    free(m);
}
