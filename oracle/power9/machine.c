/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All chips, cores and threads, and the plan's moments. */
#include "oracle/power9/machine.h"

#include <stdlib.h>

enum { CORE_REGS = ORACLE_P9_LDBAR - ORACLE_P9_PDBAR, RECORDS = 4096 };

struct core {
    uint64_t regs[CORE_REGS]; /* from PDBAR on */
    struct oracle_p9_memory memory;
};

struct thread {
    uint64_t ldbar;
    uint64_t user, kernel; /* instructions since boot */
    /* for trace mode: the next record's place, and the latest time stamp */
    uint64_t record, timebase;
    struct oracle_p9_memory memory;
};

struct oracle_p9 {
    struct oracle_p9_config config;
    const struct oracle_p9_plan *plan;
    struct oracle_moments moments;
    struct oracle_p9_nest chips[ORACLE_P9_CHIPS];
    struct core cores[ORACLE_P9_CPUS];
    struct thread threads[ORACLE_P9_CPUS];
};

static unsigned n_cores(const struct oracle_p9 *m)
{
    return m->config.cpus / m->config.threads;
}

const struct oracle_p9_plan *oracle_p9_plan_of(const struct oracle_p9 *m)
{
    return m->plan;
}

bool oracle_p9_has(const struct oracle_p9 *m, enum oracle_p9_kind kind, unsigned index)
{
    switch (kind) {
    case ORACLE_P9_CHIP:
        return index < m->config.sockets;
    case ORACLE_P9_CORE:
    case ORACLE_P9_CORE_MEMORY:
        return index < n_cores(m);
    default:
        return index < m->config.cpus;
    }
}

/* ---- cores and threads ---- */

/* Instructions of the threads from number @first on. */
static void executed_by(
    const struct oracle_p9 *m, unsigned first, unsigned n, uint64_t *user, uint64_t *kernel)
{
    *user = *kernel = 0;
    for (unsigned i = first; i < first + n; i++) {
        *user += m->threads[i].user;
        *kernel += m->threads[i].kernel;
    }
}

static bool collects(const struct oracle_p9 *m, unsigned core)
{
    return m->cores[core].regs[ORACLE_P9_HTM_MODE - ORACLE_P9_PDBAR] & ORACLE_P9_HTM_START;
}

static void update_thread(struct oracle_p9 *m, unsigned cpu, uint64_t ns)
{
    struct thread *thread = &m->threads[cpu];

    oracle_p9_memory_switch(&thread->memory,
        collects(m, cpu / m->config.threads) && oracle_p9_accumulates(thread->ldbar), ns,
        thread->user, thread->kernel);
}

static void update_core(struct oracle_p9 *m, unsigned core, uint64_t ns)
{
    struct core *c = &m->cores[core];
    uint64_t user, kernel;

    executed_by(m, core * m->config.threads, m->config.threads, &user, &kernel);
    oracle_p9_memory_switch(
        &c->memory, collects(m, core) && c->regs[0] & ORACLE_P9_PDBAR_ADDRESS, ns, user, kernel);
}

static enum oracle_p9_reg register_at(
    const struct oracle_p9 *m, const struct oracle_p9_place *place)
{
    for (unsigned i = 0; i < ORACLE_P9_REGS; i++)
        if (oracle_p9_registers[i].kind == place->kind &&
            oracle_p9_number(m->plan->generation, (enum oracle_p9_reg)i) == place->offset)
            return (enum oracle_p9_reg)i;
    return ORACLE_P9_REGS;
}

static void set_register(
    struct oracle_p9 *m, uint64_t ns, const struct oracle_p9_place *place, uint64_t value)
{
    enum oracle_p9_reg reg = register_at(m, place);

    if (reg == ORACLE_P9_REGS)
        return;
    value &= oracle_p9_registers[reg].holds;
    if (place->kind == ORACLE_P9_CPU) {
        m->threads[place->index].ldbar = value;
        m->threads[place->index].record = 0;
        update_thread(m, place->index, ns);
        return;
    }
    m->cores[place->index].regs[reg - ORACLE_P9_PDBAR] = value;
    if (reg == ORACLE_P9_PDBAR || reg == ORACLE_P9_HTM_MODE)
        update_core(m, place->index, ns);
    for (unsigned i = 0; reg == ORACLE_P9_HTM_MODE && i < m->config.threads; i++)
        update_thread(m, place->index * m->config.threads + i, ns);
}

void oracle_p9_executed(struct oracle_p9 *m, unsigned cpu, bool kernel, uint64_t instructions)
{
    if (cpu < m->config.cpus)
        *(kernel ? &m->threads[cpu].kernel : &m->threads[cpu].user) = instructions;
}

static struct oracle_p9_memory *memory_of(
    const struct oracle_p9 *m, enum oracle_p9_kind kind, unsigned index)
{
    const struct oracle_p9_memory *memory =
        kind == ORACLE_P9_CORE_MEMORY ? &m->cores[index].memory : &m->threads[index].memory;

    return (struct oracle_p9_memory *)(uintptr_t)memory;
}

