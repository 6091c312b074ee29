/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Replays a trace of `power9` record by record: chips, cores, threads, postings and the driver's reads. */
#include "harness/truth/power9/replay.h"

#include "harness/trace/accesses.h"
#include "harness/truth/power9/nest.h"
#include "harness/truth/power9/traffic.h"
#include "models/power9/homer.h"
#include "models/power9/ldbar_regs.h"
#include "models/power9/power9_blocks.h"
#include "models/power9/scom_regs.h"

/* The registers that make a core and its threads count, from the trace. */
struct core_state {
    guint64 htm_mode, pdbar;
    struct truth_memory memory;
};

struct thread_state {
    guint64 ldbar;
    guint64 user, kernel; /* instructions since the machine began */
    /* The access that first pointed LDBAR to memory, until the read before it is accounted for; else
     * TRUTH_NONE. */
    gsize pointed;
    gboolean has_pointed;
    struct truth_memory memory;
};

struct replay {
    const struct p9 *planned;
    const struct trace_record *records;
    gsize n, now; /* now: index of the current record */
    unsigned n_cores;
    struct truth_nest nests[P9_MAX_CHIPS];
    struct core_state *cores;
    struct thread_state *threads;
    struct truth *out;
};

static const struct trace_record *record_now(const struct replay *r)
{
    return &r->records[r->now];
}

static void note(struct replay *r, enum truth_note_kind kind, unsigned block, guint32 offset, char *text)
{
    truth_add_note(r->out, &(struct truth_note){kind, r->now, block, offset, text});
}

/* ---- blocks ---- */

static unsigned smt(const struct replay *r)
{
    return r->planned->config.threads;
}

static struct truth_nest *nest_of(struct replay *r, unsigned block)
{
    unsigned chip = p9_block_index(block);

    return p9_block_kind(block) == P9_CHIP_MEMORY && chip < r->planned->config.sockets ? &r->nests[chip]
                                                                                       : NULL;
}

static struct core_state *core_of(struct replay *r, unsigned index)
{
    return index < r->n_cores ? &r->cores[index] : NULL;
}

static struct thread_state *thread_of(struct replay *r, unsigned index)
{
    return index < r->planned->config.cpus ? &r->threads[index] : NULL;
}

/* The memory that the trace numbers @block, or NULL. */
static struct truth_memory *memory_of(struct replay *r, unsigned block)
{
    struct truth_nest *nest = nest_of(r, block);
    unsigned index = p9_block_index(block);

    if (nest)
        return &nest->memory;
    if (p9_block_kind(block) == P9_CORE_MEMORY && core_of(r, index))
        return &core_of(r, index)->memory;
    if (p9_block_kind(block) == P9_THREAD_MEMORY && thread_of(r, index))
        return &thread_of(r, index)->memory;
    return NULL;
}

/* ---- counting of cores and threads ---- */

/* Work executed so far by the threads of @memory, which is a core's or a thread's. */
static void executed_by(
    const struct replay *r, const struct truth_memory *memory, guint64 *user, guint64 *kernel)
{
    unsigned index = p9_block_index(memory->block), n = memory->live.summed;
    const struct thread_state *first = &r->threads[index * n];

    *user = *kernel = 0;
    for (unsigned i = 0; i < n; i++) {
        *user += first[i].user;
        *kernel += first[i].kernel;
    }
}

/* Accounts for everything up to the current record. */
static void account(const struct replay *r, struct truth_memory *memory)
{
    guint64 user, kernel, now = MAX(record_now(r)->time, memory->upto);

    executed_by(r, memory, &user, &kernel);
    if (memory->counts) {
        truth_executed_add(&memory->live, user > memory->user ? user - memory->user : 0,
            kernel > memory->kernel ? kernel - memory->kernel : 0, now - memory->upto);
        for (guint i = 0; i < memory->sources->len; i++) {
            struct truth_source *source = g_ptr_array_index(memory->sources, i);
            truth_source_count(source, truth_traffic_events(source->traffic, memory->upto, now));
        }
    }
    memory->user = user;
    memory->kernel = kernel;
    memory->upto = now;
}

