/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Any sequence of operations is a plan, so lines can be anywhere. */
#include "harness/fuzz/fuzz_vary.h"

#include "harness/fuzz/fuzz_draw.h"
#include "harness/fuzz/fuzz_rand.h"

/* Maximum lines of a plan, lines moved at once, and changes at a time. */
enum { LINES = 400, PART = 8, CHANGES = 6 };

/* A plan that switches CPUs or the driver needs its order of operations
 * (fuzz_draw.c): in the end all must be on. */
static gboolean is_free(const struct fuzz_plan *plan)
{
    if (plan->way != &fuzz_play)
        return FALSE;
    for (guint i = 0; i < plan->lines->len; i++)
        if (g_str_has_prefix(g_ptr_array_index(plan->lines, i), "cpu ") ||
            g_str_has_prefix(g_ptr_array_index(plan->lines, i), "module "))
            return FALSE;
    return plan->lines->len > 0;
}

/* A part of @lines, as copies. */
static GPtrArray *some_of(const GPtrArray *lines, GRand *rand, guint *from)
{
    GPtrArray *part = g_ptr_array_new();
    guint n = 1 + fuzz_below(rand, MIN(PART, lines->len));

    *from = fuzz_below(rand, lines->len - n + 1);
    for (guint i = 0; i < n; i++)
        g_ptr_array_add(part, g_strdup(g_ptr_array_index(lines, *from + i)));
    return part;
}

static void insert(GPtrArray *lines, GPtrArray *part, guint at)
{
    for (guint i = 0; i < part->len; i++)
        g_ptr_array_insert(lines, (gint)(at + i), g_ptr_array_index(part, i));
    g_ptr_array_set_size(part, 0);
}

static void change(GPtrArray *lines, const GPtrArray *others, GRand *rand)
{
    enum { LEAVE_OUT, MOVE, DOUBLE, TAKE, WAYS } way = fuzz_below(rand, WAYS);
    g_autoptr(GPtrArray) part = NULL;
    guint from, n;

    if (!lines->len || !others->len)
        return;
    part = some_of(way == TAKE ? others : lines, rand, &from);
    g_ptr_array_set_free_func(part, g_free);
    n = part->len;
    if ((way == LEAVE_OUT || way == MOVE) && n < lines->len)
        g_ptr_array_remove_range(lines, from, n);
    if (way != LEAVE_OUT && lines->len + n <= LINES) {
        g_ptr_array_set_free_func(part, NULL); /* the plan has them now */
        insert(lines, part, fuzz_below(rand, lines->len + 1));
    }
}

void fuzz_vary_plan(struct fuzz_plan *plan, const struct fuzz_plan *other, GRand *rand)
{
    if (!is_free(plan))
        return;
    for (unsigned n = 1 + fuzz_below(rand, CHANGES); n; n--)
        change(plan->lines, is_free(other) ? other->lines : plan->lines, rand);
}
