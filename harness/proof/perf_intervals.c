/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Proves tables of `perf stat -I`: finds spans of the driver's reads whose sums
 * are the printed rows. */
#include "harness/proof/perf_intervals.h"

#include "harness/proof/perf_figure.h"

#include <string.h>

/* Searches the cuts between rows. Cut i is after piece i - 1; the first row
 * begins at cut 0. */
struct cutting {
    const struct claim *claim;
    GArray *pieces; /* struct measure_piece of all places, in time order */
    guint *from;    /* for each row and cut: the begin of a row that ends at this cut, or NO_CUT */
    guint *cuts;    /* the end of each row */
};

#define NO_CUT G_MAXUINT

static gint compare_pieces(gconstpointer a, gconstpointer b)
{
    const struct measure_piece *x = a, *y = b;

    return (x->record > y->record) - (x->record < y->record);
}

static GArray *all_pieces(const struct claim *claim)
{
    GArray *pieces = g_array_new(FALSE, FALSE, sizeof(struct measure_piece));

    for (unsigned i = 0; i < claim->event.n_places; i++)
        if (claim->found[i])
            g_array_append_vals(
                pieces, claim->found[i]->pieces->data, claim->found[i]->pieces->len);
    g_array_sort(pieces, compare_pieces);
    return pieces;
}

static const struct measure_piece *piece_at(const struct cutting *c, guint i)
{
    return &g_array_index(c->pieces, struct measure_piece, i);
}

static const struct perf_row *row_at(const struct cutting *c, guint i)
{
    return g_ptr_array_index(c->claim->rows, i);
}

static guint *from_at(const struct cutting *c, guint row, guint cut)
{
    return &c->from[row * (c->pieces->len + 1) + cut];
}

static gboolean is_printed(const struct cutting *c, guint64 total, const char *figure)
{
    g_autofree char *text = perf_figure_text(total, c->claim->event.scale, figure);

    return !strcmp(text, figure);
}

/* Marks all cuts where @row can end if it begins at cut @begin. */
static gboolean reach(const struct cutting *c, guint row, guint begin)
{
    g_autofree char *figure = perf_figure_plain(row_at(c, row)->figure);
    double printed = g_ascii_strtod(figure, NULL);
    gboolean any = FALSE;
    guint64 total = 0;

    /* Rounding adds less than 1. */
    for (guint cut = begin; (double)total * c->claim->event.scale <= printed + 1; cut++) {
        if (is_printed(c, total, figure)) {
            any = TRUE;
            if (*from_at(c, row, cut) == NO_CUT)
                *from_at(c, row, cut) = begin;
        }
        if (cut == c->pieces->len)
            break;
        total += piece_at(c, cut)->driver;
    }
    return any;
}

/* Tries each cut where the previous row can end. Returns whether any works. */
static gboolean reach_row(const struct cutting *c, guint row)
{
    gboolean any = FALSE;

    if (!row)
        return reach(c, 0, 0);
    for (guint cut = 0; cut <= c->pieces->len; cut++)
        if (*from_at(c, row - 1, cut) != NO_CUT)
            any |= reach(c, row, cut);
    return any;
}

/* Finds the ends of the first @n rows; each row has one. */
static void walk_back(const struct cutting *c, guint n)
{
    guint cut = c->pieces->len;

    /* The last row may have several ends. The last cut leaves out no read with
     * 0 more: the hardware may have counted something there. */
    while (n && *from_at(c, n - 1, cut) == NO_CUT)
        cut--;
    for (guint row = n; row; row--) {
        c->cuts[row - 1] = cut;
        cut = *from_at(c, row - 1, cut);
    }
}

/* The end of a row that begins at @begin and fits nothing: the cut closest to
 * its figure. */
static guint nearest(const struct cutting *c, guint row, guint begin, guint64 *total)
{
    g_autofree char *figure = perf_figure_plain(row_at(c, row)->figure);
    double printed = g_ascii_strtod(figure, NULL) / c->claim->event.scale, distance = printed;
    guint64 sum = 0;
    guint best = begin;

    *total = 0;
    for (guint cut = begin; cut < c->pieces->len; cut++) {
        sum += piece_at(c, cut)->driver;
        if (ABS((double)sum - printed) >= distance)
            continue;
        distance = ABS((double)sum - printed);
        *total = sum;
        best = cut + 1;
    }
    return best;
}

static struct row_span span_of(const struct cutting *c, guint row)
{
    guint begin = row ? c->cuts[row - 1] : 0, end = c->cuts[row];
    struct row_span span = {.after = begin ? piece_at(c, begin - 1)->record : TRUTH_NONE};

    span.upto = end ? piece_at(c, end - 1)->record : 0;
    return span;
}

static struct row_span guess(const struct cutting *c, guint row)
{
    guint64 total;
    struct row_span span;
    g_autofree char *expected = NULL;

    c->cuts[row] = nearest(c, row, row ? c->cuts[row - 1] : 0, &total);
    span = span_of(c, row);
    expected = perf_figure_text(total, c->claim->event.scale, row_at(c, row)->figure);
    span.why = g_strdup_printf("perf printed %s, and no driver reads after the previous row "
                               "add up to it: the nearest sum is %s",
        row_at(c, row)->figure, expected);
    return span;
}

static void span_clear(gpointer data)
{
    g_free(((struct row_span *)data)->why);
}

GArray *perf_intervals(const struct claim *claim)
{
    GArray *spans = g_array_new(FALSE, FALSE, sizeof(struct row_span));
    struct cutting c = {.claim = claim, .pieces = all_pieces(claim)};
    guint n = claim->rows->len, n_fit = 0;

    g_array_set_clear_func(spans, span_clear);
    c.from = g_new(guint, (gsize)n * (c.pieces->len + 1));
    memset(c.from, 0xff, (gsize)n * (c.pieces->len + 1) * sizeof(*c.from));
    c.cuts = g_new0(guint, n);
    while (n_fit < n && reach_row(&c, n_fit))
        n_fit++;
    walk_back(&c, n_fit);
    for (guint row = 0; row < n; row++) {
        struct row_span span = row < n_fit ? span_of(&c, row) : guess(&c, row);

        g_array_append_val(spans, span);
    }
    g_free(c.from);
    g_free(c.cuts);
    g_array_unref(c.pieces);
    return spans;
}

gboolean perf_intervals_fit(const GArray *spans)
{
    for (guint i = 0; i < spans->len; i++)
        if (g_array_index(spans, struct row_span, i).why)
            return FALSE;
    return TRUE;
}

gboolean row_span_has(const struct row_span *span, gsize record)
{
    return record <= span->upto && (span->after == TRUTH_NONE || record > span->after);
}
