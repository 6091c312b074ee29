/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The third hop: perf's figure against the injected amount. */
#include "harness/proof/perf_injected.h"

#include "harness/proof/perf_figure.h"

#include <string.h>

const char injected_unmodelled[] = "the event is not modelled: its counter counts nothing";

gboolean injected_not_modelled(const struct injected *what)
{
    if (what->why)
        *what->why = injected_unmodelled;
    return FALSE;
}

/* The amount that the scenario injected into @m's monitor in @span. FALSE if it
 * is unknown. */
static gboolean injected_into(const struct measured *in, const struct claim *claim,
    const struct measurement *m, const struct row_span *span, guint64 *sum, const char **why)
{
    for (guint i = 0; i < m->pieces->len; i++) {
        const struct measure_piece *piece = &g_array_index(m->pieces, struct measure_piece, i);
        const struct injected what = {.truth = in->truth,
            .event = claim_row(claim)->event,
            .block = m->key.block,
            .counter = piece->counter,
            .from = piece->from,
            .to = piece->to,
            .since = piece->before,
            .until = piece->record,
            .why = why};
        guint64 amount = 0;

        if (!row_span_has(span, piece->record))
            continue;
        if (!in->machine->proof->injected(&what, &amount))
            return FALSE;
        *sum += amount;
    }
    return TRUE;
}

char *perf_injected(const struct measured *in, const struct claim *claim,
    struct perf_check_row *row, const struct row_span *span)
{
    g_autofree char *printed = NULL, *expected = NULL;
    guint64 counts = 0;

    row->no_hop_three = in->machine->proof->injected
                            ? "the oracle does not know how much of this event there was"
                            : "the machine has no oracle for its events";
    if (!in->machine->proof->injected)
        return NULL;
    for (unsigned i = 0; i < claim->event.n_places; i++)
        if (claim->found[i] &&
            !injected_into(in, claim, claim->found[i], span, &counts, &row->no_hop_three))
            return NULL;
    row->injected = counts * claim->event.events;
    /* An extrapolated figure is not a count, so the driver's count is
     * compared. */
    if (row->multiplexed) {
        row->no_hop_three =
            "perf extrapolated it from a part of the time, in which driver = injected";
        row->hop_three = row->injected == row->driver ? PERF_HOP_IN_TURNS : PERF_HOP_FAILS;
        return row->hop_three == PERF_HOP_IN_TURNS
                   ? NULL
                   : g_strdup_printf("the driver read %" G_GUINT64_FORMAT
                                     " in its turns, the scenario injected %" G_GUINT64_FORMAT,
                         row->driver, row->injected);
    }
    row->no_hop_three = NULL;
    printed = perf_figure_plain(row->printed);
    expected = perf_figure_text(counts, claim->event.scale, printed);
    row->hop_three = strcmp(printed, expected) ? PERF_HOP_FAILS : PERF_HOP_HOLDS;
    if (row->hop_three == PERF_HOP_HOLDS)
        return NULL;
    if (!*row->unit)
        return g_strdup_printf("perf printed %s, the scenario injected %s", printed, expected);
    return g_strdup_printf("perf printed %s %s, the scenario injected %s %s (%" G_GUINT64_FORMAT
                           " events)",
        printed, row->unit, expected, row->unit, row->injected);
}
