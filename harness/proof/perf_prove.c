/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Proves each claim in two hops and writes the result rows, with reasons for
 * failures. */
#include "harness/proof/perf_prove.h"

#include "harness/proof/perf_claim.h"
#include "harness/proof/perf_diagnose.h"
#include "harness/proof/perf_figure.h"
#include "harness/proof/perf_injected.h"
#include "harness/proof/perf_intervals.h"
#include "harness/proof/perf_match.h"
#include "harness/proof/perf_result.h"

#include "harness/trace/accesses.h"

#include <string.h>

static void row_free(gpointer data)
{
    struct perf_check_row *row = data;

    g_free(row->event);
    g_free(row->cgroup);
    g_free(row->time);
    g_free(row->printed);
    g_free(row->unit);
    g_free(row->expected);
    perf_why_free(row->why);
    g_free(row);
}

/* The reason if a row cannot be measured at all, else NULL. */
static char *unprovable(const struct claim *claim, const struct perf_row *row)
{
    if (!claim->understood)
        return g_strdup(claim->refusal);
    if (!claim_has_part(claim, row->part))
        return g_strdup_printf(
            "figures of %s cannot be proved: expected --per-socket or no restriction", row->part);
    if (row->mean)
        return g_strdup("means of several repetitions cannot be proved: run perf stat without -r");
    if (row->state == PERF_NOT_SUPPORTED)
        return g_strdup("perf or the kernel refused the event");
    if (row->state == PERF_NOT_COUNTED)
        return g_strdup("perf says that the event never ran");
    if (row->table && row->scaled)
        return g_strdup("perf scaled a figure of -I: it can be proved only without -I, with -v");
    if (strcmp(row->unit, claim->event.unit))
        return g_strdup_printf("the unit is '%s', expected '%s'", row->unit, claim->event.unit);
    return NULL;
}

static struct perf_why *why_of(struct perf_check_row *row)
{
    if (!row->why)
        row->why = perf_why_new();
    return row->why;
}

/* Adds a cause, if there is one. Takes ownership of @sentence. */
static void add_cause(struct perf_check_row *row, enum perf_cause cause, char *sentence)
{
    if (sentence)
        perf_why_cause(why_of(row), cause, sentence);
}

/* The part of @m within @span. */
static struct measure_piece part_of(const struct measurement *m, const struct row_span *span)
{
    struct measure_piece part = {0};

    for (guint i = 0; i < m->pieces->len; i++) {
        const struct measure_piece *piece = &g_array_index(m->pieces, struct measure_piece, i);

        if (!row_span_has(span, piece->record))
            continue;
        part.driver += piece->driver;
        part.truth += piece->truth;
    }
    return part;
}

/* Adds the part of @m in @span to @row, in units of @events, and checks its hop
 * two. */
static void take_measurement(const struct proof *p, struct perf_check_row *row,
    struct measurement *m, const struct row_span *span, guint events)
{
    const struct measure_piece part = part_of(m, span);
    const struct truth *truth = p->truth;
    const gboolean wrong = measurement_is_wrong(m, truth, span->after, span->upto);

    m->taken = TRUE;
    row->driver += part.driver * events;
    row->truth += part.truth * events;
    if (!m->whole) {
        row->hop_one = row->hop_two = FALSE;
        row->unknown = TRUE;
        diagnose_unread(p, m, row->printed, why_of(row));
        perf_why_fact(
            why_of(row), g_strdup("the driver did not read the counter both before and after"));
    } else if (part.driver != part.truth || wrong) {
        row->hop_two = FALSE;
        if (part.driver != part.truth)
            diagnose_counted(p, m, span, &part, why_of(row));
        measurement_notes(m, truth, 1u << TRUTH_WRONG | 1u << TRUTH_TORN | 1u << TRUTH_SET,
            span->after, span->upto, why_of(row));
    }
}

/* Ends a failed row: the figure that would have been right, and the accesses of
 * its measurements. */
static void explain(const struct proof *p, const struct claim *claim, struct perf_check_row *row)
{
    g_autofree char *plain = perf_figure_plain(row->printed);

    if (!row->why)
        return;
    row->unknown |= row->why->cause == PERF_CAUSE_REFUSED && !claim_n_found(claim);
    if (!row->unknown && claim_row(claim)->state == PERF_COUNTED && !row->multiplexed)
        row->expected =
            perf_figure_text(row->truth / claim->event.events, claim->event.scale, plain);
    for (unsigned i = 0; i < claim->event.n_places; i++)
        if (claim->found[i])
            measurement_show(claim->found[i], p->truth, p->machine->model, p->records, row->why);
}

static struct perf_check_row *row_new(const struct perf_row *from)
{
    struct perf_check_row *row = g_new0(struct perf_check_row, 1);

    row->event = g_strdup(from->event);
    row->cgroup = g_strdup(from->cgroup);
    row->socket = from->socket;
    row->time = g_strdup(from->time);
    row->printed = g_strdup(from->figure);
    row->unit = g_strdup(from->unit);
    row->multiplexed = from->scaled;
    return row;
}

static gboolean is_one_of_several(const struct proof *p, const struct claim *claim)
{
    for (unsigned i = 0; i < claim->event.n_places; i++) {
        const struct measure_key key = claim_key(claim, i);
        if (perf_claims_count(p->claims, &key) > 1)
            return TRUE;
    }
    return FALSE;
}

/* Adds all measurements of @claim in @span to @row, and checks its hop
 * three. */
static void take_measurements(const struct proof *p, const struct claim *claim,
    struct perf_check_row *row, const struct row_span *span)
{
    const struct measured in = {p->machine, p->truth};
    char *difference;

