/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Diagrams for npm's bit-field and for WaveDrom: {"reg": [fields], "config":
 * {options}}, or one of these for each register under its full name. bit-field
 * counts from the list's first field on. If the manual counts from the most
 * significant bit, the list begins there, and both flips turn the drawing back.
 */
#include "harness/export/export.h"
#include "harness/format/json.h"

#include <string.h>

enum {
    LANE_BITS = 32,
    LEAST_BIT = 32,     /* pixels */
    LETTER_PIXELS = 10, /* a wide character of bit-field's font */
    FRAME_PIXELS = 55,  /* above and below the names */
    LEAST_HEIGHT = 75,
    UPRIGHT = -90 /* degrees */
};

/* The bits of @field's smallest part; a lane's end may divide it. */
static unsigned smallest_part(const struct reg *reg, const struct reg_field *field)
{
    unsigned low = reg_field_low(reg, field), end = low + reg_field_width(reg, field);
    unsigned bits = LANE_BITS;

    for (unsigned lane = low / LANE_BITS * LANE_BITS; lane < end; lane += LANE_BITS)
        bits = MIN(bits, MIN(end, lane + LANE_BITS) - MAX(low, lane));
    return bits;
}

/* The width of a bit: an access mode is not turned, so it must fit. */
static unsigned bit_pixels(const struct reg *reg)
{
    unsigned pixels = LEAST_BIT;

    for (unsigned i = 0; i < reg->n_fields; i++) {
        unsigned letters = (unsigned)strlen(register_access_word(reg->fields[i].access));

        pixels = MAX(pixels, letters * LETTER_PIXELS / smallest_part(reg, &reg->fields[i]));
    }
    return pixels;
}

static gboolean fits(const struct reg *reg, const struct reg_field *field)
{
    return strlen(field->name) * LETTER_PIXELS <=
           (gsize)smallest_part(reg, field) * bit_pixels(reg);
}

static void append_field(GString *text, const struct reg *reg, const struct reg_field *field)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    GString *line;

    json_builder_begin_object(json);
    json_add_number(json, "bits", reg_field_width(reg, field));
    if (field->access != REG_RV) {
        json_add_text(json, "name", field->name);
        json_add_text(json, "attr", register_access_word(field->access));
        if (!fits(reg, field))
            json_add_number(json, "rotate", UPRIGHT);
    }
    json_builder_end_object(json);
    line = json_text(json, FALSE);
    g_string_append(text, line->str);
    g_string_free(line, TRUE);
}

/* The index of the field whose lowest bit is @low. */
static unsigned field_from(const struct reg *reg, unsigned low)
{
    for (unsigned i = 0; i < reg->n_fields; i++)
        if (reg_field_low(reg, &reg->fields[i]) == low)
            return i;
    g_assert_not_reached();
}

/* Fields in the order of the manual's bits, 0 first. */
static void append_fields(GString *text, const struct reg *reg, const char *indent)
{
    g_autoptr(GArray) order = g_array_new(FALSE, FALSE, sizeof(unsigned));

    for (unsigned low = 0; low < reg->width;) {
        unsigned field = field_from(reg, low);

        if (reg->numbering == REG_MSB0)
            g_array_prepend_val(order, field);
        else
            g_array_append_val(order, field);
        low += reg_field_width(reg, &reg->fields[field]);
    }
    for (guint i = 0; i < order->len; i++) {
        g_string_append_printf(text, "%s\n%s    ", i ? "," : "", indent);
        append_field(text, reg, &reg->fields[g_array_index(order, unsigned, i)]);
    }
}

static unsigned height(const struct reg *reg)
{
    unsigned most = LEAST_HEIGHT;

    for (unsigned i = 0; i < reg->n_fields; i++) {
        const struct reg_field *field = &reg->fields[i];

        if (field->access != REG_RV && !fits(reg, field))
            most = MAX(most, (unsigned)strlen(field->name) * LETTER_PIXELS + FRAME_PIXELS);
    }
    return most;
}

static void append_register(GString *text, const struct reg *reg, const char *indent)
{
    unsigned lanes = 1 + (reg->width - 1u) / LANE_BITS;
    const char *flip = reg->numbering == REG_MSB0 ? "true" : "false";

    g_string_append_printf(text, "{\n%s  \"reg\": [", indent);
    append_fields(text, reg, indent);
    g_string_append_printf(text,
        "\n%s  ],\n%s  \"config\": {\"bits\": %u, \"lanes\": %u, \"hspace\": %u, \"vspace\": %u, "
        "\"hflip\": %s, \"vflip\": %s}\n%s}",
        indent, indent, reg->width, lanes, reg->width / lanes * bit_pixels(reg), height(reg), flip,
        flip, indent);
}

static void append_bank(GString *text, const struct register_place *scope,
    const struct machine *machine, const struct reg_bank *bank)
{
    for (unsigned i = 0; i < bank->n_regs; i++) {
        const struct register_place place = {machine, bank, &bank->regs[i]};
        g_autofree char *name = register_place_name(&place);

        if (!export_has_register(scope, place.reg))
            continue;
        g_string_append_printf(
            text, "%s\n  \"%s\": ", text->str[text->len - 1] == '{' ? "" : ",", name);
        append_register(text, place.reg, "  ");
    }
}

void export_bitfield(GString *text, const struct register_place *scope)
{
    const struct machine *machine;

    if (scope->reg) {
        append_register(text, scope->reg, "");
        g_string_append_c(text, '\n');
        return;
    }
    g_string_append_c(text, '{');
    for (unsigned i = 0; (machine = machine_number(i)); i++)
        for (const struct reg_bank *const *b = machine->model->banks;
             export_has_machine(scope, machine) && *b; b++)
            if (export_has_bank(scope, *b))
                append_bank(text, scope, machine, *b);
    g_string_append(text, "\n}\n");
}
