/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the facts, and finds the facts about a register. */
#include "harness/silicon/ledger.h"

#include "harness/base/error.h"

#include <gio/gio.h>
#include <string.h>

#define RESOURCES "/org/pmulab/silicon"

struct silicon_ledger {
    GStringChunk *strings;
    GPtrArray *captures, *facts;  /* of struct silicon_capture, struct silicon_fact */
    GHashTable *sources, *dates;  /* by key: the text; the date */
    GHashTable *reasons, *needed; /* by key: the text; the keys that no fact has yet */
};

static struct silicon_ledger *ledger_new(void)
{
    struct silicon_ledger *ledger = g_new0(struct silicon_ledger, 1);

    ledger->strings = g_string_chunk_new(4096);
    ledger->captures = g_ptr_array_new_with_free_func(g_free);
    ledger->facts = g_ptr_array_new_with_free_func(g_free);
    ledger->sources = g_hash_table_new(g_str_hash, g_str_equal);
    ledger->dates = g_hash_table_new(g_str_hash, g_str_equal);
    ledger->reasons = g_hash_table_new(g_str_hash, g_str_equal);
    ledger->needed = g_hash_table_new(g_str_hash, g_str_equal);
    return ledger;
}

void silicon_ledger_free(struct silicon_ledger *ledger)
{
    if (!ledger)
        return;
    g_string_chunk_free(ledger->strings);
    g_ptr_array_unref(ledger->captures);
    g_ptr_array_unref(ledger->facts);
    g_hash_table_unref(ledger->sources);
    g_hash_table_unref(ledger->dates);
    g_hash_table_unref(ledger->reasons);
    g_hash_table_unref(ledger->needed);
    g_free(ledger);
}

/* Cuts the next word off *@text; "" at the end. */
static char *next_word(struct silicon_ledger *ledger, const char **text)
{
    const char *begin = *text + strspn(*text, " ");
    gsize length = strcspn(begin, " ");

    *text = begin + length + strspn(begin + length, " ");
    return g_string_chunk_insert_len(ledger->strings, begin, (gssize)length);
}

static char *rest_of(struct silicon_ledger *ledger, const char *text)
{
    return g_string_chunk_insert(ledger->strings, text);
}

/* ---- lines: each returns NULL, or the expected form ---- */

static const char *read_source(struct silicon_ledger *ledger, const char *text)
{
    char *key = next_word(ledger, &text), *date = next_word(ledger, &text);

    if (!*text || g_hash_table_contains(ledger->sources, key))
        return "a new KEY, a date and a text";
    g_hash_table_insert(ledger->sources, key, rest_of(ledger, text));
    g_hash_table_insert(ledger->dates, key, date);
    return NULL;
}

static const char *read_reason(struct silicon_ledger *ledger, const char *text)
{
    char *key = next_word(ledger, &text);

    if (!*text || g_hash_table_contains(ledger->reasons, key))
        return "a new KEY and a text";
    g_hash_table_insert(ledger->reasons, key, rest_of(ledger, text));
    g_hash_table_add(ledger->needed, key);
    return NULL;
}

static const char *read_capture(struct silicon_ledger *ledger, const char *text)
{
    struct silicon_capture *capture = g_new0(struct silicon_capture, 1);
    const char *key;

    g_ptr_array_add(ledger->captures, capture);
    capture->machine = next_word(ledger, &text);
    key = next_word(ledger, &text);
    capture->source = g_hash_table_lookup(ledger->sources, key);
    capture->date = g_hash_table_lookup(ledger->dates, key);
    capture->stepping = next_word(ledger, &text);
    capture->options = next_word(ledger, &text);
    capture->part = rest_of(ledger, text);
    return capture->source && *text ? NULL
                                    : "MACHINE, the KEY of a source, STEPPING, OPTIONS, PART";
}

static const char *read_fact(struct silicon_ledger *ledger, const char *word, guint line)
{
    g_auto(GStrv) halves = g_strsplit(word, "=", 2);
    struct silicon_fact *fact = g_new0(struct silicon_fact, 1);
    char *key;

    g_ptr_array_add(ledger->facts, fact);
    if (!ledger->captures->len || g_strv_length(halves) != 2)
        return "facts of a capture, FACT=VALUE or FACT=VALUE!KEY";
    fact->capture = g_ptr_array_index(ledger->captures, ledger->captures->len - 1);
    fact->line = line;
    fact->what = rest_of(ledger, halves[0]);
    key = strchr(halves[1], '!');
    if (key) {
        *key++ = '\0';
        fact->why = g_hash_table_lookup(ledger->reasons, key);
        g_hash_table_remove(ledger->needed, key);
    }
    fact->value = rest_of(ledger, halves[1] + MIN(strspn(halves[1], "0"), strlen(halves[1]) - 1));
    return !*halves[1] || (key && !fact->why) ? "a value, and the KEY of a 'differs' line" : NULL;
}

