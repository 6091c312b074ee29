/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks a figure that perf scaled against the counts that -v and -vv print. */
#include "harness/proof/perf_verbose.h"

#include "harness/proof/perf_figure.h"

#include <string.h>

static gboolean is_matched(const struct verbose_match *match, guint index)
{
    for (unsigned i = 0; i < match->n; i++)
        if (match->index[i] == index)
            return TRUE;
    return FALSE;
}

static const struct perf_count *count_at(const struct verbose *verbose, guint i)
{
    return g_ptr_array_index(verbose->output->counts, i);
}

static gboolean is_of(const struct perf_count *count, const struct claim *claim)
{
    return count->run == claim_row(claim)->run && !strcmp(count->event, claim_row(claim)->event);
}

static gboolean has_counts(
    const struct verbose *verbose, const struct claim *claim, gboolean per_cpu)
{
    for (guint i = 0; i < verbose->output->counts->len; i++) {
        const struct perf_count *count = count_at(verbose, i);
        if (is_of(count, claim) && (count->cpu >= 0) == per_cpu)
            return TRUE;
    }
    return FALSE;
}

/* The first free line of @claim's event on @cpu (-1: of -v) that matches
 * @driver; NULL: none, and @why says so. */
static const struct perf_count *match_count(const struct verbose *verbose,
    const struct claim *claim, guint64 driver, int cpu, struct verbose_match *match, char **why)
{
    const struct perf_count *last = NULL;

    for (guint i = 0; i < verbose->output->counts->len; i++) {
        const struct perf_count *count = count_at(verbose, i);

        if (!is_of(count, claim) || verbose->used[i] || is_matched(match, i) || count->cpu != cpu)
            continue;
        last = count;
        /* With -vv the line is unscaled, with -v scaled. */
        if (count->value != (count->cpu < 0 ? perf_figure_scaled(driver, count) : driver))
            continue;
        match->index[match->n++] = i;
        return count;
    }
    if (!last)
        *why = g_strdup_printf(
            "perf's verbose lines have no count that matches the driver's %" G_GUINT64_FORMAT,
            driver);
    else
        *why = g_strdup_printf("perf's verbose line says %" G_GUINT64_FORMAT
                               " where the driver read %" G_GUINT64_FORMAT,
            last->value, driver);
    return NULL;
}

/* Sum and number of the measurements of one PMU of @claim, over sockets. */
static unsigned sum_of_pmu(const struct claim *claim, unsigned pmu, guint64 *sum)
{
    unsigned n = 0;

    *sum = 0;
    for (unsigned i = 0; i < claim->event.n_places; i++)
        if (claim->found[i] && claim->event.places[i].pmu == pmu) {
            *sum += claim->found[i]->driver;
            n++;
        }
    return n;
}

static gboolean is_first_of_pmu(const struct claim *claim, unsigned place)
{
    for (unsigned i = 0; i < place; i++)
        if (claim->event.places[i].pmu == claim->event.places[place].pmu)
            return FALSE;
    return TRUE;
}

/* -vv: one line for each place, before perf scales. */
static char *total_from_cpus(const struct verbose *verbose, const struct claim *claim,
    struct verbose_match *match, guint64 *total)
{
    char *why = NULL;

    for (unsigned i = 0; i < claim->event.n_places; i++) {
        const struct measurement *m = claim->found[i];
        const struct perf_count *count;

        if (!m)
            continue;
        count = match_count(verbose, claim, m->driver, (int)m->cpu, match, &why);
        if (!count)
            return why;
        *total += perf_figure_scaled(m->driver, count);
    }
    return NULL;
}

/* -v: one line for each PMU. For an event with one count per CPU, perf scaled
 * each count separately, then added them up. A task's event has one count, on
 * whichever CPUs it ran. */
static char *total_from_pmus(const struct verbose *verbose, const struct claim *claim,
    struct verbose_match *match, guint64 *total)
{
    char *why = NULL;

    for (unsigned i = 0; i < claim->event.n_places; i++) {
        const struct perf_count *count;
        guint64 sum;
        unsigned n = sum_of_pmu(claim, claim->event.places[i].pmu, &sum);

        if (!n || !is_first_of_pmu(claim, i))
            continue;
        count = match_count(verbose, claim, sum, -1, match, &why);
        if (!count && n > 1 && claim_row(claim)->scaled) {
            g_free(why);
            return g_strdup(
                "perf scaled the figure on each CPU separately: it can be proved only with -vv");
        }
        if (!count)
            return why;
        *total += count->value;
    }
    return NULL;
}

static guint64 sum_driver(const struct claim *claim)
{
    guint64 sum = 0;

    for (unsigned i = 0; i < claim->event.n_places; i++)
        sum += claim->found[i] ? claim->found[i]->driver : 0;
    return sum;
}

char *verbose_missing(const struct verbose *verbose, const struct claim *claim)
{
    if (!claim_row(claim)->scaled || has_counts(verbose, claim, TRUE) ||
        has_counts(verbose, claim, FALSE))
        return NULL;
    return g_strdup("perf scaled the figure, since the event ran only part of the time: it can be "
                    "proved only with -v");
}

char *verbose_total(const struct verbose *verbose, const struct claim *claim,
    struct verbose_match *match, guint64 *total)
{
    *total = 0;
    if (has_counts(verbose, claim, TRUE))
        return total_from_cpus(verbose, claim, match, total);
    if (has_counts(verbose, claim, FALSE))
        return total_from_pmus(verbose, claim, match, total);
    *total = sum_driver(claim);
    return NULL;
}

void verbose_take(struct verbose *verbose, const struct verbose_match *match)
{
    for (unsigned i = 0; i < match->n; i++)
        verbose->used[match->index[i]] = TRUE;
}
