/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machines of POWER: routes accesses to chips, cores and threads, runs the
 * plan and postings, and traces. */
#include "models/power9/power9.h"

#include "models/power9/homer.h"
#include "models/power9/power9_blocks.h"

#include <assert.h>
#include <string.h>

unsigned p9_n_cores(const struct p9_config *config)
{
    return config->cpus / config->threads;
}

const struct p9_catalogue *p9_catalogue(const struct p9 *m)
{
    return m->catalogue ? m->catalogue : m->config.generation->catalogue();
}

void p9_reset(struct p9 *m, const struct p9_config *config, const struct sim_host *host)
{
    const struct p9_generation *generation = config->generation;
    unsigned smt = config->threads;

    assert(!p9_config_wrong(config));
    memset(m, 0, sizeof(*m));
    m->config = *config;
    m->host = *host;
    faults_reset(&m->faults);
    plan_reset(&m->plan);
    for (unsigned chip = 0; chip < config->sockets; chip++)
        nest_reset(&m->nest[chip], generation, chip, config->availability, config->dead[chip]);
    for (unsigned core = 0; core < p9_n_cores(config); core++)
        core_reset(&m->cores[core], generation, core, core * smt, smt);
    for (unsigned cpu = 0; cpu < config->cpus; cpu++)
        thread_reset(&m->threads[cpu], generation, cpu, smt);
}

static void trace(struct p9 *m, const struct trace_record *record)
{
    if (m->host.trace)
        m->host.trace(m->host.self, record);
}

/* ---- cores and threads ---- */

/* A p9_traffic_fn for the memory of cores and threads. */
static unsigned memory_traffic(
    void *self, unsigned block, uint64_t from, uint64_t to, struct p9_word words[P9_TRAFFIC_WORDS])
{
    struct p9_traffic_table *table = self;
    unsigned n = 0;

    for (unsigned i = 0; i < table->n; i++) {
        struct p9_traffic *word = &table->entry[i];
        if (word->block != block)
            continue;
        p9_traffic_advance(word, from); /* the memory did not count before */
        p9_traffic_count(word, to);
        words[n++] = (struct p9_word){word->offset, word->base + word->counted / word->scale};
    }
    return n;
}

static struct p9_outside outside_of(struct p9 *m)
{
    _Static_assert(P9_MAX_TRAFFIC <= P9_TRAFFIC_WORDS, "one memory may have all the words");
    return (struct p9_outside){faults_host(&m->faults, &m->host), memory_traffic, &m->traffic};
}

static void post_core(struct p9 *m, unsigned core)
{
    struct p9_outside outside = outside_of(m);

    core_post(&m->cores[core], m->threads, &outside, m->now);
}

static void post_thread(struct p9 *m, unsigned cpu)
{
    struct p9_outside outside = outside_of(m);

    thread_post(&m->threads[cpu], &outside, m->now);
}

/* The guest's work is known for the present only, so overdue postings become
 * one, now. */
static void post_overdue(struct p9 *m)
{
    for (unsigned core = 0; core < p9_n_cores(&m->config); core++)
        if (core_deadline(&m->cores[core]) <= m->now)
            post_core(m, core);
    for (unsigned cpu = 0; cpu < m->config.cpus; cpu++)
        if (thread_deadline(&m->threads[cpu]) <= m->now)
            post_thread(m, cpu);
}

static void post_all(struct p9 *m)
{
    for (unsigned core = 0; core < p9_n_cores(&m->config); core++)
        post_core(m, core);
    for (unsigned cpu = 0; cpu < m->config.cpus; cpu++)
        post_thread(m, cpu);
}

static void write_core(struct p9 *m, unsigned core, enum core_reg reg, uint64_t value)
{
    struct p9_outside outside = outside_of(m);

    core_write(&m->cores[core], m->threads, &outside, m->now, reg, value);
}

static void write_ldbar(struct p9 *m, unsigned cpu, uint64_t value)
{
    struct p9_outside outside = outside_of(m);

    thread_ldbar_write(&m->threads[cpu], &outside, m->now, value);
}

/* ---- the plan ---- */

static struct p9_traffic *word_of(struct p9 *m, const struct p9_action *a)
{
    return p9_traffic_word(&m->traffic, &(struct p9_traffic){.block = a->block,
                                            .offset = a->offset,
                                            .scale = a->scale,
                                            .units = a->units,
                                            .exactly = a->exactly});
}

