/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses and judges expectations of fields, and reports wrong ones in bits. */
#include "harness/scenario/expect_fields.h"

#include "harness/hardware/encode.h"
#include "harness/hardware/registers.h"
#include "harness/trace/accesses.h"

#include <string.h>

#define WHILE " while "

/* ---- reading ---- */

static gboolean parse_bits(const char *text, struct expect_bits *bits)
{
    g_auto(GStrv) raw = g_strsplit_set(text, " \t", -1);
    GStrvBuilder *fields = g_strv_builder_new();
    guint n = 0;

    for (char **word = raw; *word; word++) {
        if (!**word)
            continue;
        if (n++)
            g_strv_builder_add(fields, *word);
        else
            bits->at.path = g_strdup(*word);
    }
    bits->words = g_strv_builder_end(fields);
    g_strv_builder_unref(fields);
    return n >= 2;
}

struct expect_fields *expect_fields_parse(const char *text, gboolean wrote, char **wrong)
{
    struct expect_fields *expect = g_new0(struct expect_fields, 1);
    const char *meanwhile = wrote ? strstr(text, WHILE) : NULL;
    g_autofree char *first =
        meanwhile ? g_strndup(text, (gsize)(meanwhile - text)) : g_strdup(text);

    expect->wrote = wrote;
    expect->has_meanwhile = meanwhile != NULL;
    if (parse_bits(first, &expect->fields) &&
        (!meanwhile || parse_bits(meanwhile + strlen(WHILE), &expect->meanwhile)))
        return expect;
    *wrong = g_strdup_printf("%s '%s'; expected BLOCK.REGISTER FIELD=VALUE..., as in "
                             "'imc0.PMON_CTL0 en=1 ev_sel=CAS_COUNT umask=RD'%s",
        wrote ? "wrote" : "fields", text,
        wrote ? ", and maybe 'while BLOCK.REGISTER FIELD=VALUE...' after it" : "");
    expect_fields_free(expect);
    return NULL;
}

static void bits_clear(struct expect_bits *bits)
{
    g_free(bits->at.path);
    g_strfreev(bits->words);
}

void expect_fields_free(struct expect_fields *expect)
{
    if (!expect)
        return;
    bits_clear(&expect->fields);
    bits_clear(&expect->meanwhile);
    g_free(expect);
}

/* Whether @reg has one of the fields as a reserved one. */
static gboolean is_reserved(const struct expect_bits *bits, const struct reg *reg)
{
    for (char **word = bits->words; *word; word++)
        for (unsigned i = 0; i < reg->n_fields; i++) {
            const struct reg_field *field = &reg->fields[i];
            const gsize n = strlen(field->name);

            if (field->access == REG_RV && !g_ascii_strncasecmp(*word, field->name, n) &&
                (*word)[n] == '=')
                return TRUE;
        }
    return FALSE;
}

/* The register of a variant that has these fields, which other variants may
 * have reserved. @error is the first one's. */
static gboolean find_variant(
    struct expect_bits *bits, const struct machine_model *model, GError **error)
{
    struct expect_register at = bits->at;

    if (encode_fields(model, at.reg, bits->words, &bits->value, error))
        return TRUE;
    while (is_reserved(bits, bits->at.reg) &&
           expect_register_next(&at, model, machine_block_after(model, at.block)))
        if (encode_fields(model, at.reg, bits->words, &bits->value, NULL)) {
            g_clear_error(error);
            bits->at = at;
            return TRUE;
        }
    return FALSE;
}

static gboolean resolve_bits(struct expect_bits *bits, const struct machine *machine, char **wrong)
{
    g_autoptr(GError) error = NULL;

    if (!expect_register_find(&bits->at, machine, wrong))
        return FALSE;
    if (bits->at.field >= 0) {
        *wrong =
            g_strdup_printf("'%s' is a field; expected a register, and FIELD=VALUE", bits->at.path);
        return FALSE;
    }
    if (!find_variant(bits, machine->model, &error)) {
        *wrong = g_strdup_printf("%s: %s", bits->at.path, error->message);
        return FALSE;
    }
    bits->mask = 0;
    for (char **word = bits->words; *word; word++) {
        g_autofree char *name = g_strndup(*word, strcspn(*word, "="));
        const int field = reg_field_named(bits->at.reg, name);

        bits->mask |= reg_field_mask(bits->at.reg, &bits->at.reg->fields[field]);
    }
    return TRUE;
}

