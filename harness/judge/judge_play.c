/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Judges the values that pmulab-play read. */
#include "harness/judge/judge_step.h"
#include "harness/play/play_check.h"
#include "harness/proof/machine_proof.h"

gboolean judge_play(const struct matter *matter)
{
    const struct scenario *scenario = matter->judging->scenario;
    const struct play_where where = {.check = matter->judging->check,
        .step = matter->index + 1,
        .cpus = scenario->cpus ? scenario->cpus : scenario->machine->cpus,
        .sockets = scenario->sockets,
        .counters = scenario->machine->proof->counters,
        .modules = scenario->machine->modules};
    g_autoptr(GError) error = NULL;
    struct play_result *result;
    gboolean ok;

    if (!where.check) {
        notes_add(matter->notes, "%s", matter->judging->no_check);
        return FALSE;
    }
    result = play_check(&where, matter->run->out->str, &error);
    if (!result) {
        notes_add(matter->notes, "%s", error->message);
        judge_note_output(matter);
        return FALSE;
    }
    if (result->others)
        notes_add(matter->notes, "%u reads of events that no play judges", result->others);
    if (result->unknown)
        notes_add(matter->notes, "%u reads of events of which nothing says what was injected",
            result->unknown);
    notes_add(matter->notes,
        "%u operations; %u results by contract; %u reads: %u between two amounts, %u below one, "
        "for they "
        "took turns; %u pairs of a group",
        result->ops, result->known, result->reads, result->between, result->below, result->pairs);
    notes_add_lines(matter->notes, result->wrong, JUDGE_FAULTS_SHOWN);
    matter->judging->judgement->held += result->reads;
    if (matter->expect->unmodelled)
        result->unknown -= result->unmodelled;
    ok = judge_without(matter, "injected", result->unknown) && !result->wrong->len;
    if (ok) {
        matter->judging->judgement->proved.figures += result->reads;
        matter->judging->judgement->proved.hops += result->reads;
    }
    play_result_free(result);
    return ok;
}
