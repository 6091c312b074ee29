/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/hardware/machine_plan.h"

#include <stdio.h>
#include <string.h>

struct machine_plan {
    const struct machine_plan_ops *ops;
    gboolean begun; /* the model has been reset with the options */
    gpointer own;
};

static const struct machine_plan_ops *const all[] = {
    &snbep_plan_ops, &power9_plan_ops, &epyc_plan_ops, &kunpeng_plan_ops};

static const struct machine_plan_ops *find_ops(const struct machine *machine)
{
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++)
        if (!strcmp(all[i]->machine, machine->name))
            return all[i];
    g_assert_not_reached();
}

struct machine_plan *machine_plan_new(const struct machine *machine)
{
    struct machine_plan *plan = g_new0(struct machine_plan, 1);

    plan->ops = find_ops(machine);
    plan->own = g_malloc0(plan->ops->size);
    plan->ops->defaults(plan->own);
    return plan;
}

void machine_plan_free(struct machine_plan *plan)
{
    if (plan)
        g_free(plan->own);
    g_free(plan);
}

gboolean machine_plan_option(struct machine_plan *plan, const char *option, char wrong[MACHINE_PLAN_WRONG])
{
    /* The plugin has it from QEMU. */
    const gboolean is_cpus = g_str_has_prefix(option, "cpus=");
    const char *expected =
        is_cpus ? "expected a line 'cpus N' of its own" : plan->ops->option(plan->own, option);

    if (!expected)
        return TRUE;
    if (*expected)
        snprintf(wrong, MACHINE_PLAN_WRONG, "'%.60s'; %s", option, expected);
    else
        snprintf(wrong, MACHINE_PLAN_WRONG, "no option '%.60s'; expected %s", option, plan->ops->options);
    return FALSE;
}

unsigned machine_plan_sockets(const struct machine_plan *plan)
{
    return plan->ops->sockets ? plan->ops->sockets(plan->own) : 1;
}

unsigned machine_plan_threads(const struct machine_plan *plan)
{
    return plan->ops->threads ? plan->ops->threads(plan->own) : 1;
}

gboolean machine_plan_cpus(struct machine_plan *plan, unsigned cpus, char wrong[MACHINE_PLAN_WRONG])
{
    const char *expected = plan->ops->cpus ? plan->ops->cpus(plan->own, cpus) : NULL;

    if (expected)
        snprintf(wrong, MACHINE_PLAN_WRONG, "%u CPUs; %s", cpus, expected);
    return !expected;
}

static void begin(struct machine_plan *plan)
{
    if (!plan->begun)
        plan->ops->begin(plan->own);
    plan->begun = TRUE;
}

gboolean machine_plan_line(struct machine_plan *plan, const char *line, char wrong[MACHINE_PLAN_WRONG])
{
    G_STATIC_ASSERT(MACHINE_PLAN_WRONG >= PLAN_TEXT_WRONG);
    begin(plan);
    return plan->ops->line(plan->own, line, wrong);
}

static gboolean check_event(
    const struct machine_plan *plan, const char *pmu, const char *terms, char wrong[MACHINE_PLAN_WRONG])
{
    g_auto(GStrv) words = g_strsplit(terms, ",", -1);

    if (plan->ops->pmu && !plan->ops->pmu(plan->own, pmu, wrong))
        return FALSE;
    for (char **word = words; *word; word++)
        if (**word && !strchr(*word, '=') && !plan->ops->term(plan->own, pmu, *word, wrong))
            return FALSE;
    return TRUE;
}

gboolean machine_plan_command(
    const struct machine_plan *plan, const char *text, char wrong[MACHINE_PLAN_WRONG])
{
    g_autofree char *pattern = g_strdup_printf("(?<!/)(%s)/([^/ ]*)/", plan->ops->pmus);
    g_autoptr(GRegex) events = g_regex_new(pattern, 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    gboolean ok = TRUE;

    for (g_regex_match(events, text, 0, &match); ok && g_match_info_matches(match);
         g_match_info_next(match, NULL)) {
        g_autofree char *pmu = g_match_info_fetch(match, 1);
        g_autofree char *terms = g_match_info_fetch(match, 2);

        ok = check_event(plan, pmu, terms, wrong);
    }
    return ok;
}

const void *machine_plan_planned(struct machine_plan *plan)
{
    begin(plan);
    return (const char *)plan->own + plan->ops->planned;
}

const struct plan *machine_plan_moments(struct machine_plan *plan)
{
    begin(plan);
    return (const struct plan *)(const void *)((const char *)plan->own + plan->ops->moments);
}
