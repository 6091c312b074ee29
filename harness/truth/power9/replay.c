/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Passes a trace of a POWER machine to the oracle, and notes each difference
 * from the oracle's values. */
#include "harness/truth/power9/replay.h"

#include "harness/trace/accesses.h"
#include "models/power9/power9.h"
#include "models/power9/power9_blocks.h"

/* A word that was read or set. */
struct cell {
    guint64 shift; /* the error that memory already has and that was noted */
    gsize read;    /* index of the latest read, or TRUTH_NONE */
    unsigned open; /* for a thread: events that have begun and not ended */
};

struct replay {
    const struct machine_model *model;
    const struct oracle_p9_plan *plan;
    const struct trace_record *records;
    gsize n, now; /* now: index of the current record */
    struct oracle_p9 *oracle;
    GHashTable *cells;    /* struct cell by block and offset */
    GHashTable *objected; /* the latest objection to each block: each kind is noted once */
    /* The access that first pointed each LDBAR to memory, until the read before
     * it is found; else TRUTH_NONE. */
    gsize pointed[ORACLE_P9_CPUS];
    gboolean has_pointed[ORACLE_P9_CPUS];
    struct truth *out;
};

static const struct trace_record *record_now(const struct replay *r)
{
    return &r->records[r->now];
}

/* The next record if it reports a fault's effect on the current one, else
 * NULL. */
static const struct trace_record *fault_behind(const struct replay *r, enum trace_kind kind)
{
    return r->now + 1 < r->n && r->records[r->now + 1].kind == kind ? &r->records[r->now + 1]
                                                                    : NULL;
}

gboolean truth_place_power9(unsigned block, guint32 offset, struct oracle_p9_place *place)
{
    static const enum oracle_p9_kind kinds[P9_N_BLOCK_KINDS] = {
        [P9_CHIP_MEMORY] = ORACLE_P9_CHIP,
        [P9_CORE] = ORACLE_P9_CORE,
        [P9_CPU] = ORACLE_P9_CPU,
        [P9_CORE_MEMORY] = ORACLE_P9_CORE_MEMORY,
        [P9_THREAD_MEMORY] = ORACLE_P9_THREAD_MEMORY,
    };

    if (p9_block_kind(block) >= P9_N_BLOCK_KINDS)
        return FALSE;
    *place = (struct oracle_p9_place){kinds[p9_block_kind(block)], p9_block_index(block), offset};
    return TRUE;
}

/* ---- notes ---- */

static void note(struct replay *r, enum truth_note_kind kind, guint32 offset, char *text)
{
    truth_add_note(r->out, &(struct truth_note){kind, r->now, record_now(r)->block, offset, text});
}

/* Notes the oracle's @objection to the current record; NULL: none. */
static void object(struct replay *r, const char *objection)
{
    const struct trace_record *record = record_now(r);
    gpointer key = GUINT_TO_POINTER(record->block), known = (gpointer)(guintptr)objection;
    const struct reg_bank *bank;
    char name[MACHINE_BLOCK_NAME] = "";
    g_autofree char *time = access_time_text(record->time);

    if (!objection || g_hash_table_lookup(r->objected, key) == known)
        return;
    g_hash_table_insert(r->objected, key, known);
    r->model->block(record->block, name, sizeof(name), &bank);
    note(r, TRUTH_WRONG, G_MAXUINT32, g_strdup_printf("%s, %s: %s", name, time, objection));
}

static void note_wrong(struct replay *r, guint64 got, guint64 expected)
{
    g_autofree char *place = access_place_text(r->model, record_now(r));
    g_autofree char *access = access_text(r->model, record_now(r));

    note(r, TRUTH_WRONG, record_now(r)->offset,
        g_strdup_printf("%s returned 0x%" G_GINT64_MODIFIER "x, expected 0x%" G_GINT64_MODIFIER
                        "x: %s",
            place, got, expected, access));
}

/* ---- words ---- */

