/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All names of a register's values as one object of JSON. */
#include "harness/atlas/atlas.h"
#include "harness/format/json.h"
#include "harness/hardware/value_names.h"

static void add(JsonBuilder *json, const struct reg *reg, const struct value_names *set)
{
    json_builder_set_member_name(json, reg->fields[set->field].name);
    json_builder_begin_object(json);
    for (guint i = 0; i < set->names->len; i++) {
        const struct value_name *entry = &g_array_index(set->names, struct value_name, i);
        g_autofree char *value = g_strdup_printf("%" G_GUINT64_FORMAT, entry->value);

        json_add_text(json, value, entry->name);
    }
    json_builder_end_object(json);
}

/* Whether two sets depend on the same value, and so share an object. */
static gboolean same(const struct value_names *one, const struct value_names *two)
{
    return one->other == two->other && one->other_value == two->other_value;
}

static void begin(JsonBuilder *json, const struct reg *reg, const struct value_names *set)
{
    g_autofree char *key =
        g_strdup_printf("%s=%" G_GUINT64_FORMAT, reg->fields[set->other].name, set->other_value);

    json_builder_set_member_name(json, key);
    json_builder_begin_object(json);
}

char *atlas_value_names(const struct machine_model *model, const struct reg *reg)
{
    g_autoptr(GPtrArray) all = value_names_of(model, reg);
    g_autoptr(JsonBuilder) json = json_builder_new();
    const struct value_names *last = NULL;

    if (!all->len)
        return NULL;
    json_builder_begin_object(json);
    for (guint i = 0; i < all->len; i++) {
        const struct value_names *set = g_ptr_array_index(all, i);
        gboolean fresh = !last || !same(last, set);

        if (fresh && last && last->other >= 0)
            json_builder_end_object(json);
        if (fresh && set->other >= 0)
            begin(json, reg, set);
        add(json, reg, set);
        last = set;
    }
    if (last->other >= 0)
        json_builder_end_object(json);
    json_builder_end_object(json);
    return g_string_free(json_text(json, FALSE), FALSE);
}