void oracle_p9_posted(struct oracle_p9 *m, uint64_t ns, enum oracle_p9_kind kind, unsigned index)
{
    struct oracle_p9_memory *memory = memory_of(m, kind, index);
    unsigned n = memory->summed;
    uint64_t user, kernel;

    executed_by(m, index * n, n, &user, &kernel);
    oracle_p9_memory_post(memory, ns, user, kernel);
}

/* ---- trace mode ---- */

/* imc.rst: BUFFERSIZE 0 is 4096 records; each step doubles that, up to 4. */
static uint64_t capacity(uint64_t trace_imc)
{
    uint64_t size = (trace_imc & ORACLE_P9_TRACE_BUFFER) >> (63 - 50);

    return (uint64_t)RECORDS << (size < 4 ? size : 4);
}

const char *oracle_p9_sampled(struct oracle_p9 *m, unsigned cpu, uint64_t record, uint64_t timebase)
{
    struct thread *thread = &m->threads[cpu];
    unsigned core = cpu / m->config.threads;
    uint64_t room = capacity(m->cores[core].regs[ORACLE_P9_TRACE_IMC - ORACLE_P9_PDBAR]);
    uint64_t expected = thread->record % room, before = thread->timebase;

    thread->record = record + 1;
    thread->timebase = timebase;
    if (!collects(m, core) || !oracle_p9_samples(thread->ldbar))
        return "the thread was not set to take samples";
    if (record != expected)
        return "records follow each other, from 0 on since LDBAR was written";
    return timebase > before ? NULL : "a record's time stamp is above the one before";
}

/* ---- chips ---- */

const char *oracle_p9_did(
    struct oracle_p9 *m, uint64_t ns, unsigned chip, const struct oracle_p9_did *did)
{
    return oracle_p9_nest_did(&m->chips[chip], ns, did);
}

/* ---- the plan ---- */

static void set(
    struct oracle_p9 *m, uint64_t ns, const struct oracle_p9_place *place, uint64_t value)
{
    switch (place->kind) {
    case ORACLE_P9_CHIP:
        oracle_p9_nest_set(&m->chips[place->index], ns, place->offset, value);
        break;
    case ORACLE_P9_CORE:
    case ORACLE_P9_CPU:
        set_register(m, ns, place, value);
        break;
    default:
        oracle_p9_memory_set(memory_of(m, place->kind, place->index), place->offset, value);
        break;
    }
}

static void amount(struct oracle_p9 *m, uint64_t ns, const struct oracle_p9_entry *entry)
{
    const struct oracle_p9_source *s = &entry->source;

    if (s->place.kind == ORACLE_P9_CHIP)
        oracle_p9_nest_amount(&m->chips[s->place.index], ns, s, &entry->amount);
    else
        oracle_p9_memory_amount(memory_of(m, s->place.kind, s->place.index), ns, s,
            oracle_p9_event_divisor(&m->plan->catalogue, s->pmu, s->event), &entry->amount);
}

bool oracle_p9_entry(struct oracle_p9 *m, uint64_t ns, unsigned *entry, uint64_t *when)
{
    const struct oracle_p9_entry *e;

    if (!oracle_moments_take(&m->moments, ns, entry, when))
        return false;
    e = &m->plan->entries[*entry];
    if (e->kind == ORACLE_P9_FAULT ||
        !oracle_p9_has(m, e->source.place.kind, e->source.place.index))
        return true;
    if (e->source.place.kind == ORACLE_P9_CHIP) {
        struct oracle_p9_nest *chip = &m->chips[e->source.place.index];

        chip->wrong = oracle_p9_nest_advance(chip, *when);
    }
    if (e->kind == ORACLE_P9_SET)
        set(m, *when, &e->source.place, e->value);
    else
        amount(m, *when, e);
    return true;
}

void oracle_p9_step(struct oracle_p9 *m, uint64_t ns, unsigned step, bool end)
{
    oracle_moments_step(&m->moments, ns, step, end);
}

/* ---- accesses ---- */

const char *oracle_p9_read(struct oracle_p9 *m, uint64_t ns, const struct oracle_p9_place *place)
{
    const char *wrong = NULL;

    if (place->kind == ORACLE_P9_CHIP)
        wrong = oracle_p9_nest_advance(&m->chips[place->index], ns);
    else if (place->kind == ORACLE_P9_CORE_MEMORY || place->kind == ORACLE_P9_THREAD_MEMORY) {
        struct oracle_p9_memory *memory = memory_of(m, place->kind, place->index);

        memory->read = ns;
        if (oracle_p9_memory_is_late(memory, ns))
            wrong = "memory that counts is posted each millisecond";
    }
    oracle_moments_access(
        &m->moments, ns, ORACLE_AT_READ, oracle_p9_block(place->kind, place->index), place->offset);
    return wrong;
}

