/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A register of the atlas: facts, bit diagram, fields. Ends of cells, rows and terms are left out, as HTML
 * allows (HTML Standard, section 13.1.2.4): there would be 85,000. */
#include "harness/atlas/atlas.h"
#include "harness/base/html_page.h"
#include "harness/hardware/blocks.h"
#include "harness/hardware/registers.h"

#include <string.h>

/* Bits in a row of the diagram. */
#define ROW_BITS 32

static void append_fact(GString *page, const char *name, const char *text)
{
    if (!text || !*text)
        return;
    g_string_append_printf(page, "<div><dt>%s<dd>", name);
    html_append_text(page, text);
    g_string_append(page, "</div>");
}

static void append_facts(
    GString *page, const struct machine *machine, const struct reg_bank *bank, const struct reg *reg)
{
    g_autofree char *offset = g_strdup_printf("0x%02x", reg->offset);
    g_autofree char *width = g_strdup_printf("%u bits, %s is 0", reg->width,
        reg->numbering == REG_MSB0 ? "the most significant" : "the least significant");
    g_autofree char *reset = register_hex(reg->width, reg_reset(reg));
    g_autofree char *blocks = blocks_text(machine->model, bank);

    g_string_append(page, "<dl class=\"facts\">");
    append_fact(page, reg_bank_numbered(bank) ? "number" : "offset", offset);
    append_fact(page, "width", width);
    append_fact(page, "reset", reset);
    append_fact(page, "instances", blocks);
    append_fact(page, "source", reg->source);
    append_fact(page, "not modelled", reg->not_modelled);
    atlas_append_addresses(page, machine, bank, reg);
    g_string_append(page, "</dl>\n");
}

/* The part of @field in the row whose lowest bit is @from: its lowest bit and its width; FALSE: none. */
static gboolean part_in_row(
    const struct reg *reg, const struct reg_field *field, unsigned from, unsigned *low, unsigned *width)
{
    unsigned begin = reg_field_low(reg, field), end = begin + reg_field_width(reg, field);

    *low = MAX(begin, from);
    *width = MIN(end, from + ROW_BITS) - *low;
    return end > from && begin < from + ROW_BITS;
}

/* The begin of a cell of the diagram that is @width bits wide. */
static void append_cell(GString *page, unsigned width)
{
    g_string_append(page, "<td");
    if (width > 1)
        g_string_append_printf(page, " colspan=\"%u\"", width);
}

static void append_row(GString *page, const struct reg *reg, unsigned from)
{
    unsigned low, width;

    g_string_append(page, "<table class=\"bits\"><tr class=\"ends\">");
    for (unsigned i = 0; i < reg->n_fields; i++) {
        g_autoptr(GString) bits = g_string_new(NULL);

        if (!part_in_row(reg, &reg->fields[i], from, &low, &width))
            continue;
        register_append_bits(bits, reg, reg_low_bits(width) << low);
        append_cell(page, width);
        g_string_append_printf(page, ">%s", bits->str);
    }
    g_string_append(page, "<tr class=\"names\">");
    for (unsigned i = 0; i < reg->n_fields; i++) {
        if (!part_in_row(reg, &reg->fields[i], from, &low, &width))
            continue;
        append_cell(page, width);
        g_string_append(page, reg->fields[i].access == REG_RV ? " class=\"rsv\"><span>" : "><span>");
        html_append_text(page, reg->fields[i].name);
        g_string_append(page, "</span>");
    }
    g_string_append(page, "</table>\n");
}

/* The fields are in the manual's order; the diagram begins with the most significant bit. */
static void append_diagram(GString *page, const struct reg *reg)
{
    g_string_append(page, "<div class=\"diagram\">");
    for (unsigned rows = (reg->width + ROW_BITS - 1u) / ROW_BITS; rows; rows--)
        append_row(page, reg, (rows - 1) * ROW_BITS);
    g_string_append(page, "</div>\n");
}

static void append_field(GString *page, const char *id, const struct reg *reg, const struct reg_field *field)
{
    g_autoptr(GString) bits = g_string_new(NULL);

    register_append_bits(bits, reg, reg_field_mask(reg, field));
    g_string_append_printf(page, "<tr class=\"field\" data-low=\"%u\" data-width=\"%u\"",
        reg_field_low(reg, field), reg_field_width(reg, field));
    if (field->access != REG_RV)
        g_string_append_printf(page, " id=\"%s.%s\"", id, field->name);
    g_string_append_printf(page, "><td>%s<th scope=\"row\">%s<td>%s<td>0x%" G_GINT64_MODIFIER "x<td>",
        bits->str, field->name, register_access_word(field->access), field->reset);
    html_append_text(page, field->prose);
}

static void append_fields(GString *page, const char *id, const struct reg *reg)
{
    g_string_append(page, "<table class=\"fields\"><thead><tr><th>bits<th>field<th>access<th>reset"
                          "<th>meaning<tbody>");
    for (unsigned i = 0; i < reg->n_fields; i++)
        append_field(page, id, reg, &reg->fields[i]);
    g_string_append(page, "</table>\n");
}

/* The number of @list in @names, at whose end it goes if it is new. Takes @list. */
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

void atlas_append_register(GString *page, struct atlas *atlas, const struct machine *machine,
    const struct reg_bank *bank, const struct reg *reg)
{
    const struct register_place place = {.machine = machine, .bank = bank, .reg = reg};
    g_autofree char *id = register_place_name(&place);
    char *list = atlas_value_names(machine->model, reg);

    g_string_append_printf(page,
        "<section class=\"reg\" id=\"%s\" data-width=\"%u\"%s data-reset=\"0x%" G_GINT64_MODIFIER "x\"", id,
        reg->width, reg->numbering == REG_MSB0 ? " data-msb0" : "", reg_reset(reg));
    if (list)
        g_string_append_printf(page, " data-names=\"%u\"", number_of(atlas->names, list));
    g_string_append_printf(page, ">\n<h4><a href=\"#%s\">%s</a> <small>", id, reg->name);
    html_append_text(page, reg->prose);
    g_string_append(page, "</small></h4>\n");
    append_facts(page, machine, bank, reg);
    append_diagram(page, reg);
    append_fields(page, id, reg);
    atlas_append_variants(page, machine, bank, reg);
    atlas_append_uses(page, atlas->uses, machine, reg);
    g_string_append(page, "</section>\n");
}
