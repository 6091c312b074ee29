/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `snbep` in scenarios: its plugin's options, and traffic as models/uncore reads it. */
#include "harness/machine_plan.h"

#include "models/uncore/snbep_config.h"
#include "models/uncore/snbep_plan.h"

#include <stdio.h>

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
    .sockets = plan_sockets,
    .planned = plan_planned,
    .free = g_free,
};