/* Posts the counts from before the change. */
static void post_block(struct p9 *m, unsigned block)
{
    if (p9_block_kind(block) == P9_CORE_MEMORY)
        post_core(m, p9_block_index(block));
    if (p9_block_kind(block) == P9_THREAD_MEMORY)
        post_thread(m, p9_block_index(block));
}

static bool set_amount(struct p9 *m, const struct p9_action *a)
{
    struct p9_traffic *word = word_of(m, a);

    if (word)
        p9_traffic_set(word, m->now, &a->amount);
    return word;
}

/* Sets a word that counts only traffic. */
static bool set_traffic_word(struct p9 *m, const struct p9_action *a)
{
    struct p9_traffic *word = word_of(m, a);

    if (word)
        word->base = a->value - word->counted / word->scale;
    return word;
}

static bool set_chip_word(struct p9 *m, const struct p9_action *a)
{
    uint64_t address = nest_memory(p9_block_index(a->block)) + a->offset;
    uint8_t bytes[8];

    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(a->value >> (56 - 8 * i));
    return m->host.write(m->host.self, address, bytes, sizeof(bytes));
}

static bool preset(struct p9 *m, const struct p9_action *a)
{
    unsigned index = p9_block_index(a->block);

    switch (p9_block_kind(a->block)) {
    case P9_CHIP_MEMORY:
        return set_chip_word(m, a);
    case P9_CORE:
        write_core(
            m, index, (enum core_reg)reg_bank_at(m->config.generation->core, a->offset), a->value);
        return true;
    case P9_CPU:
        write_ldbar(m, index, a->value);
        return true;
    case P9_CORE_MEMORY:
        return core_preset(&m->cores[index], a->offset, a->value) || set_traffic_word(m, a);
    default:
        return thread_preset(&m->threads[index], a->offset, a->value) || set_traffic_word(m, a);
    }
}

static void apply(struct p9 *m, unsigned entry)
{
    const struct p9_action *a = &m->actions[entry];
    bool done;

    if (faults_begin(&m->faults, &m->host, entry, m->now))
        return;
    post_block(m, a->block);
    done = a->preset ? preset(m, a) : set_amount(m, a);
    trace(m, &(struct trace_record){
                 .kind = done ? TRACE_PLAN : TRACE_REFUSED, .time = m->now, .value = entry});
}

/* ---- time ---- */

/* The next time up to @now at which the microcode or the plan acts, or @now. */
static uint64_t next_moment(const struct p9 *m, uint64_t now)
{
    for (unsigned chip = 0; chip < m->config.sockets; chip++)
        if (m->nest[chip].poll < now)
            now = m->nest[chip].poll;
    return now > m->plan.next ? m->plan.next : now;
}

static void poll_nests(struct p9 *m, uint64_t now)
{
    uint64_t limit = now > m->plan.next ? m->plan.next : now;

    for (unsigned chip = 0; chip < m->config.sockets; chip++)
        while (m->nest[chip].poll <= m->now)
            nest_poll(&m->nest[chip], &m->traffic, faults_host(&m->faults, &m->host), limit);
}

/* Advances step by step, so each poll and each entry of the plan acts at its
 * own time. */
void p9_advance(struct p9 *m, uint64_t now)
{
    do {
        uint64_t moment = next_moment(m, now);
        int entry;

        if (moment > m->now)
            m->now = moment;
        poll_nests(m, now);
        while ((entry = plan_take(&m->plan, m->now)) >= 0)
            apply(m, (unsigned)entry);
    } while (m->now < now);
    post_overdue(m);
}

uint64_t p9_deadline(const struct p9 *m)
{
    uint64_t when = next_moment(m, SIM_NEVER);

    for (unsigned core = 0; core < p9_n_cores(&m->config); core++)
        if (core_deadline(&m->cores[core]) < when)
            when = core_deadline(&m->cores[core]);
    for (unsigned cpu = 0; cpu < m->config.cpus; cpu++)
        if (thread_deadline(&m->threads[cpu]) < when)
            when = thread_deadline(&m->threads[cpu]);
    return when;
}

/* ---- accesses ---- */

/* The target of an access: its place in the trace, and its number for the
 * plan's anchors. */
struct place {
    unsigned block;
    uint32_t offset;
    unsigned reg;
};

