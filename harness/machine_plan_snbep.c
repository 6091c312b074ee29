/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `snbep` in scenarios: its plugin's options, and traffic as models/uncore reads it. */
#include "harness/machine_plan.h"

#include "models/uncore/snbep_config.h"
#include "models/uncore/snbep_plan.h"

#include <stdio.h>
#include <string.h>

struct snbep_scenario {
    struct snbep_config config;
    struct snbep model;
    struct snbep_plan_text text;
    gboolean begun; /* the model has been reset with the options */
};

static gpointer plan_new(void)
{
    struct snbep_scenario *plan = g_new0(struct snbep_scenario, 1);

    plan->config = SNBEP_DEFAULTS;
    return plan;
}

static gboolean plan_option(gpointer data, const char *option, char wrong[MACHINE_PLAN_WRONG])
{
    struct snbep_scenario *plan = data;
    const char *expected = snbep_config_option(&plan->config, option);

    if (!expected)
        return TRUE;
    if (*expected)
        snprintf(wrong, MACHINE_PLAN_WRONG, "'%.60s'; %s", option, expected);
    else
        snprintf(wrong, MACHINE_PLAN_WRONG, "no option '%.60s'; expected box-ctl, dclk or sockets", option);
    return FALSE;
}

static void begin(struct snbep_scenario *plan)
{
    static const struct sim_host nobody;

    snbep_reset(&plan->model, &plan->config, &nobody);
    snbep_plan_begin(&plan->text, &plan->model);
    plan->begun = TRUE;
}

static gboolean plan_line(gpointer data, const char *line, char wrong[MACHINE_PLAN_WRONG])
{
    struct snbep_scenario *plan = data;

    G_STATIC_ASSERT(MACHINE_PLAN_WRONG >= SNBEP_PLAN_WRONG);
    if (!plan->begun)
        begin(plan);
    return snbep_plan_line(&plan->text, line, wrong);
}

/* The driver's own names; any other term of an event has a value: "event=0x4". */
static gboolean is_alias(const char *term)
{
    static const char *const aliases[] = {"clockticks", "cas_count_read", "cas_count_write", NULL};

    return g_strv_contains(aliases, term);
}

static gboolean check_terms(const char *pmu, const char *terms, char wrong[MACHINE_PLAN_WRONG])
{
    g_auto(GStrv) words = g_strsplit(terms, ",", -1);

    for (char **word = words; *word; word++) {
        if (!**word || strchr(*word, '=') || is_alias(*word))
            continue;
        snprintf(wrong, MACHINE_PLAN_WRONG,
            "unknown event '%s/%.40s/'; expected clockticks, cas_count_read, cas_count_write or event=CODE",
            pmu, *word);
        return FALSE;
    }
    return TRUE;
}

static gboolean check_channel(const char *pmu, const char *digits, char wrong[MACHINE_PLAN_WRONG])
{
    guint64 channel;

    if (g_ascii_string_to_unsigned(digits, 10, 0, SNBEP_CHANNELS - 1, &channel, NULL))
        return TRUE;
    snprintf(wrong, MACHINE_PLAN_WRONG, "there is no '%s'; expected uncore_imc_0 to uncore_imc_%d", pmu,
        SNBEP_CHANNELS - 1);
    return FALSE;
}

static gboolean plan_command(gpointer data, const char *text, char wrong[MACHINE_PLAN_WRONG])
{
    g_autoptr(GRegex) events = g_regex_new("(uncore_imc(?:_([0-9]+))?)/([^/ ]*)/", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    gboolean ok = TRUE;

    (void)data;
    for (g_regex_match(events, text, 0, &match); ok && g_match_info_matches(match);
         g_match_info_next(match, NULL)) {
        g_autofree char *pmu = g_match_info_fetch(match, 1);
        g_autofree char *digits = g_match_info_fetch(match, 2);
        g_autofree char *terms = g_match_info_fetch(match, 3);

        ok = (!*digits || check_channel(pmu, digits, wrong)) && check_terms(pmu, terms, wrong);
    }
    return ok;
}

static unsigned plan_sockets(gpointer data)
{
    return ((struct snbep_scenario *)data)->config.n_sockets;
}

static const void *plan_planned(gpointer data)
{
    struct snbep_scenario *plan = data;

    if (!plan->begun)
        begin(plan);
    return &plan->model;
}

const struct machine_plan_ops snbep_plan_ops = {
    .machine = "snbep",
    .new = plan_new,
    .option = plan_option,
    .line = plan_line,
    .command = plan_command,
    .sockets = plan_sockets,
    .planned = plan_planned,
    .free = g_free,
};
