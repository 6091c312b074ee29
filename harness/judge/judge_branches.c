/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Judges the branch records that perf printed. */
#include "harness/judge/judge_step.h"
#include "harness/proof/perf_branches.h"

static struct perf_branches *branches_of(const struct matter *matter)
{
    const struct judging *judging = matter->judging;
    g_autoptr(GError) error = NULL;
    gsize begin, end;

    if (!judging->check)
        notes_add(matter->notes, "%s", judging->no_check);
    else if (!perf_check_find_step(judging->check, matter->index + 1, &begin, &end, &error))
        notes_add(matter->notes, "%s", error->message);
    else
        return perf_branches_check(
            perf_check_truth(judging->check), begin, end, matter->run->out->str);
    return NULL;
}

/* Every printed sample must be a stack that the driver read, and every stack
 * must be printed, with branches that the CPU executed. */
gboolean judge_branches(const struct matter *matter)
{
    struct perf_branches *branches = branches_of(matter);
    struct proved *proved = &matter->judging->judgement->proved;
    gboolean ok;

    if (!branches)
        return FALSE;
    notes_add_lines(matter->notes, branches->wrong, JUDGE_FAULTS_SHOWN);
    notes_add(matter->notes, "%u stacks read by the driver, %u samples printed", branches->stacks,
        branches->samples);
    notes_add(matter->notes, "%u branches printed, %u of them executed, %u dropped by the driver",
        branches->printed, branches->executed, branches->left_out);
    if (branches->moved)
        notes_add(matter->notes, "%u sources of interrupts moved by the driver", branches->moved);
    ok = branches->samples && !branches->wrong->len && branches->executed == branches->printed;
    if (ok) {
        proved->samples += branches->samples;
        proved->executed += branches->samples;
    }
    matter->judging->judgement->held += branches->printed;
    perf_branches_free(branches);
    if (!ok)
        judge_note_output(matter);
    return ok;
}
