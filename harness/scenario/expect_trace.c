/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses and judges expectations of register values and of the order of
 * accesses. */
#include "harness/scenario/expect_trace.h"

#include "harness/trace/accesses.h"
#include "harness/trace/call_paths.h"
#include "harness/truth/truth.h"

#include <string.h>

static void access_clear(gpointer data)
{
    g_free(((struct expect_access *)data)->at.path);
}

static struct expect_trace *expect_trace_new(void)
{
    struct expect_trace *expect = g_new0(struct expect_trace, 1);

    expect->accesses = g_array_new(FALSE, TRUE, sizeof(struct expect_access));
    g_array_set_clear_func(expect->accesses, access_clear);
    return expect;
}

void expect_trace_free(struct expect_trace *expect)
{
    if (!expect)
        return;
    g_array_unref(expect->accesses);
    g_free(expect);
}

static struct expect_access *access_at(const struct expect_trace *expect, guint i)
{
    return &g_array_index(expect->accesses, struct expect_access, i);
}

/* ---- reading ---- */

static gboolean parse_value(const char *word, guint64 *value)
{
    gboolean hex = g_str_has_prefix(word, "0x");

    return g_ascii_string_to_unsigned(word + 2 * hex, hex ? 16 : 10, 0, G_MAXUINT64, value, NULL);
}

/* The words of @text, without empty ones. */
static GStrv split_words(const char *text)
{
    g_auto(GStrv) raw = g_strsplit_set(text, " \t", -1);
    GStrvBuilder *words = g_strv_builder_new();
    GStrv result;

    for (char **word = raw; *word; word++)
        if (**word)
            g_strv_builder_add(words, *word);
    result = g_strv_builder_end(words);
    g_strv_builder_unref(words);
    return result;
}

struct expect_trace *expect_trace_state(const char *text, char **wrong)
{
    struct expect_trace *expect = expect_trace_new();
    struct expect_access access = {.kind = TRACE_READ};
    g_auto(GStrv) words = split_words(text);

    if (g_strv_length(words) == 3 && relation_sign_parse(words[1], &expect->sign) &&
        parse_value(words[2], &access.value)) {
        g_array_append_val(expect->accesses, access);
        access_at(expect, 0)->at.path = g_strdup(words[0]);
        return expect;
    }
    *wrong = g_strdup_printf(
        "register '%s'; expected BLOCK.REGISTER SIGN NUMBER, as in 'imc0.PMON_CTL0.ev_sel = 0x4'",
        text);
    expect_trace_free(expect);
    return NULL;
}

static gboolean parse_access(const char *text, struct expect_access *access)
{
    g_auto(GStrv) words = split_words(text);
    guint n = g_strv_length(words);

    *access = (struct expect_access){.kind = TRACE_READ, .any = n == 2};
    if (n != 2 && (n != 4 || strcmp(words[2], "=") || !parse_value(words[3], &access->value)))
        return FALSE;
    if (!strcmp(words[0], "write"))
        access->kind = TRACE_WRITE;
    else if (strcmp(words[0], "read"))
        return FALSE;
    access->at.path = g_strdup(words[1]);
    return TRUE;
}

#define SINCE_BOOT "since boot "

struct expect_trace *expect_trace_order(const char *text, char **wrong)
{
    struct expect_trace *expect = expect_trace_new();
    gboolean since_boot = g_str_has_prefix(text, SINCE_BOOT);
    g_auto(GStrv) parts = g_strsplit(text + (since_boot ? strlen(SINCE_BOOT) : 0), ",", -1);

    expect->since_boot = since_boot;

    for (char **part = parts; *part; part++) {
        struct expect_access access;

        if (!parse_access(*part, &access)) {
            *wrong = g_strdup_printf(
                "access '%s'; expected 'write BLOCK.REGISTER' or 'read BLOCK.REGISTER', "
                "maybe with '= NUMBER' after it, and a comma before the next",
                g_strstrip(*part));
            expect_trace_free(expect);
            return NULL;
        }
        g_array_append_val(expect->accesses, access);
    }
    return expect;
}

gboolean expect_trace_has(const struct machine *machine, const char *path, char **wrong)
{
    g_autofree char *copy = g_strdup(path);
    struct expect_register at = {.path = copy};

    return expect_register_find(&at, machine, wrong);
}

gboolean expect_trace_resolve(
    struct expect_trace *expect, const struct machine *machine, char **wrong)
{
    for (guint i = 0; i < expect->accesses->len; i++)
        if (!expect_register_find(&access_at(expect, i)->at, machine, wrong))
            return FALSE;
    return TRUE;
}

/* ---- judging ---- */

gboolean expect_trace_judge_state(
    const struct expect_trace *expect, const struct trace_part *part, char **why)
{
    const struct expect_access *access = access_at(expect, 0);
    g_autofree char *expected = g_strdup_printf(
        "; expected %s 0x%" G_GINT64_MODIFIER "x", relation_sign_word(expect->sign), access->value);
    struct expect_register at;
    struct expect_shown shown = {0, 0};
    guint64 value;
    gboolean holds;

    if (!expect_register_bind(&at, &access->at, part, why))
        return FALSE;
    for (gsize i = 0; i < part->to; i++)
        expect_register_show(&shown, &at, part, i);
    if (expect_register_bits(&at) & ~shown.known) {
        *why =
            g_strdup_printf("%s: unknown: no access up to the step's end shows its value", at.path);
        return FALSE;
    }
    value = expect_register_field(&at, shown.value);
    /* Compared without a sign: a register may have 64 bits. */
    holds = relation_compare(expect->sign, (value > access->value) - (value < access->value), 0);
    *why = g_strdup_printf("%s holds 0x%" G_GINT64_MODIFIER "x, by its last accesses%s",
        access->at.path, value, holds ? "" : expected);
    return holds;
}

