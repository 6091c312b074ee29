/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A register of the atlas: facts and fields. */
#include "harness/atlas/atlas.h"
#include "harness/base/json.h"
#include "harness/hardware/registers.h"

static void add_field(JsonBuilder *json, const struct reg *reg, const struct reg_field *field)
{
    g_autofree char *reset = g_strdup_printf("0x%" G_GINT64_MODIFIER "x", field->reset);

    json_builder_begin_array(json);
    atlas_add_string(json, field->name);
    json_builder_add_int_value(json, reg_field_low(reg, field));
    json_builder_add_int_value(json, reg_field_width(reg, field));
    atlas_add_string(json, register_access_word(field->access));
    atlas_add_string(json, reset);
    atlas_add_string(json, field->prose);
    json_builder_end_array(json);
}

/* The number of @list in @names; a new list is appended. Takes @list. */
static guint number_of(GPtrArray *names, char *list)
{
    guint at;

    if (g_ptr_array_find_with_equal_func(names, list, g_str_equal, &at)) {
        g_free(list);
        return at;
    }
    g_ptr_array_add(names, list);
    return names->len - 1;
}

void atlas_add_register(struct atlas *atlas, const struct machine *machine,
    const struct reg_bank *bank, const struct reg *reg)
{
    g_autofree char *offset = g_strdup_printf("0x%02x", reg->offset);
    g_autofree char *reset = register_hex(reg->width, reg_reset(reg));
    char *names = atlas_value_names(machine->model, reg);
    JsonBuilder *json = atlas->json;

    json_builder_begin_object(json);
    json_add_text(json, "name", reg->name);
    json_add_text(json, "prose", reg->prose);
    json_add_text(json, "offset", offset);
    json_add_number(json, "width", reg->width);
    if (reg->numbering == REG_MSB0)
        json_add_flag(json, "msb0", TRUE);
    json_add_text(json, "reset", reset);
    atlas_add_text(json, "source", reg->source);
    atlas_add_text(json, "lacks", reg->not_modelled);
    atlas_add_addresses(json, machine, bank, reg);
    if (names)
        json_add_number(json, "names", number_of(atlas->names, names));
    json_builder_set_member_name(json, "fields");
    json_builder_begin_array(json);
    for (unsigned i = 0; i < reg->n_fields; i++)
        add_field(json, reg, &reg->fields[i]);
    json_builder_end_array(json);
    atlas_add_uses(atlas, machine, reg);
    json_builder_end_object(json);
}
