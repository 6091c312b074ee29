/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The register-by-register comparison of `pmulab capture FILE`. */
#include "harness/capture/capture_compare.h"

#include "harness/hardware/registers.h"
#include "harness/trace/accesses.h"

struct comparing {
    const struct machine *machine;
    struct machine_plan *plan;
    gboolean from_reset, writes;
    GHashTable *written; /* registers that software has written, by register_key() */
    GHashTable *set;     /* registers that have their first read's value */
    GHashTable *ones;    /* struct reg, to the bits that were 1 in result->seen */
    struct compare *result;
    /* the current read */
    const struct captured *captured;
    const struct trace_record *record;
    struct access_place place;
};

static gpointer register_key(const struct trace_record *record, unsigned reg)
{
    return GUINT_TO_POINTER(record->block << 16 | (reg + 1));
}

/* ---- the model ---- */

/* Repeats the access on the model, as a write of @value or a read. Returns the
 * value that the model returns. Time does not advance, so nothing counts. */
static guint64 repeat(const struct comparing *c, gboolean write, guint64 value)
{
    struct machine_access access = c->captured->access;
    struct trace_record record = {.value = 0};

    if (access.rdpmc)
        machine_access_of(c->machine, c->record, &access); /* the counter's MSR */
    access.time = 0;
    access.write = write;
    access.value = value;
    c->machine->access->perform(c->plan, &access, &record);
    return record.value;
}

/* ---- bits ---- */

/* Bits that hardware changes without software's write. */
static guint64 changing(const struct comparing *c, const struct reg *reg)
{
    const struct machine_model *model = c->machine->model;
    guint64 bits = reg_access_mask(reg, REG_RO) | reg_access_mask(reg, REG_RW1C);

    if (register_counts(reg) || (model->counter && model->counter(reg)))
        bits |= reg_access_mask(reg, REG_RW);
    if (c->machine->access->changing)
        bits |= c->machine->access->changing(c->record->block, reg);
    return bits;
}

/* Bits whose values the model knows. In configuration space, read-only bits are
 * constant. */
static guint64 comparable(const struct comparing *c, const struct reg *reg)
{
    const guint64 constant =
        c->place.bank->space == REG_SPACE_PCI ? 0 : reg_access_mask(reg, REG_RO);

    return reg_low_bits(reg->width) & ~constant & ~reg_access_mask(reg, REG_RW1C);
}

/* ---- rows ---- */

static void add_row(
    struct comparing *c, const struct reg *reg, guint64 seen, guint64 model, gboolean written)
{
    GArray *rows = c->result->rows;
    struct compare_row fresh = {.reg = reg,
        .seen = seen,
        .model = model,
        .bits = seen ^ model,
        .written = written,
        .line = c->captured->line,
        .n = 1};
    g_autoptr(GString) name = g_string_new(NULL);

    access_append_name(name, &c->place);
    for (guint i = 0; i < rows->len; i++) {
        struct compare_row *row = &g_array_index(rows, struct compare_row, i);

        if (row->reg == reg && g_str_equal(row->name, name->str)) {
            row->n++;
            row->bits |= fresh.bits;
            return;
        }
    }
    g_array_append_val(rows, fresh);
    g_array_index(rows, struct compare_row, rows->len - 1).name = g_strdup(name->str);
}

/* ---- accesses ---- */

/* Keeps @value if it is the first of @reg, or has a bit that was 0 so far. */
static void note_seen(struct comparing *c, const struct reg *reg, guint64 value)
{
    GArray *all = c->result->seen;
    guint64 *ones = g_hash_table_lookup(c->ones, reg);
    const struct compare_seen seen = {c->place.bank, reg, value, all->len};

    if (capture_is_address(&c->captured->access) || (ones && !(value & ~*ones)))
        return;
    if (!ones)
        g_hash_table_insert(c->ones, GSIZE_TO_POINTER((gsize)reg), ones = g_new0(guint64, 1));
    *ones |= value;
    g_array_append_val(all, seen);
}

static void note_write(struct comparing *c)
{
    for (unsigned i = 0; c->place.bank && i < c->place.bank->n_regs; i++)
        if (access_lanes(&c->place, &c->place.bank->regs[i]))
            g_hash_table_add(c->written, register_key(c->record, i));
    repeat(c, TRUE, c->record->value);
    c->result->writes++;
}

/* The bits of register number @i that the model takes from the read. */
static guint64 taken_over(struct comparing *c, unsigned i)
{
    const struct reg *reg = &c->place.bank->regs[i];
    const gpointer key = register_key(c->record, i);
    const gboolean first =
        !c->writes || (!c->from_reset && !g_hash_table_contains(c->written, key) &&
                          !g_hash_table_contains(c->set, key));

    g_hash_table_add(c->set, key);
    return first ? reg_low_bits(reg->width) : changing(c, reg);
}

/* An access of the @i-th register alone is compared: few touch several. */
static void compare_register(struct comparing *c, unsigned i)
{
    const struct reg *reg = &c->place.bank->regs[i];
    const guint64 lanes = access_lanes(&c->place, reg), over = taken_over(c, i) & lanes;
    const guint64 seen = access_value(&c->place, reg, c->record->value);
    const gboolean written = g_hash_table_contains(c->written, register_key(c->record, i));
    guint64 value = repeat(c, FALSE, 0), model = access_value(&c->place, reg, value);
    const guint64 mask = comparable(c, reg) & lanes;

    if (lanes == reg_low_bits(reg->width))
        note_seen(c, reg, seen);
    if ((seen ^ model) & over && c->record->value != value) {
        repeat(c, TRUE, c->record->value);
        value = repeat(c, FALSE, 0);
        model = access_value(&c->place, reg, value);
    }
    if ((seen ^ model) & mask)
        add_row(c, reg, seen & mask, model & mask, written);
}

static void compare_read(struct comparing *c)
{
    for (unsigned i = 0; c->place.bank && i < c->place.bank->n_regs; i++)
        if (access_lanes(&c->place, &c->place.bank->regs[i]))
            compare_register(c, i);
    c->result->reads++;
}

static void clear_row(gpointer row)
{
    g_free(((struct compare_row *)row)->name);
}

gboolean capture_compare(
    struct capture *capture, gboolean from_reset, struct compare *compare, GError **error)
{
    struct captured captured;
    struct trace_record record;
    GError *wrong = NULL;
    struct comparing c = {.machine = capture_machine(capture),
        .plan = capture_model(capture),
        .from_reset = from_reset,
        .writes = capture_has_writes(capture),
        .written = g_hash_table_new(NULL, NULL),
        .set = g_hash_table_new(NULL, NULL),
        .ones = g_hash_table_new_full(NULL, NULL, NULL, g_free),
        .result = compare,
        .captured = &captured,
        .record = &record};

    *compare = (struct compare){.rows = g_array_new(FALSE, FALSE, sizeof(struct compare_row)),
        .seen = g_array_new(FALSE, FALSE, sizeof(struct compare_seen))};
    g_array_set_clear_func(compare->rows, clear_row);
    while (capture_next(capture, &record, &captured, &wrong)) {
        if (!access_place_find(c.machine->model, &record, &c.place))
            continue;
        (record.kind == TRACE_WRITE ? note_write : compare_read)(&c);
    }
    g_hash_table_unref(c.written);
    g_hash_table_unref(c.set);
    g_hash_table_unref(c.ones);
    machine_plan_free(c.plan);
    if (wrong)
        g_propagate_error(error, wrong);
    return !wrong;
}

void compare_clear(struct compare *compare)
{
    g_array_unref(compare->rows);
    g_array_unref(compare->seen);
}
