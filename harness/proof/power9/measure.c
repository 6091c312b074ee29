/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reconstructs, read by read, how Linux's imc-pmu counts with free-running
 * words of counter memory. */
#include "harness/proof/power9/measure.h"

#include "harness/proof/perf_claim.h"
#include "models/power9/power9_blocks.h"
#include "oracle/power9/manual.h"

/* State of one perf event in one place. */
enum event_state {
    EVENT_NEW,    /* perf has not enabled it yet */
    EVENT_COUNTS, /* its last read remembered a value, or added and left the event counting */
    EVENT_OUT,    /* removed to let another event in */
};

struct event_here {
    struct measurement *m;
    enum event_state state;
    gboolean back;  /* added again since the latest event was enabled */
    gsize last;     /* its latest read */
    unsigned added; /* reads that added since all events began */
};

/* State while going through the reads of one block. */
struct going {
    const struct measure_step *step;
    unsigned block;
    GArray *reads;     /* gsize: the block's reads in the step, in order */
    GPtrArray *events; /* struct event_here of the current run */
    GPtrArray *others; /* the same for words without a claim */
    unsigned run, n_runs;
    GPtrArray *made; /* measurements */
};

static const struct truth_read *read_at(const struct measure_step *step, gsize index)
{
    return &g_array_index(step->truth->reads, struct truth_read, index);
}

static guint64 word_of(const struct measure_step *step, gsize read)
{
    return read_at(step, read)->counter;
}

static gsize read_number(const struct going *g, guint i)
{
    return g_array_index(g->reads, gsize, i);
}

/* ---- the effect of a read on an event ---- */

/* The event begins to count, or continues. */
static void remember(const struct going *g, struct event_here *event, gsize read)
{
    const struct trace_record *record = &g->step->records[read_at(g->step, read)->low];
    const struct truth_interval interval = {
        .block = g->block,
        .counter = (unsigned)event->m->key.control,
        .control = event->m->key.control,
        .cpu = record->cpu,
        .on = read_at(g->step, read)->low,
        .off = TRUTH_NONE,
        .first = read,
        .last = TRUTH_NONE,
    };

    g_array_append_val(event->m->intervals, interval);
    event->m->cpu = record->cpu;
    event->last = read;
}

static void add_read(const struct going *g, struct event_here *event, gsize read)
{
    struct measurement *m = event->m;
    struct truth_interval *interval =
        &g_array_index(m->intervals, struct truth_interval, m->intervals->len - 1);
    const struct measure_piece *piece;

    measurement_add_piece(m, g->step->truth, g->step->records, read_at(g->step, event->last), read);
    piece = &g_array_index(m->pieces, struct measure_piece, m->pieces->len - 1);
    interval->last = read;
    interval->off = read_at(g->step, read)->low;
    m->driver += piece->driver;
    m->truth += piece->truth;
    event->last = read;
}

static struct event_here *event_new(
    struct going *g, GPtrArray *events, const struct measure_key *key)
{
    struct event_here *event = g_new0(struct event_here, 1);

    event->m = measurement_new(key, 0);
    g_ptr_array_add(g->made, event->m);
    g_ptr_array_add(events, event);
    return event;
}

static struct event_here *event_at(const GPtrArray *events, guint i)
{
    return g_ptr_array_index(events, i);
}

/* The event of @word in @state with the oldest read, or NULL. */
static struct event_here *find_event(
    const GPtrArray *events, guint64 word, enum event_state state, gboolean back)
{
    struct event_here *found = NULL;

    for (guint i = 0; i < events->len; i++) {
        struct event_here *event = event_at(events, i);

        if (event->m->key.control == word && event->state == state && event->back == back &&
            (!found || event->last < found->last))
            found = event;
    }
    return found;
}

/* A read of a word without a claim. */
static void read_other(struct going *g, guint64 word, gsize read)
{
    const struct measure_key key = {.run = G_MAXUINT, .block = g->block, .control = word};
    struct event_here *event = find_event(g->others, word, EVENT_COUNTS, FALSE);

    if (event && !read_at(g->step, read)->begins) {
        add_read(g, event, read);
        return;
    }
    if (!event)
        event = event_new(g, g->others, &key);
    event->state = EVENT_COUNTS;
    remember(g, event, read);
}

/* ---- runs ---- */

static void add_events(struct going *g, guint64 word)
{
    const struct measure_key key = {.run = g->run, .block = g->block, .control = word};
    unsigned n = perf_claims_count(g->step->claims, &key);

    for (guint i = 0; i < g->events->len; i++)
        if (event_at(g->events, i)->m->key.control == word)
            return;
    for (unsigned i = 0; i < n; i++)
        event_new(g, g->events, &key);
}

/* Begins the current run with its events here. */
static void begin_run(struct going *g)
{
    g_ptr_array_set_size(g->events, 0);
    for (guint i = 0; i < g->reads->len; i++)
        add_events(g, word_of(g->step, read_number(g, i)));
}

/* Moves to the first run, from @run on, with events here; without one, the
 * current run stays. */
