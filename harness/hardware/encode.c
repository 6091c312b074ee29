/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Computes a register's value from fields, by number or name. */
#include "harness/hardware/encode.h"

#include "harness/base/did_you_mean.h"
#include "harness/base/error.h"
#include "harness/hardware/registers.h"

#include <string.h>

static gboolean is_reserved(const struct reg *reg, const char *name)
{
    for (unsigned i = 0; i < reg->n_fields; i++)
        if (reg->fields[i].access == REG_RV && !g_ascii_strcasecmp(reg->fields[i].name, name))
            return TRUE;
    return FALSE;
}

static gboolean fail_field(const struct reg *reg, const char *name, GError **error)
{
    g_autoptr(GString) list = g_string_new(NULL);
    g_autofree char *hint = NULL;

    for (unsigned i = 0; i < reg->n_fields; i++)
        if (reg->fields[i].access != REG_RV)
            g_string_append_printf(list, "%s%s", list->len ? ", " : "", reg->fields[i].name);
    if (is_reserved(reg, name))
        return error_usage(
            error, "%s: '%s' is reserved; fields are: %s", reg->name, name, list->str);
    hint = did_you_mean(name, list->str);
    return error_usage(error, "%s has no field '%s'%s", reg->name, name, hint);
}

/* Fails with the names that field number @field has together with the other
 * fields of @value. */
static gboolean fail_name(const struct machine_model *model, const struct reg *reg, unsigned field,
    guint64 value, const char *name, GError **error)
{
    g_autoptr(GString) list = g_string_new(NULL);
    guint64 mask = reg_field_mask(reg, &reg->fields[field]);
    guint64 most = MIN(reg_get(reg, field, mask), 0xffff); /* wider fields have no names */

    for (guint64 i = 0; i <= most; i++) {
        const char *known = register_value_name(model, reg, field, reg_set(reg, field, value, i));
        if (known)
            g_string_append_printf(list, "%s%s", list->len ? ", " : ", or one of ", known);
    }
    return error_usage(
        error, "%s: value '%s': expected a number%s", reg->fields[field].name, name, list->str);
}

/* Sets field number @field to @text. The meaning of names depends on the other
 * fields in *@value. */
static gboolean set_field(const struct machine_model *model, const struct reg *reg, unsigned field,
    const char *text, guint64 *value, GError **error)
{
    guint64 mask = reg_field_mask(reg, &reg->fields[field]), content;
    guint64 most = reg_get(reg, field, mask);
    gint64 named;

    if (!register_parse_number(text, &content)) {
        named = model->value_named ? model->value_named(reg, field, *value, text) : -1;
        if (named < 0)
            return fail_name(model, reg, field, *value, text, error);
        content = (guint64)named;
    }
    if (content > most) {
        g_autoptr(GString) bits = g_string_new(NULL);
        register_append_bits(bits, reg, mask);
        return error_usage(error,
            "%s: value '%s' is too large for %s %s: expected at most 0x%" G_GINT64_MODIFIER "x",
            reg->fields[field].name, text, most > 1 ? "bits" : "bit", bits->str, most);
    }
    *value = reg_set(reg, field, *value, content);
    return TRUE;
}

/* Splits FIELD=VALUE: returns the field's number, with the value in *@text; -1
 * with an error. */
static int split(const struct reg *reg, const char *word, const char **text, GError **error)
{
    const char *equals = strchr(word, '=');
    g_autofree char *name = g_strndup(word, equals ? (gsize)(equals - word) : 0);
    int field = reg_field_named(reg, name);

    *text = equals ? equals + 1 : "";
    if (!equals)
        error_usage(error, "'%s': expected FIELD=VALUE", word);
    else if (field < 0)
        fail_field(reg, name, error);
    return equals ? field : -1;
}

/* Sets all fields once. If @error is NULL, skips names without a meaning so
 * far. */
static gboolean set_all(const struct machine_model *model, const struct reg *reg,
    char *const *words, guint64 *value, GError **error)
{
    for (; *words; words++) {
        const char *text;
        int field = split(reg, *words, &text, error);
        if (field < 0)
            return FALSE;
        if (!set_field(model, reg, (unsigned)field, text, value, error) && error)
            return FALSE;
    }
    return TRUE;
}

static gboolean check_once(const struct reg *reg, char *const *words, GError **error)
{
    guint64 seen = 0;

    for (; *words; words++) {
        const char *text;
        int field = split(reg, *words, &text, error);
        if (field < 0)
            return FALSE;
        if (seen >> field & 1)
            return error_usage(error, "%s is given twice", reg->fields[field].name);
        seen |= G_GUINT64_CONSTANT(1) << field;
    }
    return TRUE;
}

/* A name can depend on another field, which may come later, also by name. So
 * all are set again until nothing changes; only then must each name have a
 * meaning. */
gboolean encode_fields(const struct machine_model *model, const struct reg *reg,
    char *const *fields, guint64 *value, GError **error)
{
    guint64 before;

    *value = 0;
    if (!check_once(reg, fields, error))
        return FALSE;
    for (unsigned round = 0; round < reg->n_fields; round++) {
        before = *value;
        set_all(model, reg, fields, value, NULL);
        if (*value == before)
            break;
    }
    return set_all(model, reg, fields, value, error);
}
