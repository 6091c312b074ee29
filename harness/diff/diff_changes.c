/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums up the rows that differ, by place, difference and function. */
#include "harness/diff/diff_changes.h"

#include "harness/trace/call_paths.h"

enum { CHANGES_MAX = 12 };

struct change {
    char *text;
    guint n;
};

static void change_free(gpointer data)
{
    struct change *change = data;

    g_free(change->text);
    g_free(change);
}

/* NULL: only the times differ. */
static char *change_text(const struct diff_row *row)
{
    const struct diff_access *access = row->of[row->kind == DIFF_A_ALONE ? DIFF_A : DIFF_B];
    g_autofree char *by = call_path_text(access->record);
    g_autofree char *what = NULL;

    if (row->kind == DIFF_CHANGED)
        what = diff_row_text(row);
    else
        what = g_strdup_printf("%s in %c alone",
            access->record->kind == TRACE_READ ? "read" : "written",
            row->kind == DIFF_A_ALONE ? 'A' : 'B');
    if (!*what)
        return NULL;
    return g_strdup_printf("%s: %s%s%s", access->name, what, by ? ", by " : "", by ? by : "");
}

/* Takes @text. */
static void add(GPtrArray *changes, char *text)
{
    struct change *change;

    for (guint i = 0; i < changes->len; i++) {
        change = g_ptr_array_index(changes, i);
        if (!g_strcmp0(change->text, text)) {
            change->n++;
            g_free(text);
            return;
        }
    }
    change = g_new(struct change, 1);
    *change = (struct change){text, 1};
    g_ptr_array_add(changes, change);
}

static void add_kind(GPtrArray *changes, const struct run_diff *diff, enum diff_kind kind)
{
    for (guint i = 0; i < diff->parts->len; i++) {
        const struct diff_part *part = g_ptr_array_index(diff->parts, i);

        for (guint k = 0; k < part->rows->len; k++) {
            const struct diff_row *row = &g_array_index(part->rows, struct diff_row, k);
            char *text = row->kind == kind ? change_text(row) : NULL;

            if (text)
                add(changes, text);
        }
    }
}

GPtrArray *diff_changes(const struct run_diff *diff)
{
    g_autoptr(GPtrArray) changes = g_ptr_array_new_with_free_func(change_free);
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);

    for (enum diff_kind kind = DIFF_CHANGED; kind <= DIFF_B_ALONE; kind++)
        add_kind(changes, diff, kind);
    for (guint i = 0; i < changes->len && i < CHANGES_MAX; i++) {
        const struct change *change = g_ptr_array_index(changes, i);

        g_ptr_array_add(lines, change->n > 1
                                   ? g_strdup_printf("%s (%u times)", change->text, change->n)
                                   : g_strdup(change->text));
    }
    if (changes->len > CHANGES_MAX)
        g_ptr_array_add(lines, g_strdup_printf("and %u more", changes->len - CHANGES_MAX));
    return lines;
}