static struct cell *cell_at(struct replay *r, unsigned block, guint32 offset)
{
    gint64 key = (gint64)block << 32 | offset;
    struct cell *cell = g_hash_table_lookup(r->cells, &key);

    if (!cell) {
        cell = g_new0(struct cell, 1);
        cell->read = TRUTH_NONE;
        g_hash_table_insert(r->cells, g_memdup2(&key, sizeof(key)), cell);
    }
    return cell;
}

static void add_read(struct replay *r, struct cell *cell, const struct truth_read *read)
{
    struct truth_read made = *read;

    made.block = record_now(r)->block;
    made.counter = record_now(r)->offset;
    made.previous = cell->read;
    cell->read = r->out->reads->len;
    g_array_append_val(r->out->reads, made);
}

/* The thread's access to LDBAR or its memory next to the current record, after
 * it or before it, or NULL. */
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

/* Linux first reads a word before LDBAR enables its thread, and last after
 * LDBAR disables it: thread_imc_event_add(), thread_imc_event_del() in
 * arch/powerpc/perf/imc-pmu.c. */
static void thread_read(struct replay *r, struct cell *cell, unsigned cpu, struct truth_read *read)
{
    const struct trace_record *before = neighbour(r, -1), *after = neighbour(r, 1);
    gsize *pointed = &r->pointed[cpu];

    read->begins = after && after->kind == TRACE_WRITE && oracle_p9_accumulates(after->value);
    read->ends = !read->begins && before && before->kind == TRACE_WRITE &&
                 !oracle_p9_accumulates(before->value);
    if (!read->begins && !cell->open && *pointed != TRUTH_NONE) {
        /* the read that the trace cannot record */
        add_read(r, cell, &(struct truth_read){.low = *pointed, .high = *pointed, .begins = TRUE});
        *pointed = TRUTH_NONE;
        cell->open++;
    }
    if (read->begins)
        cell->open++;
    else if (read->ends && cell->open)
        cell->open--;
}

/* A wrong value is noted once: later reads are measured from it. */
static void word_read(struct replay *r, const struct oracle_p9_place *place)
{
    const struct trace_record *record = record_now(r);
    struct cell *cell = cell_at(r, record->block, record->offset);
    guint64 expected = oracle_p9_holds(r->oracle, record->time, place) + cell->shift;
    struct truth_read read = {.low = r->now,
        .high = r->now,
        .value = record->value,
        .total = oracle_p9_counted(r->oracle, record->time, place)};

    if (place->kind == ORACLE_P9_THREAD_MEMORY)
        thread_read(r, cell, place->index, &read);
    if (record->value != expected) {
        note_wrong(r, record->value, expected);
        cell->shift += record->value - expected;
    }
    add_read(r, cell, &read);
}

static void was_read(struct replay *r, const struct oracle_p9_place *place)
{
    const struct trace_record *record = record_now(r), *masked;
    gboolean whole = record->size == sizeof(guint64);
    gboolean control = place->kind == ORACLE_P9_CHIP && place->offset >= ORACLE_P9_CONTROL_BLOCK;
    guint64 got, expected;

    object(r, oracle_p9_read(r->oracle, record->time, place));
    if (!whole || !oracle_p9_knows(r->oracle, place))
        return;
    if (control || place->kind == ORACLE_P9_CORE || place->kind == ORACLE_P9_CPU) {
        /* The register holds the value that the hardware returned, with or
         * without a fault. */
        masked = fault_behind(r, TRACE_MASKED);
        got = (masked ? masked : record)->value;
        expected = oracle_p9_holds(r->oracle, record->time, place);
        if (got != expected)
            note_wrong(r, got, expected);
    } else if (record->offset % sizeof(guint64) == 0)
        word_read(r, place);
}

/* ---- writes ---- */

static gboolean is_microcode(const struct trace_record *record)
{
    return p9_block_kind(record->block) == P9_CHIP_MEMORY &&
           (record->kind == TRACE_POST || (record->kind == TRACE_WRITE && !record->pc));
}

