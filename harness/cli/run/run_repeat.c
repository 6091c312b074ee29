/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares the traces of repeated runs for `pmulab run --repeat`. */
#include "harness/cli/run/run_repeat.h"

#include "harness/base/output.h"
#include "harness/trace/trace_digest.h"
#include "harness/trace/trace_text.h"

#include <string.h>

#define FINGERPRINT_DIGITS 16

static const struct trace_record *record_at(const struct run_record *run, guint index)
{
    return index < run->records->len ? &g_array_index(run->records, struct trace_record, index)
                                     : NULL;
}

/* Padding has no meaning. */
static gboolean same_record(const struct trace_record *a, const struct trace_record *b)
{
    return a->kind == b->kind && a->size == b->size && a->cpu == b->cpu && a->block == b->block &&
           a->offset == b->offset && a->time == b->time && a->pc == b->pc && a->value == b->value;
}

/* As `pmulab trace` prints it. */
static char *in_words(const struct run_record *run, const struct trace_record *record)
{
    struct output out = {.text = g_string_new(NULL), .columns = OUTPUT_COLUMNS};

    if (record)
        trace_text_add(&out, run->scenario->machine->model, record);
    else
        g_string_append(out.text, "nothing more");
    return g_strchomp(g_string_free(out.text, FALSE));
}

GPtrArray *run_repeat_difference(const struct run_record *first, const struct run_record *other)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *one = NULL;
    g_autofree char *two = NULL;
    guint i = 0;

    while (record_at(first, i) && record_at(other, i) &&
           same_record(record_at(first, i), record_at(other, i)))
        i++;
    if (!record_at(first, i) && !record_at(other, i))
        return lines;
    one = in_words(first, record_at(first, i));
    two = in_words(other, record_at(other, i));
    g_ptr_array_add(
        lines, g_strdup_printf("differs from record %u of %u on:", i + 1, first->records->len));
    g_ptr_array_add(lines, g_strdup_printf("  first %s", one));
    g_ptr_array_add(lines, g_strdup_printf("  here  %s", two));
    return lines;
}

/* Returns the sum of the run's records, a new string. */
static char *note_run(GPtrArray *notes, unsigned number, const struct run_record *run)
{
    char *sum = trace_digest(run->records);

    g_ptr_array_add(notes, g_strdup_printf("run %u: %.*s, %u records", number, FINGERPRINT_DIGITS,
                               sum, run->records->len));
    return sum;
}

/* @run differs from @first, or one did not finish: @notes explain it. */
static void tell_difference(
    struct run_record *first, const struct run_record *run, GPtrArray *notes)
{
    g_autoptr(GPtrArray) lines = NULL;

    if (run->failure)
        g_ptr_array_add(notes, g_strdup_printf("  %s", run->failure));
    else if (first->failure)
        g_ptr_array_add(notes, g_strdup_printf("  the first: %s", first->failure));
    lines = run_repeat_difference(first, run);
    for (guint i = 0; i < lines->len; i++)
        g_ptr_array_add(notes, g_strdup_printf("  %s", (const char *)g_ptr_array_index(lines, i)));
    if (first->other_trace)
        return;
    first->other_trace = g_bytes_ref(run->trace);
    first->other_names = g_strdup(run->names);
}

static void add_verdict(
    struct judgement *judgement, unsigned times, gboolean same, GPtrArray *notes)
{
    judgement_add(judgement, 0, g_strdup_printf("the same trace %u times", times), same, notes);
}

gboolean run_repeat(struct run_record *first, unsigned times, const struct run_settings *settings,
    struct judgement *judgement, GError **error)
{
    GPtrArray *notes = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *sum = NULL;
    struct run_settings each = *settings;
    gboolean same = TRUE;

    sum = note_run(notes, 1, first);
    for (unsigned i = 2; i <= times; i++) {
        g_autofree char *other = NULL;
        struct run_record *run;

        each.cold = settings->cold || i % 2 == 0;
        run = run_guest(first->scenario, &each, error);

        if (!run) {
            g_ptr_array_unref(notes);
            return FALSE;
        }
        other = note_run(notes, i, run);
        /* The trace of a stopped guest ends anywhere, and is often empty. */
        if (strcmp(sum, other) != 0 || first->failure || run->failure) {
            tell_difference(first, run, notes);
            same = FALSE;
        }
        run_times_add(&first->times, &run->times);
        run_record_free(run);
    }
    add_verdict(judgement, times, same, notes);
    return TRUE;
}

void run_repeat_not_made(struct judgement *judgement, unsigned times)
{
    add_verdict(judgement, times, FALSE, notes_new());
}
