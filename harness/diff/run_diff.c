/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sorts the accesses of two runs into steps and blocks, and aligns them. */
#include "harness/diff/run_diff.h"

#include "harness/base/align.h"
#include "harness/base/error.h"
#include "harness/hardware/registers.h"
#include "harness/report/run_trace.h"
#include "harness/trace/accesses.h"
#include "harness/trace/call_paths.h"
#include "harness/trace/trace_words.h"

#include <string.h>

/* If more accesses of a step and block have no partner, they are not aligned:
 * the time is quadratic. */
enum { ALONE_MAX = 3000 };

/* ---- sorting ---- */

static void part_free(gpointer data)
{
    struct diff_part *part = data;

    for (unsigned side = 0; side < DIFF_SIDES; side++)
        g_array_unref(part->accesses[side]);
    g_array_unref(part->rows);
    g_free(part);
}

static void place_free(gpointer data)
{
    struct diff_place *place = data;

    for (unsigned side = 0; side < DIFF_SIDES; side++)
        g_array_unref(place->alone[side]);
    g_free(place);
}

static struct diff_part *part_of(struct run_diff *diff, unsigned step, const char *block)
{
    struct diff_part *part;

    for (guint i = diff->parts->len; i; i--) {
        part = g_ptr_array_index(diff->parts, i - 1);
        if (part->step == step && part->block == block)
            return part;
    }
    part = g_new0(struct diff_part, 1);
    part->step = step;
    part->block = block;
    for (unsigned side = 0; side < DIFF_SIDES; side++)
        part->accesses[side] = g_array_new(FALSE, FALSE, sizeof(struct diff_access));
    part->rows = g_array_new(FALSE, FALSE, sizeof(struct diff_row));
    g_ptr_array_add(diff->parts, part);
    return part;
}

static struct diff_place *place_of(
    struct run_diff *diff, GHashTable *known, const struct diff_access *access)
{
    struct diff_place *place = g_hash_table_lookup(known, access->name);

    if (place)
        return place;
    place = g_new0(struct diff_place, 1);
    place->name = access->name;
    place->reg = access->reg;
    for (unsigned side = 0; side < DIFF_SIDES; side++)
        place->alone[side] = g_array_new(FALSE, FALSE, sizeof(guint64));
    g_ptr_array_add(diff->places, place);
    g_hash_table_insert(known, (gpointer)(guintptr)access->name, place);
    return place;
}

static gboolean has_value(const GArray *values, guint64 value)
{
    for (guint i = 0; i < values->len; i++)
        if (g_array_index(values, guint64, i) == value)
            return TRUE;
    return FALSE;
}

static void note_place(
    struct diff_place *place, const struct diff_access *access, enum diff_side side)
{
    if (access->record->kind == TRACE_READ) {
        place->reads[side]++;
        return;
    }
    place->writes[side]++;
    if (!has_value(place->alone[side], access->value))
        g_array_append_val(place->alone[side], access->value);
}

/* Drops values that both sides wrote. */
static void drop_common(struct diff_place *place)
{
    g_autoptr(GArray) a = g_array_copy(place->alone[DIFF_A]);

    for (guint i = 0; i < a->len; i++) {
        const guint64 value = g_array_index(a, guint64, i);

        if (!has_value(place->alone[DIFF_B], value))
            continue;
        for (unsigned side = 0; side < DIFF_SIDES; side++)
            for (guint k = place->alone[side]->len; k; k--)
                if (g_array_index(place->alone[side], guint64, k - 1) == value)
                    g_array_remove_index(place->alone[side], k - 1);
    }
}

static void set_value(struct diff_access *access, const struct access_place *place)
{
    const struct reg *reg = access_register(place);

    access->value = access->record->value;
    if (!reg)
        return;
    access->reg = reg;
    access->value = access_value(place, reg, access->record->value);
    access->counts = register_counts(reg);
}

/* The step that the record is in, and when that began. */
struct clock {
    unsigned step;
    guint64 begin;
};

static void add_access(struct run_diff *diff, GHashTable *places, const struct trace_record *record,
    enum diff_side side, const struct clock *now)
{
    const struct machine_model *model = diff->run[side]->machine->model;
    struct diff_access access = {.record = record, .since = record->time - now->begin};
    g_autoptr(GString) name = g_string_new(NULL);
    g_autoptr(GString) event = g_string_new(NULL);
    struct access_place place;

    if (!access_place_find(model, record, &place))
        return;
    access_append_name(name, &place);
    access.name = g_intern_string(name->str);
    set_value(&access, &place);
    access.counts |= access_append_event(event, model, record);
    g_array_append_val(
        part_of(diff, now->step, g_intern_string(place.block))->accesses[side], access);
    note_place(place_of(diff, places, &access), &access, side);
    diff->accesses[side]++;
}