static const char *read_facts(struct silicon_ledger *ledger, const char *text, guint line)
{
    const char *wrong = NULL;

    while (*text && !wrong)
        wrong = read_fact(ledger, next_word(ledger, &text), line);
    return wrong;
}

static const char *read_line(struct silicon_ledger *ledger, const char *text, guint line)
{
    static const struct {
        const char *word;
        const char *(*read)(struct silicon_ledger *, const char *);
    } kinds[] = {{"source", read_source}, {"differs", read_reason}, {"capture", read_capture}};
    const char *word;

    if (!*text || *text == '#')
        return NULL;
    if (*text == ' ')
        return read_facts(ledger, text + strspn(text, " "), line);
    word = next_word(ledger, &text);
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (!strcmp(word, kinds[i].word))
            return kinds[i].read(ledger, text);
    return "'source', 'differs', 'capture', or a blank and facts";
}

/* ---- files ---- */

static gboolean read_text(
    struct silicon_ledger *ledger, const char *name, const char *text, GError **error)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    const char *wrong;

    g_hash_table_remove_all(ledger->sources);
    g_hash_table_remove_all(ledger->reasons);
    for (guint i = 0; lines[i]; i++)
        if ((wrong = read_line(ledger, lines[i], i + 1)))
            return error_failed(error, "%s, line %u: expected %s", name, i + 1, wrong);
    if (g_hash_table_size(ledger->needed)) {
        GHashTableIter iter;
        gpointer key;

        g_hash_table_iter_init(&iter, ledger->needed);
        g_hash_table_iter_next(&iter, &key, NULL);
        return error_failed(error, "%s: no fact has the key '%s'", name, (const char *)key);
    }
    return TRUE;
}

struct silicon_ledger *silicon_ledger_parse(const char *name, const char *text, GError **error)
{
    struct silicon_ledger *ledger = ledger_new();

    if (read_text(ledger, name, text, error))
        return ledger;
    silicon_ledger_free(ledger);
    return NULL;
}

static gpointer read_own(gpointer unused)
{
    g_auto(GStrv) names =
        g_resources_enumerate_children(RESOURCES, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
    struct silicon_ledger *ledger = ledger_new();

    (void)unused;
    for (guint i = 0; names && names[i]; i++) {
        g_autofree char *path = g_strconcat(RESOURCES "/", names[i], NULL), *text = NULL;
        g_autoptr(GBytes) bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
        g_autoptr(GError) error = NULL;

        text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
        read_text(ledger, names[i], text, &error);
        g_assert_no_error(error);
    }
    return ledger;
}

const struct silicon_ledger *silicon_ledger_own(void)
{
    static GOnce once = G_ONCE_INIT;

    return g_once(&once, read_own, NULL);
}

const struct silicon_fact *silicon_ledger_fact(const struct silicon_ledger *ledger, guint i)
{
    return i < ledger->facts->len ? g_ptr_array_index(ledger->facts, i) : NULL;
}

/* ---- registers ---- */

/* Whether @what names the register @reg, not a field: "BLOCK.REG" or
 * "BLOCK@PLACE.REG". */
static gboolean is_register(const char *what, const char *block, const char *reg)
{
    gsize n = strlen(block);
    const char *dot;

    if (strncmp(what, block, n) != 0 || (what[n] != '.' && what[n] != '@'))
        return FALSE;
    dot = strchr(what + n, '.');
    return dot && !strcmp(dot + 1, reg);
}

guint silicon_ledger_seen(const struct silicon_ledger *ledger, const char *machine,
    const char *block, const char *reg, guint64 *ones)
{
    const struct silicon_capture *latest = NULL;
    guint n = 0;

    *ones = 0;
    for (guint i = 0; i < ledger->facts->len; i++) {
        const struct silicon_fact *fact = g_ptr_array_index(ledger->facts, i);

        if (strcmp(fact->capture->machine, machine) != 0 || !is_register(fact->what, block, reg))
            continue;
        *ones |= g_ascii_strtoull(fact->value, NULL, 16);
        n += fact->capture != latest;
        latest = fact->capture;
    }
    return n;
}

char *silicon_seen_text(
    const char *machine, const struct reg_bank *bank, const struct reg *reg, guint64 *ones)
{
    guint n = silicon_ledger_seen(silicon_ledger_own(), machine, bank->name, reg->name, ones);

    if (!n)
        return g_strdup("manual only");
    return g_strdup_printf("seen on silicon (%u capture%s)", n, n == 1 ? "" : "s");
}
