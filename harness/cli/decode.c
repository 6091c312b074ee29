/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab decode`: prints a register's value as fields. */
#include "harness/base/error.h"
#include "harness/base/table.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/hardware/registers.h"

static const struct table_column columns[] = {
    {"bits", TRUE}, {"field", FALSE}, {"value", TRUE}, {"name", FALSE}, {"meaning", FALSE}};

enum { BITS, FIELD, VALUE, NAME, MEANING };

static gboolean parse_value(const char *text, const struct reg *reg, guint64 *value, GError **error)
{
    if (!register_parse_number(text, value))
        return error_usage(error,
            "decode: value '%s': expected a number of at most 64 bits, decimal or hexadecimal "
            "after 0x",
            text);
    if (reg->width == 64 || !(*value >> reg->width))
        return TRUE;
    return error_usage(error, "decode: value '%s': %s has %u bits", text, reg->name, reg->width);
}

static void add_field(struct table *table, const struct machine_model *model, const struct reg *reg,
    unsigned field, guint64 value)
{
    const struct reg_field *f = &reg->fields[field];
    gboolean reserved = f->access == REG_RV;
    guint64 content = reg_get(reg, field, value);
    const char *name = register_value_name(model, reg, field, value);
    g_autoptr(GString) bits = g_string_new(NULL);
    g_autofree char *number =
        g_strdup_printf(content < 10 ? "%" G_GUINT64_FORMAT : "0x%" G_GINT64_MODIFIER "x", content);
    g_autofree char *decimal =
        content < 10 ? g_strdup("") : g_strdup_printf("%" G_GUINT64_FORMAT, content);

    if (reserved && !content)
        return;
    register_append_bits(bits, reg, reg_field_mask(reg, f));
    table_row(table,
        reserved  ? OUTPUT_WARNING
        : content ? OUTPUT_BOLD
                  : OUTPUT_PLAIN,
        (const char *const[]){[BITS] = bits->str,
            [FIELD] = f->name,
            [VALUE] = number,
            [NAME] = name ? name : decimal,
            [MEANING] = reserved ? "reserved bit written" : f->prose});
}

static int decode(const struct register_place *place, guint64 value)
{
    const struct reg *reg = place->reg;
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));
    g_autofree char *name = register_place_name(place);
    g_autofree char *hex = register_hex(reg->width, value);
    struct output out;

    output_begin(&out);
    output_add(&out, OUTPUT_BOLD, name);
    output_printf(&out, " = %s\n\n", hex);
    for (unsigned i = 0; i < reg->n_fields; i++)
        add_field(table, place->machine->model, reg, i, value);
    table_print(table, &out);
    return output_end(&out);
}

int command_decode(int argc, char **argv)
{
    struct register_place place;
    guint64 value;
    GError *error = NULL;
    g_auto(GStrv) words = arguments_parse(argc, argv, "REGISTER VALUE",
        "Prints the fields of a register's value:\n"
        "`pmulab decode snbep.imc.PMON_CTL0 0x00400304`.",
        2, 2, &error);

    if (!words || !register_find(words[0], &place, &error) ||
        !parse_value(words[1], place.reg, &value, &error))
        return error_exit(error);
    return decode(&place, value);
}
