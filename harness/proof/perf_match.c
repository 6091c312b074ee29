/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/proof/perf_match.h"

#include "harness/proof/perf_figure.h"
#include "harness/proof/perf_intervals.h"

#include <string.h>

/* Choices that are tried at most: events alike in many places could be chosen in more ways than there is time
 * for. The first is in the order of the trace, which is most often perf's. */
enum { CHOICES = 5000 };

/* Choosing in progress. */
struct choosing {
    struct claim *claim;
    const GPtrArray *measurements;
    const struct verbose *verbose;
    struct verbose_match match;
    unsigned choices; /* tried so far */
};

/* Does the figure say what the measurements do? Returns NULL or why not. */
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
        return g_strdup_printf("perf printed %s, what the driver read comes to %s", printed, expected);
    return g_strdup_printf("perf printed %s %s, what the driver read comes to %s %s (%" G_GUINT64_FORMAT
                           " events)",
        printed, claim->event.unit, expected, claim->event.unit, total);
}

static char *compare_intervals(const struct claim *claim)
{
    GArray *spans = perf_intervals(claim);
    gboolean fit = perf_intervals_fit(spans);

    g_array_unref(spans);
    return fit ? NULL : g_strdup("the figures of -I are not what the driver read");
}

static char *compare(struct choosing *c)
{
    c->match.n = 0;
    return claim_row(c->claim)->table ? compare_intervals(c->claim) : compare_figure(c);
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

/* Tries all choices of one measurement a place, from @place on; most often there is one each. */
static gboolean choose(struct choosing *c, unsigned place)
{
    struct claim *claim = c->claim;
    guint from = 0;

    if (place == claim->event.n_places)
        return fits(c);
    claim->found[place] = NULL;
    if (!claim_is_at(claim, &claim->event.places[place]) || !untaken(claim, c->measurements, place, &from))
        return choose(c, place + 1);
    for (; c->choices < CHOICES && (claim->found[place] = untaken(claim, c->measurements, place, &from));
         from++)
        if (choose(c, place + 1))
            return TRUE;
    return FALSE;
}

void perf_match_any(struct claim *claim, const GPtrArray *measurements)
{
    for (unsigned i = 0; i < claim->event.n_places; i++) {
        guint from = 0;
        claim->found[i] =
            claim_is_at(claim, &claim->event.places[i]) ? untaken(claim, measurements, i, &from) : NULL;
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
