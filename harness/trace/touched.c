/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds up which registers, fields, values and orders were touched. */
#include "harness/trace/touched.h"

#include "harness/base/hash.h"
#include "harness/hardware/registers.h"
#include "harness/trace/accesses.h"

struct touched {
    GHashTable *registers; /* struct reg to struct touched_register */
};

/* The latest access to a block. */
struct last {
    const struct touched_register *reg; /* NULL: there was none */
    enum touched_way way;
};

/* A register that accesses to a place touch. */
struct part {
    struct touched_register *of;
    guint64 lanes;
};

/* All accesses of one size to one place touch the same registers. */
struct place {
    gboolean used;
    guint32 block;
    guint8 size;
    guint32 offset;
    struct access_place at;
    GArray *parts;     /* of struct part */
    struct last *last; /* of the place's block */
    /* in the first register's orders: index of the order that the latest access
     * here ended */
    guint order;
};

/* A value that was read or written and added, and its repetitions since.
 * Drivers write mostly the same values. */
struct again {
    struct touched_register *of; /* NULL: none */
    enum touched_way way;
    guint64 value, lanes;
    guint64 n;
};

enum { AGAIN_BITS = 12 };
enum { PLACES = 8192, AGAIN = 1 << AGAIN_BITS }; /* the latest ones; powers of two */

struct touching {
    struct touched *touched;
    const struct machine_model *model;
    const char *run;
    GHashTable *last; /* number of a block to struct last */
    struct place places[PLACES];
    struct again again[AGAIN];
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
    const struct touching *adding, const struct reg_bank *bank, const struct reg *reg)
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

/* Runs are added one after the other, so a known run is the last one. */
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

/* @value and @lanes are the register's; the field has some of the lanes. @n:
 * number of repetitions. */
static void add_field(const struct touching *adding, struct touched_register *of, guint number,
    enum touched_way way, guint64 value, guint64 lanes, guint64 n)
{
    const struct reg *reg = of->reg;
    const guint64 mask = reg_field_mask(reg, &reg->fields[number]), covered = mask & lanes;
    struct touched_field *field = &of->fields[number];
    struct touched_values *values = &field->values[way];
    const char *name =
        covered == mask ? register_value_name(adding->model, reg, number, value) : NULL;
    enum touched_class class = name ? TOUCHED_NAMED : TOUCHED_OTHER;

    if (!(value & covered))
        class = TOUCHED_ZERO;
    else if ((value & covered) == covered)
        class = TOUCHED_ONES;
    values->n[class] += n;
    if (name)
        note_name(field->names, name);
    if ((value ^ reg_reset(reg)) & covered) {
        values->past_reset += n;
        note_run(field->runs, adding->run);
    }
}

static void add_register(const struct touching *adding, struct touched_register *of,
    enum touched_way way, guint64 value, guint64 lanes, guint64 n)
{
    of->n[way] += n;
    note_run(of->runs, adding->run);
    for (unsigned i = 0; i < of->reg->n_fields; i++)
        if (reg_field_mask(of->reg, &of->reg->fields[i]) & lanes)
            add_field(adding, of, i, way, value, lanes, n);
}

static void add_again(const struct touching *adding, const struct again *again)
{
    if (again->n)
        add_register(adding, again->of, again->way, again->value, again->lanes, again->n);
}

/* Adds a value immediately if it is not among the latest ones, so that names
 * come in order; else counts it. */
static void add_value(struct touching *adding, struct touched_register *of, enum touched_way way,
    guint64 value, guint64 lanes)
{
    struct again *again =
        &adding->again[hash_top(value ^ (guintptr)of ^ (guint64)way << 40, AGAIN_BITS)];

    if (again->of == of && again->way == way && again->value == value && again->lanes == lanes) {
        again->n++;
        return;
    }
    add_again(adding, again);
    *again = (struct again){of, way, value, lanes, 0};
    add_register(adding, of, way, value, lanes, 1);
}

static gboolean is_order(const struct touched_order *a, const struct touched_order *b)
{
    return a->before == b->before && a->way_before == b->way_before && a->way == b->way;
}

/* Counts an order. Returns its index, which is probably @guess. */
static guint count_order(
    struct touched_register *of, const struct touched_order *order, guint guess)
{
    struct touched_order *known = (struct touched_order *)(gpointer)of->orders->data;
    guint i = guess;

