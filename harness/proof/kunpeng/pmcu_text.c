/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses the dumps and tables that pmcu-report prints. */
#include "harness/proof/kunpeng/pmcu_text.h"

#include <string.h>

/* A dump's words after the value, and the words in the table's column
 * `kind`. */
static const struct {
    const char *dump, *table;
    enum oracle_block kind;
} kinds[] = {
    {"PMCID1SR", "pmcid1sr", ORACLE_BLOCK_CONTEXT_1},
    {"PMCID2SR", "pmcid2sr", ORACLE_BLOCK_CONTEXT_2},
    {"Event", "event", ORACLE_BLOCK_EVENT},
    {"Cycle", "cycles", ORACLE_BLOCK_CYCLES},
};

/* Columns of the table: sample,subsample,offset,kind,event,cpu,value. */
enum { COLUMN_OFFSET = 2, COLUMN_KIND, COLUMN_EVENT, COLUMN_CPU, COLUMN_VALUE, N_COLUMNS };

static gboolean read_kind(const char *word, gboolean table, enum oracle_block *kind)
{
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (!strcmp(word, table ? kinds[i].table : kinds[i].dump)) {
            *kind = kinds[i].kind;
            return TRUE;
        }
    return FALSE;
}

static gboolean read_number(const char *text, guint base, guint64 *number)
{
    if (base == 16 && g_str_has_prefix(text, "0x"))
        text += 2;
    return g_ascii_string_to_unsigned(text, base, 0, G_MAXUINT64, number, NULL);
}

/* OFFSET: VALUE [PMCID1SR | PMCID2SR | Event NUMBER | Cycle count] CPU N */
static gboolean dump_line(char **words, guint n, struct pmcu_text_value *value)
{
    guint64 event = 0, cpu;
    gsize length = strlen(words[0]);

    if (n < 5 || length < 2 || words[0][length - 1] != ':' ||
        !read_kind(words[2], FALSE, &value->kind) || strcmp(words[n - 2], "CPU"))
        return FALSE;
    words[0][length - 1] = 0;
    if (!read_number(words[0], 16, &value->offset) || !read_number(words[1], 16, &value->value) ||
        !read_number(words[n - 1], 10, &cpu) ||
        (value->kind == ORACLE_BLOCK_EVENT && !read_number(words[3], 16, &event)))
        return FALSE;
    value->event = (guint16)event;
    value->cpu = (unsigned)cpu;
    return TRUE;
}

static gboolean table_line(const char *line, struct pmcu_text_value *value)
{
    g_auto(GStrv) words = g_strsplit(line, ",", -1);
    guint64 event = 0, cpu;

    if (g_strv_length(words) != N_COLUMNS || !read_kind(words[COLUMN_KIND], TRUE, &value->kind) ||
        !read_number(words[COLUMN_OFFSET], 16, &value->offset) ||
        !read_number(words[COLUMN_CPU], 10, &cpu) ||
        !read_number(words[COLUMN_VALUE], 10, &value->value) ||
        (value->kind == ORACLE_BLOCK_EVENT && !read_number(words[COLUMN_EVENT], 16, &event)))
        return FALSE;
    value->event = (guint16)event;
    value->cpu = (unsigned)cpu;
    return TRUE;
}

static void add_value(struct pmcu_text *out, struct pmcu_text_value *value)
{
    const struct pmcu_text_value *last =
        out->values->len ? &g_array_index(out->values, struct pmcu_text_value, out->values->len - 1)
                         : NULL;
    struct pmcu_text_subsample subsample = {.first = out->values->len};

    if (!last || (value->kind == ORACLE_BLOCK_CONTEXT_1 && last->kind != ORACLE_BLOCK_CONTEXT_1))
        g_array_append_val(out->subsamples, subsample);
    /* A block has each CPU once, beginning with the die's first. */
    else if (value->kind == ORACLE_BLOCK_EVENT && last->kind == ORACLE_BLOCK_EVENT)
        value->place = last->place + (value->cpu == 0);
    else
        value->place = 0;
    g_array_append_val(out->values, *value);
    g_array_index(out->subsamples, struct pmcu_text_subsample, out->subsamples->len - 1).n++;
}

struct pmcu_text *pmcu_text_parse(const char *text)
{
    struct pmcu_text *out = g_new0(struct pmcu_text, 1);
    guint number = 0;

    out->values = g_array_new(FALSE, FALSE, sizeof(struct pmcu_text_value));
    out->subsamples = g_array_new(FALSE, FALSE, sizeof(struct pmcu_text_subsample));
    while (*text) {
        const char *end = strchrnul(text, '\n');
        g_autofree char *line = g_strndup(text, (gsize)(end - text));
        struct pmcu_text_value value = {.line = ++number};
        g_auto(GStrv) words = g_strsplit(line, " ", -1);

        if (g_ascii_isxdigit(*line) &&
            (strchr(line, ',') ? table_line(line, &value)
                               : dump_line(words, g_strv_length(words), &value)))
            add_value(out, &value);
        text = *end ? end + 1 : end;
    }
    return out;
}

void pmcu_text_free(struct pmcu_text *text)
{
    if (!text)
        return;
    g_array_unref(text->values);
    g_array_unref(text->subsamples);
    g_free(text);
}