static gboolean is_compared(
    const struct run_diff *diff, const struct trace_record *record, unsigned step)
{
    return (record->kind == TRACE_READ || record->kind == TRACE_WRITE) &&
           (step || record->call_path || diff->options.boot);
}

/* Alignment needs an access's neighbours, so all compared accesses are kept,
 * and nothing else of the trace. */
static gboolean sort_in(
    struct run_diff *diff, GHashTable *places, enum diff_side side, GError **error)
{
    const guint steps = json_array_get_length(
        json_object_get_array_member(run_folder_result(diff->run[side]), "steps"));
    struct run_trace *trace = run_trace_open(diff->run[side], error);
    const struct trace_record *record;
    struct clock now = {0, 0};

    while (trace && (record = run_trace_next(trace))) {
        /* The harness' own steps, which load modules, count as before the first
         * step. */
        if (record->kind == TRACE_STEP_BEGIN)
            now = record->value <= steps ? (struct clock){(unsigned)record->value, record->time}
                                         : (struct clock){0, 0};
        if (is_compared(diff, record, now.step)) {
            g_ptr_array_add(diff->records[side], g_memdup2(record, sizeof(*record)));
            add_access(diff, places,
                g_ptr_array_index(diff->records[side], diff->records[side]->len - 1), side, &now);
        }
    }
    run_trace_close(trace);
    return trace != NULL;
}

/* ---- comparing ---- */

/* A stretch of a part, which is being aligned. */
struct stretch {
    const struct run_diff *diff;
    const struct diff_access *of[DIFF_SIDES];
};

static gboolean same_place(const struct diff_access *a, const struct diff_access *b)
{
    return a->name == b->name && a->record->kind == b->record->kind &&
           a->record->size == b->record->size;
}

static gboolean are_same(
    const struct run_diff *diff, const struct diff_access *a, const struct diff_access *b)
{
    if (!same_place(a, b) || (diff->options.times && a->since != b->since))
        return FALSE;
    return a->value == b->value ||
           (a->counts && a->record->kind == TRACE_READ && !diff->options.times);
}

static gboolean equal_access(gsize a, gsize b, gconstpointer data)
{
    const struct stretch *s = data;

    return are_same(s->diff, &s->of[DIFF_A][a], &s->of[DIFF_B][b]);
}

static gboolean equal_place(gsize a, gsize b, gconstpointer data)
{
    const struct stretch *s = data;

    return same_place(&s->of[DIFF_A][a], &s->of[DIFF_B][b]);
}

static void add_row(struct diff_part *part, enum diff_kind kind, const struct diff_access *a,
    const struct diff_access *b)
{
    const struct diff_row row = {kind, {a, b}};

    part->n[kind]++;
    g_array_append_val(part->rows, row);
}

/* Unequal neighbours: accesses to one place are put side by side. */
static void add_unequal(struct diff_part *part, const struct stretch *s, gsize n, gsize m)
{
    gboolean gave_up;
    g_autoptr(GArray) rows = align(n, m, equal_place, s, ALONE_MAX, &gave_up);

    part->gave_up |= gave_up;
    for (guint i = 0; i < rows->len; i++) {
        const struct align_row *row = &g_array_index(rows, struct align_row, i);
        const struct diff_access *a = row->a == ALIGN_NONE ? NULL : &s->of[DIFF_A][row->a],
                                 *b = row->b == ALIGN_NONE ? NULL : &s->of[DIFF_B][row->b];

        add_row(part, a && b ? DIFF_CHANGED : a ? DIFF_A_ALONE : DIFF_B_ALONE, a, b);
    }
}

static void compare(struct run_diff *diff, struct diff_part *part)
{
    const struct diff_access *a = (gpointer)part->accesses[DIFF_A]->data,
                             *b = (gpointer)part->accesses[DIFF_B]->data;
    const struct stretch whole = {diff, {a, b}};
    g_autoptr(GArray) rows = align(part->accesses[DIFF_A]->len, part->accesses[DIFF_B]->len,
        equal_access, &whole, ALONE_MAX, &part->gave_up);
    gsize next_a = 0, next_b = 0, n = 0,
          m = 0; /* where a stretch of unequal ones begins, and how long it is */

    for (guint i = 0; i <= rows->len; i++) {
        const struct align_row *row =
            i < rows->len ? &g_array_index(rows, struct align_row, i) : NULL;

        if (row && (row->a == ALIGN_NONE || row->b == ALIGN_NONE)) {
            n += row->a != ALIGN_NONE;
            m += row->b != ALIGN_NONE;
            continue;
        }
        add_unequal(part, &(struct stretch){diff, {a + next_a, b + next_b}}, n, m);
        next_a += n + 1;
        next_b += m + 1;
        n = m = 0;
        if (row)
            add_row(part, DIFF_SAME, &a[row->a], &b[row->b]);
    }
    diff->differences += part->rows->len - part->n[DIFF_SAME];
}

