/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * `pmulab run`: runs scenarios, one guest each, and prints TAP. All files are checked before the first guest
 * is started.
 *
 * Exit status: STATUS_OK if all that was expected came out, STATUS_FAILED if something did not or a guest
 * cannot be started, STATUS_USAGE for a wrong request or a wrong scenario.
 */
#include "harness/command.h"
#include "harness/guest_image.h"
#include "harness/judge.h"
#include "harness/junit.h"
#include "harness/output.h"
#include "harness/qemu_root.h"
#include "harness/results.h"
#include "harness/run_guest.h"
#include "harness/run_show.h"
#include "harness/tap.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct run {
    char **paths;
    char *results;
    char *junit_path;
    struct junit *junit; /* NULL: nobody asked for it */
    gboolean show, icount;
    GPtrArray *scenarios; /* of struct scenario */
    guint current;        /* index */
    unsigned points;      /* TAP points printed so far */
    gboolean ok;
    gboolean on_terminal; /* standard error is one that can move */
    struct output out;
};

static gboolean parse_options(struct run *run, int *argc, char ***argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"show", 0, 0, G_OPTION_ARG_NONE, &run->show, "For people: commands, what they print, the figures",
            NULL},
        {"results", 0, 0, G_OPTION_ARG_FILENAME, &run->results,
            "Results go to DIR/MACHINE/NAME/ (default: " RESULTS_ROOT ")", "DIR"},
        {"junit", 0, 0, G_OPTION_ARG_FILENAME, &run->junit_path,
            "Write the verdicts as JUnit's XML as well, anew after each scenario", "FILE"},
        {"icount", 0, 0, G_OPTION_ARG_NONE, &run->icount,
            "Count time in instructions (default): a guest's sleep takes no time", NULL},
        {"no-icount", 0, G_OPTION_FLAG_REVERSE, G_OPTION_ARG_NONE, &run->icount,
            "Let time run with the host's clock, one thread for each CPU", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &run->paths, NULL, NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new("SCENARIO...");

    g_set_prgname("pmulab run");
    g_option_context_set_summary(context, "Runs scenarios in guests with the hardware and prints TAP.");
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, argc, argv, error))
        return FALSE;
    if (!run->results)
        run->results = g_strdup(RESULTS_ROOT);
    if (run->paths)
        return TRUE;
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_USAGE, "run: expected a scenario, a file NAME.scn");
    return FALSE;
}

static const struct scenario *scenario_at(const struct run *run, guint index)
{
    return g_ptr_array_index(run->scenarios, index);
}

/* Two scenarios of one name would write over each other's results. */
static gboolean check_folder(const struct run *run, const struct scenario *scenario, GError **error)
{
    g_autofree char *folder = results_folder(run->results, scenario);

    for (guint i = 0; i < run->scenarios->len; i++) {
        const struct scenario *other = scenario_at(run, i);

        if (other->machine != scenario->machine || strcmp(other->name, scenario->name))
            continue;
        g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_USAGE,
            "%s: its results would go where those of %s go; expected different names", scenario->path,
            other->path);
        return FALSE;
    }
    return results_check(folder, error);
}

static gboolean load(struct run *run, GError **error)
{
    for (char **path = run->paths; *path; path++) {
        struct scenario *scenario = scenario_load(*path, error);

        if (!scenario)
            return FALSE;
        if (!check_folder(run, scenario, error)) {
            scenario_free(scenario);
            return FALSE;
        }
        g_ptr_array_add(run->scenarios, scenario);
    }
    return TRUE;
}

/* What no scenario can do without is missed before the first one begins. */
static gboolean check_machine(const struct machine *machine, GError **error)
{
    g_autofree char *plugin = machine_plugin_path(machine, error);
    struct guest_image image;
    struct qemu qemu;

    if (!plugin || !qemu_find(machine->qemu, &qemu, error))
        return FALSE;
    qemu_clear(&qemu);
    if (!guest_image_find(machine->guest, &image, error))
        return FALSE;
    guest_image_clear(&image);
    return TRUE;
}

static gboolean check_machines(const struct run *run, GError **error)
{
    for (guint i = 0; i < run->scenarios->len; i++) {
        const struct machine *machine = scenario_at(run, i)->machine;

        if ((!i || machine != scenario_at(run, i - 1)->machine) && !check_machine(machine, error))
            return FALSE;
    }
    return TRUE;
}

static void show_progress(const char *what, gpointer data)
{
    const struct run *run = data;

    fprintf(stderr, OUTPUT_CLEAR_LINE "%u/%u %s: %s", run->current + 1, run->scenarios->len,
        scenario_at(run, run->current)->name, what);
    fflush(stderr);
}