/* Traces an access, and shows it to the plan once it has taken effect. */
static void accessed(struct p9 *m, const struct sim_access *access, enum trace_kind kind,
    const struct place *place, unsigned size, uint64_t value)
{
    const struct trace_record record = {.kind = kind,
        .size = (uint8_t)size,
        .cpu = (uint16_t)access->cpu,
        .block = place->block,
        .offset = place->offset,
        .time = m->now,
        .pc = access->pc,
        .value = value};

    trace(m, &record);
    faults_trace(&m->faults, &m->host, &record);
    plan_access(
        &m->plan, kind == TRACE_READ ? PLAN_READ : PLAN_WRITE, place->block, place->reg, m->now);
}

static uint64_t faulty_read(struct p9 *m, const struct place *place, uint64_t value)
{
    return faults_read(&m->faults, &(struct fault_access){place->block, place->offset, 8}, value);
}

static bool write_arrives(struct p9 *m, const struct place *place)
{
    return faults_write(&m->faults, &(struct fault_access){place->block, place->offset, 8});
}

/* Finds the core (among all) and the register at @pcba of @chip. Returns false
 * if the model has none there. */
static bool find_scom(
    const struct p9 *m, unsigned chip, uint32_t pcba, unsigned *core, struct place *place)
{
    unsigned of_chip = p9_n_cores(&m->config) / m->config.sockets;
    int reg = scom_at(m->config.generation->scoms, pcba, core);

    if (reg < 0 || chip >= m->config.sockets || *core >= of_chip)
        return false;
    *core += chip * of_chip;
    *place = (struct place){
        p9_block(P9_CORE, *core), m->config.generation->core->regs[reg].offset, (unsigned)reg};
    return true;
}

bool p9_has_scom(const struct p9 *m, unsigned chip, uint32_t pcba)
{
    struct place place;
    unsigned core;

    return find_scom(m, chip, pcba, &core, &place);
}

bool p9_scom_read(
    struct p9 *m, const struct sim_access *access, unsigned chip, uint32_t pcba, uint64_t *value)
{
    struct place place;
    unsigned core;

    if (!find_scom(m, chip, pcba, &core, &place))
        return false;
    p9_advance(m, access->now);
    *value = faulty_read(m, &place, core_read(&m->cores[core], (enum core_reg)place.reg));
    accessed(m, access, TRACE_READ, &place, 8, *value);
    return true;
}

bool p9_scom_write(
    struct p9 *m, const struct sim_access *access, unsigned chip, uint32_t pcba, uint64_t value)
{
    struct place place;
    unsigned core;

    if (!find_scom(m, chip, pcba, &core, &place))
        return false;
    p9_advance(m, access->now);
    if (write_arrives(m, &place))
        write_core(m, core, (enum core_reg)place.reg, value);
    accessed(m, access, TRACE_WRITE, &place, 8, value);
    return true;
}

static struct place ldbar_of(unsigned cpu)
{
    return (struct place){p9_block(P9_CPU, cpu), CPU_LDBAR_OFFSET, CPU_LDBAR};
}

uint64_t p9_ldbar_read(struct p9 *m, const struct sim_access *access)
{
    struct place place = ldbar_of(access->cpu);
    uint64_t value;

    assert(access->cpu < m->config.cpus);
    p9_advance(m, access->now);
    value = reg_bank_read(&cpu_bank, m->threads[access->cpu].values, CPU_LDBAR_OFFSET, 8);
    value = faulty_read(m, &place, value);
    accessed(m, access, TRACE_READ, &place, 8, value);
    return value;
}

void p9_ldbar_write(struct p9 *m, const struct sim_access *access, uint64_t value)
{
    struct place place = ldbar_of(access->cpu);

    assert(access->cpu < m->config.cpus);
    p9_advance(m, access->now);
    if (write_arrives(m, &place))
        write_ldbar(m, access->cpu, value);
    accessed(m, access, TRACE_WRITE, &place, 8, value);
}

/* Whether @address lies in @block's @size bytes of memory at @base. */
static bool within(
    uint64_t address, uint64_t base, uint64_t size, unsigned block, struct place *place)
{
    if (!base || address < base || address - base >= size)
        return false;
    place->block = block;
    place->offset = place->reg = (uint32_t)(address - base);
    return true;
}

