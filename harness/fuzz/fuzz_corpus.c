/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keeps cases, in memory and in a folder, and recombines them. */
#include "harness/fuzz/fuzz_corpus.h"

#include "harness/base/error.h"
#include "harness/fuzz/fuzz_rand.h"
#include "harness/fuzz/fuzz_vary.h"

#include <string.h>

#define SUFFIX     ".scn"
#define NAME_BYTES 16 /* hexadecimal digits of the checksum in a name */
#define ABOUT      "a case that reached something new"

struct fuzz_corpus {
    const struct machine *machine;
    char *folder;     /* or NULL */
    GPtrArray *cases; /* of struct fuzz_case */
    GHashTable *seen; /* names of files that were written or read */
};

static void free_case(gpointer data)
{
    fuzz_case_free(data);
}

struct fuzz_corpus *fuzz_corpus_new(
    const struct machine *machine, const char *folder, GError **error)
{
    struct fuzz_corpus *corpus;

    if (folder && g_mkdir_with_parents(folder, 0777)) {
        error_failed(error, "%s: cannot be made", folder);
        return NULL;
    }
    corpus = g_new0(struct fuzz_corpus, 1);
    corpus->machine = machine;
    corpus->folder = g_strdup(folder);
    corpus->cases = g_ptr_array_new_with_free_func(free_case);
    corpus->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return corpus;
}

void fuzz_corpus_free(struct fuzz_corpus *corpus)
{
    if (!corpus)
        return;
    g_ptr_array_unref(corpus->cases);
    g_hash_table_unref(corpus->seen);
    g_free(corpus->folder);
    g_free(corpus);
}

/* ---- files ---- */

static gboolean is_one_of(const char *line, const char *const *lines)
{
    return lines && g_strv_contains(lines, line);
}

static struct fuzz_case *without(const struct fuzz_case *c, const char *const *lines)
{
    struct fuzz_case *copy = fuzz_case_part(c, 0, c->plans->len - 1);

    for (guint i = copy->head->len; i; i--)
        if (is_one_of(g_ptr_array_index(copy->head, i - 1), lines))
            g_ptr_array_remove_index(copy->head, i - 1);
    return copy;
}

static gboolean write_case(
    const struct fuzz_corpus *corpus, const struct fuzz_case *c, GError **error)
{
    g_autofree char *text = fuzz_case_text(c, ABOUT, NULL),
                    *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1),
                    *name =
                        g_strdup_printf("%s-%.*s" SUFFIX, corpus->machine->name, NAME_BYTES, sum),
                    *path = g_build_filename(corpus->folder, name, NULL);

    g_hash_table_add(corpus->seen, g_strdup(name));
    return g_file_set_contents(path, text, -1, error);
}

gboolean fuzz_corpus_keep(
    struct fuzz_corpus *corpus, const struct fuzz_case *c, const char *const *lines, GError **error)
{
    struct fuzz_case *bare = without(c, lines);
    gboolean ok = !corpus->folder || write_case(corpus, bare, error);

    fuzz_case_free(bare);
    g_ptr_array_add(corpus->cases, fuzz_case_part(c, 0, c->plans->len - 1));
    return ok;
}

/* The meaning of a line depends on its part of the file: head, traffic or
 * plan. */
struct reading {
    struct fuzz_case *c;
    const struct fuzz_machine *row;
    GPtrArray *lines;   /* the plan's, of char *, borrowed; NULL: before the first plan */
    const char *expect; /* its expectation; NULL: only a clean kernel */
    gboolean traffic;
};

/* Removes @expected from the begin or end of the lines @from to before @to.
 * FALSE: it is not there. */
static gboolean take(
    const GPtrArray *lines, guint *from, guint *to, const char *expected, gboolean at_end)
{
    if (!expected)
        return TRUE;
    if (*from == *to || strcmp(g_ptr_array_index(lines, at_end ? *to - 1 : *from), expected) != 0)
        return FALSE;
    *from += !at_end;
    *to -= at_end;
    return TRUE;
}

