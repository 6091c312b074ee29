/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds up which registers, fields, values and orders were touched. */
#include "harness/trace/touched.h"

#include "harness/trace/accesses.h"

struct touched {
    GHashTable *registers; /* struct reg to struct touched_register */
};

/* The trace that is being added. */
struct adding {
    struct touched *touched;
    const struct machine_model *model;
    const char *run;
    GHashTable *last; /* number of a block to struct last */
};

/* The latest access to a block. */
struct last {
    const struct touched_register *reg;
    enum touched_way way;
};

static void register_free(gpointer data)
{
    struct touched_register *of = data;

    for (unsigned i = 0; i < of->reg->n_fields; i++) {
        g_ptr_array_unref(of->fields[i].names);
        g_ptr_array_unref(of->fields[i].runs);
    }
    g_free(of->fields);
    g_ptr_array_unref(of->runs);
    g_array_unref(of->orders);
    g_free(of);
}

struct touched *touched_new(void)
{
    struct touched *touched = g_new0(struct touched, 1);

    touched->registers = g_hash_table_new_full(NULL, NULL, NULL, register_free);
    return touched;
}

void touched_free(struct touched *touched)
{
    if (touched)
        g_hash_table_unref(touched->registers);
    g_free(touched);
}

const struct touched_register *touched_find(const struct touched *touched, const struct reg *reg)
{
    return g_hash_table_lookup(touched->registers, reg);
}

static struct touched_register *register_of(
    const struct adding *adding, const struct reg_bank *bank, const struct reg *reg)
{
    struct touched_register *of = g_hash_table_lookup(adding->touched->registers, reg);

    if (of)
        return of;
    of = g_new0(struct touched_register, 1);
    of->model = adding->model;
    of->bank = bank;
    of->reg = reg;
    of->fields = g_new0(struct touched_field, reg->n_fields);
    for (unsigned i = 0; i < reg->n_fields; i++) {
        of->fields[i].names = g_ptr_array_new();
        of->fields[i].runs = g_ptr_array_new();
    }
    of->runs = g_ptr_array_new();
    of->orders = g_array_new(FALSE, FALSE, sizeof(struct touched_order));
    g_hash_table_insert(adding->touched->registers, (gpointer)(guintptr)reg, of);
    return of;
}

/* Runs are added one after the other, so one that is there is the last. */
static void note_run(GPtrArray *runs, const char *run)
{
    if (!runs->len || g_ptr_array_index(runs, runs->len - 1) != run)
        g_ptr_array_add(runs, (gpointer)(guintptr)run);
}

