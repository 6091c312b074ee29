/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Judges a figure printed by any program against the amount that the scenario
 * injected while the program counted. */
#include "harness/hardware/machine_plan.h"
#include "harness/judge/judge_step.h"
#include "harness/proof/perf_counted.h"

/* Standard output, then standard error. */
static gboolean find(const struct matter *matter, const GRegex *regex, double *number)
{
    g_autofree char *text = g_strconcat(matter->run->out->str, "\n", matter->run->err->str, NULL);
    g_autofree char *wrong = NULL;

    if (figure_find(regex, text, number, &wrong))
        return TRUE;
    notes_add(matter->notes, "%s", wrong);
    judge_note_output(matter);
    return FALSE;
}

static void note_counter(const struct matter *matter, const struct perf_counted *counted)
{
    const struct machine_model *model = matter->judging->scenario->machine->model;
    const struct reg_bank *bank;
    char name[32];

    if (!model->block(counted->block, name, sizeof(name), &bank))
        g_snprintf(name, sizeof(name), "block %u", counted->block);
    notes_add(matter->notes,
        "%s counter %u: %" G_GUINT64_FORMAT
        " injected from %.9f s, where the program %s it, to %.9f s, where "
        "it read %" G_GUINT64_FORMAT,
        name, counted->counter, counted->injected, (double)counted->from / 1e9,
        counted->set ? "set" : "read", (double)counted->to / 1e9, counted->value);
}

/* Adds up one event's injected amounts. The first counter of the first event
 * gives the seconds. */
static gboolean add_term(
    const struct matter *matter, const struct figure_term *term, struct figure_facts *facts)
{
    const struct figure *figure = matter->expect->figure;
    const struct perf_counted_ask ask = {term->event, term->socket, figure->from, figure->to};
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) counted =
        perf_check_counted(matter->judging->check, matter->index + 1, &ask, &error);

    if (!counted) {
        notes_add(matter->notes, "%s", error->message);
        return FALSE;
    }
    for (guint i = 0; i < counted->len; i++) {
        const struct perf_counted *one = &g_array_index(counted, struct perf_counted, i);

        note_counter(matter, one);
        facts->events += one->injected;
        if (figure->per == FIGURE_PER_SECOND && facts->divisor == 0)
            facts->divisor = (double)(one->to - one->from) / 1e9;
    }
    return TRUE;
}

gboolean judge_figure(const struct matter *matter)
{
    const struct figure *figure = matter->expect->figure;
    struct figure_facts facts = {0};
    double truth, allowed;
    gboolean holds;

    if (!matter->judging->check) {
        notes_add(matter->notes, "%s", matter->judging->no_check);
        return FALSE;
    }
    if (!find(matter, figure->regex, &facts.printed) ||
        (figure->divisor && !find(matter, figure->divisor, &facts.divisor)))
        return FALSE;
    for (guint i = 0; i < figure->terms->len; i++)
        if (!add_term(matter, &g_array_index(figure->terms, struct figure_term, i), &facts))
            return FALSE;
    holds = figure_holds(figure, &facts, &truth, &allowed);
    notes_add(matter->notes,
        "printed %.15g, truth %.15g (%" G_GUINT64_FORMAT " events), difference %.6g, allowed %.6g",
        facts.printed, truth, facts.events, facts.printed - truth, allowed);
    if (holds) {
        matter->judging->judgement->proved.figures++;
        matter->judging->judgement->proved.hops++;
    } else {
        judge_note_output(matter);
    }
    return holds;
}
