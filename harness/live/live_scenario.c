/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes a scenario. */
#include "harness/live/live_scenario.h"

#include "harness/trace/lint.h"

#include <string.h>

/* The step that replaces the watched session, and its number in the plan. */
#define STEP      "live"
#define STEP_LINE "at step 1"

#define NS_PER_S G_GUINT64_CONSTANT(1000000000)

/* A file gets an absolute path, since the scenario may be anywhere. */
static void append_kernel(GString *text, const char *kernel)
{
    g_autofree char *path = g_file_test(kernel, G_FILE_TEST_EXISTS)
                                ? g_canonicalize_filename(kernel, NULL)
                                : g_strdup(kernel);

    g_string_append_printf(text, "kernel  %s\n", path);
}

static void append_command(GString *text, const char *command)
{
    g_auto(GStrv) lines = g_strsplit(command, "\n", -1);

    for (char **line = lines; *line; line++)
        if (**line)
            g_string_append_printf(text, "    run %s\n", *line);
}

static void append_head(GString *text, const struct live_guest *guest)
{
    g_string_append_printf(
        text, "machine %s\nabout   Saved from pmulab live\n", guest->machine->name);
    lint_append_allowed(
        text, lint_rules(guest->machine->model), "the live session did not check it");
    if (guest->kernel)
        append_kernel(text, guest->kernel);
    if (guest->cpus)
        g_string_append_printf(text, "cpus    %u\n", guest->cpus);
    if (guest->memory_mib)
        g_string_append_printf(text, "memory  %u\n", guest->memory_mib);
    for (const char *const *option = guest->config; option && *option; option++)
        g_string_append_printf(text, "config  %s\n", *option);
}

/* A line of the traffic file keeps its moment; the file's step 1 is the one
 * that ran. */
static void append_moment(GString *text, const struct live_entry *entry, guint64 began)
{
    if (entry->added && entry->time >= began)
        g_string_append_printf(
            text, "    at step " STEP " + %" G_GUINT64_FORMAT "ns\n", entry->time - began);
    else if (entry->added)
        g_string_append(text, "    at boot\n");
    else if (g_str_has_prefix(entry->moment, STEP_LINE))
        g_string_append_printf(text, "    at step " STEP "%s\n", entry->moment + strlen(STEP_LINE));
    else
        g_string_append_printf(text, "    %s\n", entry->moment);
}

static void append_plan(GString *text, const struct live *live, guint64 *last)
{
    const GArray *entries = live->plan.entries;
    guint64 began = live_trace_began(live->trace);

    g_string_append(text, "\ntraffic\n");
    for (guint i = 0; i < entries->len; i++) {
        const struct live_entry *entry = &g_array_index(entries, struct live_entry, i);

        if (!entry->time)
            continue;
        append_moment(text, entry, began);
        g_string_append_printf(text, "        %s\n", entry->line);
        if (entry->time > began)
            *last = MAX(*last, entry->time - began);
    }
}

void live_scenario_append(GString *text, const struct live *live)
{
    const char *command = live->guest.command;
    guint64 last = 0;

    append_head(text, &live->guest);
    if (live->plan.entries->len)
        append_plan(text, live, &last);
    g_string_append(text, "\nstep " STEP "\n");
    if (command)
        append_command(text, command);
    else
        g_string_append_printf(text,
            "    # What you typed in the shell goes here.\n    run sleep %" G_GUINT64_FORMAT "\n",
            last / NS_PER_S + 1);
}