static void note_name(GPtrArray *names, const char *name)
{
    if (!g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
        g_ptr_array_add(names, (gpointer)(guintptr)name);
}

/* @value and @lanes are the register's; the field has some of these lanes. */
static void add_field(const struct adding *adding, struct touched_register *of, guint number,
    enum touched_way way, guint64 value, guint64 lanes)
{
    const struct reg *reg = of->reg;
    const guint64 mask = reg_field_mask(reg, &reg->fields[number]), covered = mask & lanes;
    struct touched_field *field = &of->fields[number];
    struct touched_values *values = &field->values[way];
    const char *name =
        covered == mask && adding->model->value_name ? adding->model->value_name(reg, number, value) : NULL;
    enum touched_class class = name ? TOUCHED_NAMED : TOUCHED_OTHER;

    if (!(value & covered))
        class = TOUCHED_ZERO;
    else if ((value & covered) == covered)
        class = TOUCHED_ONES;
    values->n[class]++;
    if (name)
        note_name(field->names, name);
    if ((value ^ reg_reset(reg)) & covered) {
        values->past_reset++;
        note_run(field->runs, adding->run);
    }
}

static void add_register(const struct adding *adding, struct touched_register *of, enum touched_way way,
    guint64 value, guint64 lanes)
{
    of->n[way]++;
    note_run(of->runs, adding->run);
    for (unsigned i = 0; i < of->reg->n_fields; i++)
        if (reg_field_mask(of->reg, &of->reg->fields[i]) & lanes)
            add_field(adding, of, i, way, value, lanes);
}

static void count_order(struct touched_register *of, enum touched_way way,
    const struct touched_register *before, enum touched_way then)
{
    const struct touched_order order = {before, then, way, 1};

    for (guint i = 0; i < of->orders->len; i++) {
        struct touched_order *known = &g_array_index(of->orders, struct touched_order, i);

        if (known->before == before && known->way_before == then && known->way == way) {
            known->n++;
            return;
        }
    }
    g_array_append_val(of->orders, order);
}

static void add_order(
    const struct adding *adding, unsigned block, struct touched_register *of, enum touched_way way)
{
    struct last *last = g_hash_table_lookup(adding->last, GUINT_TO_POINTER(block));

    if (last) {
        count_order(of, way, last->reg, last->way);
    } else {
        last = g_new(struct last, 1);
        g_hash_table_insert(adding->last, GUINT_TO_POINTER(block), last);
    }
    *last = (struct last){of, way};
}

/* Of an access to several registers, the first one is in order with what came before and comes next. */
static void add_access(const struct adding *adding, const struct trace_record *record)
{
    enum touched_way way = record->kind == TRACE_WRITE ? TOUCHED_WRITTEN : TOUCHED_READ;
    gboolean first = TRUE;
    struct access_place place;

    if (!access_place_find(adding->model, record, &place))
        return;
    for (unsigned i = 0; place.bank && i < place.bank->n_regs; i++) {
        const struct reg *reg = &place.bank->regs[i];
        guint64 lanes = access_lanes(&place, reg);
        struct touched_register *of;

        if (!lanes)
            continue;
        of = register_of(adding, place.bank, reg);
        add_register(adding, of, way, access_value(&place, reg, record->value), lanes);
        if (first)
            add_order(adding, record->block, of, way);
        first = FALSE;
    }
}

void touched_add(struct touched *touched, const struct machine_model *model, const char *run,
    const struct trace_record *records, gsize n)
{
    g_autoptr(GHashTable) last = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    const struct adding adding = {touched, model, g_intern_string(run), last};

    for (gsize i = 0; i < n; i++)
        if (records[i].kind == TRACE_READ || records[i].kind == TRACE_WRITE)
            add_access(&adding, &records[i]);
}

static guint n_classes(const struct touched_field *field)
{
    guint n = 0;

    for (unsigned way = 0; way < TOUCHED_WAYS; way++)
        for (unsigned class = 0; class < TOUCHED_CLASSES; class ++)
            n += field->values[way].n[class] != 0;
    return n;
}

guint touched_states(const struct touched *touched)
{
    GHashTableIter all;
    gpointer of;
    guint n = 0;

    g_hash_table_iter_init(&all, touched->registers);
    while (g_hash_table_iter_next(&all, NULL, &of)) {
        const struct touched_register *one = of;

        for (unsigned i = 0; i < one->reg->n_fields; i++)
            n += n_classes(&one->fields[i]);
        n += one->orders->len;
    }
    return n;
}

gboolean touched_can(const struct reg_field *field, enum touched_way way)
{
    static const gboolean can[][TOUCHED_WAYS] = {
        [REG_RW] = {TRUE, TRUE},
        [REG_RO] = {TRUE, FALSE},
        [REG_WO] = {FALSE, TRUE},
        [REG_ACTION] = {FALSE, TRUE},
        [REG_RW1C] = {TRUE, TRUE},
        [REG_RV] = {FALSE, FALSE},
    };

    return can[field->access][way];
}

enum touched_extent touched_extent(
    const struct touched_register *of, const struct reg_field *field, guint number, enum touched_way way)
{
    const struct touched_values *values = of ? &of->fields[number].values[way] : NULL;
    guint64 n = 0;

    for (unsigned i = 0; values && i < TOUCHED_CLASSES; i++)
        n += values->n[i];
    if (!n)
        return TOUCHED_NEVER;
    return values->past_reset || (field->access == REG_RO && field->reset) ? TOUCHED_FULLY
                                                                           : TOUCHED_RESET_ALONE;
}

const struct reg_bank **touched_banks(const struct machine_model *model)
{
    g_autoptr(GHashTable) used = g_hash_table_new(NULL, NULL);
    GPtrArray *banks = g_ptr_array_new();
    const struct reg_bank *bank;
    char name[MACHINE_BLOCK_NAME];

    for (unsigned i = 0; i < model->end_block; i++)
        if (model->block(i, name, sizeof(name), &bank) && bank)
            g_hash_table_add(used, (gpointer)(guintptr)bank);
    for (const struct reg_bank *const *b = model->banks; *b; b++)
        if (g_hash_table_contains(used, *b))
            g_ptr_array_add(banks, (gpointer)(guintptr)*b);
    g_ptr_array_add(banks, NULL);
    return (const struct reg_bank **)(gpointer)g_ptr_array_free(banks, FALSE);
}
