/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loads a scenario file: inserts each combination of parameter values, reads
 * the lines (scenario_reader.c), then resolves and checks references to other
 * lines and to the machine. */
#include "harness/scenario/scenario_load.h"

#include "harness/base/error.h"
#include "harness/hardware/machine_plan.h"
#include "harness/scenario/scenario_catalogue.h"
#include "harness/scenario/scenario_params.h"
#include "harness/scenario/scenario_reader.h"
#include "harness/setup/guest_recipe.h"
#include "harness/trace/lint.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

/* ---- references ---- */

static unsigned guest_cpus(const struct scenario *scenario)
{
    return scenario->cpus ? scenario->cpus : scenario->machine->cpus;
}

static gboolean resolve_option(struct reader *reader, const struct pending *option)
{
    struct scenario *scenario = reader->scenario;
    unsigned cpus = guest_cpus(scenario);
    char wrong[MACHINE_PLAN_WRONG];

    if (!machine_plan_option(scenario->hardware, option->text, wrong))
        return reader_fail_at(reader, option->line, "%s", wrong);
    g_ptr_array_add(scenario->config, g_strdup(option->text));
    scenario->sockets = machine_plan_sockets(scenario->hardware);
    scenario->threads = machine_plan_threads(scenario->hardware);
    return cpus % scenario->sockets == 0 ||
           reader_fail_at(reader, option->line,
               "%u CPUs on %u sockets; expected the same number on each", cpus, scenario->sockets);
}

/* Checks the CPUs with all options together; a message names the last line that
 * contributed. */
static gboolean check_cpus(struct reader *reader)
{
    const struct scenario *scenario = reader->scenario;
    unsigned line = reader->cpus_line;
    char wrong[MACHINE_PLAN_WRONG];

    if (machine_plan_cpus(scenario->hardware, guest_cpus(scenario), wrong))
        return TRUE;
    for (guint i = 0; i < reader->options->len; i++)
        line = MAX(line, g_array_index(reader->options, struct pending, i).line);
    return reader_fail_at(reader, line, "%s", wrong);
}

/* Replaces the step's name, @word, by its number. */
static gboolean resolve_step(const struct reader *reader, const struct pending *line, char **word)
{
    const struct scenario *scenario = reader->scenario;
    unsigned number = scenario_step_number(scenario, *word);

    if (!number) {
        g_autoptr(GString) names = g_string_new(NULL);

        for (guint i = 0; i < scenario->steps->len; i++)
            g_string_append_printf(names, "%s%s", i ? ", " : "",
                ((const struct scenario_step *)g_ptr_array_index(scenario->steps, i))->name);
        return reader_fail_at(
            reader, line->line, "no step '%s'; expected one of: %s", *word, names->str);
    }
    g_free(*word);
    *word = g_strdup_printf("%u", number);
    return TRUE;
}

static gboolean resolve_traffic(struct reader *reader, const struct pending *line)
{
    struct scenario *scenario = reader->scenario;
    g_auto(GStrv) words = g_strsplit_set(line->text, " \t", -1);
    g_autofree char *resolved = NULL;
    gboolean is_when;
    char wrong[MACHINE_PLAN_WRONG];

    if (!strcmp(words[0], "at"))
        for (char **word = words; *word && word[1]; word++)
            if (!strcmp(*word, "step") && *word[1] && !resolve_step(reader, line, &word[1]))
                return FALSE;
    resolved = g_strjoinv(" ", words);
    if (!machine_plan_line(scenario->hardware, resolved, wrong))
        return reader_fail_at(reader, line->line, "%s", wrong);
    is_when = !strcmp(words[0], "at");
    if (!is_when)
        g_array_append_val(scenario->plan_lines, line->line);
    g_string_append_printf(scenario->plan, "%s%s\n", is_when ? "" : "    ", resolved);
    g_string_append_printf(scenario->traffic, "%s%s\n", is_when ? "" : "    ", line->text);
    return TRUE;
}

static gboolean check_steps(struct reader *reader)
{
    GPtrArray *steps = reader->scenario->steps;

    if (reader->dies_line && steps->len)
        return reader_fail_at(reader,
            ((const struct scenario_step *)g_ptr_array_index(steps, 0))->line,
            "both a step and 'dies' (line %u); expected one of them", reader->dies_line);
    for (guint i = 0; i < steps->len; i++) {
        struct scenario_step *step = g_ptr_array_index(steps, i);

        if (!step->script->len)
            return reader_fail_at(
                reader, step->line, "step '%s' runs nothing; expected a 'run' line", step->name);
        if (!scenario_step_end(step))
            g_ptr_array_insert(step->expects, 0, expect_success());
        if (scenario_step_end(step)->kind == EXPECT_PANIC && i + 1 < steps->len)
            return reader_fail_at(
                reader, step->line, "step '%s' is to panic; expected no step after it", step->name);
    }
    return steps->len || reader->dies_line ||
           reader_fail_file(reader->scenario->path,
               "no step; expected 'step NAME' and 'run COMMAND'", reader->error);
}

