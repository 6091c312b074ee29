/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Myers' greedy algorithm, in its terms. D: the number of elements without a
 * partner so far. Diagonal k: the places with a - b = k. V: the furthest a on
 * each diagonal. */
#include "harness/base/align.h"

#include <string.h>

struct aligning {
    align_equal_fn *equal;
    gconstpointer data;
    gsize from;     /* equal begins */
    gssize n, m;    /* elements between equal begins and ends */
    GPtrArray *all; /* V after each D, of gssize *; diagonal k is at D + k */
};

static gboolean are_equal(const struct aligning *a, gssize x, gssize y)
{
    return a->equal(a->from + (gsize)x, a->from + (gsize)y, a->data);
}

static gssize furthest(const struct aligning *a, gssize d, gssize k)
{
    const gssize *v = g_ptr_array_index(a->all, d);

    return v[d + k];
}

/* Whether the best way to diagonal @k with @d lone elements comes from the
 * diagonal above: the second sequence's element is alone. */
static gboolean comes_down(const struct aligning *a, gssize d, gssize k)
{
    return k == -d || (k != d && furthest(a, d - 1, k - 1) < furthest(a, d - 1, k + 1));
}

static gssize step(const struct aligning *a, gssize d, gssize k)
{
    gssize x = 0;

    if (d)
        x = comes_down(a, d, k) ? furthest(a, d - 1, k + 1) : furthest(a, d - 1, k - 1) + 1;
    while (x < a->n && x - k < a->m && are_equal(a, x, x - k))
        x++;
    return x;
}

/* Whether the ends are reached with at most @most lone elements; sets *@d to
 * their number. */
static gboolean search(struct aligning *a, gssize most, gssize *d)
{
    for (*d = 0; *d <= most; (*d)++) {
        gssize *v = g_new(gssize, 2 * (gsize)*d + 1);

        g_ptr_array_add(a->all, v);
        for (gssize k = -*d; k <= *d; k += 2) {
            v[*d + k] = step(a, *d, k);
            if (v[*d + k] >= a->n && v[*d + k] - k >= a->m)
                return TRUE;
        }
    }
    return FALSE;
}

static void add(GArray *rows, gsize x, gsize y)
{
    const struct align_row row = {x, y};

    g_array_append_val(rows, row);
}

/* Goes back from the ends, so the last rows come first. */
static void walk_back(const struct aligning *a, gssize d, GArray *rows)
{
    gssize x = a->n, y = a->m;

    for (; d >= 0; d--) {
        const gssize k = x - y;
        const gboolean down = d && comes_down(a, d, k);
        const gssize before = !d     ? 0
                              : down ? furthest(a, d - 1, k + 1)
                                     : furthest(a, d - 1, k - 1) + 1;

        for (; x > before; x--, y--)
            add(rows, a->from + (gsize)x - 1, a->from + (gsize)y - 1);
        if (!d)
            break;
        if (down)
            add(rows, ALIGN_NONE, a->from + (gsize)--y);
        else
            add(rows, a->from + (gsize)--x, ALIGN_NONE);
    }
}

static void reverse(GArray *rows, guint from)
{
    struct align_row *row = &g_array_index(rows, struct align_row, 0);

    for (guint i = from, k = rows->len; i + 1 < k; i++) {
        const struct align_row other = row[--k];

        row[k] = row[i];
        row[i] = other;
    }
}

static void add_middle(struct aligning *a, GArray *rows, gsize most, gboolean *gave_up)
{
    const guint from = rows->len;
    gssize d;

    if (search(a, (gssize)MIN(most, (gsize)(a->n + a->m)), &d)) {
        walk_back(a, d, rows);
        reverse(rows, from);
        return;
    }
    *gave_up = TRUE;
    for (gssize x = 0; x < a->n; x++)
        add(rows, a->from + (gsize)x, ALIGN_NONE);
    for (gssize y = 0; y < a->m; y++)
        add(rows, ALIGN_NONE, a->from + (gsize)y);
}

GArray *align(
    gsize n, gsize m, align_equal_fn *equal, gconstpointer data, gsize most, gboolean *gave_up)
{
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(struct align_row));
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(g_free);
    struct aligning a = {.equal = equal, .data = data, .all = all};
    gsize ends = 0;

    *gave_up = FALSE;
    while (a.from < n && a.from < m && equal(a.from, a.from, data))
        a.from++;
    while (ends < n - a.from && ends < m - a.from && equal(n - ends - 1, m - ends - 1, data))
        ends++;
    a.n = (gssize)(n - a.from - ends);
    a.m = (gssize)(m - a.from - ends);
    for (gsize i = 0; i < a.from; i++)
        add(rows, i, i);
    if (a.n || a.m)
        add_middle(&a, rows, most, gave_up);
    for (gsize i = ends; i; i--)
        add(rows, n - i, m - i);
    return rows;
}
