/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Hop one: chooses the driver's measurements whose sum is the printed
 * figure. */
#include "harness/proof/perf_match.h"

#include "harness/proof/perf_figure.h"
#include "harness/proof/perf_intervals.h"

#include <string.h>

/* Limit on the choices tried, as equal events in many places allow too many.
 * The first choice is in trace order, which is usually perf's order. */
enum { CHOICES = 5000 };

/* State of the search. */
struct choosing {
    struct claim *claim;
    const GPtrArray *measurements;
    const struct verbose *verbose;
    struct verbose_match match;
    unsigned choices; /* tried so far */
};

/* Whether the figure agrees with the measurements. Returns NULL, or why not. */
static char *compare_figure(struct choosing *c)
{
    const struct claim *claim = c->claim;
    g_autofree char *printed = perf_figure_plain(claim_row(claim)->figure);
    g_autofree char *expected = NULL;
    guint64 total;
    char *why = verbose_total(c->verbose, claim, &c->match, &total);

    if (why)
        return why;
    expected = perf_figure_text(total, claim->event.scale, printed);
    if (!strcmp(expected, printed))
        return NULL;
    if (!*claim->event.unit)
        return g_strdup_printf("perf printed %s, the driver read %s", printed, expected);
    return g_strdup_printf("perf printed %s %s, the driver read %s %s (%" G_GUINT64_FORMAT
                           " events)",
        printed, claim->event.unit, expected, claim->event.unit, total);
}

static char *compare(struct choosing *c)
{
    GArray *spans;
    gboolean fit;

    c->match.n = 0;
    if (!claim_row(c->claim)->table)
        return compare_figure(c);
    spans = perf_intervals(c->claim);
    fit = perf_intervals_fit(spans);
    g_array_unref(spans);
    return fit ? NULL : g_strdup("the figures of -I differ from the driver's reads");
}

static gboolean fits(struct choosing *c)
{
    char *why = compare(c);

    c->choices++;
    g_free(why);
    return !why;
}

static struct measurement *untaken(
    const struct claim *claim, const GPtrArray *measurements, unsigned place, guint *from)
{
    const struct measure_key key = claim_key(claim, place);

    for (; *from < measurements->len; ++*from) {
        struct measurement *m = g_ptr_array_index(measurements, *from);
        if (!m->taken && measure_key_equal(&m->key, &key))
            return m;
    }
    return NULL;
}

/* Tries all choices of one measurement per place, from @place on; most places
 * have just one. */
static gboolean choose(struct choosing *c, unsigned place)
{
    struct claim *claim = c->claim;
    guint from = 0;

    if (place == claim->event.n_places)
        return fits(c);
    claim->found[place] = NULL;
    if (!claim_is_at(claim, &claim->event.places[place]) ||
        !untaken(claim, c->measurements, place, &from))
        return choose(c, place + 1);
    for (; c->choices < CHOICES &&
           (claim->found[place] = untaken(claim, c->measurements, place, &from));
         from++)
        if (choose(c, place + 1))
            return TRUE;
    /* A cgroup's tasks may have skipped a CPU on which another cgroup ran. */
    claim->found[place] = NULL;
    return claim_row(claim)->cgroup && choose(c, place + 1);
}

void perf_match_any(struct claim *claim, const GPtrArray *measurements)
{
    for (unsigned i = 0; i < claim->event.n_places; i++) {
        guint from = 0;
        claim->found[i] = claim_is_at(claim, &claim->event.places[i])
                              ? untaken(claim, measurements, i, &from)
                              : NULL;
    }
}

char *perf_match(struct claim *claim, const GPtrArray *measurements, struct verbose *verbose)
{
    struct choosing c = {.claim = claim, .measurements = measurements, .verbose = verbose};
    char *why = NULL;

    if (!choose(&c, 0)) {
        perf_match_any(claim, measurements);
        why = compare(&c);
    }
    verbose_take(verbose, &c.match);
    return why;
}