/* A step that must fail may use unknown names, and another flash may contain
 * other names. */
static gboolean check_command(struct reader *reader, const struct pending *command)
{
    struct scenario *scenario = reader->scenario;
    char wrong[MACHINE_PLAN_WRONG];

    return scenario->flash ||
           scenario_step_end(g_ptr_array_index(scenario->steps, command->step))->status != 0 ||
           machine_plan_command(scenario->hardware, command->text, wrong) ||
           reader_fail_at(reader, command->line, "%s", wrong);
}

static gboolean resolve_each(struct reader *reader, const GArray *array,
    gboolean (*one)(struct reader *, const struct pending *))
{
    for (guint i = 0; i < array->len; i++)
        if (!one(reader, &g_array_index(array, struct pending, i)))
            return FALSE;
    return TRUE;
}

static gboolean resolve_expects(const struct reader *reader)
{
    const struct scenario *scenario = reader->scenario;

    for (guint i = 0; i < scenario->steps->len; i++) {
        const GPtrArray *expects =
            ((const struct scenario_step *)g_ptr_array_index(scenario->steps, i))->expects;

        for (guint k = 0; k < expects->len; k++) {
            struct expect *expect = g_ptr_array_index(expects, k);
            g_autofree char *wrong = NULL;

            if (!expect_resolve(expect, scenario->machine, &wrong))
                return reader_fail_at(reader, expect->line, "%s", wrong);
        }
    }
    return TRUE;
}

static gboolean check_exceptions(const struct reader *reader)
{
    const struct scenario *scenario = reader->scenario;

    for (guint i = 0; i < scenario->exceptions->len; i++) {
        const struct scenario_exception *exception =
            &g_array_index(scenario->exceptions, struct scenario_exception, i);

        if (exception->rule & ~lint_rules(scenario->machine->model))
            return reader_fail_at(reader, exception->line,
                "lint except %s; expected a rule that %s has", lint_rule_name(exception->rule),
                scenario->machine->name);
    }
    return TRUE;
}

/* The events of figures, as of commands. */
static gboolean check_figures(const struct reader *reader)
{
    const GPtrArray *steps = reader->scenario->steps;
    char wrong[MACHINE_PLAN_WRONG];

    for (guint i = 0; i < steps->len; i++) {
        const GPtrArray *expects =
            ((const struct scenario_step *)g_ptr_array_index(steps, i))->expects;

        for (guint k = 0; k < expects->len; k++) {
            const struct expect *expect = g_ptr_array_index(expects, k);

            for (guint t = 0; expect->figure && t < expect->figure->terms->len; t++)
                if (!machine_plan_command(reader->scenario->hardware,
                        g_array_index(expect->figure->terms, struct figure_term, t).event, wrong))
                    return reader_fail_at(reader, expect->line, "%s", wrong);
        }
    }
    return TRUE;
}

static gboolean resolve_kernel(struct reader *reader)
{
    struct scenario *scenario = reader->scenario;
    g_autoptr(GError) wrong = NULL;

    g_autofree char *folder = g_path_get_dirname(scenario->path);
    g_autofree char *path = NULL;

    scenario->own_kernel = reader->kernel != NULL;
    if (reader->kernel && !g_path_is_absolute(reader->kernel))
        path = g_build_filename(folder, reader->kernel, NULL);
    scenario_set_kernel(scenario,
        path && !guest_kernel_is_known(reader->kernel) && g_file_test(path, G_FILE_TEST_EXISTS)
            ? path
            : reader->kernel,
        &wrong);
    if (!scenario->guest)
        return reader_fail_at(reader, reader->kernel_line, "%s", wrong->message);
    if (reader->kernel && scenario->kernel)
        reader_note_outside(reader, reader->kernel_line, "kernel", scenario->kernel);
    return TRUE;
}

static gboolean resolve(struct reader *reader)
{
    struct scenario *scenario = reader->scenario;

    if (!resolve_kernel(reader) || !check_steps(reader) || !resolve_expects(reader) ||
        !check_exceptions(reader))
        return FALSE;
    if (scenario->flash && !scenario->machine->flash)
        return reader_fail_at(reader, reader->flash_line,
            "'flash'; expected none, as %s has no flash", scenario->machine->name);
    scenario->hardware = machine_plan_new(scenario->machine);
    return resolve_each(reader, reader->options, resolve_option) && check_cpus(reader) &&
           (!reader->catalogue_line || scenario_catalogue_make(reader)) &&
           resolve_each(reader, reader->traffic, resolve_traffic) &&
           resolve_each(reader, reader->commands, check_command) && check_figures(reader);
}

/* ---- one text ---- */

static void pending_clear(gpointer data)
{
    g_free(((struct pending *)data)->text);
}

static GArray *pending_new(void)
{
    GArray *array = g_array_new(FALSE, FALSE, sizeof(struct pending));

    g_array_set_clear_func(array, pending_clear);
    return array;
}