/* Finds the way whose plans fuzz_case_text() prints like this. */
static gboolean add_plan(struct reading *reading)
{
    const gboolean sick = !reading->expect;
    const GPtrArray *lines = reading->lines;
    const struct fuzz_way *way;

    for (guint i = 0; (way = fuzz_machine_way(reading->row, i)); i++) {
        guint from = 0, to = lines->len;
        struct fuzz_plan *plan;

        if ((!sick && strcmp(way->expect, reading->expect)) ||
            !take(lines, &from, &to, way->strict && !sick ? "set -e" : NULL, FALSE) ||
            !take(lines, &from, &to, way->begin, FALSE) ||
            !take(lines, &from, &to, way->strict && sick ? "true" : NULL, TRUE) ||
            !take(lines, &from, &to, way->end, TRUE) || from == to)
            continue;
        plan = fuzz_case_add_plan(reading->c, way);
        reading->c->sick = sick;
        for (; from < to; from++)
            g_ptr_array_add(plan->lines, g_strdup(g_ptr_array_index(lines, from)));
        return TRUE;
    }
    return FALSE;
}

static gboolean read_expect(struct reading *reading, const char *expect)
{
    if (!strcmp(expect, "kernel clean"))
        return add_plan(reading);
    if (!g_str_has_prefix(expect, "lint clean "))
        reading->expect = expect;
    return TRUE;
}

static gboolean is_of_top(const char *line)
{
    return !*line || *line == '#' || g_str_has_prefix(line, "machine ") ||
           g_str_has_prefix(line, "about ") || g_str_has_prefix(line, "lint allow ");
}

/* In the order in which fuzz_case_text() prints. */
static gboolean read_line(struct reading *reading, const char *line)
{
    const char *words = line + strspn(line, " ");

    if (is_of_top(line))
        return TRUE;
    if (g_str_has_prefix(line, "step ")) {
        g_clear_pointer(&reading->lines, g_ptr_array_unref);
        reading->lines = g_ptr_array_new();
        reading->expect = NULL;
    } else if (reading->lines && g_str_has_prefix(words, "run ")) {
        g_ptr_array_add(reading->lines, (gpointer)(guintptr)(words + strlen("run ")));
    } else if (reading->lines) {
        return g_str_has_prefix(words, "expect ") &&
               read_expect(reading, words + strlen("expect "));
    } else if (!strcmp(line, "traffic")) {
        reading->traffic = TRUE;
    } else if (!reading->traffic) {
        g_ptr_array_add(reading->c->head, g_strdup(line));
    } else if (!g_str_has_prefix(words, "at ")) {
        g_ptr_array_add(reading->c->traffic, g_strdup(words));
    }
    return TRUE;
}

static struct fuzz_case *parse(
    const struct fuzz_corpus *corpus, const char *text, const char *const *head_lines)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    struct reading reading = {.row = fuzz_machine_of(corpus->machine)};
    gboolean ok = TRUE;

    reading.c = fuzz_case_new(corpus->machine, reading.row->rules);
    for (char **line = lines; ok && *line; line++)
        ok = read_line(&reading, *line);
    for (; head_lines && *head_lines; head_lines++)
        g_ptr_array_add(reading.c->head, g_strdup(*head_lines));
    g_clear_pointer(&reading.lines, g_ptr_array_unref);
    if (ok && reading.c->plans->len)
        return reading.c;
    fuzz_case_free(reading.c);
    return NULL;
}

static gint compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static GPtrArray *names_in(const struct fuzz_corpus *corpus, GError **error)
{
    g_autofree char *prefix = g_strconcat(corpus->machine->name, "-", NULL);
    GDir *dir = g_dir_open(corpus->folder, 0, error);
    GPtrArray *names;
    const char *name;

    if (!dir)
        return NULL;
    names = g_ptr_array_new_with_free_func(g_free);
    while ((name = g_dir_read_name(dir)))
        if (g_str_has_prefix(name, prefix) && g_str_has_suffix(name, SUFFIX))
            g_ptr_array_add(names, g_strdup(name));
    g_dir_close(dir);
    g_ptr_array_sort(names, compare_names);
    return names;
}