    for (unsigned i = 0; i < claim->event.n_places; i++)
        if (claim->found[i])
            take_measurement(p, row, claim->found[i], span, claim->event.events);
    if (claim_row(claim)->state != PERF_COUNTED || !claim->understood)
        return;
    difference = perf_injected(&in, claim, row, span);
    if (difference && row->hop_one && row->hop_two)
        diagnose_injected(p, claim, difference, why_of(row));
    add_cause(row, PERF_CAUSE_INJECTED, difference);
}

/*
 * Proves all hops of a row whose measurements have been found. @why: the reason
 * why hop one fails, or NULL.
 */
static void prove_row(const struct proof *p, const struct claim *claim, struct perf_check_row *row,
    const struct row_span *span, char *why)
{
    row->hop_one = !why;
    row->hop_two = TRUE;
    if (why)
        perf_why_cause(why_of(row), PERF_CAUSE_PRINTED, why);
    if (!row->hop_one && is_one_of_several(p, claim))
        perf_why_fact(why_of(row),
            g_strdup("several figures ask for the same event of one monitor, and the driver's "
                     "reads match them in no order"));
    take_measurements(p, claim, row, span);
    if (row->why && !row->hop_one && !row->unknown)
        diagnose_printed(p, claim, row, row->why);
    explain(p, claim, row);
}

/* From the step's begin to its end. */
static const struct row_span whole = {.after = TRUTH_NONE, .upto = G_MAXSIZE};

/* Proves all hops of the @n measurable rows. */
static void prove_measured(
    struct proof *p, struct claim *claim, struct perf_check_row **rows, guint n)
{
    char *why = perf_match(claim, p->measurements, &p->verbose);
    GArray *spans;

    if (claim_n_found(claim) && !claim_row(claim)->table) {
        prove_row(p, claim, rows[0], &whole, why);
        return;
    }
    g_free(why);
    if (!claim_n_found(claim)) {
        for (guint i = 0; i < n; i++) {
            rows[i]->unknown = TRUE;
            diagnose_unmeasured(p, claim, why_of(rows[i]));
        }
        return;
    }
    spans = perf_intervals(claim);
    g_assert(spans->len == n);
    for (guint i = 0; i < n; i++) {
        const struct row_span *span = &g_array_index(spans, struct row_span, i);

        prove_row(p, claim, rows[i], span, g_strdup(span->why));
    }
    g_array_unref(spans);
}

/* Reports a measurement of the driver without a figure. */
static void report_unclaimed(struct proof *p, struct measurement *m)
{
    const struct truth_interval *first = &g_array_index(m->intervals, struct truth_interval, 0);
    struct perf_check_row *row = g_new0(struct perf_check_row, 1);

    g_autofree char *place = access_place_text(p->machine->model, &p->records[first->on]);

    row->event = g_strdup_printf(
        "%s <- 0x%" G_GINT64_MODIFIER "x", place, (guint64)p->records[first->on].value);
    row->socket = -1;
    row->printed = g_strdup("");
    row->unit = g_strdup("");
    row->hop_two = TRUE;
    add_cause(row, PERF_CAUSE_NO_FIGURE,
        g_strdup_printf("the driver counted %" G_GUINT64_FORMAT
                        " here and perf printed no figure for it",
            m->driver));
    take_measurement(p, row, m, &whole, 1);
    measurement_show(m, p->truth, p->machine->model, p->records, row->why);
    g_ptr_array_add(p->rows, row);
}

/* Proves @claim. @slots has one element for each row of the output; the results
 * go to the claim's slots. */
static void prove_claim(struct proof *p, const struct perf_output *output, struct claim *claim,
    struct perf_check_row **slots)
{
    const guint n = claim->rows->len; /* at least 1 */
    struct perf_check_row **rows = g_new0(struct perf_check_row *, n);
    char *why = NULL;

    g_assert(n);
    for (guint i = 0; i < n; i++) {
        const struct perf_row *from = g_ptr_array_index(claim->rows, i);
        guint slot = 0;

        g_ptr_array_find(output->rows, from, &slot);
        rows[i] = slots[slot] = row_new(from);
        if (!why)
            why = unprovable(claim, from);
    }
    if (!why && !claim_row(claim)->table)
        why = verbose_missing(&p->verbose, claim);
    if (!why) {
        prove_measured(p, claim, rows, n);
    } else {
        /* Gives up on hop one. Possible measurements still get hop two. */
        if (claim->understood && claim_row(claim)->state == PERF_COUNTED)
            perf_match_any(claim, p->measurements);
        rows[0]->hop_two = claim_n_found(claim) > 0;
        take_measurements(p, claim, rows[0], &whole);
        for (guint i = 0; i < n; i++)
            add_cause(rows[i], PERF_CAUSE_REFUSED, g_strdup(why));
        explain(p, claim, rows[0]);
    }
    g_free(why);
    g_free(rows);
}

GPtrArray *perf_prove(struct proof *p, const struct perf_output *output)
{
    struct perf_check_row **slots = g_new0(struct perf_check_row *, output->rows->len);

    p->rows = g_ptr_array_new_with_free_func(row_free);
    for (guint i = 0; i < p->claims->len; i++)
        prove_claim(p, output, g_ptr_array_index(p->claims, i), slots);
    for (guint i = 0; i < output->rows->len; i++)
        if (slots[i])
            g_ptr_array_add(p->rows, slots[i]);
    g_free(slots);
    for (guint i = 0; i < p->measurements->len; i++) {
        struct measurement *m = g_ptr_array_index(p->measurements, i);
        if (!m->taken)
            report_unclaimed(p, m);
    }
    return p->rows;
}
