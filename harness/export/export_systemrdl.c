/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SystemRDL 2.0. Facts without a standard property have custom properties,
 * pmulab_*. Bits are counted from the least significant everywhere: with msb0,
 * compilers also turn the bits of each field around.
 */
#include "harness/export/export.h"
#include "harness/export/export_maps.h"
#include "harness/hardware/blocks.h"
#include "harness/hardware/value_names.h"
#include "models/rdl/rdl.h"

#include <string.h>

/* @name as an identifier of the language, which escapes keywords. */
static char *identifier(const char *name)
{
    g_autofree char *id = export_id(name);

    return g_strconcat(rdl_is_keyword(id) ? "\\" : "", id, NULL);
}

static void append_string(GString *text, unsigned depth, const char *property, const char *value)
{
    if (!value)
        return;
    g_string_append_printf(text, "%*s%s = \"", (int)depth * 4, "", property);
    for (; *value; value++)
        g_string_append_printf(text, *value == '"' || *value == '\\' ? "\\%c" : "%c", *value);
    g_string_append(text, "\";\n");
}

static const char properties[] =
    "property pmulab_space { type = string; component = addrmap; };         // where its addresses "
    "are\n"
    "property pmulab_blocks { type = string; component = regfile; };        // which blocks have "
    "it\n"
    "property pmulab_variant_of { type = string; component = regfile; };    // the block that it "
    "varies\n"
    "property pmulab_number { type = longint unsigned; component = reg; };  // by which software "
    "reaches it\n"
    "property pmulab_width { type = longint unsigned; component = reg; };   // if no power of 2; "
    "then "
    "regwidth is\n"
    "property pmulab_numbering { type = string; component = reg; };         // \"msb0\": the "
    "manual's bit 0\n"
    "property pmulab_source { type = string; component = reg; };            // document and "
    "section\n"
    "property pmulab_not_modelled { type = string; component = reg; };      // silicon's "
    "behaviour\n"
    "property pmulab_reserved { type = string; component = reg; };          // BITS[ NAME]: "
    "PROSE in each line\n"
    "property pmulab_bits { type = string; component = field; };            // as the manual "
    "numbers them\n"
    "property pmulab_access { type = string; component = field; };          // ACTION: writing 1 "
    "acts at "
    "once\n";

/* ---- fields ---- */

static void append_enum(GString *text, const char *id, unsigned bits, const struct value_names *set)
{
    g_string_append_printf(text, "        enum %s_values {\n", id + (*id == '\\'));
    for (guint i = 0; i < set->names->len; i++) {
        const struct value_name *entry = &g_array_index(set->names, struct value_name, i);
        g_autofree char *name = identifier(entry->name);

        g_string_append_printf(text,
            "            %s = %u'h%" G_GINT64_MODIFIER "x { name = \"%s\"; };\n", name, bits,
            entry->value, entry->name);
    }
    g_string_append(text, "        };\n");
}

/* Software's side. RV fields are not written. */
static const char *access_text(enum reg_access access)
{
    switch (access) {
    case REG_RO:
        return "sw = r;";
    case REG_WO:
    case REG_ACTION:
        return "sw = w;";
    case REG_RW1C:
        return "sw = rw; onwrite = woclr;";
    default:
        return "sw = rw;";
    }
}

static void append_field(GString *text, const struct reg *reg, unsigned i, const GPtrArray *names)
{
    const struct reg_field *field = &reg->fields[i];
    const struct value_names *set = value_names_always(names, i);
    unsigned low = reg_field_low(reg, field), width = reg_field_width(reg, field);
    g_autofree char *id = identifier(field->name);

    if (set)
        append_enum(text, id, width, set);
    g_string_append_printf(text, "        field {\n            %s\n", access_text(field->access));
    if (field->access == REG_ACTION && width == 1)
        g_string_append(text, "            singlepulse;\n");
    if (set)
        g_string_append_printf(text, "            encode = %s_values;\n", id + (*id == '\\'));
    append_string(text, 3, "name", strcmp(id + (*id == '\\'), field->name) ? field->name : NULL);
    append_string(text, 3, "desc", field->prose);
    append_string(text, 3, "pmulab_access", reg_access_word(field->access));
    if (reg->numbering == REG_MSB0) {
        g_autoptr(GString) bits = g_string_new(NULL);

        register_append_bits(bits, reg, reg_field_mask(reg, field));
        append_string(text, 3, "pmulab_bits", bits->str);
    }
    g_string_append_printf(text, "        } %s[%u:%u] = %u'h%" G_GINT64_MODIFIER "x;\n", id,
        low + width - 1, low, width, field->reset);
}

/* ---- registers and blocks ---- */