/* Switches @memory's counting on or off. When it stops, the count is posted. */
static void set_counts(const struct replay *r, struct truth_memory *memory, gboolean counts)
{
    if (!memory->counts && !counts)
        return;
    account(r, memory);
    truth_memory_post(memory);
    memory->counts = counts;
}

static gboolean has_memory(const struct reg *reg, unsigned address, guint64 value)
{
    return reg_get(reg, address, value) != 0;
}

static gboolean is_started(const struct core_state *core)
{
    return reg_get(&core_bank.regs[CORE_HTM_MODE], HTM_MODE_START, core->htm_mode) != 0;
}

static gboolean accumulates(guint64 ldbar)
{
    const struct reg *reg = &cpu_bank.regs[CPU_LDBAR];

    return has_memory(reg, LDBAR_ADDRESS, ldbar) && reg_get(reg, LDBAR_ENABLE, ldbar) &&
           !reg_get(reg, LDBAR_TRACE, ldbar);
}

static void update_thread(const struct replay *r, unsigned cpu)
{
    struct thread_state *thread = &r->threads[cpu];

    if (!thread->has_pointed && accumulates(thread->ldbar)) {
        thread->has_pointed = TRUE;
        thread->pointed = r->now;
    }
    set_counts(r, &thread->memory, is_started(&r->cores[cpu / smt(r)]) && accumulates(thread->ldbar));
}

static void update_core(const struct replay *r, unsigned index)
{
    struct core_state *core = &r->cores[index];

    set_counts(r, &core->memory,
        is_started(core) && has_memory(&core_bank.regs[CORE_PDBAR], PDBAR_ADDRESS, core->pdbar));
    for (unsigned i = 0; i < smt(r); i++)
        update_thread(r, index * smt(r) + i);
}

/* ---- writes ---- */

static void register_written(struct replay *r, unsigned block, guint32 offset, guint64 value)
{
    unsigned index = p9_block_index(block);

    if (p9_block_kind(block) == P9_CPU && thread_of(r, index)) {
        r->threads[index].ldbar = value;
        update_thread(r, index);
    }
    if (p9_block_kind(block) != P9_CORE || !core_of(r, index))
        return;
    if (offset == core_bank.regs[CORE_HTM_MODE].offset)
        r->cores[index].htm_mode = value;
    else if (offset == core_bank.regs[CORE_PDBAR].offset)
        r->cores[index].pdbar = value;
    else
        return;
    update_core(r, index);
}

static void written(struct replay *r, unsigned block, guint32 offset, guint64 value)
{
    struct truth_nest *nest = nest_of(r, block);

    if (nest)
        truth_nest_control(nest, offset, value, record_now(r)->time);
    else
        register_written(r, block, offset, value);
}

/* ---- reads ---- */

/* The count since boot, and the part of it before zeroing. */
static guint64 count_of(struct replay *r, unsigned block, guint32 offset, guint64 *zeroed)
{
    const struct truth_nest *nest = nest_of(r, block);

    *zeroed = nest ? truth_nest_zeroed(nest, offset) : 0;
    return nest ? truth_nest_count(nest, offset) : truth_memory_count(memory_of(r, block), offset, TRUE);
}

/* Reports a wrong value once: later reads are measured from it. */
static void read_wrongly(struct replay *r, struct truth_cell *cell, guint64 expected)
{
    const struct trace_record *record = record_now(r);
    g_autofree char *place = access_place_text(&power9_model, record);
    g_autofree char *access = access_text(&power9_model, record);

    note(r, TRUTH_WRONG, record->block, record->offset,
        g_strdup_printf("%s was read as 0x%" G_GINT64_MODIFIER
                        "x, but the postings give 0x%" G_GINT64_MODIFIER "x: %s",
            place, (guint64)record->value, expected, access));
    cell->base += record->value - expected;
    cell->posted_base += record->value - expected;
}