gboolean expect_fields_resolve(
    struct expect_fields *expect, const struct machine *machine, char **wrong)
{
    return resolve_bits(&expect->fields, machine, wrong) &&
           (!expect->has_meanwhile || resolve_bits(&expect->meanwhile, machine, wrong));
}

/* ---- explaining ---- */

/* "0x04 (CAS_COUNT)": field number @field of @value. */
static void append_value(GString *text, const struct machine_model *model, const struct reg *reg,
    unsigned field, guint64 value)
{
    const guint64 number = reg_get(reg, field, value);
    const char *name = register_value_name(model, reg, field, value);

    g_string_append_printf(
        text, number < 10 ? "%" G_GINT64_MODIFIER "u" : "0x%" G_GINT64_MODIFIER "x", number);
    if (name)
        g_string_append_printf(text, " (%s)", name);
}

/* " en (bit 22) is 0, expected 1; it means: ...": field number @field, which
 * differs. */
static char *explain_field(const struct machine_model *model, const struct expect_bits *bits,
    unsigned field, guint64 value)
{
    const struct reg *reg = bits->at.reg;
    const struct reg_field *row = &reg->fields[field];
    GString *text = g_string_new(NULL);

    g_string_append_printf(text, "  %s (%s ", row->name, row->first == row->last ? "bit" : "bits");
    register_append_bits(text, reg, reg_field_mask(reg, row));
    g_string_append(text, ") is ");
    append_value(text, model, reg, field, value);
    g_string_append(text, ", expected ");
    append_value(text, model, reg, field, bits->value);
    if (row->prose && *row->prose)
        g_string_append_printf(text, "; it means: %s", row->prose);
    return g_string_free(text, FALSE);
}

/* The number of fields of @bits that @value has wrong. Adds them to @notes,
 * unless that is NULL. */
static unsigned wrong_fields(const struct machine_model *model, const struct expect_bits *bits,
    guint64 value, GPtrArray *notes)
{
    unsigned n = 0;

    for (unsigned i = 0; i < bits->at.reg->n_fields; i++) {
        const guint64 mask = reg_field_mask(bits->at.reg, &bits->at.reg->fields[i]) & bits->mask;

        if (!mask || !((value ^ bits->value) & mask))
            continue;
        n++;
        if (notes)
            g_ptr_array_add(notes, explain_field(model, bits, i, value));
    }
    return n;
}

/* ---- at the end of a step ---- */

/* ---- some write of a step ---- */

/* Whether record number @i of @part writes all fields of @bits, and the
 * value. */
static gboolean is_write(
    const struct expect_bits *bits, const struct trace_part *part, gsize i, guint64 *value)
{
    const struct trace_record *record = &part->records[i];

    return record->kind == TRACE_WRITE &&
           !(bits->mask & ~expect_register_covers(&bits->at, part->model, record, value));
}

/* The closest write. */
struct nearest {
    gboolean found;
    gsize at;
    guint64 value;            /* written */
    unsigned wrong;           /* fields of it */
    unsigned wrong_meanwhile; /* fields of the other register, at that time */
    struct expect_shown meanwhile;
};

