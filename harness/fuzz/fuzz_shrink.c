/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Removes ever smaller parts of each list of lines. */
#include "harness/fuzz/fuzz_shrink.h"

struct shrink {
    struct fuzz_case *c;
    unsigned left; /* trials */
    fuzz_fails_fn *fails;
    gpointer data;
};

static gboolean still_fails(struct shrink *s)
{
    if (!s->left)
        return FALSE;
    s->left--;
    return s->fails(s->c, s->data);
}

/* Removes @n elements from @at on, if the case still fails without them. The
 * array frees its elements, so removed ones are kept until then. */
static gboolean leave_out(struct shrink *s, GPtrArray *lines, guint at, guint n)
{
    g_autoptr(GPtrArray) aside = g_ptr_array_new();

    for (guint i = 0; i < n; i++)
        g_ptr_array_add(aside, g_ptr_array_steal_index(lines, at));
    if (still_fails(s)) {
        for (guint i = 0; i < n; i++)
            g_ptr_array_add(lines, g_ptr_array_index(aside, i));
        g_ptr_array_remove_range(lines, lines->len - n, n);
        return TRUE;
    }
    for (guint i = 0; i < n; i++)
        g_ptr_array_insert(lines, (gint)(at + i), g_ptr_array_index(aside, i));
    return FALSE;
}

/* Removes parts of @n lines, from the end: late lines need early ones. At least
 * @least stay. Returns whether the list became shorter. */
static gboolean shrink_by(struct shrink *s, GPtrArray *lines, guint n, guint least)
{
    gboolean any = FALSE;

    for (guint end = lines->len; end && s->left;) {
        guint part = MIN(n, end);

        end -= part;
        any |= lines->len >= least + part && leave_out(s, lines, end, part);
    }
    return any;
}

static gboolean shrink_list(struct shrink *s, GPtrArray *lines, guint least)
{
    gboolean any = FALSE;

    for (guint n = (lines->len + 1) / 2; n && lines->len > least; n /= 2)
        while (shrink_by(s, lines, n, least))
            any = TRUE;
    return any;
}

void fuzz_shrink(struct fuzz_case *c, unsigned most, fuzz_fails_fn *fails, gpointer data)
{
    struct shrink s = {.c = c, .left = most, .fails = fails, .data = data};
    gboolean any = TRUE;

    while (any && s.left) {
        any = FALSE;
        if (c->plans->len > 1)
            any |= shrink_list(&s, c->plans, 1);
        for (guint i = 0; i < c->plans->len; i++)
            any |= shrink_list(&s, ((struct fuzz_plan *)g_ptr_array_index(c->plans, i))->lines, 1);
        any |= shrink_list(&s, c->traffic, 0);
        any |= shrink_list(&s, c->head, 0);
    }
}