static void add_to(struct oracle_p9_did *did, const struct trace_record *record)
{
    unsigned word = (record->offset - ORACLE_P9_CONTROL_BLOCK) / 8;

    if (record->kind == TRACE_POST && !record->value) {
        did->zeroed = true;
    } else if (record->kind == TRACE_POST) {
        did->posted = true;
        did->postings = record->value;
        did->polls = record->offset;
    } else if (word < ORACLE_P9_CONTROL_WORDS) {
        did->written |= 1u << word;
        did->control[word] = record->value;
    }
}

/* The records of one poll by a chip's microcode are consecutive. */
static void microcode(struct replay *r, unsigned chip)
{
    const struct trace_record *first = record_now(r);
    struct oracle_p9_did did = {.written = 0};
    GHashTableIter cells;
    gpointer key, cell;
    gsize last = r->now;

    for (gsize i = r->now; i < r->n; last = i++) {
        const struct trace_record *record = &r->records[i];

        if (!is_microcode(record) || record->block != first->block || record->time != first->time)
            break;
        add_to(&did, record);
    }
    object(r, oracle_p9_did(r->oracle, first->time, chip, &did));
    /* Zeroed memory has no errors left. */
    g_hash_table_iter_init(&cells, r->cells);
    while (did.zeroed && g_hash_table_iter_next(&cells, &key, &cell))
        if (*(gint64 *)key >> 32 == first->block)
            ((struct cell *)cell)->shift = 0;
    r->now = last;
}

static void written(struct replay *r, const struct oracle_p9_place *place)
{
    const struct trace_record *record = record_now(r);

    if (place->kind == ORACLE_P9_CPU && !r->has_pointed[place->index] &&
        oracle_p9_accumulates(record->value)) {
        r->has_pointed[place->index] = TRUE;
        r->pointed[place->index] = r->now;
    }
    oracle_p9_write(
        r->oracle, record->time, place, record->value, fault_behind(r, TRACE_DROPPED) != NULL);
}

/* ---- the plan ---- */

/* Notes entries due before @ns and missing from the trace. */
static void overdue(struct replay *r, guint64 ns)
{
    unsigned entry;
    guint64 when;

    while (ns && oracle_p9_entry(r->oracle, ns - 1, &entry, &when)) {
        g_autofree char *time = access_time_text(when);

        note(r, TRUTH_WRONG, G_MAXUINT32,
            g_strdup_printf(
                "entry %u of the plan was due at %s, and did not take effect", entry, time));
    }
}

static gboolean is_word(const struct oracle_p9_entry *entry)
{
    const struct oracle_p9_place *place = &entry->source.place;

    return entry->kind == ORACLE_P9_SET && place->kind != ORACLE_P9_CORE &&
           place->kind != ORACLE_P9_CPU &&
           (place->kind != ORACLE_P9_CHIP || place->offset < ORACLE_P9_CONTROL_BLOCK);
}

static unsigned block_of(const struct oracle_p9_place *place)
{
    static const enum p9_block_kind kinds[] = {
        [ORACLE_P9_CHIP] = P9_CHIP_MEMORY,
        [ORACLE_P9_CORE] = P9_CORE,
        [ORACLE_P9_CPU] = P9_CPU,
        [ORACLE_P9_CORE_MEMORY] = P9_CORE_MEMORY,
        [ORACLE_P9_THREAD_MEMORY] = P9_THREAD_MEMORY,
    };

    return p9_block(kinds[place->kind], place->index);
}

static void note_set(struct replay *r, const struct oracle_p9_entry *entry, guint64 before)
{
    const struct oracle_p9_place *place = &entry->source.place;
    const struct trace_record at = {.block = block_of(place), .offset = place->offset};
    g_autofree char *name = access_place_text(r->model, &at);
    g_autofree char *time = access_time_text(record_now(r)->time);

    truth_add_note(r->out, &(struct truth_note){TRUTH_SET, r->now, at.block, at.offset,
                               g_strdup_printf("the plan set %s from 0x%" G_GINT64_MODIFIER
                                               "x to 0x%" G_GINT64_MODIFIER "x (%s)",
                                   name, before, (guint64)entry->value, time)});
    cell_at(r, at.block, at.offset)->shift = 0;
}

