/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All names of a register's values, asked of the model value by value. */
#include "harness/atlas/atlas.h"
#include "harness/base/json.h"
#include "harness/hardware/registers.h"

/* Fields that are wider have numbers in them, not codes. */
#define CODE_BITS 10

static guint64 n_values(const struct reg *reg, unsigned field)
{
    unsigned bits = reg_field_width(reg, &reg->fields[field]);

    return bits <= CODE_BITS ? UINT64_C(1) << bits : 0;
}

/* What field @field is called in @value, the other fields, and how that holds while only it counts. */
static GHashTable *names_of(
    const struct machine_model *model, const struct reg *reg, unsigned field, guint64 value)
{
    GHashTable *names = g_hash_table_new(g_direct_hash, g_direct_equal);

    for (guint64 code = 0; code < n_values(reg, field); code++) {
        const char *name = register_value_name(model, reg, field, reg_set(reg, field, value, code));

        if (name)
            g_hash_table_insert(names, GUINT_TO_POINTER((guint)code), (gpointer)(gsize)name);
    }
    return names;
}

static gboolean adds_to(GHashTable *names, GHashTable *known)
{
    GHashTableIter i;
    gpointer code, name;

    g_hash_table_iter_init(&i, names);
    while (g_hash_table_iter_next(&i, &code, &name))
        if (g_strcmp0(name, g_hash_table_lookup(known, code)) != 0)
            return TRUE;
    return FALSE;
}

static void add(JsonBuilder *json, const char *key, GHashTable *names)
{
    g_autoptr(GList) codes = g_hash_table_get_keys(names);

    json_builder_set_member_name(json, key);
    json_builder_begin_object(json);
    for (GList *code = codes; code; code = code->next) {
        g_autofree char *number = g_strdup_printf("%u", GPOINTER_TO_UINT(code->data));

        json_add_text(json, number, g_hash_table_lookup(names, code->data));
    }
    json_builder_end_object(json);
}

/* Names of other fields that hold while field @field is @code. */
static void add_dependent(
    JsonBuilder *json, const struct machine_model *model, const struct reg *reg, unsigned field, guint64 code)
{
    g_autofree char *key = g_strdup_printf("%s=%" G_GUINT64_FORMAT, reg->fields[field].name, code);
    gboolean begun = FALSE;

    for (unsigned other = 0; other < reg->n_fields; other++) {
        g_autoptr(GHashTable) plain = names_of(model, reg, other, 0);
        g_autoptr(GHashTable) now = names_of(model, reg, other, reg_set(reg, field, 0, code));

        if (other == field || !adds_to(now, plain))
            continue;
        if (!begun) {
            json_builder_set_member_name(json, key);
            json_builder_begin_object(json);
        }
        begun = TRUE;
        add(json, reg->fields[other].name, now);
    }
    if (begun)
        json_builder_end_object(json);
}

static gboolean add_field(
    JsonBuilder *json, const struct machine_model *model, const struct reg *reg, unsigned field)
{
    g_autoptr(GHashTable) names = names_of(model, reg, field, 0);

    if (!g_hash_table_size(names))
        return FALSE;
    add(json, reg->fields[field].name, names);
    for (guint64 code = 0; code < n_values(reg, field); code++)
        if (g_hash_table_contains(names, GUINT_TO_POINTER((guint)code)))
            add_dependent(json, model, reg, field, code);
    return TRUE;
}

char *atlas_value_names(const struct machine_model *model, const struct reg *reg)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    gboolean any = FALSE;
    GString *text;

    json_builder_begin_object(json);
    for (unsigned i = 0; i < reg->n_fields; i++)
        any = add_field(json, model, reg, i) || any;
    json_builder_end_object(json);
    text = json_text(json, FALSE);
    if (any)
        return g_string_free(text, FALSE);
    g_string_free(text, TRUE);
    return NULL;
}
