/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns a trace into the compact columns, registers and counter series that the report page draws. */
#include "harness/report/report_trace.h"

#include "harness/hardware/registers.h"
#include "harness/trace/accesses.h"
#include "harness/trace/trace_signals.h"
#include "harness/trace/trace_text.h"
#include "harness/trace/ways.h"

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

struct table {
    const struct export *trace;
    JsonBuilder *json;
    gsize n; /* records kept */
    GString *columns[COLUMNS];
    GPtrArray *pool;        /* of char * */
    GHashTable *pool_index; /* word to index */
    GHashTable *registers;  /* name of an access to struct touch */
    struct trace_words words;
};

static void begin_list(JsonBuilder *json, const char *name)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_array(json);
}

static gint64 pool_place(struct table *table, const char *word)
{
    gpointer place;

    if (g_hash_table_lookup_extended(table->pool_index, word, NULL, &place))
        return GPOINTER_TO_INT(place);
    g_ptr_array_add(table->pool, g_strdup(word));
    g_hash_table_insert(table->pool_index, g_ptr_array_index(table->pool, table->pool->len - 1),
        GINT_TO_POINTER((int)table->pool->len - 1));
    return (gint64)table->pool->len - 1;
}

static void add_cell(struct table *table, enum column column, gint64 number)
{
    GString *cells = table->columns[column];

    g_string_append_printf(cells, cells->len ? " %" G_GINT64_FORMAT : "%" G_GINT64_FORMAT, number);
}

static gint64 pc_cell(struct table *table, const struct trace_record *record)
{
    g_autofree char *hex = register_hex(64, record->pc);

    return trace_has_pc(record) ? pool_place(table, hex) : -1;
}

