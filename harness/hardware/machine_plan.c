/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of a scenario's plan that all machines share: order of the calls,
 * common options, messages. */
#include "harness/hardware/machine_plan.h"

#include "harness/base/did_you_mean.h"

#include <stdio.h>
#include <string.h>

struct machine_plan *machine_plan_new(const struct machine *machine)
{
    struct machine_plan *plan = g_malloc0(machine->plan->size);

    plan->machine = machine;
    plan->config = machine->plan->defaults(plan);
    return plan;
}

void machine_plan_free(struct machine_plan *plan)
{
    g_free(plan);
}

/* Ends with the closest of the machine's names. */
static void complain_unknown(
    const struct machine_plan *plan, const char *option, char wrong[MACHINE_PLAN_WRONG])
{
    g_autofree char *name = g_strndup(option, strcspn(option, "="));
    g_autofree char *hint = NULL;
    char names[CONFIG_NAMES];

    config_names(plan->machine->model->options, ", ", names);
    hint = did_you_mean(name, names);
    snprintf(wrong, MACHINE_PLAN_WRONG, "no option '%.60s'%s", option, hint);
}

gboolean machine_plan_option(
    struct machine_plan *plan, const char *option, char wrong[MACHINE_PLAN_WRONG])
{
    /* QEMU tells the plugin the number of CPUs. */
    const gboolean is_cpus = g_str_has_prefix(option, "cpus=");
    const char *expected = is_cpus
                               ? "expected a separate line 'cpus N'"
                               : config_parse(plan->machine->model->options, plan->config, option);

    if (!expected)
        return TRUE;
    if (*expected)
        snprintf(wrong, MACHINE_PLAN_WRONG, "'%.60s'; %s", option, expected);
    else
        complain_unknown(plan, option, wrong);
    return FALSE;
}

static const void *member(const struct machine_plan *plan, gsize offset)
{
    return offset ? (const char *)plan + offset : NULL;
}

static unsigned unsigned_at(const struct machine_plan *plan, gsize offset)
{
    return offset ? *(const unsigned *)member(plan, offset) : 1;
}

unsigned machine_plan_sockets(struct machine_plan *plan)
{
    return unsigned_at(plan, plan->machine->plan->sockets);
}

unsigned machine_plan_threads(struct machine_plan *plan)
{
    return unsigned_at(plan, plan->machine->plan->threads);
}

gboolean machine_plan_cpus(struct machine_plan *plan, unsigned cpus, char wrong[MACHINE_PLAN_WRONG])
{
    const char *expected = plan->machine->plan->cpus ? plan->machine->plan->cpus(plan, cpus) : NULL;

    if (expected)
        snprintf(wrong, MACHINE_PLAN_WRONG, "%u CPUs; %s", cpus, expected);
    return !expected;
}

static void begin_once(struct machine_plan *plan)
{
    if (!plan->begun)
        plan->machine->plan->begin(plan);
    plan->begun = TRUE;
}

gboolean machine_plan_line(
    struct machine_plan *plan, const char *line, char wrong[MACHINE_PLAN_WRONG])
{
    G_STATIC_ASSERT(MACHINE_PLAN_WRONG >= PLAN_TEXT_WRONG);
    begin_once(plan);
    return plan->machine->plan->line(plan, line, wrong);
}

bool machine_plan_agreed(const char *line, const char *expected, char wrong[PLAN_TEXT_WRONG])
{
    return !expected ||
           plan_text_complain(wrong, "'%.60s': the oracle expected %s", line, expected);
}

static gboolean check_event(
    struct machine_plan *plan, const char *pmu, const char *terms, char wrong[MACHINE_PLAN_WRONG])
{
    g_auto(GStrv) words = g_strsplit(terms, ",", -1);

    if (plan->machine->plan->pmu && !plan->machine->plan->pmu(plan, pmu, wrong))
        return FALSE;
    for (char **word = words; *word; word++)
        if (**word && !strchr(*word, '=') && !plan->machine->plan->term(plan, pmu, *word, wrong))
            return FALSE;
    return TRUE;
}

static gboolean check_events(
    struct machine_plan *plan, const char *text, char wrong[MACHINE_PLAN_WRONG])
{
    g_autofree char *pattern = g_strdup_printf("(?<!/)(%s)/([^/ ]*)/", plan->machine->plan->pmus);
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

gboolean machine_plan_command(
    struct machine_plan *plan, const char *text, char wrong[MACHINE_PLAN_WRONG])
{
    begin_once(plan); /* a variant has its own PMUs, even without traffic */
    return !plan->machine->plan->pmus || check_events(plan, text, wrong);
}

struct planned machine_plan_planned(struct machine_plan *plan)
{
    const struct machine_plan_ops *ops = plan->machine->plan;

    begin_once(plan);
    return (struct planned){
        plan->machine->model, member(plan, ops->model), member(plan, ops->oracle)};
}

const struct plan *machine_plan_moments(struct machine_plan *plan)
{
    begin_once(plan);
    return member(plan, plan->machine->plan->moments);
}