static void add_read(struct replay *r, struct truth_cell *cell, const struct truth_read *read)
{
    struct truth_read made = *read;

    made.block = record_now(r)->block;
    made.counter = cell->offset;
    made.previous = cell->read;
    cell->read = r->out->reads->len;
    g_array_append_val(r->out->reads, made);
}

/* The thread's access to LDBAR or its memory next to the current record, after it or before it, or NULL. */
static const struct trace_record *neighbour(const struct replay *r, int direction)
{
    unsigned memory = record_now(r)->block, ldbar = p9_block(P9_CPU, p9_block_index(memory));

    for (gsize i = r->now + (gsize)direction; i < r->n; i += (gsize)direction) {
        const struct trace_record *record = &r->records[i];

        if ((record->kind == TRACE_READ && record->block == memory) ||
            (record->kind == TRACE_WRITE && record->block == ldbar))
            return record;
    }
    return NULL;
}

/* Linux reads a word before LDBAR enables its thread, and for the last time after LDBAR disables it:
 * thread_imc_event_add(), thread_imc_event_del() in arch/powerpc/perf/imc-pmu.c. */
static void find_ends(const struct replay *r, struct truth_read *read)
{
    const struct trace_record *before = neighbour(r, -1), *after = neighbour(r, 1);

    read->begins = after && after->kind == TRACE_WRITE && accumulates(after->value);
    read->ends = !read->begins && before && before->kind == TRACE_WRITE && !accumulates(before->value);
}

/* Adds the read that the trace cannot record. */
static void add_first(struct replay *r, struct truth_cell *cell, struct thread_state *thread)
{
    add_read(r, cell, &(struct truth_read){.low = thread->pointed, .high = thread->pointed, .begins = TRUE});
    thread->pointed = TRUTH_NONE;
    cell->open++;
}

static void thread_read(struct replay *r, struct truth_cell *cell, struct truth_read *read)
{
    struct thread_state *thread = &r->threads[p9_block_index(record_now(r)->block)];

    find_ends(r, read);
    if (!read->begins && !cell->open && thread->pointed != TRUTH_NONE)
        add_first(r, cell, thread);
    if (read->begins)
        cell->open++;
    else if (read->ends && cell->open)
        cell->open--;
}

static void word_read(struct replay *r, struct truth_memory *memory)
{
    const struct trace_record *record = record_now(r);
    struct truth_cell *cell = truth_memory_cell(memory, record->offset);
    guint64 zeroed, count = count_of(r, record->block, record->offset, &zeroed);
    struct truth_read read = {.low = r->now, .high = r->now, .value = record->value, .total = count};

    if (p9_block_kind(record->block) == P9_THREAD_MEMORY)
        thread_read(r, cell, &read);
    if (record->value != cell->posted_base + count - zeroed)
        read_wrongly(r, cell, cell->posted_base + count - zeroed);
    add_read(r, cell, &read);
}

static void was_read(struct replay *r)
{
    const struct trace_record *record = record_now(r);
    struct truth_memory *memory = memory_of(r, record->block);
    gboolean whole = record->size == sizeof(guint64) && record->offset % sizeof(guint64) == 0;
    gboolean control = nest_of(r, record->block) && record->offset >= P9_IMC_CONTROL_BLOCK;

    if (memory && whole && !control)
        word_read(r, memory);
}

/* ---- the plan ---- */

static void set_word(struct replay *r, struct truth_memory *memory, const struct p9_action *action)
{
    struct truth_cell *cell = truth_memory_cell(memory, action->offset);
    guint64 zeroed, count = count_of(r, action->block, action->offset, &zeroed);
    const struct trace_record place = {.block = (uint16_t)action->block, .offset = action->offset};
    g_autofree char *name = access_place_text(&power9_model, &place);
    g_autofree char *time = access_time_text(record_now(r)->time);

    note(r, TRUTH_SET, action->block, action->offset,
        g_strdup_printf("the plan set %s from 0x%" G_GINT64_MODIFIER "x to 0x%" G_GINT64_MODIFIER "x (%s)",
            name, cell->base + count - zeroed, (guint64)action->value, time));
    cell->base = action->value - (count - zeroed);
    /* Cores and threads write it to memory when they post; the plan sets a chip's memory itself. */
    if (nest_of(r, action->block))
        cell->posted_base = cell->base;
}

