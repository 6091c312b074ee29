/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of formats, and what several of them share. */
#include "harness/export/export.h"

#include "harness/base/did_you_mean.h"
#include "harness/base/error.h"

#include <string.h>

const struct export_format export_formats[] = {
    {"json", FALSE, export_json},
    {"svd", TRUE, export_svd},
    {"systemrdl", TRUE, export_systemrdl},
    {"bitfield", FALSE, export_bitfield},
    {NULL, FALSE, NULL},
};

const struct export_format *export_format_named(const char *name, GError **error)
{
    g_autoptr(GString) list = g_string_new("text");
    g_autofree char *hint = NULL;

    for (const struct export_format *f = export_formats; f->name; f++) {
        if (!strcmp(f->name, name))
            return f;
        g_string_append_printf(list, ", %s", f->name);
    }
    hint = did_you_mean(name, list->str);
    error_usage(error, "no format '%s'%s", name, hint);
    return NULL;
}

guint64 export_end(const struct register_place *scope, const struct reg_bank *bank)
{
    guint64 end = 0;

    for (unsigned i = 0; i < bank->n_regs; i++) {
        const struct reg *reg = &bank->regs[i];
        guint64 size = reg_bank_numbered(bank) ? EXPORT_NUMBER_BYTES : reg->width / 8u;

        if (export_has_register(scope, reg))
            end = MAX(end, export_byte(bank, reg->offset) + size);
    }
    return end;
}

char *export_id(const char *name)
{
    GString *id = g_string_new(g_ascii_isdigit(*name) ? "_" : NULL);

    for (; *name; name++)
        g_string_append_c(id, (char)(g_ascii_isalnum(*name) ? *name : '_'));
    return g_string_free(id, FALSE);
}

static void append_reserved(GString *text, const struct reg *reg)
{
    gboolean any = FALSE;

    for (unsigned i = 0; i < reg->n_fields; i++) {
        if (reg->fields[i].access != REG_RV)
            continue;
        g_string_append(text, any ? "; " : " Reserved: ");
        register_append_bits(text, reg, reg_field_mask(reg, &reg->fields[i]));
        g_string_append_printf(text, " (%s)", reg->fields[i].prose);
        any = TRUE;
    }
    g_string_append(text, any ? "." : "");
}

char *export_register_prose(const struct reg_bank *bank, const struct reg *reg)
{
    GString *text = g_string_new(reg->prose);

    g_string_append_c(text, '.');
    if (reg_bank_numbered(bank))
        g_string_append_printf(text, " Number 0x%x.", reg->offset);
    if (reg->numbering == REG_MSB0)
        g_string_append(text, " The manual numbers the most significant bit 0.");
    append_reserved(text, reg);
    g_string_append_printf(text, " Source: %s.", reg->source);
    if (reg->not_modelled)
        g_string_append_printf(text, " Not modelled: %s.", reg->not_modelled);
    return g_string_free(text, FALSE);
}

char *export_field_prose(const struct reg *reg, const struct reg_field *field)
{
    GString *text = g_string_new(field->prose);

    if (reg->numbering == REG_MSB0) {
        g_string_append(text, " (bits ");
        register_append_bits(text, reg, reg_field_mask(reg, field));
        g_string_append(text, " in the manual)");
    }
    if (field->access == REG_ACTION)
        g_string_append(text, " (writing 1 acts at once; nothing is held)");
    return g_string_free(text, FALSE);
}
