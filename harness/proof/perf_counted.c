/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the counters that a program used for an event, and the amount injected
 * between its reads of them. */
#include "harness/proof/perf_counted.h"

#include "harness/base/error.h"

struct asked {
    const struct perf_counted_step *step;
    const struct perf_counted_ask *ask;
    struct perf_event event;
    GArray *found; /* of struct perf_counted */
    GError **error;
};

static gboolean fail(const struct asked *a, unsigned block, const char *what)
{
    const struct machine_model *model = a->step->machine->model;
    const struct reg_bank *bank;
    char name[32];

    if (!model->block(block, name, sizeof(name), &bank))
        g_snprintf(name, sizeof(name), "block %u", block);
    return error_failed(a->error, "%s: %s: %s", name, a->ask->event, what);
}

static gboolean counts_it(
    const struct asked *a, const struct truth_interval *interval, unsigned block)
{
    return interval->block == block && interval->fixed == a->event.fixed &&
           (interval->fixed || interval->control == a->event.control) &&
           interval->on < a->step->end &&
           (interval->off == TRUTH_NONE || interval->off > a->step->begin);
}

static gboolean is_found(const struct asked *a, unsigned block, unsigned counter)
{
    for (guint i = 0; i < a->found->len; i++) {
        const struct perf_counted *found = &g_array_index(a->found, struct perf_counted, i);

        if (found->block == block && found->counter == counter)
            return TRUE;
    }
    return FALSE;
}

/* The step's reads of a counter: pointers. */
static GPtrArray *reads_of(const struct asked *a, unsigned block, unsigned counter)
{
    GPtrArray *reads = g_ptr_array_new();

    for (guint i = 0; i < a->step->truth->reads->len; i++) {
        struct truth_read *read = &g_array_index(a->step->truth->reads, struct truth_read, i);

        if (read->block == block && read->counter == counter && !read->written &&
            read->low > a->step->begin && read->low < a->step->end)
            g_ptr_array_add(reads, read);
    }
    return reads;
}

/* The record at which software last set the counter in the step before @before,
 * or TRUTH_NONE. */
static gsize last_set(const struct asked *a, unsigned block, unsigned counter, gsize before)
{
    const struct truth *truth = a->step->truth;
    gsize record = TRUTH_NONE;

    /* The driver's last write of the value from which it continues. */
    for (guint i = 0; i < truth->reads->len; i++) {
        const struct truth_read *read = &g_array_index(truth->reads, struct truth_read, i);

        if (read->written && read->block == block && read->counter == counter &&
            read->low > a->step->begin && read->low < before)
            record = read->low;
    }
    for (guint i = 0; i < truth->notes->len; i++) {
        const struct truth_note *note = g_ptr_array_index(truth->notes, i);

        if (note->kind == TRUTH_SET && note->block == block && note->counter == counter &&
            note->record > a->step->begin && note->record < before &&
            a->step->records[note->record].kind == TRACE_WRITE)
            record = note->record;
    }
    return record;
}

static guint64 time_of(const struct asked *a, gsize record)
{
    return a->step->records[record].time;
}

static const struct truth_read *read_number(const GPtrArray *reads, guint number)
{
    return g_ptr_array_index(reads, number - 1);
}

static gboolean add_counter(struct asked *a, unsigned block, unsigned counter)
{
    struct perf_counted counted = {.block = block, .counter = counter};
    g_autoptr(GPtrArray) reads = reads_of(a, block, counter);
    const guint to = a->ask->to ? a->ask->to : reads->len;
    const guint from = a->ask->from ? a->ask->from : 1;
    struct injected what = {
        .truth = a->step->truth, .event = a->ask->event, .block = block, .counter = counter};
    gsize set = TRUTH_NONE;

    if (!to || to > reads->len) {
        g_autofree char *n = g_strdup_printf("the step has %u reads of the counter", reads->len);

        return fail(a, block, n);
    }
    if (!a->ask->from)
        set = last_set(a, block, counter, read_number(reads, to)->low);
    counted.set = set != TRUTH_NONE;
    counted.from = what.from = time_of(a, counted.set ? set : read_number(reads, from)->low);
    counted.to = what.to = time_of(a, read_number(reads, to)->low);
    counted.value = read_number(reads, to)->value;
    if (!a->step->machine->proof->injected(&what, &counted.injected))
        return fail(a, block, "what was injected cannot be known");
    counted.injected *= a->event.events;
    g_array_append_val(a->found, counted);
    return TRUE;
}

static gboolean add_block(struct asked *a, unsigned block)
{
    const GArray *intervals = a->step->truth->intervals;
    const guint before = a->found->len;

    for (guint i = 0; i < intervals->len; i++) {
        const struct truth_interval *interval = &g_array_index(intervals, struct truth_interval, i);

        if (counts_it(a, interval, block) && !is_found(a, block, interval->counter) &&
            !add_counter(a, block, interval->counter))
            return FALSE;
    }
    return a->found->len > before || fail(a, block, "no counter counted it in this step");
}

static gboolean add_blocks(struct asked *a)
{
    gboolean any = FALSE;

    for (unsigned i = 0; i < a->event.n_places; i++) {
        const struct perf_event_place *place = &a->event.places[i];

        if (a->ask->socket >= 0 && place->socket != a->ask->socket)
            continue;
        any = TRUE;
        if (!add_block(a, place->block))
            return FALSE;
    }
    if (!any)
        error_failed(a->error, "there is no socket %d to count %s", a->ask->socket, a->ask->event);
    return any;
}

GArray *perf_counted(
    const struct perf_counted_step *step, const struct perf_counted_ask *ask, GError **error)
{
    struct asked a = {.step = step, .ask = ask, .error = error};
    const struct machine_proof *proof = step->machine->proof;
    enum perf_event_kind kind = proof->event(step->planned, ask->event, &a.event, error);

    if (kind == PERF_EVENT_OTHER)
        error_failed(error, "event '%s' is not of this machine's hardware", ask->event);
    if (kind != PERF_EVENT_OURS)
        return NULL;
    a.found = g_array_new(FALSE, FALSE, sizeof(struct perf_counted));
    if (add_blocks(&a))
        return a.found;
    g_array_unref(a.found);
    return NULL;
}
