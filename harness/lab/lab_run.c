/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Puts a script or a shell in the place of a lab's solution, runs the scenario,
 * and judges it. */
#include "harness/lab/lab_run.h"

#include "harness/lab/lab_shell.h"
#include "harness/vm/guest_shell.h"

#include <string.h>

const char LAB_TERMINAL[] = "";

static struct scenario_step *step_of(const struct lab *lab)
{
    return g_ptr_array_index(lab->scenario->steps, lab->step);
}

/* The command of the student's step. */
static char *command_of(const struct lab *lab, const char *script)
{
    g_autofree char *functions =
        lab_shell_functions(lab, script == LAB_TERMINAL ? GUEST_SHELL_OUT : "1");

    return script == LAB_TERMINAL ? guest_shell_command(lab->scenario->machine, functions)
                                  : g_strconcat(functions, script, NULL);
}

gboolean lab_grades(const struct lab *lab, const struct verdict *verdict)
{
    return verdict->step > lab->step && verdict->expect && verdict->expect->kind != EXPECT_STATUS;
}

/* The place alone: finding the value is the student's task. */
static const char *place_of(const struct expect *expect)
{
    if (expect->fields)
        return expect->fields->fields.at.path;
    return expect->trace ? g_array_index(expect->trace->accesses, struct expect_access, 0).at.path
                         : NULL;
}

char *lab_verdict_name(const struct verdict *verdict)
{
    const struct expect *expect = verdict->expect;
    const char *place = place_of(expect);

    return g_strdup(expect->called ? expect->called : place ? place : "the answer");
}

gboolean lab_explains(const struct lab_outcome *outcome, guint i)
{
    const GPtrArray *verdicts = outcome->judgement->verdicts;
    g_autofree char *name = lab_verdict_name(g_ptr_array_index(verdicts, i));

    return !g_str_has_prefix(name, LAB_REFINES) || !i ||
           ((const struct verdict *)g_ptr_array_index(verdicts, i - 1))->ok;
}

/* Whether the notes of @expect contain the expected answer. */
static gboolean gives_away(const struct expect *expect)
{
    return expect->kind == EXPECT_OUTPUT || expect->kind == EXPECT_RELATION;
}

/* Whether @note quotes the step's output, which verdicts put below a title. */
static gboolean is_quoted(const char *note)
{
    return g_str_has_prefix(note, "| ") || g_str_has_suffix(note, ":");
}

GPtrArray *lab_verdict_notes(const struct verdict *verdict)
{
    const struct expect *expect = verdict->expect;
    GPtrArray *notes = g_ptr_array_new();

    for (guint i = 0; i < verdict->notes->len; i++) {
        char *note = g_ptr_array_index(verdict->notes, i);

        if (!g_strcmp0(note, expect->advice) || (!gives_away(expect) && !is_quoted(note)))
            g_ptr_array_add(notes, note);
    }
    return notes;
}

static gboolean is_solved(const struct lab *lab, const struct lab_outcome *outcome)
{
    if (outcome->record->failure)
        return FALSE;
    for (guint i = 0; i < outcome->judgement->verdicts->len; i++) {
        const struct verdict *verdict = g_ptr_array_index(outcome->judgement->verdicts, i);

        if (lab_grades(lab, verdict) && !verdict->ok)
            return FALSE;
    }
    return TRUE;
}

static gboolean notes_match(const struct verdict *verdict, const GRegex *says)
{
    g_autoptr(GPtrArray) notes = lab_verdict_notes(verdict);

    for (guint i = 0; i < notes->len; i++)
        if (g_regex_match(says, g_ptr_array_index(notes, i), 0, NULL))
            return TRUE;
    return FALSE;
}

gboolean lab_says(const struct lab *lab, const struct lab_outcome *outcome, const GRegex *says)
{
    for (guint i = 0; i < outcome->judgement->verdicts->len; i++) {
        const struct verdict *verdict = g_ptr_array_index(outcome->judgement->verdicts, i);

        if (lab_grades(lab, verdict) && !verdict->ok && lab_explains(outcome, i) &&
            notes_match(verdict, says))
            return TRUE;
    }
    return FALSE;
}

static struct lab_outcome *grade(const struct lab *lab, struct run_record *record)
{
    struct lab_outcome *outcome = g_new0(struct lab_outcome, 1);

    outcome->record = record;
    outcome->hints = lab_shell_take(record->steps[lab->step].out);
    outcome->judgement = judge(record);
    outcome->solved = is_solved(lab, outcome);
    return outcome;
}

struct lab_outcome *lab_run(
    struct lab *lab, const char *script, const struct run_settings *settings, GError **error)
{
    struct scenario_step *step = step_of(lab);
    struct run_settings own = *settings;
    g_autofree char *solution = g_strdup(step->script->str);
    g_autofree char *command = command_of(lab, script ? script : solution);
    struct run_record *record;
    struct lab_outcome *outcome;

    own.terminal = script == LAB_TERMINAL;
    g_string_assign(step->script, command);
    record = run_guest(lab->scenario, &own, error);
    /* The judge reads the requests of a script; it does not see a shell's
     * user. */
    g_string_assign(step->script, own.terminal ? "" : script ? script : solution);
    outcome = record ? grade(lab, record) : NULL;
    g_string_assign(step->script, solution);
    return outcome;
}

void lab_outcome_free(struct lab_outcome *outcome)
{
    if (!outcome)
        return;
    judgement_free(outcome->judgement);
    run_record_free(outcome->record);
    g_free(outcome);
}