static void note_register(struct table *table, const struct trace_record *record)
{
    struct access_place place;
    const struct reg *reg;
    struct touch *touch;

    if (!access_is_record(record) || g_hash_table_contains(table->registers, table->words.name->str) ||
        !access_place_find(table->trace->model, record, &place))
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

static void add_record(struct table *table, const struct trace_record *record, guint64 before)
{
    g_autofree char *way = way_text(record);

    trace_words_set(&table->words, table->trace->model, record);
    if (way)
        g_string_append_printf(table->words.fields, "%sby %s", table->words.fields->len ? "  " : "", way);
    note_register(table, record);
    add_cell(table, TIME, (gint64)(record->time - before));
    add_cell(table, KIND, record->kind);
    add_cell(table, CPU, trace_has_cpu(record) ? record->cpu : -1);
    add_cell(table, PC, pc_cell(table, record));
    add_cell(table, NAME, pool_place(table, table->words.name->str));
    add_cell(table, VALUE, pool_place(table, table->words.value->str));
    add_cell(table, FIELDS, pool_place(table, table->words.fields->str));
}

static void add_columns(struct table *table)
{
    for (unsigned i = 0; i < COLUMNS; i++)
        table->columns[i] = g_string_new(NULL);
    for (gsize i = 0; i < table->n; i++)
        add_record(table, &table->trace->records[i], i ? table->trace->records[i - 1].time : 0);
    for (unsigned i = 0; i < COLUMNS; i++) {
        json_add_bytes(table->json, column_names[i], table->columns[i]);
        g_string_free(table->columns[i], TRUE);
    }
    begin_list(table->json, "pool");
    for (guint i = 0; i < table->pool->len; i++)
        json_builder_add_string_value(table->json, g_ptr_array_index(table->pool, i));
    json_builder_end_array(table->json);
}

static void add_kinds(JsonBuilder *json)
{
    begin_list(json, "kinds");
    for (unsigned i = 0; i < TRACE_N_KINDS; i++)
        json_builder_add_string_value(json, trace_kind_name((enum trace_kind)i));
    json_builder_end_array(json);
}

static void add_field(JsonBuilder *json, const struct reg *reg, const struct reg_field *field)
{
    g_autoptr(GString) bits = g_string_new(NULL);

    register_append_bits(bits, reg, reg_field_mask(reg, field));
    json_builder_begin_object(json);
    json_add_text(json, "name", field->name);
    json_add_bytes(json, "bits", bits);
    json_add_text(json, "access", register_access_word(field->access));
    json_add_text(json, "prose", field->prose);
    json_builder_end_object(json);
}

static void add_register(const struct table *table, const struct touch *touch)
{
    const struct reg *reg = touch->reg;
    g_autofree char *id = g_strjoin(".", table->trace->model->name, touch->bank->name, reg->name, NULL);
    JsonBuilder *json = table->json;

    json_builder_begin_object(json);
    json_add_text(json, "id", id);
    json_add_text(json, "name", reg->name);
    json_add_number(json, "width", reg->width);
    json_add_text(json, "prose", reg->prose);
    json_add_text(json, "source", reg->source);
    json_add_text(json, "not_modelled", reg->not_modelled);
    begin_list(json, "fields");
    for (unsigned i = 0; i < reg->n_fields; i++)
        add_field(json, reg, &reg->fields[i]);
    json_builder_end_array(json);
    json_builder_end_object(json);
}

/* Maps the names of accesses to @number_of(). */
static void add_names(struct table *table, const char *member, const GPtrArray *listed,
    gint64 (*number_of)(const struct touch *touch, const GPtrArray *listed))
{
    GHashTableIter iter;
    gpointer name, touch;

    json_builder_set_member_name(table->json, member);
    json_builder_begin_object(table->json);
    g_hash_table_iter_init(&iter, table->registers);
    while (g_hash_table_iter_next(&iter, &name, &touch))
        json_add_number(table->json, name, number_of(touch, listed));
    json_builder_end_object(table->json);
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

/* Adds each register once, although many blocks have it, and maps names to registers. */
static void add_registers(struct table *table)
{
    g_autoptr(GPtrArray) listed = g_ptr_array_new();
    GHashTableIter iter;
    gpointer value;

    begin_list(table->json, "registers");
    g_hash_table_iter_init(&iter, table->registers);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        const struct touch *touch = value;

        if (g_ptr_array_find(listed, touch->reg, NULL))
            continue;
        g_ptr_array_add(listed, (gpointer)(guintptr)touch->reg);
        add_register(table, touch);
    }
    json_builder_end_array(table->json);
    add_names(table, "register_of", listed, place_of);
    add_names(table, "shift_of", listed, shift_of);
}

/* The end of step number @number, from record @from on, or NULL. */
static const struct trace_record *step_end(const struct export *trace, gsize from, guint64 number)
{
    for (gsize i = from; i < trace->n_records; i++)
        if (trace->records[i].kind == TRACE_STEP_END && trace->records[i].value == number)
            return &trace->records[i];
    return NULL;
}

static void add_steps(JsonBuilder *json, const struct export *trace)
{
    begin_list(json, "steps");
    for (gsize i = 0; i < trace->n_records; i++) {
        const struct trace_record *begin = &trace->records[i], *end;
        if (begin->kind != TRACE_STEP_BEGIN)
            continue;
        end = step_end(trace, i, begin->value);
        json_builder_begin_object(json);
        json_add_number(json, "number", (gint64)begin->value);
        json_add_number(json, "begin", (gint64)begin->time);
        json_builder_set_member_name(json, "end");
        if (end)
            json_builder_add_int_value(json, (gint64)end->time);
        else
            json_builder_add_null_value(json);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

static void add_plan(JsonBuilder *json, const struct export *trace)
{
    begin_list(json, "plan");
    for (gsize i = 0; i < trace->n_records; i++) {
        const struct trace_record *record = &trace->records[i];
        if (record->kind != TRACE_PLAN && record->kind != TRACE_REFUSED && record->kind != TRACE_FAULT)
            continue;
        json_builder_begin_object(json);
        json_add_number(json, "entry", (gint64)record->value);
        json_add_number(json, "time", (gint64)record->time);
        json_add_flag(json, "refused", record->kind == TRACE_REFUSED);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

/* The values of one counter that software saw. */
struct series {
    GString *times, *values;
};

static void series_free(gpointer data)
{
    struct series *series = data;

    g_string_free(series->times, TRUE);
    g_string_free(series->values, TRUE);
    g_free(series);
}

/* The series of signal number @number, which is at most one more than there are. */
static struct series *series_of(GPtrArray *all, unsigned number)
{
    while (all->len <= number) {
        struct series *series = g_new0(struct series, 1);
        series->times = g_string_new(NULL);
        series->values = g_string_new(NULL);
        g_ptr_array_add(all, series);
    }
    return g_ptr_array_index(all, number);
}

static void add_value(GPtrArray *all, const struct trace_signal *signal, guint64 time)
{
    struct series *series = series_of(all, signal->number);
    const char *between = series->times->len ? " " : "";

    if (!signal->counts || !signal->whole)
        return;
    g_string_append_printf(series->times, "%s%" G_GUINT64_FORMAT, between, time);
    g_string_append_printf(series->values, "%s%" G_GUINT64_FORMAT, between, (guint64)signal->value);
}

static void collect_series(const struct export *trace, struct trace_signals *signals, GPtrArray *all)
{
    for (gsize i = 0; i < trace->n_records; i++) {
        const GPtrArray *touched = trace_signals_touch(signals, &trace->records[i]);
        for (guint k = 0; touched && k < touched->len; k++)
            add_value(all, g_ptr_array_index(touched, k), trace->records[i].time);
    }
}

static void add_series(JsonBuilder *json, const struct trace_signal *signal, const struct series *series)
{
    g_autofree char *name = g_strconcat(signal->scope, " ", signal->leaf, NULL);

    json_builder_begin_object(json);
    json_add_text(json, "name", signal->reg ? signal->name : name);
    json_add_number(json, "width", signal->width);
    json_add_bytes(json, "times", series->times);
    json_add_bytes(json, "values", series->values);
    json_builder_end_object(json);
}

static void add_all_series(JsonBuilder *json, const struct export *trace)
{
    struct trace_signals *signals = trace_signals_new(trace->model);
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(series_free);

    collect_series(trace, signals, all);
    begin_list(json, "series");
    for (guint i = 0; i < all->len; i++)
        if (((struct series *)g_ptr_array_index(all, i))->times->len)
            add_series(json, g_ptr_array_index(trace_signals_all(signals), i), g_ptr_array_index(all, i));
    json_builder_end_array(json);
    trace_signals_free(signals);
}

static void add_table(JsonBuilder *json, const struct export *trace)
{
    struct table table = {
        .trace = trace,
        .json = json,
        .n = MIN(trace->n_records, REPORT_RECORDS_MAX),
        .pool = g_ptr_array_new_with_free_func(g_free),
        .pool_index = g_hash_table_new(g_str_hash, g_str_equal),
        .registers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
    };

    trace_words_init(&table.words);
    add_columns(&table);
    add_registers(&table);
    trace_words_clear(&table.words);
    g_hash_table_unref(table.registers);
    g_hash_table_unref(table.pool_index);
    g_ptr_array_unref(table.pool);
}

void report_trace_add(JsonBuilder *json, const struct export *trace)
{
    json_add_text(json, "header", trace->header);
    json_add_number(json, "records", (gint64)trace->n_records);
    add_kinds(json);
    add_table(json, trace);
    add_steps(json, trace);
    add_plan(json, trace);
    add_all_series(json, trace);
}
