/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a guest's PMUs: /sys/bus/event_source/devices, a line for each file. */
#include "harness/fuzz/fuzz_world.h"

#include "harness/base/error.h"
#include "harness/hardware/machine_plan.h"

#include <string.h>

const char fuzz_world_command[] =
    "cd /sys/bus/event_source/devices && grep -s . */cpumask */cpus */format/* */events/*";

static void free_pmu(gpointer data)
{
    struct fuzz_pmu *pmu = data;

    for (guint i = 0; i < pmu->formats->len; i++)
        g_free(g_array_index(pmu->formats, struct fuzz_format, i).name);
    g_array_unref(pmu->formats);
    g_array_unref(pmu->cpus);
    g_ptr_array_unref(pmu->events);
    g_free(pmu->name);
    g_free(pmu);
}

static struct fuzz_pmu *pmu_named(struct fuzz_world *world, const char *name, gsize length)
{
    struct fuzz_pmu *pmu;

    for (guint i = 0; i < world->pmus->len; i++) {
        pmu = g_ptr_array_index(world->pmus, i);
        if (strlen(pmu->name) == length && !strncmp(pmu->name, name, length))
            return pmu;
    }
    pmu = g_new0(struct fuzz_pmu, 1);
    pmu->name = g_strndup(name, length);
    pmu->cpus = g_array_new(FALSE, FALSE, sizeof(unsigned));
    pmu->formats = g_array_new(FALSE, FALSE, sizeof(struct fuzz_format));
    pmu->events = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(world->pmus, pmu);
    return pmu;
}

/* "0,8" or "0-3,8" */
static void read_cpus(struct fuzz_pmu *pmu, const char *text)
{
    g_auto(GStrv) ranges = g_strsplit(text, ",", -1);

    for (char **range = ranges; *range; range++) {
        unsigned first = (unsigned)strtoul(*range, NULL, 10), last = first;
        const char *dash = strchr(*range, '-');

        if (dash)
            last = (unsigned)strtoul(dash + 1, NULL, 10);
        for (; first <= last; first++)
            g_array_append_val(pmu->cpus, first);
    }
}

/* "config:8-15", "config1:3" */
static void read_format(struct fuzz_pmu *pmu, const char *name, const char *text)
{
    const char *colon = strchr(text, ':'), *dash = colon ? strchr(colon, '-') : NULL;
    struct fuzz_format format = {.name = g_strdup(name), .bits = 1};

    if (dash)
        format.bits = 1 + (unsigned)(strtoul(dash + 1, NULL, 10) - strtoul(colon + 1, NULL, 10));
    g_array_append_val(pmu->formats, format);
}

/* "uncore_imc_0/format/umask:config:8-15" */
static void read_line(struct fuzz_world *world, const char *line)
{
    const char *slash = strchr(line, '/'), *colon = strchr(line, ':'), *last = colon;
    struct fuzz_pmu *pmu;
    g_autofree char *name = NULL;

    if (!slash || !colon || slash > colon)
        return;
    while (*last != '/')
        last--;
    name = g_strndup(last + 1, (gsize)(colon - last) - 1);
    pmu = pmu_named(world, line, (gsize)(slash - line));
    if (g_str_has_prefix(slash, "/cpumask:") || g_str_has_prefix(slash, "/cpus:"))
        read_cpus(pmu, colon + 1);
    else if (g_str_has_prefix(slash, "/format/"))
        read_format(pmu, name, colon + 1);
    else if (g_str_has_prefix(slash, "/events/") &&
             !strchr(name, '.')) /* NAME.scale and NAME.unit are no events */
        g_ptr_array_add(pmu->events, g_steal_pointer(&name));
}

/* PMUs without a list of CPUs count for tasks, or are not hardware. Keeps only
 * the machine's among them. */
static void drop_others(struct fuzz_world *world)
{
    for (guint i = world->pmus->len; i; i--) {
        const struct fuzz_pmu *pmu = g_ptr_array_index(world->pmus, i - 1);

        if ((!pmu->cpus->len && !pmu->ours) || !pmu->formats->len)
            g_ptr_array_remove_index(world->pmus, i - 1);
    }
}

static const char *played(const struct machine *machine)
{
    return machine->plan->played ? machine->plan->played : machine->plan->pmus;
}

/* Returns whether some are. */
static gboolean find_ours(struct fuzz_world *world)
{
    g_autofree char *pattern = g_strdup_printf("^(?:%s)$", played(world->machine));
    gboolean any = FALSE;

    for (guint i = 0; i < world->pmus->len; i++) {
        struct fuzz_pmu *pmu = g_ptr_array_index(world->pmus, i);

        pmu->ours = g_regex_match_simple(pattern, pmu->name, 0, 0);
        any |= pmu->ours;
    }
    return any;
}

struct fuzz_world *fuzz_world_new(
    const struct machine *machine, unsigned cpus, const char *text, GError **error)
{
    struct fuzz_world *world = g_new0(struct fuzz_world, 1);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    gboolean any;

    world->machine = machine;
    world->cpus = cpus;
    world->pmus = g_ptr_array_new_with_free_func(free_pmu);
    for (char **line = lines; *line; line++)
        read_line(world, *line);
    any = find_ours(world);
    drop_others(world);
    if (any)
        return world;
    error_failed(error, "the guest has no PMU of %s: expected one called %s", machine->name,
        played(machine));
    fuzz_world_free(world);
    return NULL;
}

void fuzz_world_free(struct fuzz_world *world)
{
    if (!world)
        return;
    g_ptr_array_unref(world->pmus);
    g_free(world);
}