static void go_to_run(struct going *g, unsigned run)
{
    for (; run < g->n_runs; run++)
        for (guint i = 0; i < g->reads->len; i++) {
            const struct measure_key key = {
                .run = run, .block = g->block, .control = word_of(g->step, read_number(g, i))};

            if (!perf_claims_count(g->step->claims, &key))
                continue;
            g->run = run;
            begin_run(g);
            return;
        }
}

/* Whether each event has had all of perf's reads: one for each table of -I, and
 * the last. */
static gboolean run_is_over(const struct going *g)
{
    unsigned n = perf_claims_tables(g->step->claims, g->run) + 1;

    for (guint i = 0; i < g->events->len; i++)
        if (event_at(g->events, i)->state != EVENT_COUNTS || event_at(g->events, i)->added < n)
            return FALSE;
    return g->events->len > 0;
}

/* ---- chips and cores ---- */

static void enabled(struct going *g, struct event_here *event, gsize read)
{
    event->state = EVENT_COUNTS;
    remember(g, event, read);
    for (guint i = 0; i < g->events->len; i++)
        event_at(g->events, i)->back = FALSE;
}

static void put_back(struct going *g, struct event_here *event, gsize read)
{
    event->state = EVENT_COUNTS;
    event->back = TRUE;
    remember(g, event, read);
}

/* A read before all events have begun: the kernel removes the counting events,
 * adds them again, then adds the new one. FALSE: there is no such event. */
static gboolean read_while_enabling(struct going *g, guint64 word, gsize read)
{
    struct event_here *event = find_event(g->events, word, EVENT_COUNTS, FALSE);

    if (event) {
        add_read(g, event, read);
        event->state = EVENT_OUT;
        return TRUE;
    }
    event = find_event(g->events, word, EVENT_OUT, FALSE);
    if (event) {
        put_back(g, event, read);
        return TRUE;
    }
    event = find_event(g->events, word, EVENT_NEW, FALSE);
    if (event) {
        enabled(g, event, read);
        return TRUE;
    }
    event = find_event(g->events, word, EVENT_COUNTS, TRUE);
    if (event) {
        add_read(g, event, read);
        event->state = EVENT_OUT;
        event->back = FALSE;
    }
    return event != NULL;
}

/* Each read adds, except one that re-adds an event. The last event's begin has
 * left none @back. */
static gboolean read_while_counting(struct going *g, guint64 word, gsize read)
{
    struct event_here *event = find_event(g->events, word, EVENT_OUT, FALSE);

    if (event) {
        put_back(g, event, read);
        event->back = FALSE;
        return TRUE;
    }
    event = find_event(g->events, word, EVENT_COUNTS, FALSE);
    if (!event)
        return FALSE;
    add_read(g, event, read);
    event->added++;
    return TRUE;
}

static void read_enabled(struct going *g, gsize read)
{
    guint64 word = word_of(g->step, read);
    gboolean began = TRUE, known;

    if (run_is_over(g))
        go_to_run(g, g->run + 1);
    for (guint i = 0; i < g->events->len; i++)
        began = began && event_at(g->events, i)->state != EVENT_NEW;
    known = began ? read_while_counting(g, word, read) : read_while_enabling(g, word, read);
    if (!known)
        read_other(g, word, read);
}

/* ---- threads ---- */

static void read_of_thread(struct going *g, gsize read)
{
    guint64 word = word_of(g->step, read);
    gboolean begins = read_at(g->step, read)->begins;
    struct event_here *event =
        find_event(g->events, word, begins ? EVENT_NEW : EVENT_COUNTS, FALSE);

    if (!event && begins)
        event = find_event(g->events, word, EVENT_COUNTS, FALSE);
    if (!event)
        read_other(g, word, read);
    else if (begins) {
        event->state = EVENT_COUNTS;
        remember(g, event, read);
    } else {
        add_read(g, event, read);
        if (read_at(g->step, read)->ends)
            event->state = EVENT_NEW;
    }
}

/* A time when no thread counted. */
struct pause {
    gsize end; /* the record that ends it */
    guint64 ns;
};

static gint longest_first(gconstpointer a, gconstpointer b)
{
    const struct pause *x = a, *y = b;

    return (x->ns < y->ns) - (x->ns > y->ns);
}

static gint in_order(gconstpointer a, gconstpointer b)
{
    const struct pause *x = a, *y = b;

    return (x->end > y->end) - (x->end < y->end);
}

/* The pauses of the step, except the one before the first count. */
static GArray *pauses_of(const struct measure_step *step)
{
    GArray *pauses = g_array_new(FALSE, FALSE, sizeof(struct pause));
    GHashTable *counting = g_hash_table_new(NULL, NULL);
    guint64 since = G_MAXUINT64;

    for (gsize i = step->begin; i < step->end; i++) {
        const struct trace_record *record = &step->records[i];
        gpointer block = GUINT_TO_POINTER(record->block);

        if (record->kind != TRACE_WRITE || p9_block_kind(record->block) != P9_CPU)
            continue;
        if (record->value & ORACLE_P9_LDBAR_ENABLE) {
            const struct pause pause = {i, record->time > since ? record->time - since : 0};
            if (!g_hash_table_size(counting) && pause.ns)
                g_array_append_val(pauses, pause);
            g_hash_table_add(counting, block);
        } else if (g_hash_table_remove(counting, block)) {
            since = record->time;
        }
    }
    g_hash_table_unref(counting);
    return pauses;
}