static gboolean is_access(const struct expect_access *access, const struct trace_part *part,
    const struct trace_record *record)
{
    guint64 value, lanes;

    if (record->kind != access->kind)
        return FALSE;
    lanes = expect_register_covers(&access->at, part->model, record, &value);
    if (access->any)
        return (lanes & expect_register_bits(&access->at)) != 0;
    return !(expect_register_bits(&access->at) & ~lanes) &&
           expect_register_field(&access->at, value) == access->value;
}

static void append_access(GString *text, const struct expect_access *access)
{
    g_string_append_printf(
        text, "%s %s", access->kind == TRACE_WRITE ? "write" : "read", access->at.path);
    if (!access->any)
        g_string_append_printf(text, " = 0x%" G_GINT64_MODIFIER "x", access->value);
}

/* The accesses with their registers as @part has them, or NULL with *@why.
 * @expect keeps the paths. */
static struct expect_access *bind(
    const struct expect_trace *expect, const struct trace_part *part, char **why)
{
    struct expect_access *bound =
        g_memdup2(expect->accesses->data, sizeof(*bound) * expect->accesses->len);

    for (guint i = 0; i < expect->accesses->len; i++)
        if (!expect_register_bind(&bound[i].at, &access_at(expect, i)->at, part, why)) {
            g_free(bound);
            return NULL;
        }
    return bound;
}

/* Most different values that a verdict lists. */
enum { VALUES_SHOWN = 4 };

/* A value that accesses had, where another was expected. */
struct other_value {
    guint64 value;
    guint n;
    const struct trace_record *first, *last;
};

/* The values of accesses like @access in records [@from, @to) of @part; struct
 * other_value. */
static GArray *other_values(
    const struct expect_access *access, const struct trace_part *part, gsize from, gsize to)
{
    GArray *values = g_array_new(FALSE, FALSE, sizeof(struct other_value));

    for (gsize i = from; i < to; i++) {
        const struct trace_record *record = &part->records[i];
        struct other_value fresh = {.n = 1, .first = record, .last = record};
        guint k = 0;

        if (record->kind != access->kind ||
            expect_register_bits(&access->at) &
                ~expect_register_covers(&access->at, part->model, record, &fresh.value))
            continue;
        fresh.value = expect_register_field(&access->at, fresh.value);
        while (k < values->len && g_array_index(values, struct other_value, k).value != fresh.value)
            k++;
        if (k == values->len) {
            g_array_append_val(values, fresh);
            continue;
        }
        g_array_index(values, struct other_value, k).n++;
        g_array_index(values, struct other_value, k).last = record;
    }
    return values;
}

/* Frequent ones first, else in the order of their first accesses. */
static gint by_frequency(gconstpointer a, gconstpointer b)
{
    const struct other_value *one = a, *two = b;

    return one->n != two->n ? (one->n < two->n ? 1 : -1)
                            : (one->first > two->first) - (one->first < two->first);
}

/* "; it wrote 0x0 (13 times, by stop()), 0x186a (12 times, by start()), the last
 * as imc0.PMON_CTL0 <- 0x0 (1.5 s, CPU 0)". */
static void append_others(GString *text, const struct expect_access *access,
    const struct trace_part *part, gsize from, gsize to)
{
    g_autoptr(GArray) values = other_values(access, part, from, to);
    const struct trace_record *last = NULL;

    g_array_sort(values, by_frequency);
    for (guint i = 0; i < values->len; i++) {
        const struct other_value *other = &g_array_index(values, struct other_value, i);

        if (!last || other->last > last)
            last = other->last;
        if (i == VALUES_SHOWN)
            g_string_append_printf(text, ", and %u more values", values->len - i);
        if (i >= VALUES_SHOWN)
            continue;
        g_string_append(text, i                             ? ", "
                              : access->kind == TRACE_WRITE ? "; it wrote "
                                                            : "; it read ");
        g_autofree char *by = call_path_by(other->last);
        g_string_append_printf(text, "0x%" G_GINT64_MODIFIER "x (%u time%s%s)", other->value,
            other->n, other->n == 1 ? "" : "s", by);
    }
    if (!last)
        return;
    g_autofree char *access_of_last = access_text(part->model, last);
    g_string_append_printf(text, ", the last as %s", access_of_last);
}

gboolean expect_trace_judge_order(
    const struct expect_trace *expect, const struct trace_part *part, char **why)
{
    g_autofree struct expect_access *wanted = bind(expect, part, why);
    gsize begin = expect->since_boot ? 0 : part->begin, after = begin;
    GString *text;
    guint found = 0;

    if (!wanted)
        return FALSE;
    text = g_string_new(NULL);
    for (gsize i = begin; i < part->to && found < expect->accesses->len; i++) {
        const struct trace_record *record = &part->records[i];

        if (!is_access(&wanted[found], part, record))
            continue;
        g_autofree char *access = access_text(part->model, record);
        g_string_append_printf(text, "%sfound %s", found ? "; " : "", access);
        found++;
        after = i + 1;
    }
    if (found < expect->accesses->len) {
        g_string_append(text, found ? "; after that no " : "no ");
        append_access(text, access_at(expect, found));
        append_others(text, &wanted[found], part, after, part->to);
    }
    *why = g_string_free(text, FALSE);
    return found == expect->accesses->len;
}