static void preset(struct replay *r, const struct p9_action *action)
{
    struct truth_memory *memory = memory_of(r, action->block);

    if (memory && !(nest_of(r, action->block) && action->offset >= P9_IMC_CONTROL_BLOCK))
        set_word(r, memory, action);
    else
        written(r, action->block, action->offset, action->value);
}

static void plan_entry(struct replay *r)
{
    const struct trace_record *record = record_now(r);
    const struct p9_action *action;
    struct truth_memory *memory;

    if (record->value >= r->planned->plan.n_entries)
        return;
    action = &r->planned->actions[record->value];
    memory = memory_of(r, action->block);
    if (action->preset)
        preset(r, action);
    else if (memory)
        truth_traffic_set(truth_memory_source(memory, action)->traffic, record->time, &action->amount);
}

/* ---- records ---- */

static void posted(struct replay *r)
{
    const struct trace_record *record = record_now(r);
    struct truth_nest *nest = nest_of(r, record->block);
    struct truth_memory *memory = memory_of(r, record->block);
    char *wrong = nest ? truth_nest_post(nest, record) : NULL;

    if (wrong)
        note(r, TRUTH_WRONG, record->block, G_MAXUINT32, wrong);
    if (nest || !memory || !memory->counts)
        return;
    account(r, memory);
    truth_memory_post(memory);
}

static void executed(struct replay *r)
{
    const struct trace_record *record = record_now(r);
    struct thread_state *thread = thread_of(r, record->cpu);

    if (thread)
        *(record->offset ? &thread->kernel : &thread->user) = record->value;
}

static void replay_record(struct replay *r)
{
    const struct trace_record *record = record_now(r);

    switch (record->kind) {
    case TRACE_READ:
        was_read(r);
        break;
    case TRACE_WRITE:
        written(r, record->block, record->offset, record->value);
        break;
    case TRACE_PLAN:
        plan_entry(r);
        break;
    case TRACE_POST:
        posted(r);
        break;
    case TRACE_EXECUTED:
        executed(r);
        break;
    default:
        break;
    }
}

static void begin(struct replay *r)
{
    const struct p9_config *config = &r->planned->config;

    for (unsigned i = 0; i < config->sockets; i++)
        truth_nest_init(&r->nests[i], i, config->availability);
    r->cores = g_new0(struct core_state, r->n_cores);
    for (unsigned i = 0; i < r->n_cores; i++)
        truth_memory_init(&r->cores[i].memory, p9_block(P9_CORE_MEMORY, i), smt(r), smt(r));
    r->threads = g_new0(struct thread_state, config->cpus);
    for (unsigned i = 0; i < config->cpus; i++) {
        r->threads[i].pointed = TRUTH_NONE;
        truth_memory_init(&r->threads[i].memory, p9_block(P9_THREAD_MEMORY, i), smt(r), 1);
    }
}

static void end(struct replay *r)
{
    for (unsigned i = 0; i < r->planned->config.sockets; i++)
        truth_memory_clear(&r->nests[i].memory);
    for (unsigned i = 0; i < r->n_cores; i++)
        truth_memory_clear(&r->cores[i].memory);
    for (unsigned i = 0; i < r->planned->config.cpus; i++)
        truth_memory_clear(&r->threads[i].memory);
    g_free(r->cores);
    g_free(r->threads);
}

struct truth *truth_replay_power9(const struct p9 *planned, const struct trace_record *records, gsize n)
{
    struct replay r = {.planned = planned,
        .records = records,
        .n = n,
        .n_cores = planned->config.cpus / planned->config.threads,
        .out = truth_new()};

    begin(&r);
    for (; r.now < n; r.now++)
        replay_record(&r);
    end(&r);
    return r.out;
}
