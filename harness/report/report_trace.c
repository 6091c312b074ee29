/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns a trace into the compact columns, registers and counter series that the
 * report page draws. */
#include "harness/report/report_trace.h"

#include "harness/base/append.h"
#include "harness/hardware/register_json.h"
#include "harness/hardware/registers.h"
#include "harness/trace/accesses.h"
#include "harness/trace/call_paths.h"
#include "harness/trace/trace_signals.h"
#include "harness/trace/trace_words.h"

enum column { TIME, KIND, CPU, PC, NAME, VALUE, FIELDS, COLUMNS };

static const char *const column_names[COLUMNS] = {
    [TIME] = "time",
    [KIND] = "kind",
    [CPU] = "cpu",
    [PC] = "pc",
    [NAME] = "name",
    [VALUE] = "value",
    [FIELDS] = "fields",
};

/* The register that accesses of one name touch; if several, the first. */
struct touch {
    const struct reg_bank *bank;
    const struct reg *reg;
    gint shift; /* bits from the register's begin to the access's */
};

struct point {
    guint64 time, value;
};

/* The values of one counter that software saw. */
struct series {
    GArray *points; /* of struct point */
    guint64 seen;   /* points, kept or not */
    struct point latest;
};

struct step {
    guint64 number, begin, end; /* ns */
    gboolean ended;
};

struct report_trace {
    const struct machine_model *model;
    guint64 records; /* all of them */
    gsize kept;      /* in the columns */
    guint64 before;  /* the latest record's time */
    GString *columns[COLUMNS];
    GPtrArray *pool;        /* of char * */
    GHashTable *pool_index; /* word to index */
    GHashTable *registers;  /* name of an access to struct touch */
    struct trace_words words;
    GString *pc;   /* the latest address as text */
    GArray *steps; /* of struct step */
    GArray *plan;  /* of struct trace_record: entries that took effect */
    struct trace_signals *signals;
    GPtrArray *series; /* of struct series, by the signal's number */
    guint64 every;     /* one of this many points of a series is kept */
    gsize points;      /* of all series */
};

static void begin_list(JsonBuilder *json, const char *name)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_array(json);
}

static gint64 pool_place(struct report_trace *table, const char *word)
{
    gpointer place;

    if (g_hash_table_lookup_extended(table->pool_index, word, NULL, &place))
        return GPOINTER_TO_INT(place);
    g_ptr_array_add(table->pool, g_strdup(word));
    g_hash_table_insert(table->pool_index, g_ptr_array_index(table->pool, table->pool->len - 1),
        GINT_TO_POINTER((int)table->pool->len - 1));
    return (gint64)table->pool->len - 1;
}

static void add_cell(struct report_trace *table, enum column column, gint64 number)
{
    GString *cells = table->columns[column];

    if (cells->len)
        g_string_append_c(cells, ' ');
    if (number < 0)
        g_string_append_c(cells, '-');
    append_decimal(cells, number < 0 ? -(guint64)number : (guint64)number, 0);
}

static gint64 pc_cell(struct report_trace *table, const struct trace_record *record)
{
    if (!trace_has_pc(record))
        return -1;
    g_string_assign(table->pc, "0x");
    append_hex(table->pc, record->pc, 16);
    return pool_place(table, table->pc->str);
}

static void note_register(struct report_trace *table, const struct trace_record *record)
{
    struct access_place place;
    const struct reg *reg;
    struct touch *touch;

    if (!access_is_record(record) ||
        g_hash_table_contains(table->registers, table->words.name->str) ||
        !access_place_find(table->model, record, &place))
        return;
    reg = access_register(&place);
    if (!reg)
        return;
    touch = g_new0(struct touch, 1);
    *touch = (struct touch){.bank = place.bank, .reg = reg};
    if (!reg_bank_numbered(place.bank))
        touch->shift = 8 * ((gint)place.offset - (gint)reg->offset);
    g_hash_table_insert(table->registers, g_strdup(table->words.name->str), touch);
}

static void add_row(struct report_trace *table, const struct trace_record *record)
{
    GString *fields = table->words.fields;

    trace_words_set(&table->words, table->model, record);
    if (record->call_path)
        g_string_append(fields, fields->len ? "  by " : "by ");
    call_path_append(fields, record);
    note_register(table, record);
    add_cell(table, TIME, (gint64)(record->time - table->before));
    add_cell(table, KIND, record->kind);
    add_cell(table, CPU, trace_has_cpu(record) ? record->cpu : -1);
    add_cell(table, PC, pc_cell(table, record));
    add_cell(table, NAME, pool_place(table, table->words.name->str));
    add_cell(table, VALUE, pool_place(table, table->words.value->str));
    add_cell(table, FIELDS, pool_place(table, fields->str));
    table->before = record->time;
    table->kept++;
}

