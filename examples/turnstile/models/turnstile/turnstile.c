/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The gate: it counts by an integral over traffic, so it has no work while
 * people pass. */
#include "models/turnstile/turnstile.h"

#include <string.h>

static void trace(struct turnstile *m, const struct trace_record *record)
{
    if (m->host.trace)
        m->host.trace(m->host.self, record);
}

static uint64_t cycle(const struct turnstile *m)
{
    return sim_cycles(m->config.clock_hz, m->now);
}

void turnstile_reset(
    struct turnstile *m, const struct turnstile_config *config, const struct sim_host *host)
{
    memset(m, 0, sizeof(*m));
    m->config = *config;
    m->host = *host;
    reg_bank_reset(&gate_bank, m->values);
    flow_reset(&m->passing);
    faults_reset(&m->faults);
    plan_reset(&m->plan);
}

/* Updates the count. Call before each change of the gate's settings or traffic.
 * */
static void catch_up(struct turnstile *m)
{
    uint64_t total = flow_total(&m->passing, cycle(m));

    if (reg_get(&gate_bank.regs[GATE_CTL], CTL_EN, m->values[GATE_CTL]))
        m->count += total - m->seen;
    m->seen = total;
}

/* ---- the plan ---- */

static void apply(struct turnstile *m, unsigned entry)
{
    const struct turnstile_action *a = &m->actions[entry];

    if (faults_begin(&m->faults, &m->host, entry, m->now))
        return;
    catch_up(m);
    if (a->preset)
        m->values[a->reg] = a->value;
    else
        flow_set(&m->passing, cycle(m), m->config.clock_hz, &a->amount);
    trace(m, &(struct trace_record){.kind = TRACE_PLAN, .time = m->now, .value = entry});
}

/* Applies each due entry at its own time. */
void turnstile_advance(struct turnstile *m, uint64_t now)
{
    int entry;

    do {
        uint64_t moment = m->plan.next < now ? m->plan.next : now;

        if (moment > m->now)
            m->now = moment;
        while ((entry = plan_take(&m->plan, m->now)) >= 0)
            apply(m, (unsigned)entry);
    } while (m->now < now);
}

uint64_t turnstile_deadline(const struct turnstile *m)
{
    return m->plan.next;
}

void turnstile_step(struct turnstile *m, const struct sim_access *access, unsigned step, bool end)
{
    turnstile_advance(m, access->now);
    trace(m, &(struct trace_record){.kind = end ? TRACE_STEP_END : TRACE_STEP_BEGIN,
                 .cpu = (uint16_t)access->cpu,
                 .time = m->now,
                 .pc = access->pc,
                 .value = step});
    plan_step(&m->plan, end ? PLAN_STEP_END : PLAN_STEP_BEGIN, step, m->now);
    turnstile_advance(m, m->now);
}

/* ---- accesses ---- */

/* Traces an access, and shows it to the plan once it has taken effect. */
static void accessed(struct turnstile *m, const struct sim_access *access, enum trace_kind kind,
    const struct fault_access *at, uint32_t value)
{
    int reg = reg_bank_at(&gate_bank, at->offset);
    const struct trace_record record = {.kind = kind,
        .size = (uint8_t)at->size,
        .cpu = (uint16_t)access->cpu,
        .block = TURNSTILE_BLOCK,
        .offset = at->offset,
        .time = m->now,
        .pc = access->pc,
        .value = value};

    trace(m, &record);
    faults_trace(&m->faults, &m->host, &record);
    if (reg >= 0)
        plan_access(&m->plan, kind == TRACE_READ ? PLAN_READ : PLAN_WRITE, TURNSTILE_BLOCK,
            (unsigned)reg, m->now);
}

uint32_t turnstile_read(
    struct turnstile *m, const struct sim_access *access, unsigned offset, unsigned size)
{
    const struct fault_access at = {TURNSTILE_BLOCK, offset, size};
    uint64_t value;

    turnstile_advance(m, access->now);
    value = faults_read(&m->faults, &at, reg_bank_read(&gate_bank, m->values, offset, size));
    accessed(m, access, TRACE_READ, &at, (uint32_t)value);
    return (uint32_t)value;
}

/* reg_bank_write() has stored the value; only the actions remain. Latch and
 * clear in one write lose no count. */
static void written(void *machine, unsigned reg, uint64_t held, uint64_t actions)
{
    struct turnstile *m = machine;

    (void)held;
    if (reg == GATE_CTL && reg_get(&gate_bank.regs[GATE_CTL], CTL_LATCH, actions))
        m->values[GATE_COUNT] = m->count & reg_low_bits(32);
    if (reg == GATE_CTL && reg_get(&gate_bank.regs[GATE_CTL], CTL_CLEAR, actions))
        m->count = 0;
}

void turnstile_write(struct turnstile *m, const struct sim_access *access, unsigned offset,
    unsigned size, uint32_t value)
{
    const struct fault_access at = {TURNSTILE_BLOCK, offset, size};

    turnstile_advance(m, access->now);
    catch_up(m);
    if (faults_write(&m->faults, &at))
        reg_bank_write(&gate_bank, m->values, offset, size, value, written, m);
    accessed(m, access, TRACE_WRITE, &at, value);
}