static bool find_memory(const struct p9 *m, uint64_t address, struct place *place)
{
    for (unsigned chip = 0; chip < m->config.sockets; chip++)
        if (within(address, nest_memory(chip), P9_IMC_COUNTERS_SIZE, p9_block(P9_CHIP_MEMORY, chip),
                place))
            return true;
    for (unsigned i = 0; i < p9_n_cores(&m->config); i++)
        if (within(
                address, m->cores[i].memory.address, SLOTS_MEMORY, m->cores[i].memory.block, place))
            return true;
    for (unsigned i = 0; i < m->config.cpus; i++)
        if (within(address, m->threads[i].memory.address, SLOTS_MEMORY, m->threads[i].memory.block,
                place))
            return true;
    return false;
}

bool p9_counts_at(const struct p9 *m, uint64_t address)
{
    struct place place;

    return find_memory(m, address, &place);
}

void p9_loaded(
    struct p9 *m, const struct sim_access *access, uint64_t address, unsigned size, uint64_t value)
{
    struct place place;

    if (!find_memory(m, address, &place))
        return;
    /* Overdue work comes after the load, which did not see it. */
    if (access->now < p9_deadline(m))
        p9_advance(m, access->now);
    accessed(m, access, TRACE_READ, &place, size, value);
}

/* ---- looks from outside ---- */

static bool peek_memory(
    const struct p9 *m, uint64_t base, uint64_t size, uint32_t offset, uint64_t *value)
{
    uint8_t bytes[8];

    if (!base || offset > size - sizeof(bytes) ||
        !m->host.read(m->host.self, base + offset, bytes, sizeof(bytes)))
        return false;
    *value = 0;
    for (unsigned i = 0; i < sizeof(bytes); i++)
        *value = *value << 8 | bytes[i];
    return true;
}

static bool peek_core(const struct p9 *m, unsigned core, uint32_t offset, uint64_t *value)
{
    int reg = reg_bank_at(m->config.generation->core, offset);

    if (reg >= 0)
        *value = core_read(&m->cores[core], (enum core_reg)reg);
    return reg >= 0;
}

bool p9_peek(const struct p9 *m, unsigned block, uint32_t offset, uint64_t *value)
{
    unsigned i = p9_block_index(block);

    switch (p9_block_kind(block)) {
    case P9_CHIP_MEMORY:
        return i < m->config.sockets &&
               peek_memory(m, nest_memory(i), P9_IMC_COUNTERS_SIZE, offset, value);
    case P9_CORE:
        return i < p9_n_cores(&m->config) && peek_core(m, i, offset, value);
    case P9_CPU:
        if (i < m->config.cpus)
            *value = reg_bank_read(&cpu_bank, m->threads[i].values, offset, 8);
        return i < m->config.cpus;
    case P9_CORE_MEMORY:
        return i < p9_n_cores(&m->config) &&
               peek_memory(m, m->cores[i].memory.address, SLOTS_MEMORY, offset, value);
    case P9_THREAD_MEMORY:
        return i < m->config.cpus &&
               peek_memory(m, m->threads[i].memory.address, SLOTS_MEMORY, offset, value);
    default:
        return false;
    }
}

/* ---- sampling, steps ---- */

uint64_t p9_sampling(const struct p9 *m, unsigned cpu)
{
    return thread_sampling(&m->threads[cpu], &m->host);
}

uint64_t p9_sample(struct p9 *m, unsigned cpu, uint64_t ip, bool user, uint64_t timebase)
{
    struct p9_outside outside = outside_of(m);

    return thread_sample(&m->threads[cpu], &outside, m->now, ip, user, timebase);
}

bool p9_counts_instructions(const struct p9 *m)
{
    for (unsigned core = 0; core < p9_n_cores(&m->config); core++)
        if (core_counts(&m->cores[core]))
            return true;
    for (unsigned cpu = 0; cpu < m->config.cpus; cpu++)
        if (thread_counts(&m->threads[cpu]) || thread_traces(&m->threads[cpu]))
            return true;
    return false;
}

void p9_step(struct p9 *m, const struct sim_access *access, unsigned step, bool end)
{
    p9_advance(m, access->now);
    post_all(m);
    trace(m, &(struct trace_record){.kind = end ? TRACE_STEP_END : TRACE_STEP_BEGIN,
                 .cpu = (uint16_t)access->cpu,
                 .time = m->now,
                 .pc = access->pc,
                 .value = step});
    plan_step(&m->plan, end ? PLAN_STEP_END : PLAN_STEP_BEGIN, step, m->now);
    p9_advance(m, m->now);
}
