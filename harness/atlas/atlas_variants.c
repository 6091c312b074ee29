/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A register's fields in all variants of its block, side by side. */
#include "harness/atlas/atlas.h"
#include "harness/hardware/blocks.h"
#include "harness/hardware/registers.h"

#include <string.h>

struct range {
    unsigned low, width; /* bits, from the least significant on */
};

struct variant {
    const struct reg_bank *bank;
    const struct reg *reg;
};

/* @reg of @bank, and registers of its name in variants, in the machine's order. */
static GArray *variants_of(
    const struct machine_model *model, const struct reg_bank *bank, const struct reg *reg)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(struct variant));
    struct variant variant = {bank, reg};

    g_array_append_val(found, variant);
    for (const struct reg_bank *const *b = model->banks; *b; b++) {
        int i = block_is_variant(*b, bank) ? reg_bank_named(*b, reg->name) : -1;

        if (i < 0)
            continue;
        variant = (struct variant){*b, &(*b)->regs[i]};
        g_array_append_val(found, variant);
    }
    return found;
}

static const struct variant *at(const GArray *variants, guint i)
{
    return &g_array_index(variants, struct variant, i);
}

static int from_the_top(gconstpointer a, gconstpointer b)
{
    const struct range *one = a, *two = b;
    unsigned end = one->low + one->width, other = two->low + two->width;

    return end != other ? (end < other ? 1 : -1) : (one->width < two->width ? 1 : -1);
}

/* All ranges of bits that are a field in one of @variants. */
static GArray *ranges_of(const GArray *variants)
{
    GArray *ranges = g_array_new(FALSE, FALSE, sizeof(struct range));

    for (guint i = 0; i < variants->len; i++) {
        const struct reg *reg = at(variants, i)->reg;

        for (unsigned k = 0; k < reg->n_fields; k++) {
            struct range range = {reg_field_low(reg, &reg->fields[k]), reg_field_width(reg, &reg->fields[k])};
            gboolean known = FALSE;

            for (guint j = 0; j < ranges->len && !known; j++)
                known = !memcmp(&range, &g_array_index(ranges, struct range, j), sizeof(range));
            if (!known && reg->fields[k].access != REG_RV)
                g_array_append_val(ranges, range);
        }
    }
    g_array_sort(ranges, from_the_top);
    return ranges;
}

/* The field of @reg that has exactly these bits, unless it is reserved: "Name RW"; else "". A new string. */
static char *field_at(const struct reg *reg, const struct range *range)
{
    for (unsigned i = 0; i < reg->n_fields; i++) {
        const struct reg_field *field = &reg->fields[i];

        if (field->access != REG_RV && reg_field_low(reg, field) == range->low &&
            reg_field_width(reg, field) == range->width)
            return g_strdup_printf("%s %s", field->name, register_access_word(field->access));
    }
    return g_strdup("");
}

static void append_range(GString *page, const GArray *variants, const struct range *range)
{
    const struct reg *reg = at(variants, 0)->reg;
    g_autofree char *first = field_at(reg, range);
    g_autoptr(GString) bits = g_string_new(NULL);

    register_append_bits(bits, reg, reg_low_bits(range->width) << range->low);
    g_string_append_printf(page, "<tr><td>%s", bits->str);
    for (guint i = 0; i < variants->len; i++) {
        g_autofree char *name = field_at(at(variants, i)->reg, range);

        g_string_append_printf(page, "<td%s>%s", strcmp(name, first) ? " class=\"differs\"" : "", name);
    }
}

static gboolean differ(const GArray *variants, const GArray *ranges)
{
    for (guint i = 1; i < variants->len; i++)
        for (guint k = 0; k < ranges->len; k++) {
            const struct range *range = &g_array_index(ranges, struct range, k);
            g_autofree char *one = field_at(at(variants, 0)->reg, range);
            g_autofree char *two = field_at(at(variants, i)->reg, range);

            if (strcmp(one, two))
                return TRUE;
        }
    return FALSE;
}

static void append_table(GString *page, const char *machine, const GArray *variants, const GArray *ranges)
{
    g_string_append(page, "<div class=\"diagram\"><table class=\"compare\"><thead><tr><th>bits");
    for (guint i = 0; i < variants->len; i++) {
        const struct variant *one = at(variants, i);

        g_string_append_printf(page, "<th><a href=\"#%s.%s.%s\">%s</a>", machine, one->bank->name,
            one->reg->name, one->bank->name);
    }
    g_string_append(page, "<tbody>");
    for (guint k = 0; k < ranges->len; k++)
        append_range(page, variants, &g_array_index(ranges, struct range, k));
    g_string_append(page, "</table></div>\n");
}

void atlas_append_variants(
    GString *page, const struct machine *machine, const struct reg_bank *bank, const struct reg *reg)
{
    g_autoptr(GArray) variants = variants_of(machine->model, bank, reg);
    g_autoptr(GArray) ranges = ranges_of(variants);

    if (variants->len == 1)
        return;
    if (!differ(variants, ranges)) {
        g_string_append(page, "<p class=\"instances\">The same in all variants.</p>\n");
        return;
    }
    g_string_append_printf(page,
        "<details id=\"%s.%s.%s.variants\"><summary>variants side by side</summary>\n", machine->name,
        bank->name, reg->name);
    append_table(page, machine->name, variants, ranges);
    g_string_append(page, "</details>\n");
}