static void add_columns(const struct report_trace *table, JsonBuilder *json)
{
    for (unsigned i = 0; i < COLUMNS; i++)
        json_add_bytes(json, column_names[i], table->columns[i]);
    begin_list(json, "pool");
    for (guint i = 0; i < table->pool->len; i++)
        json_builder_add_string_value(json, g_ptr_array_index(table->pool, i));
    json_builder_end_array(json);
}

static void add_kinds(JsonBuilder *json)
{
    begin_list(json, "kinds");
    for (unsigned i = 0; i < TRACE_N_KINDS; i++)
        json_builder_add_string_value(json, trace_kind_name((enum trace_kind)i));
    json_builder_end_array(json);
}

static void add_register(
    const struct report_trace *table, JsonBuilder *json, const struct touch *touch)
{
    const struct reg *reg = touch->reg;
    g_autofree char *id = g_strjoin(".", table->model->name, touch->bank->name, reg->name, NULL);

    json_builder_begin_object(json);
    json_add_text(json, "id", id);
    register_json_add(json, reg);
    json_builder_end_object(json);
}

/* Maps the names of accesses to @number_of(). */
static void add_names(const struct report_trace *table, JsonBuilder *json, const char *member,
    const GPtrArray *listed,
    gint64 (*number_of)(const struct touch *touch, const GPtrArray *listed))
{
    GHashTableIter iter;
    gpointer name, touch;

    json_builder_set_member_name(json, member);
    json_builder_begin_object(json);
    g_hash_table_iter_init(&iter, table->registers);
    while (g_hash_table_iter_next(&iter, &name, &touch))
        json_add_number(json, name, number_of(touch, listed));
    json_builder_end_object(json);
}

static gint64 place_of(const struct touch *touch, const GPtrArray *listed)
{
    guint place = 0;

    g_ptr_array_find((GPtrArray *)(guintptr)listed, touch->reg, &place);
    return place;
}

static gint64 shift_of(const struct touch *touch, const GPtrArray *listed)
{
    (void)listed;
    return touch->shift;
}

/* Adds each register once, although many blocks have it, and maps names to
 * registers. */
static void add_registers(const struct report_trace *table, JsonBuilder *json)
{
    g_autoptr(GPtrArray) listed = g_ptr_array_new();
    GHashTableIter iter;
    gpointer value;

    begin_list(json, "registers");
    g_hash_table_iter_init(&iter, table->registers);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        const struct touch *touch = value;

        if (g_ptr_array_find(listed, touch->reg, NULL))
            continue;
        g_ptr_array_add(listed, (gpointer)(guintptr)touch->reg);
        add_register(table, json, touch);
    }
    json_builder_end_array(json);
    add_names(table, json, "register_of", listed, place_of);
    add_names(table, json, "shift_of", listed, shift_of);
}

/* ---- steps and plan ---- */

static void note_step(GArray *steps, const struct trace_record *record)
{
    const struct step fresh = {.number = record->value, .begin = record->time};

    if (record->kind == TRACE_STEP_BEGIN)
        g_array_append_val(steps, fresh);
    for (guint i = 0; record->kind == TRACE_STEP_END && i < steps->len; i++) {
        struct step *step = &g_array_index(steps, struct step, i);

        if (step->number == record->value && !step->ended) {
            step->end = record->time;
            step->ended = TRUE;
        }
    }
}

