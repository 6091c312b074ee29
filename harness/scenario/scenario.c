/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/scenario/scenario.h"

#include "harness/base/error.h"
#include "harness/hardware/machine_plan.h"
#include "harness/scenario/scenario_params.h"
#include "harness/scenario/scenario_reader.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

gboolean reader_fail_at(const struct reader *reader, unsigned line, const char *format, ...)
{
    g_autofree char *message = NULL;
    va_list args;

    va_start(args, format);
    message = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(reader->error, HARNESS_ERROR, HARNESS_ERROR_USAGE, "%s:%u: %s", reader->scenario->path, line,
        message);
    return FALSE;
}

gboolean reader_fail_file(const char *path, const char *what, GError **error)
{
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_USAGE, "%s: %s", path, what);
    return FALSE;
}

static void step_free(gpointer data)
{
    struct scenario_step *step = data;

    g_free(step->name);
    g_string_free(step->script, TRUE);
    g_ptr_array_unref(step->expects);
    g_free(step);
}

unsigned reader_step_number(const struct scenario *scenario, const char *name)
{
    for (guint i = 0; i < scenario->steps->len; i++) {
        const struct scenario_step *step = g_ptr_array_index(scenario->steps, i);

        if (!strcmp(step->name, name))
            return i + 1;
    }
    return 0;
}

const struct expect *reader_find_status(const struct scenario_step *step)
{
    for (guint i = 0; i < step->expects->len; i++) {
        const struct expect *expect = g_ptr_array_index(step->expects, i);

        if (expect->kind == EXPECT_STATUS || expect->kind == EXPECT_PANIC)
            return expect;
    }
    return NULL;
}

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

static gboolean check_path(const char *path, GError **error)
{
    g_autofree char *base = g_path_get_basename(path);

    if (g_access(path, R_OK))
        return reader_fail_file(path, g_strerror(errno), error);
    if (g_file_test(path, G_FILE_TEST_IS_DIR))
        return reader_fail_file(path, "a folder; expected a file NAME" SCENARIO_SUFFIX, error);
    if (!g_str_has_suffix(base, SCENARIO_SUFFIX) || *base == '.')
        return reader_fail_file(path, "not called a scenario; expected a file NAME" SCENARIO_SUFFIX, error);
    return TRUE;
}

static struct scenario *scenario_new(const char *path, const char *text)
{
    struct scenario *scenario = g_new0(struct scenario, 1);

    scenario->path = g_strdup(path);
    scenario->name = g_path_get_basename(path);
    if (g_str_has_suffix(scenario->name, SCENARIO_SUFFIX))
        scenario->name[strlen(scenario->name) - strlen(SCENARIO_SUFFIX)] = '\0';
    scenario->text = g_strdup(text);
    scenario->about = g_strdup("");
    scenario->config = g_ptr_array_new_with_free_func(g_free);
    scenario->plan = g_string_new(NULL);
    scenario->traffic = g_string_new(NULL);
    scenario->plan_lines = g_array_new(FALSE, FALSE, sizeof(unsigned));
    scenario->steps = g_ptr_array_new_with_free_func(step_free);
    scenario->sockets = 1;
    scenario->threads = 1;
    scenario->limit_s = SCENARIO_LIMIT_S;
    return scenario;
}

struct scenario *scenario_parse(const char *path, const char *text, GError **error)
{
    struct reader reader = {
        .scenario = scenario_new(path, text),
        .options = pending_new(),
        .traffic = pending_new(),
        .catalogue = pending_new(),
        .commands = pending_new(),
        .error = error,
    };
    gboolean ok = reader_read_lines(&reader) && reader_resolve(&reader);

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

static void scenario_destroy(gpointer data)
{
    scenario_free(data);
}

static gboolean name_variant(
    struct scenario *scenario, const struct scenario_params *params, unsigned index, GError **error)
{
    g_autofree char *name = scenario->name;
    g_autofree char *suffix = scenario_params_suffix(params, index);

    scenario->values = scenario_params_words(params, index);
    scenario->name = g_strconcat(name, suffix, NULL);
    /* The folder that is written beside has some more letters. */
    if (strlen(scenario->name) <= NAME_MAX - 16)
        return TRUE;
    return reader_fail_file(
        scenario->path, "values too long; expected that a folder can be named after them", error);
}

static struct scenario *parse_variant(
    const char *path, const struct scenario_params *params, unsigned index, GError **error)
{
    g_autofree char *text = scenario_params_text(params, index);
    g_autofree char *words = scenario_params_words(params, index);
    struct scenario *scenario = scenario_parse(path, text, error);

    if (!*words)
        return scenario;
    if (!scenario && error && *error) {
        g_autofree char *message = g_strdup_printf("%s, with %s", (*error)->message, words);

        g_clear_error(error);
        g_set_error_literal(error, HARNESS_ERROR, HARNESS_ERROR_USAGE, message);
    }
    if (!scenario || name_variant(scenario, params, index, error))
        return scenario;
    scenario_free(scenario);
    return NULL;
}

GPtrArray *scenario_parse_all(const char *path, const char *text, GError **error)
{
    struct scenario_params *params = scenario_params_parse(path, text, error);
    GPtrArray *scenarios;

    if (!params)
        return NULL;
    scenarios = g_ptr_array_new_with_free_func(scenario_destroy);
    for (unsigned i = 0; scenarios && i < scenario_params_count(params); i++) {
        struct scenario *scenario = parse_variant(path, params, i, error);

        if (scenario)
            g_ptr_array_add(scenarios, scenario);
        else
            g_clear_pointer(&scenarios, g_ptr_array_unref);
    }
    scenario_params_free(params);
    return scenarios;
}

GPtrArray *scenario_load(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize length;

    if (!check_path(path, error) || !g_file_get_contents(path, &text, &length, error))
        return NULL;
    if (!g_utf8_validate(text, (gssize)length, NULL)) {
        reader_fail_file(path, "not text; expected a scenario in UTF-8", error);
        return NULL;
    }
    return scenario_parse_all(path, text, error);
}

void scenario_free(struct scenario *scenario)
{
    if (!scenario)
        return;
    machine_plan_free(scenario->hardware);
    g_free(scenario->path);
    g_free(scenario->name);
    g_free(scenario->text);
    g_free(scenario->values);
    g_free(scenario->about);
    g_free(scenario->flash);
    g_free(scenario->dies_text);
    g_free(scenario->xfail_counters);
    if (scenario->dies)
        g_regex_unref(scenario->dies);
    if (scenario->image)
        g_bytes_unref(scenario->image);
    g_ptr_array_unref(scenario->config);
    g_string_free(scenario->plan, TRUE);
    g_string_free(scenario->traffic, TRUE);
    g_array_unref(scenario->plan_lines);
    g_ptr_array_unref(scenario->steps);
    g_free(scenario);
}

unsigned scenario_n_expects(const struct scenario *scenario)
{
    unsigned n = 0;

    for (guint i = 0; i < scenario->steps->len; i++)
        n += ((const struct scenario_step *)g_ptr_array_index(scenario->steps, i))->expects->len;
    return n;
}
