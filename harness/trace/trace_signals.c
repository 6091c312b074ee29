/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Joins a trace's accesses to values of registers, for the waveform exports and
 * the report. */
#include "harness/trace/trace_signals.h"

#include "harness/hardware/registers.h"

#include <stdlib.h>

/* All accesses of one size to one place touch the same signals. */
struct spot {
    guint64 where; /* block and offset */
    unsigned size;
    struct access_place place;
    GPtrArray *signals;
};

enum { LATEST = 1024 }; /* a power of two */

struct trace_signals {
    const struct machine_model *model;
    GHashTable *spots;           /* set of struct spot */
    struct spot *latest[LATEST]; /* by access_place_hash(): most accesses are to few places */
    GHashTable *names;           /* name to struct trace_signal */
    GPtrArray *signals;          /* struct trace_signal */
};

static guint spot_hash(gconstpointer data)
{
    const struct spot *spot = data;

    return g_int64_hash(&spot->where) * 31 + spot->size;
}

static gboolean spot_equal(gconstpointer a, gconstpointer b)
{
    const struct spot *one = a, *other = b;

    return one->where == other->where && one->size == other->size;
}

static void spot_free(gpointer data)
{
    struct spot *spot = data;

    g_ptr_array_unref(spot->signals);
    g_free(spot);
}

static void signal_free(gpointer data)
{
    struct trace_signal *signal = data;

    g_free(signal->name);
    g_free(signal->scope);
    g_free(signal->leaf);
    g_free(signal);
}

struct trace_signals *trace_signals_new(const struct machine_model *model)
{
    struct trace_signals *signals = g_new0(struct trace_signals, 1);

    signals->model = model;
    signals->spots = g_hash_table_new_full(spot_hash, spot_equal, spot_free, NULL);
    signals->names = g_hash_table_new(g_str_hash, g_str_equal);
    signals->signals = g_ptr_array_new_with_free_func(signal_free);
    return signals;
}

void trace_signals_free(struct trace_signals *signals)
{
    g_hash_table_unref(signals->spots);
    g_hash_table_unref(signals->names);
    g_ptr_array_unref(signals->signals);
    g_free(signals);
}

/* The signal called @name. @like describes it in case it is new. */
static struct trace_signal *signal_named(
    struct trace_signals *signals, const char *name, const struct trace_signal *like)
{
    struct trace_signal *signal = g_hash_table_lookup(signals->names, name);

    if (signal)
        return signal;
    signal = g_new0(struct trace_signal, 1);
    *signal = *like;
    signal->name = g_strdup(name);
    signal->scope = g_strdup(like->scope);
    signal->leaf = g_strdup(like->leaf);
    signal->number = signals->signals->len;
    g_ptr_array_add(signals->signals, signal);
    g_hash_table_insert(signals->names, signal->name, signal);
    return signal;
}

static char *scope_of(const struct access_place *place)
{
    return g_strdup_printf("%s%s%s", place->block, *place->function ? " " : "", place->function);
}

static void add_registers(struct trace_signals *signals, struct spot *spot)
{
    g_autofree char *scope = scope_of(&spot->place);

    for (unsigned i = 0; spot->place.bank && i < spot->place.bank->n_regs; i++) {
        const struct reg *reg = &spot->place.bank->regs[i];
        g_autofree char *leaf = g_strdup(reg->name);
        g_autofree char *name = g_strconcat(scope, *spot->place.function ? " " : ".", leaf, NULL);
        const struct trace_signal like = {.scope = scope,
            .leaf = leaf,
            .reg = reg,
            .width = reg->width,
            .counts = register_counts(reg)};

        if (access_lanes(&spot->place, reg))
            g_ptr_array_add(spot->signals, signal_named(signals, name, &like));
    }
}

/* Each place without a register is a separate word, as wide as the access. */
static void add_word(
    struct trace_signals *signals, struct spot *spot, const struct trace_record *record)
{
    g_autofree char *scope = scope_of(&spot->place);
    g_autofree char *offset = g_strdup_printf(
        record->size == 8 ? "+0x%02x" : "+0x%02x:%u", spot->place.offset, record->size);
    g_autofree char *name = g_strconcat(scope, offset, NULL);
    g_autoptr(GString) event = g_string_new(NULL);
    gboolean counts = access_append_event(event, signals->model, record);
    const struct trace_signal like = {.scope = scope,
        .leaf = counts ? event->str : offset,
        .width = record->size * 8u,
        .counts = counts};

    g_ptr_array_add(spot->signals, signal_named(signals, name, &like));
}

static struct spot *spot_new(
    struct trace_signals *signals, const struct spot *key, const struct trace_record *record)
{
    struct spot *spot = g_new0(struct spot, 1);

    *spot = *key;
    spot->signals = g_ptr_array_new();
    g_hash_table_add(signals->spots, spot);
    if (!access_place_find(signals->model, record, &spot->place))
        g_snprintf(spot->place.block, sizeof(spot->place.block), "block%u", record->block);
    add_registers(signals, spot);
    if (!spot->signals->len)
        add_word(signals, spot, record);
    return spot;
}

static void touch(struct trace_signal *signal, const struct access_place *place, guint64 value)
{
    guint64 all = reg_low_bits(signal->width);
    guint64 lanes = signal->reg ? access_lanes(place, signal->reg) : all;
    guint64 now = signal->reg ? access_value(place, signal->reg, value) : value & all;

    signal->value = (signal->value & ~lanes) | now;
    signal->known |= lanes;
    signal->fresh |= lanes;
    signal->whole = signal->fresh == all;
    if (signal->whole)
        signal->fresh = 0;
}

const GPtrArray *trace_signals_touch(
    struct trace_signals *signals, const struct trace_record *record)
{
    const struct spot key = {
        .where = (guint64)record->block << 32 | record->offset, .size = record->size};
    struct spot **latest = &signals->latest[access_place_hash(record) % LATEST], *spot = *latest;

    if (!access_is_record(record))
        return NULL;
    if (!spot || !spot_equal(spot, &key))
        spot = g_hash_table_lookup(signals->spots, &key);
    if (!spot)
        spot = spot_new(signals, &key, record);
    *latest = spot;
    for (guint i = 0; i < spot->signals->len; i++)
        touch(g_ptr_array_index(spot->signals, i), &spot->place, record->value);
    return spot->signals;
}

const GPtrArray *trace_signals_all(const struct trace_signals *signals)
{
    return signals->signals;
}

void trace_signals_forget(struct trace_signals *signals)
{
    for (guint i = 0; i < signals->signals->len; i++) {
        struct trace_signal *signal = g_ptr_array_index(signals->signals, i);
        signal->value = signal->known = signal->fresh = 0;
    }
}