/* The runs that have events in blocks of @block's kind. */
static GArray *runs_like(const struct measure_step *step, unsigned block)
{
    GArray *runs = g_array_new(FALSE, FALSE, sizeof(unsigned));

    for (unsigned run = 0; run < perf_claims_n_runs(step->claims); run++)
        for (guint i = 0; i < step->claims->len; i++) {
            const struct claim *claim = g_ptr_array_index(step->claims, i);

            if (claim->run != run || !claim->event.n_places ||
                p9_block_kind(claim->event.places[0].block) != p9_block_kind(block))
                continue;
            g_array_append_val(runs, run);
            break;
        }
    return runs;
}

/* The first read after a pause remembers, and it comes before the write of
 * LDBAR that ends the pause. So the access after a read determines its run. */
static gboolean is_behind(const struct going *g, gsize read, const struct pause *pause)
{
    gsize record = read_at(g->step, read)->low;
    unsigned ldbar = p9_block(P9_CPU, p9_block_index(g->block));

    if (record >= pause->end)
        return TRUE;
    if (!read_at(g->step, read)->begins)
        return FALSE;
    while (record < pause->end && !(g->step->records[record].kind == TRACE_WRITE &&
                                      g->step->records[record].block == ldbar))
        record++;
    return record >= pause->end;
}

static void go_through_thread(struct going *g)
{
    GArray *runs = runs_like(g->step, g->block), *pauses = pauses_of(g->step);
    guint at = 0;

    /* The pauses between the runs are the longest ones. */
    g_array_sort(pauses, longest_first);
    g_array_set_size(pauses, MIN(pauses->len, runs->len ? runs->len - 1 : 0));
    g_array_sort(pauses, in_order);

    for (guint i = 0; i < g->reads->len; i++) {
        while (at < pauses->len &&
               is_behind(g, read_number(g, i), &g_array_index(pauses, struct pause, at)))
            at++;
        if (at < runs->len && g->run != g_array_index(runs, unsigned, at)) {
            g->run = g_array_index(runs, unsigned, at);
            begin_run(g);
        }
        read_of_thread(g, read_number(g, i));
    }
    g_array_unref(pauses);
    g_array_unref(runs);
}

/* ---- the step ---- */

static void go_through(struct going *g)
{
    g->events = g_ptr_array_new_with_free_func(g_free);
    g->others = g_ptr_array_new_with_free_func(g_free);
    g->run = G_MAXUINT;
    if (p9_block_kind(g->block) == P9_THREAD_MEMORY) {
        go_through_thread(g);
    } else {
        go_to_run(g, 0);
        for (guint i = 0; i < g->reads->len; i++)
            read_enabled(g, read_number(g, i));
    }
    g_ptr_array_unref(g->events);
    g_ptr_array_unref(g->others);
}

/*
 * The reads of the step by block: the block's number to a GArray of gsize.
 * @blocks holds the keys, in order.
 */
static GHashTable *reads_by_block(const struct measure_step *step, GArray *blocks)
{
    GHashTable *reads =
        g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)(void (*)(void))g_array_unref);

    for (gsize i = 0; i < step->truth->reads->len; i++) {
        const struct truth_read *read = read_at(step, i);
        unsigned block = read->block;
        GArray *of_block = g_hash_table_lookup(reads, GUINT_TO_POINTER(block));

        if (read->low < step->begin || read->low >= step->end)
            continue;
        if (!of_block) {
            of_block = g_array_new(FALSE, FALSE, sizeof(gsize));
            g_hash_table_insert(reads, GUINT_TO_POINTER(block), of_block);
            g_array_append_val(blocks, block);
        }
        g_array_append_val(of_block, i);
    }
    return reads;
}

GPtrArray *measure_power9(const struct measure_step *step)
{
    GPtrArray *made = measurements_new();
    GArray *blocks = g_array_new(FALSE, FALSE, sizeof(unsigned));
    GHashTable *reads = reads_by_block(step, blocks);

    for (guint i = 0; i < blocks->len; i++) {
        unsigned block = g_array_index(blocks, unsigned, i);
        struct going g = {.step = step,
            .block = block,
            .reads = g_hash_table_lookup(reads, GUINT_TO_POINTER(block)),
            .n_runs = perf_claims_n_runs(step->claims),
            .made = made};

        go_through(&g);
    }
    g_hash_table_unref(reads);
    g_array_unref(blocks);
    /* A word that was read only once has not been measured. */
    for (guint i = made->len; i; i--) {
        struct measurement *m = g_ptr_array_index(made, i - 1);

        for (guint k = 0; k < m->intervals->len; k++)
            m->whole &= g_array_index(m->intervals, struct truth_interval, k).last != TRUTH_NONE;
        if (!m->intervals->len || (m->key.run == G_MAXUINT && !m->pieces->len))
            g_ptr_array_remove_index(made, i - 1);
    }
    return made;
}
