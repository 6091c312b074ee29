/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the description of a register as JSON. */
#include "harness/hardware/register_json.h"

#include "harness/hardware/registers.h"

static void add_field(JsonBuilder *json, const struct reg *reg, const struct reg_field *field)
{
    g_autofree char *reset = g_strdup_printf("0x%" G_GINT64_MODIFIER "x", field->reset);

    json_builder_begin_array(json);
    json_builder_add_string_value(json, field->name);
    json_builder_add_int_value(json, reg_field_low(reg, field));
    json_builder_add_int_value(json, reg_field_width(reg, field));
    json_builder_add_string_value(json, register_access_word(field->access));
    json_builder_add_string_value(json, reset);
    json_builder_add_string_value(json, field->prose);
    json_builder_end_array(json);
}

void register_json_add(JsonBuilder *json, const struct reg *reg)
{
    g_autofree char *offset = g_strdup_printf("0x%02x", reg->offset);
    g_autofree char *reset = register_hex(reg->width, reg_reset(reg));

    json_add_text(json, "name", reg->name);
    json_add_text(json, "prose", reg->prose);
    json_add_text(json, "offset", offset);
    json_add_text(json, "reset", reset);
    json_add_number(json, "width", reg->width);
    if (reg->numbering == REG_MSB0)
        json_add_flag(json, "msb0", TRUE);
    if (reg->source)
        json_add_text(json, "source", reg->source);
    if (reg->not_modelled)
        json_add_text(json, "lacks", reg->not_modelled);
    json_builder_set_member_name(json, "fields");
    json_builder_begin_array(json);
    for (unsigned i = 0; i < reg->n_fields; i++)
        add_field(json, reg, &reg->fields[i]);
    json_builder_end_array(json);
}
