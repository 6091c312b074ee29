/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keeps a plan that grows, beside the plugin's own. */
#include "harness/live/live_plan.h"

#include "harness/base/error.h"

#include <string.h>

static void entry_clear(gpointer data)
{
    g_free(((struct live_entry *)data)->moment);
    g_free(((struct live_entry *)data)->line);
}

static gboolean set_options(struct machine_plan *plan, const char *const *config, unsigned cpus,
    char wrong[MACHINE_PLAN_WRONG])
{
    for (; config && *config; config++)
        if (!machine_plan_option(plan, *config, wrong))
            return FALSE;
    return machine_plan_cpus(plan, cpus, wrong);
}

static gboolean fail(const char *wrong, GError **error)
{
    return error_usage(error, "%s", wrong);
}

static void add_entry(struct live_plan *plan, const char *moment, const char *line)
{
    struct live_entry *added;

    g_array_set_size(plan->entries, plan->entries->len + 1);
    added = &g_array_index(plan->entries, struct live_entry, plan->entries->len - 1);
    *added = (struct live_entry){.moment = g_strdup(moment), .line = g_strdup(line)};
}

/* If the plan's number of entries grew, the line was an entry. Any other line
 * with words is a moment, and becomes *@moment. */
static gboolean add_line(
    struct live_plan *plan, const char *line, char **moment, char wrong[MACHINE_PLAN_WRONG])
{
    g_autofree char *bare = g_strstrip(g_strndup(line, strcspn(line, "#")));
    unsigned before = machine_plan_moments(plan->mirror)->n_entries;

    if (!machine_plan_line(plan->mirror, line, wrong))
        return FALSE;
    g_string_append_printf(plan->text, "%s\n", line);
    if (machine_plan_moments(plan->mirror)->n_entries > before) {
        add_entry(plan, *moment, bare);
    } else if (*bare) {
        g_free(*moment);
        *moment = g_steal_pointer(&bare);
    }
    return TRUE;
}

static gboolean read_traffic(struct live_plan *plan, const char *path, GError **error)
{
    g_autofree char *text = NULL, *moment = NULL;
    g_auto(GStrv) lines = NULL;
    char wrong[MACHINE_PLAN_WRONG];

    if (!g_file_get_contents(path, &text, NULL, error))
        return FALSE;
    lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++)
        if (!add_line(plan, lines[i], &moment, wrong))
            return error_usage(error, "%s:%u: %s", path, i + 1, wrong);
    return TRUE;
}

gboolean live_plan_init(struct live_plan *plan, const struct machine *machine,
    const char *const *config, unsigned cpus, const char *traffic, GError **error)
{
    char wrong[MACHINE_PLAN_WRONG];

    *plan = (struct live_plan){
        .config = config,
        .cpus = cpus,
        .mirror = machine_plan_new(machine),
        .text = g_string_new(NULL),
        .entries = g_array_new(FALSE, FALSE, sizeof(struct live_entry)),
    };
    g_array_set_clear_func(plan->entries, entry_clear);
    return (set_options(plan->mirror, config, cpus, wrong) || fail(wrong, error)) &&
           (!traffic || read_traffic(plan, traffic, error));
}

void live_plan_clear(struct live_plan *plan)
{
    machine_plan_free(plan->mirror);
    g_string_free(plan->text, TRUE);
    g_array_unref(plan->entries);
}

gboolean live_plan_check(const struct live_plan *plan, const char *line, GError **error)
{
    struct machine_plan *trial = machine_plan_new(plan->mirror->machine);
    char wrong[MACHINE_PLAN_WRONG];
    gboolean ok = set_options(trial, plan->config, plan->cpus, wrong) &&
                  machine_plan_line(trial, "at boot", wrong) &&
                  machine_plan_line(trial, line, wrong);

    if (!ok)
        fail(wrong, error);
    machine_plan_free(trial);
    return ok;
}

void live_plan_add(struct live_plan *plan, const char *line, guint64 now)
{
    g_autofree char *at = g_strdup_printf("at boot + %" G_GUINT64_FORMAT "ns", now), *moment = NULL;
    char wrong[MACHINE_PLAN_WRONG];
    guint before = plan->entries->len;

    if (add_line(plan, at, &moment, wrong) && add_line(plan, line, &moment, wrong) &&
        plan->entries->len > before)
        g_array_index(plan->entries, struct live_entry, before).added = TRUE;
}

void live_plan_happened(struct live_plan *plan, guint64 entry, guint64 now, gboolean refused)
{
    struct live_entry *at;

    if (entry >= plan->entries->len)
        return;
    at = &g_array_index(plan->entries, struct live_entry, entry);
    at->time = now;
    at->refused = refused;
}

gboolean live_plan_traffic(const struct live_entry *entry, char **what, char **amount)
{
    g_auto(GStrv) words = g_regex_split_simple("\\s+", entry->line, 0, 0);

    if (g_strv_length(words) < 3 || !strcmp(words[0], "fault") || !strcmp(words[1], "=") ||
        !strcmp(words[1], "+="))
        return FALSE;
    *what = g_strdup_printf("%s %s", words[0], words[1]);
    *amount = g_strjoinv(" ", words + 2);
    return TRUE;
}