static struct nearest find_nearest(const struct expect_fields *expect,
    const struct expect_bits *bits, const struct expect_bits *meanwhile,
    const struct trace_part *part)
{
    struct nearest nearest = {.found = FALSE};
    struct expect_shown other = {0, 0};

    for (gsize i = 0; i < part->to; i++) {
        struct nearest next = {.found = TRUE, .at = i, .meanwhile = other};

        if (expect->has_meanwhile)
            expect_register_show(&other, &meanwhile->at, part, i);
        if (i < part->begin || !is_write(bits, part, i, &next.value))
            continue;
        next.wrong = wrong_fields(part->model, bits, next.value, NULL);
        if (expect->has_meanwhile)
            next.wrong_meanwhile = wrong_fields(part->model, meanwhile, next.meanwhile.value, NULL);
        /* On a tie, the later write wins: it is the final attempt. */
        if (!nearest.found ||
            next.wrong + next.wrong_meanwhile <= nearest.wrong + nearest.wrong_meanwhile)
            nearest = next;
    }
    return nearest;
}

/* The number of other registers that a verdict lists. */
enum { OTHERS_SHOWN = 8 };

/* Adds the step's other writes: a wrong address shows as another
 * register. */
static void note_others(
    const struct expect_bits *bits, const struct trace_part *part, GPtrArray *notes)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GString) text = g_string_new(NULL);

    for (gsize i = part->begin; i < part->to; i++) {
        struct access_place place;
        g_autoptr(GString) name = g_string_new(NULL);

        if (part->records[i].kind != TRACE_WRITE ||
            !access_place_find(part->model, &part->records[i], &place))
            continue;
        access_append_name(name, &place);
        if (!g_ptr_array_find_with_equal_func(names, name->str, g_str_equal, NULL))
            g_ptr_array_add(names, g_strdup(name->str));
    }
    g_string_append_printf(text, "%s was not written", bits->at.path);
    for (guint i = 0; i < MIN(names->len, OTHERS_SHOWN); i++)
        g_string_append_printf(text, "%s%s", i ? ", " : "; the step wrote ",
            (const char *)g_ptr_array_index(names, i));
    g_ptr_array_add(notes, g_strdup(text->str));
}

static gboolean judge_write(const struct expect_fields *expect, const struct expect_bits *bits,
    const struct expect_bits *meanwhile, const struct trace_part *part, GPtrArray *notes)
{
    const struct nearest nearest = find_nearest(expect, bits, meanwhile, part);
    g_autofree char *access = NULL;

    if (!nearest.found) {
        note_others(bits, part, notes);
        return FALSE;
    }
    access = access_text(part->model, &part->records[nearest.at]);
    g_ptr_array_add(notes, g_steal_pointer(&access));
    wrong_fields(part->model, bits, nearest.value, notes);
    if (expect->has_meanwhile) {
        g_autofree char *hex = register_hex(meanwhile->at.reg->width, nearest.meanwhile.value);

        g_ptr_array_add(notes, g_strdup_printf("%s was %s then", meanwhile->at.path, hex));
        wrong_fields(part->model, meanwhile, nearest.meanwhile.value, notes);
    }
    return !nearest.wrong && !nearest.wrong_meanwhile;
}

gboolean expect_fields_judge(
    const struct expect_fields *expect, const struct trace_part *part, GPtrArray *notes)
{
    struct expect_bits fields = expect->fields, meanwhile = expect->meanwhile;
    struct expect_shown shown = {0, 0};
    g_autofree char *why = NULL, *hex = NULL;

    if (!expect_register_bind(&fields.at, &expect->fields.at, part, &why) ||
        (expect->has_meanwhile &&
            !expect_register_bind(&meanwhile.at, &expect->meanwhile.at, part, &why))) {
        g_ptr_array_add(notes, g_steal_pointer(&why));
        return FALSE;
    }
    if (expect->wrote)
        return judge_write(expect, &fields, &meanwhile, part, notes);
    for (gsize i = 0; i < part->to; i++)
        expect_register_show(&shown, &fields.at, part, i);
    if (fields.mask & ~shown.known) {
        g_ptr_array_add(notes,
            g_strdup_printf("%s: no write or read so far; its value is unknown", fields.at.path));
        return FALSE;
    }
    hex = register_hex(fields.at.reg->width, shown.value);
    g_ptr_array_add(notes, g_strdup_printf("%s was %s at the end", fields.at.path, hex));
    return !wrong_fields(part->model, &fields, shown.value, notes);
}