static void add_steps(JsonBuilder *json, const GArray *steps)
{
    begin_list(json, "steps");
    for (guint i = 0; i < steps->len; i++) {
        const struct step *step = &g_array_index(steps, struct step, i);

        json_builder_begin_object(json);
        json_add_number(json, "number", (gint64)step->number);
        json_add_number(json, "begin", (gint64)step->begin);
        json_builder_set_member_name(json, "end");
        if (step->ended)
            json_builder_add_int_value(json, (gint64)step->end);
        else
            json_builder_add_null_value(json);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

static void add_plan(JsonBuilder *json, const GArray *plan)
{
    begin_list(json, "plan");
    for (guint i = 0; i < plan->len; i++) {
        const struct trace_record *record = &g_array_index(plan, struct trace_record, i);

        json_builder_begin_object(json);
        json_add_number(json, "entry", (gint64)record->value);
        json_add_number(json, "time", (gint64)record->time);
        json_add_flag(json, "refused", record->kind == TRACE_REFUSED);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

/* ---- series ---- */

static void series_free(gpointer data)
{
    struct series *series = data;

    g_array_unref(series->points);
    g_free(series);
}

/* The series of signal number @number, which is at most one more than there
 * are. */
static struct series *series_of(GPtrArray *all, unsigned number)
{
    while (all->len <= number) {
        struct series *series = g_new0(struct series, 1);
        series->points = g_array_new(FALSE, FALSE, sizeof(struct point));
        g_ptr_array_add(all, series);
    }
    return g_ptr_array_index(all, number);
}

/* Drops every second point of all series, and of those to come. */
static void thin_out(struct report_trace *table)
{
    table->every *= 2;
    table->points = 0;
    for (guint i = 0; i < table->series->len; i++) {
        GArray *points = ((struct series *)g_ptr_array_index(table->series, i))->points;

        for (guint k = 0; k < points->len; k += 2)
            g_array_index(points, struct point, k / 2) = g_array_index(points, struct point, k);
        g_array_set_size(points, (points->len + 1) / 2);
        table->points += points->len;
    }
}

static void add_point(struct report_trace *table, const struct trace_signal *signal, guint64 time)
{
    struct series *series = series_of(table->series, signal->number);

    if (!signal->counts || !signal->whole)
        return;
    series->latest = (struct point){time, signal->value};
    if (series->seen++ % table->every)
        return;
    g_array_append_val(series->points, series->latest);
    if (++table->points > REPORT_POINTS_MAX)
        thin_out(table);
}

static void add_points(struct report_trace *table, const struct trace_record *record)
{
    const GPtrArray *touched = trace_signals_touch(table->signals, record);

    for (guint i = 0; touched && i < touched->len; i++)
        add_point(table, g_ptr_array_index(touched, i), record->time);
}

static void append_numbers(GString *times, GString *values, const struct point *point)
{
    if (times->len) {
        g_string_append_c(times, ' ');
        g_string_append_c(values, ' ');
    }
    append_decimal(times, point->time, 0);
    append_decimal(values, point->value, 0);
}

/* Always keeps the last point: the counter's final value. */
static void add_series(const struct report_trace *table, JsonBuilder *json,
    const struct trace_signal *signal, const struct series *series)
{
    g_autofree char *name = g_strconcat(signal->scope, " ", signal->leaf, NULL);
    g_autoptr(GString) times = g_string_new(NULL);
    g_autoptr(GString) values = g_string_new(NULL);

    for (guint i = 0; i < series->points->len; i++)
        append_numbers(times, values, &g_array_index(series->points, struct point, i));
    if ((series->seen - 1) % table->every)
        append_numbers(times, values, &series->latest);
    json_builder_begin_object(json);
    json_add_text(json, "name", signal->reg ? signal->name : name);
    json_add_number(json, "width", signal->width);
    json_add_bytes(json, "times", times);
    json_add_bytes(json, "values", values);
    json_builder_end_object(json);
}

static void add_all_series(const struct report_trace *table, JsonBuilder *json)
{
    begin_list(json, "series");
    for (guint i = 0; i < table->series->len; i++) {
        const struct series *series = g_ptr_array_index(table->series, i);

        if (series->seen)
            add_series(
                table, json, g_ptr_array_index(trace_signals_all(table->signals), i), series);
    }
    json_builder_end_array(json);
}

/* ---- all of it ---- */

struct report_trace *report_trace_new(const struct machine_model *model)
{
    struct report_trace *table = g_new0(struct report_trace, 1);

    table->model = model;
    table->every = 1;
    table->pool = g_ptr_array_new_with_free_func(g_free);
    table->pool_index = g_hash_table_new(g_str_hash, g_str_equal);
    table->registers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    table->steps = g_array_new(FALSE, FALSE, sizeof(struct step));
    table->plan = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    table->signals = trace_signals_new(model);
    table->series = g_ptr_array_new_with_free_func(series_free);
    for (unsigned i = 0; i < COLUMNS; i++)
        table->columns[i] = g_string_new(NULL);
    table->pc = g_string_new(NULL);
    trace_words_init(&table->words);
    trace_words_remember(&table->words);
    return table;
}

void report_trace_record(struct report_trace *table, const struct trace_record *record)
{
    table->records++;
    if (table->kept < REPORT_RECORDS_MAX)
        add_row(table, record);
    if (record->kind == TRACE_STEP_BEGIN || record->kind == TRACE_STEP_END)
        note_step(table->steps, record);
    if (record->kind == TRACE_PLAN || record->kind == TRACE_REFUSED || record->kind == TRACE_FAULT)
        g_array_append_val(table->plan, *record);
    add_points(table, record);
}

static void report_trace_free(struct report_trace *table)
{
    for (unsigned i = 0; i < COLUMNS; i++)
        g_string_free(table->columns[i], TRUE);
    g_string_free(table->pc, TRUE);
    trace_words_clear(&table->words);
    g_hash_table_unref(table->registers);
    g_hash_table_unref(table->pool_index);
    g_ptr_array_unref(table->pool);
    g_array_unref(table->steps);
    g_array_unref(table->plan);
    g_ptr_array_unref(table->series);
    trace_signals_free(table->signals);
    g_free(table);
}

void report_trace_end(struct report_trace *table, JsonBuilder *json)
{
    json_add_number(json, "records", (gint64)table->records);
    json_add_number(json, "every", (gint64)table->every);
    add_kinds(json);
    add_columns(table, json);
    add_registers(table, json);
    add_steps(json, table->steps);
    add_plan(json, table->plan);
    add_all_series(table, json);
    report_trace_free(table);
}