    if (i >= of->orders->len || !is_order(&known[i], order))
        for (i = 0; i < of->orders->len && !is_order(&known[i], order); i++)
            ;
    if (i < of->orders->len)
        known[i].n++;
    else
        g_array_append_vals(of->orders, order, 1);
    return i;
}

static void add_order(struct place *place, struct touched_register *of, enum touched_way way)
{
    struct last *last = place->last;

    if (last->reg)
        place->order =
            count_order(of, &(struct touched_order){last->reg, last->way, way, 1}, place->order);
    *last = (struct last){of, way};
}

/* ---- places ---- */

static struct last *last_of(const struct touching *touching, unsigned block)
{
    struct last *last = g_hash_table_lookup(touching->last, GUINT_TO_POINTER(block));

    if (!last) {
        last = g_new0(struct last, 1);
        g_hash_table_insert(touching->last, GUINT_TO_POINTER(block), last);
    }
    return last;
}

static void find_parts(
    const struct touching *touching, struct place *place, const struct trace_record *record)
{
    const struct reg_bank *bank =
        access_place_find(touching->model, record, &place->at) ? place->at.bank : NULL;

    for (unsigned i = 0; bank && i < bank->n_regs; i++) {
        guint64 lanes = access_lanes(&place->at, &bank->regs[i]);

        if (lanes) {
            const struct part part = {register_of(touching, bank, &bank->regs[i]), lanes};
            g_array_append_val(place->parts, part);
        }
    }
}

static void place_clear(struct place *place)
{
    g_clear_pointer(&place->parts, g_array_unref);
}

static struct place *place_of(struct touching *touching, const struct trace_record *record)
{
    struct place *place = &touching->places[access_place_hash(record) % PLACES];

    if (place->used && place->block == record->block && place->size == record->size &&
        place->offset == record->offset)
        return place;
    place_clear(place);
    *place = (struct place){.used = TRUE,
        .block = record->block,
        .size = record->size,
        .offset = record->offset,
        .parts = g_array_new(FALSE, FALSE, sizeof(struct part)),
        .last = last_of(touching, record->block)};
    find_parts(touching, place, record);
    return place;
}

/* ---- records ---- */

struct touching *touching_new(
    struct touched *touched, const struct machine_model *model, const char *run)
{
    struct touching *touching = g_new0(struct touching, 1);

    touching->touched = touched;
    touching->model = model;
    touching->run = g_intern_string(run);
    touching->last = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    return touching;
}

void touching_free(struct touching *touching)
{
    for (unsigned i = 0; i < AGAIN; i++)
        add_again(touching, &touching->again[i]);
    for (unsigned i = 0; i < PLACES; i++)
        place_clear(&touching->places[i]);
    g_hash_table_unref(touching->last);
    g_free(touching);
}

/* For an access to several registers, only the first register counts for
 * orders. */
void touching_add(struct touching *touching, const struct trace_record *record)
{
    enum touched_way way = record->kind == TRACE_WRITE ? TOUCHED_WRITTEN : TOUCHED_READ;
    struct place *place;

    if (record->kind != TRACE_READ && record->kind != TRACE_WRITE)
        return;
    place = place_of(touching, record);
    for (guint i = 0; i < place->parts->len; i++) {
        const struct part *part = &g_array_index(place->parts, struct part, i);

        add_value(touching, part->of, way, access_value(&place->at, part->of->reg, record->value),
            part->lanes);
        if (!i)
            add_order(place, part->of, way);
    }
}

void touched_add(struct touched *touched, const struct machine_model *model, const char *run,
    const struct trace_record *records, gsize n)
{
    struct touching *touching = touching_new(touched, model, run);

    for (gsize i = 0; i < n; i++)
        touching_add(touching, &records[i]);
    touching_free(touching);
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

enum touched_extent touched_extent(const struct touched_register *of, const struct reg_field *field,
    guint number, enum touched_way way)
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

    for (unsigned i = 0; i < model->end_block; i = machine_block_after(model, i))
        if (model->block(i, name, sizeof(name), &bank) && bank)
            g_hash_table_add(used, (gpointer)(guintptr)bank);
    for (const struct reg_bank *const *b = model->banks; *b; b++)
        if (g_hash_table_contains(used, *b))
            g_ptr_array_add(banks, (gpointer)(guintptr)*b);
    g_ptr_array_add(banks, NULL);
    return (const struct reg_bank **)(gpointer)g_ptr_array_free(banks, FALSE);
}