/* Compares an entry of the plan in the trace with the oracle's. */
static void plan_entry(struct replay *r)
{
    const struct trace_record *record = record_now(r);
    gboolean known = record->value < r->plan->moments.n_entries;
    const struct oracle_p9_entry *said = &r->plan->entries[known ? record->value : 0];
    gboolean word = known && is_word(said) &&
                    oracle_p9_has(r->oracle, said->source.place.kind, said->source.place.index);
    guint64 before = word ? oracle_p9_holds(r->oracle, record->time, &said->source.place) : 0,
            when = 0;
    unsigned entry;

    if (!oracle_p9_entry(r->oracle, record->time, &entry, &when) || entry != record->value ||
        when != record->time || record->kind == TRACE_REFUSED) {
        g_autofree char *time = access_time_text(record->time);

        note(r, TRUTH_WRONG, G_MAXUINT32,
            g_strdup_printf("entry %u of the plan took effect at %s, unlike in the scenario",
                (unsigned)record->value, time));
    } else if (word)
        note_set(r, said, before);
}

/* ---- records ---- */

static void accessed(struct replay *r)
{
    const struct trace_record *record = record_now(r);
    struct oracle_p9_place place;

    if (!truth_place_power9(record->block, record->offset, &place) ||
        !oracle_p9_has(r->oracle, place.kind, place.index))
        return;
    if (is_microcode(record)) {
        microcode(r, place.index);
        return;
    }
    overdue(r, record->time);
    if (record->kind == TRACE_READ)
        was_read(r, &place);
    else if (record->kind == TRACE_WRITE)
        written(r, &place);
    else if (record->kind == TRACE_SAMPLE)
        object(r, oracle_p9_sampled(r->oracle, place.index, record->offset, record->value));
    else
        oracle_p9_posted(r->oracle, record->time, place.kind, place.index);
}

static void replay_record(struct replay *r)
{
    const struct trace_record *record = record_now(r);

    switch (record->kind) {
    case TRACE_READ:
    case TRACE_WRITE:
    case TRACE_POST:
    case TRACE_SAMPLE:
        accessed(r);
        break;
    case TRACE_STEP_BEGIN:
    case TRACE_STEP_END:
        overdue(r, record->time);
        oracle_p9_step(
            r->oracle, record->time, (unsigned)record->value, record->kind == TRACE_STEP_END);
        break;
    case TRACE_PLAN:
    case TRACE_REFUSED:
    case TRACE_FAULT:
        plan_entry(r);
        break;
    case TRACE_EXECUTED:
        oracle_p9_executed(r->oracle, record->cpu, record->offset, record->value);
        break;
    default:
        break;
    }
}

static void free_oracle(void *oracle)
{
    oracle_p9_free(oracle);
}

struct truth *truth_replay_power9(const struct p9_config *config, const struct oracle_p9_plan *plan,
    const struct trace_record *records, gsize n)
{
    const struct oracle_p9_config same = {config->cpus, config->sockets, config->threads,
        config->availability, {config->dead[0], config->dead[1]}};
    struct replay r = {
        .model = p9_model(config->generation),
        .plan = plan,
        .records = records,
        .n = n,
        .oracle = oracle_p9_new(&same, plan),
        .cells = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free),
        .objected = g_hash_table_new(NULL, NULL),
        .out = truth_new(),
    };

    G_STATIC_ASSERT(ORACLE_P9_CPUS >= P9_MAX_CPUS && ORACLE_P9_CHIPS == P9_MAX_CHIPS);
    for (unsigned i = 0; i < ORACLE_P9_CPUS; i++)
        r.pointed[i] = TRUTH_NONE;
    r.out->oracle = r.oracle;
    r.out->oracle_free = free_oracle;
    for (; r.now < n; r.now++)
        replay_record(&r);
    g_hash_table_unref(r.cells);
    g_hash_table_unref(r.objected);
    return r.out;
}