static void clear_progress(const struct run *run)
{
    if (!run->on_terminal)
        return;
    fputs(OUTPUT_CLEAR_LINE, stderr);
    fflush(stderr);
}

/* Appends the verdicts on @scenario as points from number @first on. */
static void add_points(
    GString *text, unsigned first, const struct scenario *scenario, const struct judgement *judgement)
{
    for (guint i = 0; i < judgement->verdicts->len; i++) {
        const struct verdict *verdict = g_ptr_array_index(judgement->verdicts, i);
        g_autofree char *description = g_strdup_printf("%s: %s", scenario->path, verdict->what);

        tap_point(text, first + i, verdict->ok, description);
        for (guint k = 0; k < verdict->notes->len; k++)
            tap_comment(text, g_ptr_array_index(verdict->notes, k));
    }
}

static gboolean keep_results(
    const struct run *run, const struct run_record *record, const struct judgement *judgement, GError **error)
{
    g_autofree char *folder = results_folder(run->results, record->scenario);
    g_autoptr(GString) tap = g_string_new(NULL);

    tap_plan(tap, judgement->verdicts->len);
    add_points(tap, 1, record->scenario, judgement);
    return results_write(folder, record, judgement, tap, error);
}

static void report(struct run *run, const struct run_record *record, const struct judgement *judgement)
{
    const struct scenario *scenario = record->scenario;
    g_autofree char *folder = results_folder(run->results, scenario);

    if (run->show)
        run_show_end(record, judgement, folder, &run->out);
    else
        add_points(run->out.text, run->points + 1, scenario, judgement);
    run->points += judgement->verdicts->len;
}

/* FALSE with an error where there is nothing to report. */
static gboolean run_one(struct run *run, GError **error)
{
    const struct scenario *scenario = scenario_at(run, run->current);
    const struct run_settings settings = {
        .icount = run->icount,
        .progress = run->on_terminal ? show_progress : NULL,
        .progress_data = run,
    };
    struct run_record *record;
    struct judgement *judgement;
    gboolean kept;

    if (run->show)
        run_show_begin(scenario, &run->out);
    if (!output_flush(&run->out))
        return TRUE;
    record = run_guest(scenario, &settings, error);
    clear_progress(run);
    if (!record)
        return FALSE;
    judgement = judge(record);
    kept = keep_results(run, record, judgement, error);
    report(run, record, judgement);
    junit_add(run->junit, record, judgement);
    kept = kept && junit_write(run->junit, error);
    run->ok = run->ok && judgement->ok;
    judgement_free(judgement, scenario);
    run_record_free(record);
    return kept;
}

static unsigned count_points(const struct run *run)
{
    unsigned n = 0;

    for (guint i = 0; i < run->scenarios->len; i++)
        n += judge_n_verdicts(scenario_at(run, i));
    return n;
}

static int run_all(struct run *run)
{
    GError *error = NULL;
    int status;

    output_begin(&run->out);
    if (!run->show)
        tap_plan(run->out.text, count_points(run));
    for (; run->current < run->scenarios->len; run->current++) {
        if (run->show && run->current)
            output_add(&run->out, OUTPUT_PLAIN, "\n\n");
        if (!run_one(run, &error))
            break;
    }
    status = output_end(&run->out);
    if (error) {
        junit_add_error(run->junit, scenario_at(run, run->current), error->message);
        junit_write(run->junit, NULL);
        return command_fail(error);
    }
    return run->ok ? status : STATUS_FAILED;
}

/* Written before the first run, so that a path that will not do is not found out after the last one. */
static gboolean begin_junit(struct run *run, GError **error)
{
    run->junit = junit_new(run->junit_path);
    return junit_write(run->junit, error);
}

static void scenario_destroy(gpointer data)
{
    scenario_free(data);
}

int command_run(int argc, char **argv)
{
    struct run run = {.icount = TRUE, .ok = TRUE, .on_terminal = output_can_move(STDERR_FILENO)};
    GError *error = NULL;
    int status;

    run.scenarios = g_ptr_array_new_with_free_func(scenario_destroy);
    if (parse_options(&run, &argc, &argv, &error) && load(&run, &error) && check_machines(&run, &error) &&
        begin_junit(&run, &error))
        status = run_all(&run);
    else
        status = command_fail(error);
    junit_free(run.junit);
    g_free(run.junit_path);
    g_ptr_array_unref(run.scenarios);
    g_strfreev(run.paths);
    g_free(run.results);
    return status;
}