static struct scenario *parse(const char *path, const char *text, gboolean whole, GError **error)
{
    struct reader reader = {
        .scenario = scenario_new(path, text),
        .options = pending_new(),
        .traffic = pending_new(),
        .catalogue = pending_new(),
        .commands = pending_new(),
        .error = error,
    };
    gboolean ok = reader_read_lines(&reader) &&
                  (reader.scenario->machine ||
                      reader_fail_file(path, "no machine; expected 'machine NAME'", error)) &&
                  (!whole || resolve(&reader));

    g_array_unref(reader.options);
    g_array_unref(reader.traffic);
    g_array_unref(reader.catalogue);
    g_free(reader.catalogue_path);
    g_free(reader.kernel);
    g_array_unref(reader.commands);
    if (ok)
        return reader.scenario;
    scenario_free(reader.scenario);
    return NULL;
}

struct scenario *scenario_parse(const char *path, const char *text, GError **error)
{
    return parse(path, text, TRUE, error);
}

/* ---- the file ---- */

static void scenario_destroy(gpointer data)
{
    scenario_free(data);
}

/* Like parse(), for a text in which parameters have the values @words, or
 * "". */
static struct scenario *parse_with(
    const char *path, const char *text, const char *words, gboolean whole, GError **error)
{
    struct scenario *scenario = parse(path, text, whole, error);

    if (!scenario && *words && error && *error) {
        g_autofree char *message = g_strdup_printf("%s, with %s", (*error)->message, words);

        g_clear_error(error);
        error_usage(error, "%s", message);
    }
    return scenario;
}

/* Parses the variant number @index. Its parameters' values, if it has any, end
 * its name. */
static struct scenario *parse_variant(const char *path, const struct scenario_params *params,
    unsigned index, gboolean whole, GError **error)
{
    g_autofree char *text = scenario_params_text(params, index);
    g_autofree char *words = scenario_params_words(params, index);
    g_autofree char *name = NULL, *suffix = NULL;
    struct scenario *scenario = parse_with(path, text, words, whole, error);

    if (!scenario || !*words)
        return scenario;
    scenario->values = g_steal_pointer(&words);
    name = scenario->name;
    suffix = scenario_params_suffix(params, index);
    scenario->name = g_strconcat(name, suffix, NULL);
    /* The temporary folder beside it has a longer name. */
    if (strlen(scenario->name) <= NAME_MAX - 16)
        return scenario;
    reader_fail_file(
        path, "values too long; expected values short enough for a folder's name", error);
    scenario_free(scenario);
    return NULL;
}

static GPtrArray *parse_all(const char *path, const char *text, gboolean whole, GError **error)
{
    struct scenario_params *params = scenario_params_parse(path, text, error);
    GPtrArray *scenarios;

    if (!params)
        return NULL;
    scenarios = g_ptr_array_new_with_free_func(scenario_destroy);
    for (unsigned i = 0; scenarios && i < scenario_params_count(params); i++) {
        struct scenario *scenario = parse_variant(path, params, i, whole, error);

        if (scenario)
            g_ptr_array_add(scenarios, scenario);
        else
            g_clear_pointer(&scenarios, g_ptr_array_unref);
    }
    scenario_params_free(params);
    return scenarios;
}

GPtrArray *scenario_parse_all(const char *path, const char *text, GError **error)
{
    return parse_all(path, text, TRUE, error);
}

static GPtrArray *load(const char *path, gboolean whole, GError **error)
{
    g_autofree char *base = g_path_get_basename(path);
    g_autofree char *text = NULL;
    const char *wrong = NULL;
    gsize length;

    if (g_access(path, R_OK))
        wrong = g_strerror(errno);
    else if (g_file_test(path, G_FILE_TEST_IS_DIR))
        wrong = "a folder; expected a file NAME" SCENARIO_SUFFIX;
    else if (!g_str_has_suffix(base, SCENARIO_SUFFIX) || *base == '.')
        wrong = "not called a scenario; expected a file NAME" SCENARIO_SUFFIX;
    else if (!g_file_get_contents(path, &text, &length, error))
        return NULL;
    else if (!g_utf8_validate(text, (gssize)length, NULL))
        wrong = "not text; expected a scenario in UTF-8";
    if (!wrong)
        return parse_all(path, text, whole, error);
    reader_fail_file(path, wrong, error);
    return NULL;
}

GPtrArray *scenario_load(const char *path, GError **error)
{
    return load(path, TRUE, error);
}

GPtrArray *scenario_skim(const char *path, GError **error)
{
    return load(path, FALSE, error);
}

struct scenario *scenario_skimmed(const struct scenario *skimmed, GError **error)
{
    struct scenario *scenario = parse_with(
        skimmed->path, skimmed->text, skimmed->values ? skimmed->values : "", TRUE, error);

    if (!scenario)
        return NULL;
    g_free(scenario->name);
    scenario->name = g_strdup(skimmed->name);
    scenario->values = g_strdup(skimmed->values);
    return scenario;
}
