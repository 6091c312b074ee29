/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pairs the runs of two folders, compares them, and shows what differs. */
#include "harness/cli/report_diff.h"

#include "harness/base/error.h"
#include "harness/base/file_stream.h"
#include "harness/diff/diff_page.h"
#include "harness/diff/diff_text.h"

#include <stdio.h>
#include <string.h>

enum { EXIT_SAME, EXIT_DIFFERENT, EXIT_TROUBLE }; /* as of diff(1) */

struct sides {
    GPtrArray *runs[DIFF_SIDES];  /* of struct run_folder */
    GPtrArray *diffs;             /* of struct run_diff */
    GPtrArray *alone[DIFF_SIDES]; /* of char *, borrowed: names of runs that the other side lacks */
};

static void free_run(gpointer run)
{
    run_folder_free(run);
}

static void free_diff(gpointer diff)
{
    run_diff_free(diff);
}

static gboolean read_side(GPtrArray *runs, const char *path, GError **error)
{
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);

    if (!run_folders_find(paths, path, error))
        return FALSE;
    for (guint i = 0; i < paths->len; i++) {
        struct run_folder *run = run_folder_read(g_ptr_array_index(paths, i), error);

        if (!run)
            return FALSE;
        g_ptr_array_add(runs, run);
    }
    return TRUE;
}

static const struct run_folder *run_named(const GPtrArray *runs, const char *name)
{
    for (guint i = 0; i < runs->len; i++)
        if (!strcmp(((const struct run_folder *)g_ptr_array_index(runs, i))->name, name))
            return g_ptr_array_index(runs, i);
    return NULL;
}

static gboolean add_pair(struct sides *sides, const struct run_folder *a,
    const struct run_folder *b, const struct diff_options *options, GError **error)
{
    struct run_diff *diff = run_diff_new(a, b, options, error);

    if (diff)
        g_ptr_array_add(sides->diffs, diff);
    return diff != NULL;
}

/* One run of each side is a pair, whatever their names. */
static gboolean pair_all(struct sides *sides, const struct diff_options *options, GError **error)
{
    const GPtrArray *a = sides->runs[DIFF_A], *b = sides->runs[DIFF_B];

    if (a->len == 1 && b->len == 1)
        return add_pair(sides, g_ptr_array_index(a, 0), g_ptr_array_index(b, 0), options, error);
    for (guint i = 0; i < a->len; i++) {
        const struct run_folder *run = g_ptr_array_index(a, i), *other = run_named(b, run->name);

        if (!other)
            g_ptr_array_add(sides->alone[DIFF_A], run->name);
        else if (!add_pair(sides, run, other, options, error))
            return FALSE;
    }
    for (guint i = 0; i < b->len; i++) {
        const struct run_folder *run = g_ptr_array_index(b, i);

        if (!run_named(a, run->name))
            g_ptr_array_add(sides->alone[DIFF_B], run->name);
    }
    return TRUE;
}

static guint different(const struct sides *sides)
{
    guint n = sides->alone[DIFF_A]->len + sides->alone[DIFF_B]->len;

    for (guint i = 0; i < sides->diffs->len; i++)
        n += ((const struct run_diff *)g_ptr_array_index(sides->diffs, i))->differences > 0;
    return n;
}

static int print(const struct sides *sides)
{
    struct output out;

    output_begin(&out);
    for (guint i = 0; i < sides->diffs->len; i++) {
        const struct run_diff *diff = g_ptr_array_index(sides->diffs, i);

        if (sides->diffs->len == 1 || diff->differences)
            diff_print(diff, &out);
    }
    for (unsigned side = 0; side < DIFF_SIDES; side++)
        for (guint i = 0; i < sides->alone[side]->len; i++)
            output_printf(&out, "%c alone: %s\n", side == DIFF_A ? 'A' : 'B',
                (const char *)g_ptr_array_index(sides->alone[side], i));
    if (sides->diffs->len != 1)
        output_printf(&out, "%u runs in both, %u runs differ or are in one alone\n",
            sides->diffs->len, different(sides));
    return output_end(&out) == STATUS_OK ? EXIT_SAME : EXIT_TROUBLE;
}

static int write_page(const struct sides *sides, const char *path)
{
    g_autoptr(GString) page = g_string_new(NULL);
    GError *error = NULL;

    diff_page_append(page, sides->diffs);
    if (!file_replace(path, page->str, page->len, &error)) {
        error_exit(error);
        return EXIT_TROUBLE;
    }
    if (!file_is_stdout(path))
        printf("%s: %u of %u runs differ\n", path, different(sides), sides->diffs->len);
    return EXIT_SAME;
}

static int show(const struct sides *sides, const char *page)
{
    int status = page ? write_page(sides, page) : print(sides);

    return status == EXIT_SAME && different(sides) ? EXIT_DIFFERENT : status;
}

int report_diff(const struct report_diff *request)
{
    g_autoptr(GPtrArray) a = g_ptr_array_new_with_free_func(free_run);
    g_autoptr(GPtrArray) b = g_ptr_array_new_with_free_func(free_run);
    g_autoptr(GPtrArray) diffs = g_ptr_array_new_with_free_func(free_diff);
    g_autoptr(GPtrArray) alone_a = g_ptr_array_new();
    g_autoptr(GPtrArray) alone_b = g_ptr_array_new();
    struct sides sides = {{a, b}, diffs, {alone_a, alone_b}};
    GError *error = NULL;

    if (read_side(a, request->a, &error) && read_side(b, request->b, &error) &&
        pair_all(&sides, &request->options, &error))
        return show(&sides, request->page);
    error_exit(error);
    return EXIT_TROUBLE;
}