GPtrArray *fuzz_corpus_read(
    const struct fuzz_corpus *corpus, const char *const *lines, GError **error)
{
    g_autoptr(GPtrArray) names = names_in(corpus, error);
    GPtrArray *cases = names ? g_ptr_array_new_with_free_func(free_case) : NULL;

    for (guint i = 0; names && i < names->len; i++) {
        g_autofree char *path = g_build_filename(corpus->folder, g_ptr_array_index(names, i), NULL);
        g_autofree char *text = NULL;
        struct fuzz_case *c = NULL;

        if (g_hash_table_add(corpus->seen, g_strdup(g_ptr_array_index(names, i))) &&
            g_file_get_contents(path, &text, NULL, NULL))
            c = parse(corpus, text, lines);
        if (c)
            g_ptr_array_add(cases, c);
    }
    return cases;
}

/* ---- variations ---- */

/* Whether guest and expectations are the same. */
static gboolean are_alike(const struct fuzz_case *a, const struct fuzz_case *b)
{
    if (a->head->len != b->head->len || a->sick != b->sick)
        return FALSE;
    for (guint i = 0; i < a->head->len; i++)
        if (strcmp(g_ptr_array_index(a->head, i), g_ptr_array_index(b->head, i)))
            return FALSE;
    return TRUE;
}

/* One that runs in a guest like that of @c; at least @c itself. */
static const struct fuzz_case *like(
    const struct fuzz_corpus *corpus, const struct fuzz_case *c, GRand *rand)
{
    guint first = fuzz_below(rand, corpus->cases->len);

    for (guint i = 0; i < corpus->cases->len; i++) {
        const struct fuzz_case *other =
            g_ptr_array_index(corpus->cases, (first + i) % corpus->cases->len);

        if (are_alike(c, other))
            return other;
    }
    return c;
}

static const struct fuzz_plan *any_plan(const struct fuzz_case *c, GRand *rand)
{
    return g_ptr_array_index(c->plans, fuzz_below(rand, c->plans->len));
}

static void add_copy(struct fuzz_case *c, const struct fuzz_plan *plan)
{
    struct fuzz_plan *copy = fuzz_case_add_plan(c, plan->way);

    for (guint i = 0; i < plan->lines->len; i++)
        g_ptr_array_add(copy->lines, g_strdup(g_ptr_array_index(plan->lines, i)));
}

/* Adds some of @lines, without lines that the scenario refuses. */
static void add_some(struct fuzz_case *c, const GPtrArray *lines, GRand *rand, gdouble share)
{
    for (guint i = 0; i < lines->len; i++) {
        if (g_rand_double(rand) >= share)
            continue;
        g_ptr_array_add(c->traffic, g_strdup(g_ptr_array_index(lines, i)));
        if (!fuzz_case_is_scenario(c))
            g_ptr_array_remove_index(c->traffic, c->traffic->len - 1);
    }
}

struct fuzz_case *fuzz_corpus_vary(const struct fuzz_corpus *corpus, GRand *rand)
{
    const struct fuzz_case *base;
    struct fuzz_case *c;

    if (!corpus->cases->len)
        return NULL;
    base = g_ptr_array_index(corpus->cases, fuzz_below(rand, corpus->cases->len));
    c = fuzz_case_new(base->machine, base->rules);
    c->sick = base->sick;
    for (guint i = 0; i < base->head->len; i++)
        g_ptr_array_add(c->head, g_strdup(g_ptr_array_index(base->head, i)));
    for (guint i = 0; i < base->plans->len; i++) {
        const struct fuzz_case *other = like(corpus, base, rand);

        add_copy(
            c, fuzz_one_in(rand, 3) ? any_plan(other, rand) : g_ptr_array_index(base->plans, i));
        if (!fuzz_one_in(rand, 3))
            fuzz_vary_plan(
                g_ptr_array_index(c->plans, i), any_plan(like(corpus, base, rand), rand), rand);
    }
    add_some(c, base->traffic, rand, 0.75);
    add_some(c, like(corpus, base, rand)->traffic, rand, 0.25);
    return c;
}