static gint by_step(gconstpointer a, gconstpointer b)
{
    const struct diff_part *x = *(const struct diff_part *const *)a,
                           *y = *(const struct diff_part *const *)b;

    return x->step < y->step ? -1 : x->step > y->step;
}

struct run_diff *run_diff_new(const struct run_folder *a, const struct run_folder *b,
    const struct diff_options *options, GError **error)
{
    g_autoptr(GHashTable) places = g_hash_table_new(NULL, NULL);
    struct run_diff *diff;

    if (a->machine != b->machine) {
        error_failed(error, "%s is a run of %s, %s one of %s: expected runs of one machine",
            a->path, a->machine->name, b->path, b->machine->name);
        return NULL;
    }
    diff = g_new0(struct run_diff, 1);
    *diff = (struct run_diff){.run = {a, b}, .options = *options};
    diff->parts = g_ptr_array_new_with_free_func(part_free);
    diff->places = g_ptr_array_new_with_free_func(place_free);
    for (unsigned side = 0; side < DIFF_SIDES; side++)
        diff->records[side] = g_ptr_array_new_with_free_func(g_free);
    if (!sort_in(diff, places, DIFF_A, error) || !sort_in(diff, places, DIFF_B, error)) {
        run_diff_free(diff);
        return NULL;
    }
    g_ptr_array_sort(diff->parts, by_step);
    for (guint i = 0; i < diff->parts->len; i++)
        compare(diff, g_ptr_array_index(diff->parts, i));
    for (guint i = 0; i < diff->places->len; i++)
        drop_common(g_ptr_array_index(diff->places, i));
    return diff;
}

void run_diff_free(struct run_diff *diff)
{
    if (!diff)
        return;
    g_ptr_array_unref(diff->parts);
    g_ptr_array_unref(diff->places);
    for (unsigned side = 0; side < DIFF_SIDES; side++)
        g_ptr_array_unref(diff->records[side]);
    g_free(diff);
}

gboolean diff_part_is_near(const struct diff_part *part, guint i, guint context)
{
    const guint to = MIN(part->rows->len, i + context + 1);

    for (guint k = i > context ? i - context : 0; k < to; k++)
        if (g_array_index(part->rows, struct diff_row, k).kind != DIFF_SAME)
            return TRUE;
    return FALSE;
}

gboolean diff_place_differs(const struct diff_place *place)
{
    return place->reads[DIFF_A] != place->reads[DIFF_B] ||
           place->writes[DIFF_A] != place->writes[DIFF_B] || place->alone[DIFF_A]->len ||
           place->alone[DIFF_B]->len;
}

/* ---- words ---- */

static const char *name_of(const struct run_folder *run, unsigned step)
{
    JsonArray *steps = json_object_get_array_member(run_folder_result(run), "steps");

    if (step > json_array_get_length(steps))
        return NULL;
    return json_object_get_string_member_with_default(
        json_array_get_object_element(steps, step - 1), "name", NULL);
}

char *run_diff_step_name(const struct run_diff *diff, unsigned step)
{
    const char *a, *b;

    if (!step)
        return g_strdup("before the first step");
    a = name_of(diff->run[DIFF_A], step);
    b = name_of(diff->run[DIFF_B], step);
    if (a && b && strcmp(a, b) != 0)
        return g_strdup_printf("step %u %s, in B %s", step, a, b);
    if (a || b)
        return g_strdup_printf("step %u %s", step, a ? a : b);
    return g_strdup_printf("step %u", step);
}

char *diff_access_text(const struct run_diff *diff, const struct diff_access *access)
{
    g_autofree char *call_path = call_path_text(access->record);
    g_autofree char *time = diff->options.times ? access_time_text(access->since) : NULL;
    GString *text = g_string_new(NULL);
    struct trace_words words;

    trace_words_init(&words);
    trace_words_set(&words, diff->run[DIFF_A]->machine->model, access->record);
    if (time)
        g_string_append_printf(text, "%s ", time);
    g_string_append_printf(text, "%s %s %s", access->record->kind == TRACE_READ ? "R" : "W",
        words.name->str, words.value->str);
    if (words.fields->len)
        g_string_append_printf(text, " %s", words.fields->str);
    if (call_path)
        g_string_append_printf(text, "  by %s", call_path);
    trace_words_clear(&words);
    return g_string_free(text, FALSE);
}

char *diff_row_text(const struct diff_row *row)
{
    const struct diff_access *a = row->of[DIFF_A], *b = row->of[DIFF_B];
    GString *text = g_string_new(NULL);

    if (a->value != b->value && a->reg && a->reg == b->reg)
        access_append_differences(text, a->reg, a->value, b->value, "B has");
    return g_string_free(text, FALSE);
}