uint64_t oracle_p9_holds(
    const struct oracle_p9 *m, uint64_t ns, const struct oracle_p9_place *place)
{
    enum oracle_p9_reg reg = register_at(m, place);

    switch (place->kind) {
    case ORACLE_P9_CHIP:
        return reg < ORACLE_P9_CONTROL_WORDS
                   ? m->chips[place->index].now.control[reg]
                   : oracle_p9_nest_holds(&m->chips[place->index], place->offset, ns);
    case ORACLE_P9_CORE:
        return reg < ORACLE_P9_LDBAR ? m->cores[place->index].regs[reg - ORACLE_P9_PDBAR] : 0;
    case ORACLE_P9_CPU:
        return m->threads[place->index].ldbar;
    default:
        return oracle_p9_memory_holds(memory_of(m, place->kind, place->index), place->offset);
    }
}

uint64_t oracle_p9_counted(
    const struct oracle_p9 *m, uint64_t ns, const struct oracle_p9_place *place)
{
    if (place->kind == ORACLE_P9_CHIP)
        return oracle_p9_nest_counted(&m->chips[place->index], place->offset, ns);
    return oracle_p9_memory_latest(memory_of(m, place->kind, place->index), place->offset);
}

bool oracle_p9_knows(const struct oracle_p9 *m, const struct oracle_p9_place *place)
{
    enum oracle_p9_reg reg = register_at(m, place);

    if (place->kind != ORACLE_P9_CHIP)
        return place->kind > ORACLE_P9_CPU || reg < ORACLE_P9_REGS;
    return place->offset < ORACLE_P9_CONTROL_BLOCK || reg == ORACLE_P9_STATUS ||
           reg == ORACLE_P9_AVAILABILITY || reg == ORACLE_P9_MODE_STATE;
}

void oracle_p9_write(struct oracle_p9 *m, uint64_t ns, const struct oracle_p9_place *place,
    uint64_t value, bool dropped)
{
    if (!dropped)
        set_register(m, ns, place, value);
    oracle_moments_access(&m->moments, ns, ORACLE_AT_WRITE,
        oracle_p9_block(place->kind, place->index), place->offset);
}

/* ---- the injected amounts ---- */

static uint64_t counted_by(
    const struct oracle_p9 *m, const struct oracle_p9_place *place, uint64_t ns)
{
    if (place->kind == ORACLE_P9_CHIP)
        return oracle_p9_nest_counted(&m->chips[place->index], place->offset, ns);
    return oracle_p9_memory_counted(memory_of(m, place->kind, place->index), place->offset, ns);
}

bool oracle_p9_counts_at(const struct oracle_p9 *m, const struct oracle_p9_place *place)
{
    bool counts = place->kind == ORACLE_P9_CHIP ||
                  oracle_p9_word_at(m->plan->generation, place->offset) != NULL;

    for (unsigned i = 0; i < m->moments.n_entries && !counts; i++) {
        const struct oracle_p9_entry *entry = &m->plan->entries[i];

        counts = entry->kind == ORACLE_P9_AMOUNT && entry->source.place.kind == place->kind &&
                 entry->source.place.offset == place->offset;
    }
    return counts;
}

uint64_t oracle_p9_injected(
    const struct oracle_p9 *m, const struct oracle_p9_place *place, uint64_t from, uint64_t to)
{
    return counted_by(m, place, to) - counted_by(m, place, from);
}

/* ---- begin and end ---- */

struct oracle_p9 *oracle_p9_new(
    const struct oracle_p9_config *config, const struct oracle_p9_plan *plan)
{
    struct oracle_p9 *m = calloc(1, sizeof(*m));

    if (!m)
        abort();
    m->config = *config;
    m->plan = plan;
    m->moments = plan->moments;
    oracle_moments_begin(&m->moments);
    for (unsigned i = 0; i < config->sockets; i++)
        oracle_p9_nest_begin(&m->chips[i], plan, config->availability, config->dead[i]);
    for (unsigned i = 0; i < n_cores(m); i++)
        oracle_p9_memory_begin(
            &m->cores[i].memory, plan->generation, config->threads, config->threads);
    for (unsigned i = 0; i < config->cpus; i++)
        oracle_p9_memory_begin(&m->threads[i].memory, plan->generation, config->threads, 1);
    return m;
}

void oracle_p9_free(struct oracle_p9 *m)
{
    if (!m)
        return;
    for (unsigned i = 0; i < m->config.sockets; i++)
        oracle_p9_nest_end(&m->chips[i]);
    for (unsigned i = 0; i < n_cores(m); i++)
        oracle_p9_memory_end(&m->cores[i].memory);
    for (unsigned i = 0; i < m->config.cpus; i++)
        oracle_p9_memory_end(&m->threads[i].memory);
    free(m);
}
