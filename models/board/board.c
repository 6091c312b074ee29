/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `board`: routes accesses to PMUs, runs the plan, and traces. */
#include "models/board/board.h"

#include "models/sim/step.h"

#include <assert.h>
#include <string.h>

unsigned board_pmus(const struct board *m)
{
    return m->config.hardware ? m->config.hardware->n : 0;
}

static const struct pmu_kind *kind_of(const struct board *m, unsigned block)
{
    assert(block < board_pmus(m));
    return &m->config.hardware->pmus[block];
}

static struct pmu_world world_of(struct board *m, unsigned block)
{
    return (struct pmu_world){kind_of(m, block), faults_host(&m->faults, &m->host), block, m->now};
}

void board_reset(struct board *m, const struct board_config *config, const struct sim_host *host)
{
    memset(m, 0, sizeof(*m));
    m->config = *config;
    m->host = *host;
    faults_reset(&m->faults);
    plan_reset(&m->plan);
    for (unsigned i = 0; i < board_pmus(m); i++)
        pmu_reset(&m->pmus[i], kind_of(m, i));
}

/* ---- the plan ---- */

static void apply(struct board *m, unsigned entry)
{
    const struct board_action *a = &m->actions[entry];
    bool done = true;

    if (faults_begin(&m->faults, &m->host, entry, m->now))
        return;
    struct pmu_world w = world_of(m, a->block);
    if (a->preset)
        pmu_preset(&m->pmus[a->block], &w, a->reg, a->value);
    else
        done = pmu_traffic(&m->pmus[a->block], &w, a->event, &a->amount);
    sim_host_trace(
        &m->host, &(struct trace_record){
                      .kind = done ? TRACE_PLAN : TRACE_REFUSED, .time = m->now, .value = entry});
}

/* ---- time ---- */

/* Until @now the times come in order at which something changes: an overflow
 * may freeze a PMU, and entries of the plan change its traffic. */
void board_advance(struct board *m, uint64_t now)
{
    int entry;

    do {
        uint64_t moment = board_deadline(m) < now ? board_deadline(m) : now;

        if (moment > m->now)
            m->now = moment;
        faults_advance(&m->faults, &m->host, m->now);
        for (unsigned i = 0; i < board_pmus(m); i++) {
            struct pmu_world w = world_of(m, i);

            if (m->pmus[i].due <= m->now)
                pmu_sync(&m->pmus[i], &w);
        }
        while ((entry = plan_take(&m->plan, m->now)) >= 0)
            apply(m, (unsigned)entry);
    } while (m->now < now);
}

uint64_t board_deadline(const struct board *m)
{
    uint64_t when = faults_deadline(&m->faults);

    if (m->plan.next < when)
        when = m->plan.next;
    for (unsigned i = 0; i < board_pmus(m); i++)
        if (m->pmus[i].due < when)
            when = m->pmus[i].due;
    return when;
}

void board_step(struct board *m, const struct sim_access *access, unsigned step, bool end)
{
    board_advance(m, access->now);
    sim_host_trace(&m->host, &(struct trace_record){.kind = end ? TRACE_STEP_END : TRACE_STEP_BEGIN,
                                 .cpu = (uint16_t)access->cpu,
                                 .time = m->now,
                                 .pc = access->pc,
                                 .value = step});
    plan_step(&m->plan, end ? PLAN_STEP_END : PLAN_STEP_BEGIN, step, m->now);
    board_advance(m, m->now);
}

/* ---- accesses ---- */

/* The PMU, brought up to the time of @access. */
static struct pmu *accessed_pmu(struct board *m, const struct sim_access *access, unsigned block)
{
    board_advance(m, access->now);
    struct pmu_world w = world_of(m, block);
    pmu_sync(&m->pmus[block], &w);
    return &m->pmus[block];
}

/* Traces an access, and shows it to the plan once it has taken effect. */
static void accessed(struct board *m, const struct sim_access *access, enum trace_kind kind,
    const struct fault_access *at, uint64_t value)
{
    const struct trace_record record = {.kind = kind,
        .size = (uint8_t)at->size,
        .cpu = (uint16_t)access->cpu,
        .block = at->block,
        .offset = at->offset,
        .time = m->now,
        .pc = access->pc,
        .value = value};
    const int reg = reg_bank_at(kind_of(m, at->block)->bank, at->offset);

    sim_host_trace(&m->host, &record);
    faults_trace(&m->faults, &m->host, &record);
    if (reg >= 0)
        plan_access(&m->plan, kind == TRACE_READ ? PLAN_READ : PLAN_WRITE, at->block, (unsigned)reg,
            m->now);
}

uint64_t board_read(struct board *m, const struct sim_access *access, unsigned block,
    uint32_t offset, unsigned size)
{
    const struct fault_access at = {block, offset, size};
    const struct pmu *pmu = accessed_pmu(m, access, block);
    uint64_t value = faults_read(&m->faults, &at, pmu_read(pmu, kind_of(m, block), offset, size));

    accessed(m, access, TRACE_READ, &at, value);
    return value;
}

bool board_write(struct board *m, const struct sim_access *access, unsigned block, uint32_t offset,
    unsigned size, uint64_t value)
{
    const struct fault_access at = {block, offset, size};
    struct pmu *pmu = accessed_pmu(m, access, block);
    struct pmu_world w = world_of(m, block);
    bool again = faults_write(&m->faults, &at) && pmu_write(pmu, &w, offset, size, value);

    accessed(m, access, TRACE_WRITE, &at, value);
    return again;
}

bool board_peek(
    const struct board *m, unsigned block, uint32_t offset, unsigned size, uint64_t *value)
{
    static const struct sim_host nobody;

    if (block >= board_pmus(m))
        return false;
    struct pmu copy = m->pmus[block];
    const struct pmu_world w = {kind_of(m, block), &nobody, block, m->now};
    pmu_sync(&copy, &w);
    *value = pmu_read(&copy, w.kind, offset, size);
    return true;
}
