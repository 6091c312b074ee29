/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks perf's output against the trace of a guest. The including test defines
 * struct world, with perf's output in `text`, and run_of(). */
#ifndef PMULAB_TESTS_PERF_WORLD_H
#define PMULAB_TESTS_PERF_WORLD_H

#include "harness/proof/perf_check.h"
#include "tests/tap.h"
#include "tests/why_text.h"

/* The guest's machine, plan and trace. */
static struct perf_check_run run_of(const struct world *w);

/* The rows of step 1, or NULL with @error. */
static GPtrArray *prove(const struct world *w, GError **error)
{
    const struct perf_check_run run = run_of(w);
    struct perf_check *check = perf_check_new(&run, error);
    GPtrArray *rows = check ? perf_check_step(check, 1, w->text->str, error) : NULL;

    perf_check_free(check);
    return rows;
}

static const struct perf_check_row *row(const GPtrArray *rows, guint i)
{
    static const struct perf_check_row none = {.why = NULL};

    return rows && i < rows->len ? g_ptr_array_index(rows, i) : &none;
}

static void say(const GPtrArray *rows)
{
    for (guint i = 0; rows && i < rows->len; i++)
        printf("# %s = %s: %s\n", row(rows, i)->event, row(rows, i)->printed,
            row(rows, i)->why ? why_of(row(rows, i)) : "holds");
}

/* Checks that all @n rows of @w hold. */
static void holds(const struct world *w, guint n, const char *what)
{
    GError *error = NULL;
    GPtrArray *rows = prove(w, &error);

    if (!ok(rows && rows->len == n && perf_check_all_hold(rows), "%s", what)) {
        printf("# %s\n", error ? error->message : "rows:");
        say(rows);
    }
    g_clear_error(&error);
    if (rows)
        g_ptr_array_unref(rows);
}

/* Checks that a row of @w fails with @why, only at hop one or only at hop
 * two. */
G_GNUC_UNUSED static void fails(
    const struct world *w, gboolean hop_one, gboolean hop_two, const char *why, const char *what)
{
    GPtrArray *rows = prove(w, NULL);
    gboolean found = FALSE;

    for (guint i = 0; rows && i < rows->len; i++) {
        const struct perf_check_row *r = row(rows, i);
        found |= r->why && strstr(why_of(r), why) && !strchr(why_of(r), '\n') &&
                 r->hop_one == hop_one && r->hop_two == hop_two;
    }
    if (!ok(found && !perf_check_all_hold(rows), "%s: '%s'", what, why))
        say(rows);
    if (rows)
        g_ptr_array_unref(rows);
}

#endif
