/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tests labs: their solutions and their typical mistakes. */
#include "harness/cli/lab/lab_check.h"

#include "harness/base/error.h"
#include "harness/base/output.h"
#include "harness/cli/lab/lab_show.h"
#include "harness/report/tap.h"

/* Prints everything that a student would read, as comments. */
static void comment_grade(const struct lab *lab, const struct lab_outcome *outcome, GString *text)
{
    struct output plain = {.text = g_string_new(NULL), .columns = OUTPUT_COLUMNS};
    g_auto(GStrv) lines = NULL;

    lab_show_grade(lab, outcome, &plain);
    lines = g_strsplit(g_strchomp(plain.text->str), "\n", -1);
    for (char **line = lines; *line; line++)
        tap_comment(text, *line);
    g_string_free(plain.text, TRUE);
}

/* A test of labs under way. */
struct checking {
    const struct run_settings *settings;
    struct output out;
    unsigned point, failed;
};

static gboolean check_point(struct checking *checking, const struct lab *lab,
    struct lab_outcome *outcome, gboolean ok, const char *title)
{
    tap_point(checking->out.text, ++checking->point, ok, title);
    if (!ok)
        comment_grade(lab, outcome, checking->out.text);
    checking->failed += !ok;
    lab_outcome_free(outcome);
    return output_flush(&checking->out);
}

/* A solution must also meet what every run is checked for. */
static gboolean check_solution(struct checking *checking, struct lab *lab, GError **error)
{
    struct lab_outcome *outcome = lab_run(lab, LAB_SOLUTION, checking->settings, error);
    g_autofree char *title = g_strdup_printf("%s: its solution solves it", lab->name);
    gboolean ok;

    if (!outcome)
        return FALSE;
    ok = outcome->solved && outcome->judgement->ok;
    for (guint i = 0; i < outcome->judgement->verdicts->len; i++) {
        const struct verdict *verdict = g_ptr_array_index(outcome->judgement->verdicts, i);

        if (!verdict->ok && !lab_grades(lab, verdict))
            tap_comment(checking->out.text, verdict->what);
    }
    return check_point(checking, lab, outcome, ok, title);
}

static gboolean check_mistake(
    struct checking *checking, struct lab *lab, const struct lab_mistake *mistake, GError **error)
{
    struct lab_outcome *outcome = lab_run(lab, mistake->script->str, checking->settings, error);
    g_autofree char *title = NULL;
    gboolean ok;

    if (!outcome)
        return FALSE;
    ok = !outcome->record->failure && !outcome->solved && lab_says(lab, outcome, mistake->says);
    title =
        g_strdup_printf("%s: refused: %s: says %s", lab->name, mistake->name, mistake->says_text);
    return check_point(checking, lab, outcome, ok, title);
}

static gboolean check_lab(struct checking *checking, struct lab *lab, GError **error)
{
    if (!check_solution(checking, lab, error))
        return FALSE;
    for (guint i = 0; i < lab->mistakes->len; i++)
        if (!check_mistake(checking, lab, lab_mistake_at(lab, i), error))
            return FALSE;
    return TRUE;
}

int lab_check(const GPtrArray *labs, const struct run_settings *settings)
{
    struct checking checking = {.settings = settings};
    GError *error = NULL;
    unsigned n = 0;
    int status;

    for (guint i = 0; i < labs->len; i++)
        n += 1 + ((const struct lab *)g_ptr_array_index(labs, i))->mistakes->len;
    output_begin(&checking.out);
    tap_plan(checking.out.text, n);
    for (guint i = 0; i < labs->len && check_lab(&checking, g_ptr_array_index(labs, i), &error);
         i++)
        ;
    status = output_end(&checking.out);
    if (error)
        return error_exit(error);
    return checking.failed ? STATUS_FAILED : status;
}
