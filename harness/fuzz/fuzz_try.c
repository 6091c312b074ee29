/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A case as a scenario, run and judged as `pmulab run` does. */
#include "harness/fuzz/fuzz_try.h"

#include "harness/base/error.h"
#include "harness/judge/judge.h"
#include "harness/judge/judge_step.h"
#include "harness/report/results.h"
#include "harness/scenario/scenario_load.h"

#include <string.h>

/* ---- faults ---- */

static void free_fault(gpointer data)
{
    struct fuzz_fault *fault = data;

    g_free(fault->kind);
    g_free(fault->notes);
    g_free(fault);
}

/* Numbers, names of events and registers, and text in quotes or brackets are
 * specific to this case. */
static char *without_numbers(const char *text)
{
    g_autoptr(GRegex) own =
        g_regex_new("'[^']*'|\\([^()]*\\)|[\\w.]+/[^/ ]*/|(?:s\\d+\\.)?\\w+\\d+\\.\\w+|"
                    "\\b(?:0x)?[0-9a-f]*[0-9][0-9a-f]*\\b|[0-9]+",
            0, 0, NULL);

    return g_regex_replace_literal(own, text, -1, 0, "N", 0, NULL);
}

static const char *note_like(const struct verdict *verdict, const char *pattern, gboolean matches)
{
    for (guint i = 0; i < verdict->notes->len; i++)
        if (g_regex_match_simple(pattern, g_ptr_array_index(verdict->notes, i), 0, 0) == matches)
            return g_ptr_array_index(verdict->notes, i);
    return NULL;
}

/* The first @n parts of @note, which a colon ends. */
static char *parts_of(const char *note, guint n)
{
    g_auto(GStrv) parts = g_strsplit(note, ": ", (gint)n + 1);

    if (g_strv_length(parts) > n)
        g_clear_pointer(&parts[n], g_free);
    return g_strjoinv(": ", parts);
}

/* The complaint: the cause of a wrong figure; else the first note that is not
 * of how much was judged. For lint, the rule's name suffices; a sample's
 * registers are ignored. */
static char *complaint(const struct verdict *verdict)
{
    const char *note = note_like(verdict, " \\(P\\d+\\)$", TRUE);

    if (!note)
        note = note_like(
            verdict, "^\\d+ (?:operations|reads|samples|values|without|of them)|^hops: ", FALSE);
    return parts_of(note ? note : "", strstr(verdict->what, "lint") ? 1 : 3);
}

static struct fuzz_fault *fault_of(const struct verdict *verdict)
{
    struct fuzz_fault *fault = g_new0(struct fuzz_fault, 1);
    g_autofree char *said = complaint(verdict), *what = without_numbers(verdict->what),
                    *why = without_numbers(said);
    GString *notes = g_string_new(NULL);

    for (guint i = 0; i < verdict->notes->len; i++)
        g_string_append_printf(notes, "%s\n", (const char *)g_ptr_array_index(verdict->notes, i));
    fault->plan = verdict->step ? verdict->step - 1 : FUZZ_NO_PLAN;
    fault->kind = g_strdup_printf("%s: %s", what, why);
    fault->notes = g_string_free(notes, FALSE);
    return fault;
}

/* If a guest dies, only its death counts, and the plan in which it died. */
static guint died_in(const struct run_record *record)
{
    for (guint i = 0; record->failure && i < record->scenario->steps->len; i++)
        if (!record->steps[i].reached || record->steps[i].status < 0)
            return i;
    return FUZZ_NO_PLAN;
}

static GPtrArray *faults_of(const struct run_record *record, const struct judgement *judgement)
{
    GPtrArray *faults = g_ptr_array_new_with_free_func(free_fault);

    for (guint i = 0; i < judgement->verdicts->len; i++) {
        const struct verdict *verdict = g_ptr_array_index(judgement->verdicts, i);
        struct fuzz_fault *fault;

        /* Plans ask for rules step by step: fuzz_machine.h. */
        if (verdict->ok || (record->failure && faults->len) ||
            !strcmp(verdict->what, JUDGE_MANUALS))
            continue;
        fault = fault_of(verdict);
        if (record->failure)
            fault->plan = died_in(record);
        g_ptr_array_add(faults, fault);
    }
    return faults;
}

/* ---- runs ---- */

static guint add_states(
    struct fuzz_sum *sum, const struct fuzz_case *c, const struct run_record *record)
{
    guint before;

    if (!sum->touched)
        sum->touched = touched_new();
    before = touched_states(sum->touched);
    touched_add(sum->touched, c->machine->model, "", (const void *)record->records->data,
        record->records->len);
    return touched_states(sum->touched) - before;
}

static void add_up(struct fuzz_sum *sum, const struct fuzz_case *c, const struct run_record *record)
{
    sum->cases++;
    if (record->cover && !sum->cover)
        sum->cover = cover_new();
    sum->new_edges = record->cover ? cover_add(sum->cover, record->cover) : 0;
    sum->new_states = add_states(sum, c, record);
    sum->seconds += record->seconds;
    for (guint i = 0; i < c->plans->len && record->steps[i].reached; i++) {
        sum->plans++;
        sum->operations += fuzz_plan_operations(g_ptr_array_index(c->plans, i));
    }
}

static gboolean keep_results(
    const char *keep, struct run_record *record, const struct judgement *judgement, GError **error)
{
    g_autofree char *root = g_path_get_dirname(keep),
                    *folder = results_folder(root, record->scenario);

    return results_write(folder, record, judgement, error);
}

static GPtrArray *judge_run(
    struct run_record *record, const char *keep, struct fuzz_sum *sum, GError **error)
{
    struct judgement *judgement = judge(record);
    GPtrArray *faults = NULL;

    sum->held += judgement->held;
    if (!keep || keep_results(keep, record, judgement, error))
        faults = faults_of(record, judgement);
    judgement_free(judgement);
    return faults;
}

GPtrArray *fuzz_try(const struct fuzz_case *c, const struct run_settings *settings,
    const char *keep, struct fuzz_sum *sum, GError **error)
{
    g_autofree char *text = fuzz_case_text(c, "", NULL);
    struct scenario *scenario = scenario_parse(keep ? keep : "fuzz.scn", text, error);
    struct run_record *record = scenario ? run_guest(scenario, settings, error) : NULL;
    GPtrArray *faults = NULL;

    if (record && record->failure && settings->deadline &&
        g_get_monotonic_time() >= settings->deadline) {
        faults = g_ptr_array_new(); /* it was killed: its results are unknown */
        sum->new_edges = sum->new_states = 0;
    } else if (record) {
        add_up(sum, c, record);
        faults = judge_run(record, keep, sum, error);
    }
    run_record_free(record);
    scenario_free(scenario);
    return faults;
}