static void append_reserved(GString *text, const struct reg *reg)
{
    g_autoptr(GString) list = g_string_new(NULL);

    for (unsigned i = 0; i < reg->n_fields; i++) {
        if (reg->fields[i].access != REG_RV)
            continue;
        g_string_append(list, list->len ? "\n            " : "");
        register_append_bits(list, reg, reg_field_mask(reg, &reg->fields[i]));
        if (strcmp(reg->fields[i].name, "rsv") != 0)
            g_string_append_printf(list, " %s", reg->fields[i].name);
        g_string_append_printf(list, ": %s", reg->fields[i].prose);
    }
    append_string(text, 2, "pmulab_reserved", list->len ? list->str : NULL);
}

/* The language has only widths that are powers of 2. */
static unsigned language_width(unsigned width)
{
    unsigned power = 8;

    while (power < width)
        power *= 2;
    return power;
}

static void append_register(GString *text, const struct machine *machine,
    const struct reg_bank *bank, const struct reg *reg)
{
    g_autoptr(GPtrArray) names = value_names_of(machine->model, reg);
    g_autofree char *id = identifier(reg->name);

    g_string_append(text, "    reg {\n");
    append_string(text, 2, "name", reg->name);
    append_string(text, 2, "desc", reg->prose);
    g_string_append_printf(text, "        regwidth = %u;\n", language_width(reg->width));
    if (reg->width != language_width(reg->width))
        g_string_append_printf(
            text, "        accesswidth = 8;\n        pmulab_width = %u;\n", reg->width);
    if (reg_bank_numbered(bank))
        g_string_append_printf(text, "        pmulab_number = 0x%x;\n", reg->offset);
    append_string(text, 2, "pmulab_numbering", reg->numbering == REG_MSB0 ? "msb0" : NULL);
    append_string(text, 2, "pmulab_source", reg->source);
    append_string(text, 2, "pmulab_not_modelled", reg->not_modelled);
    append_reserved(text, reg);
    for (unsigned i = 0; i < reg->n_fields; i++)
        if (reg->fields[i].access != REG_RV)
            append_field(text, reg, i, names);
    g_string_append_printf(
        text, "    } %s @ 0x%" G_GINT64_MODIFIER "x;\n", id, export_byte(bank, reg->offset));
}

static void append_bank(
    GString *text, const struct register_place *scope, const struct reg_bank *bank)
{
    const struct machine *machine = scope->machine;
    const struct reg_bank *of = block_variant_of(machine->model, bank);
    g_autofree char *id = export_id(bank->name);
    g_autofree char *blocks = blocks_text(machine->model, bank);

    g_string_append_printf(text, "\nregfile %s_t {\n", id);
    append_string(text, 1, "name", bank->name);
    append_string(text, 1, "desc", bank->prose);
    append_string(text, 1, "pmulab_blocks", blocks);
    append_string(text, 1, "pmulab_variant_of", of ? of->name : NULL);
    for (unsigned i = 0; i < bank->n_regs; i++)
        if (export_has_register(scope, &bank->regs[i]))
            append_register(text, machine, bank, &bank->regs[i]);
    g_string_append(text, "};\n");
}

static void append_places(
    GString *text, const struct machine_model *model, const struct reg_bank *bank)
{
    g_autoptr(GPtrArray) places = block_places(model, bank);
    g_autofree char *type = export_id(bank->name);

    for (guint i = 0; i < places->len; i++) {
        const struct block_place *place = g_ptr_array_index(places, i);
        g_autofree char *id = identifier(place->name);
        g_autofree char *base = block_base_text(bank, place->base);

        g_string_append_printf(text, "    %s_t %s @ 0x%" G_GINT64_MODIFIER "x; // %s\n", type, id,
            export_byte(bank, place->base), place->based ? base : "the configuration says where");
        if (places->len > 1)
            g_string_append_printf(text, "    %s->pmulab_blocks = \"%s\";\n", id, place->blocks);
    }
}

static void append_map(GString *text, const struct machine *machine, const struct export_map *map)
{
    g_autofree char *id = export_id(map->name);
    g_autofree char *prose = export_map_prose(machine, map);

    g_string_append_printf(text, "\naddrmap %s_%s {\n", machine->name, id);
    append_string(text, 1, "name", prose);
    append_string(text, 1, "desc", EXPORT_ADDRESSES);
    append_string(text, 1, "pmulab_space", reg_space_word(map->space));
    g_string_append(text, "    addressing = compact;\n    lsb0;\n");
    for (guint i = 0; i < map->banks->len; i++)
        append_places(text, machine->model, g_array_index(map->banks, const struct reg_bank *, i));
    g_string_append(text, "};\n");
}

void export_systemrdl(GString *text, const struct register_place *scope)
{
    g_autoptr(GPtrArray) maps = export_maps_of(scope);

    g_string_append_printf(text,
        "// %s: %s\n// SystemRDL 2.0. Each space of addresses is an addrmap.\n\n",
        scope->machine->name, scope->machine->model->prose);
    g_string_append(text, properties);
    for (const struct reg_bank *const *b = scope->machine->model->banks; *b; b++)
        if (export_has_bank(scope, *b))
            append_bank(text, scope, *b);
    for (guint i = 0; i < maps->len; i++)
        append_map(text, scope->machine, g_ptr_array_index(maps, i));
}
