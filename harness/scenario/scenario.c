/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A scenario as data: creates, frees and searches it. */
#include "harness/scenario/scenario.h"

#include "harness/hardware/machine_plan.h"
#include "harness/setup/guest_image.h"
#include "harness/setup/guest_recipe.h"
#include "harness/setup/own_kernel.h"

#include <string.h>

static void step_free(gpointer data)
{
    struct scenario_step *step = data;

    g_free(step->name);
    g_string_free(step->script, TRUE);
    g_ptr_array_unref(step->expects);
    g_free(step);
}

static void file_clear(gpointer data)
{
    struct guest_file *file = data;

    g_free(file->path);
    g_free(file->as);
}

static void bound_clear(gpointer data)
{
    struct scenario_bound *bound = data;

    g_free(bound->version);
    g_free(bound->reason);
}

static void exception_clear(gpointer data)
{
    g_free(((struct scenario_exception *)data)->reason);
}

struct scenario *scenario_new(const char *path, const char *text)
{
    struct scenario *scenario = g_new0(struct scenario, 1);

    scenario->path = g_strdup(path);
    scenario->name = g_path_get_basename(path);
    if (g_str_has_suffix(scenario->name, SCENARIO_SUFFIX))
        scenario->name[strlen(scenario->name) - strlen(SCENARIO_SUFFIX)] = '\0';
    scenario->text = g_strdup(text);
    scenario->about = g_strdup("");
    scenario->tags = g_ptr_array_new_with_free_func(g_free);
    scenario->config = g_ptr_array_new_with_free_func(g_free);
    scenario->modules = g_ptr_array_new_with_free_func(g_free);
    scenario->packages = g_ptr_array_new_with_free_func(g_free);
    scenario->files = g_array_new(TRUE, TRUE, sizeof(struct guest_file));
    g_array_set_clear_func(scenario->files, file_clear);
    scenario->bounds = g_array_new(FALSE, FALSE, sizeof(struct scenario_bound));
    g_array_set_clear_func(scenario->bounds, bound_clear);
    scenario->exceptions = g_array_new(FALSE, FALSE, sizeof(struct scenario_exception));
    g_array_set_clear_func(scenario->exceptions, exception_clear);
    scenario->plan = g_string_new(NULL);
    scenario->traffic = g_string_new(NULL);
    scenario->plan_lines = g_array_new(FALSE, FALSE, sizeof(unsigned));
    scenario->steps = g_ptr_array_new_with_free_func(step_free);
    scenario->sockets = 1;
    scenario->threads = 1;
    scenario->limit_s = SCENARIO_LIMIT_S;
    return scenario;
}

char *scenario_tags(const struct scenario *scenario)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < scenario->tags->len; i++)
        g_string_append_printf(
            text, "%s%s", i ? " " : "", (const char *)g_ptr_array_index(scenario->tags, i));
    return g_string_free(text, FALSE);
}

unsigned scenario_step_number(const struct scenario *scenario, const char *name)
{
    for (guint i = 0; i < scenario->steps->len; i++) {
        const struct scenario_step *step = g_ptr_array_index(scenario->steps, i);

        if (!strcmp(step->name, name))
            return i + 1;
    }
    return 0;
}

const struct expect *scenario_step_end(const struct scenario_step *step)
{
    for (guint i = 0; i < step->expects->len; i++) {
        const struct expect *expect = g_ptr_array_index(step->expects, i);

        if (expect->kind == EXPECT_STATUS || expect->kind == EXPECT_PANIC)
            return expect;
    }
    return NULL;
}

gboolean scenario_set_kernel(struct scenario *scenario, const char *name, GError **error)
{
    const char *arch = scenario->machine->guest;
    const gboolean is_file =
        name && !guest_kernel_is_known(name) && g_file_test(name, G_FILE_TEST_EXISTS);

    g_clear_pointer(&scenario->kernel, g_free);
    scenario->guest = guest_name(arch, is_file ? NULL : name, error);
    if (is_file)
        scenario->kernel = g_strdup(name);
    return scenario->guest != NULL;
}

char *scenario_release(const struct scenario *scenario)
{
    struct own_kernel kernel;
    struct guest_image image;
    char *release = NULL;

    if (scenario->kernel) {
        if (own_kernel_find(
                scenario->kernel, guest_recipe_find(scenario->guest)->arch, &kernel, NULL))
            release = g_strdup(kernel.release);
        own_kernel_clear(&kernel);
        return release;
    }
    if (!guest_image_find(scenario->guest, &image, NULL))
        return g_strdup(guest_recipe_find(scenario->guest)->version);
    release = g_steal_pointer(&image.release);
    guest_image_clear(&image);
    return release;
}

char *scenario_misfit(const struct scenario *scenario, const char *release)
{
    for (guint i = 0; i < scenario->bounds->len; i++) {
        const struct scenario_bound *bound =
            &g_array_index(scenario->bounds, struct scenario_bound, i);
        const int order = own_kernel_compare(release, bound->version);

        if (bound->until ? order > 0 : order < 0)
            return g_strdup_printf(
                "%s %s: %s", bound->until ? "until" : "since", bound->version, bound->reason);
    }
    return NULL;
}

void scenario_rest(struct scenario *scenario)
{
    g_clear_pointer(&scenario->hardware, machine_plan_free);
}

/* All of this was right when the file was read. */
void scenario_wake(struct scenario *scenario)
{
    const unsigned cpus = scenario->cpus ? scenario->cpus : scenario->machine->cpus;
    g_auto(GStrv) lines = NULL;
    char wrong[MACHINE_PLAN_WRONG];
    gboolean ok = TRUE;

    if (scenario->hardware)
        return;
    scenario->hardware = machine_plan_new(scenario->machine);
    for (guint i = 0; i < scenario->config->len; i++)
        ok &=
            machine_plan_option(scenario->hardware, g_ptr_array_index(scenario->config, i), wrong);
    ok &= machine_plan_cpus(scenario->hardware, cpus, wrong);
    lines = g_strsplit(scenario->plan->str, "\n", -1);
    for (char **line = lines; *line; line++)
        if (**line)
            ok &= machine_plan_line(scenario->hardware, g_strchug(*line), wrong);
    g_assert(ok);
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
    g_free(scenario->kernel);
    g_array_unref(scenario->bounds);
    g_free(scenario->flash);
    g_free(scenario->outside);
    g_free(scenario->dies_text);
    g_array_unref(scenario->exceptions);
    g_free(scenario->kernel_options);
    g_free(scenario->xfail_counters);
    if (scenario->dies)
        g_regex_unref(scenario->dies);
    if (scenario->image)
        g_bytes_unref(scenario->image);
    g_ptr_array_unref(scenario->tags);
    g_ptr_array_unref(scenario->config);
    g_ptr_array_unref(scenario->modules);
    g_ptr_array_unref(scenario->packages);
    g_array_unref(scenario->files);
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
