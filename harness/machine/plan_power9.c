/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `power9` in scenarios: its plugin's options, and traffic as models/power9 reads it. */
#include "harness/hardware/machine_plan.h"

#include "harness/proof/power9/names.h"
#include "models/power9/power9_plan.h"

struct power9_scenario {
    struct p9_config config;
    struct p9 model;
    struct p9_plan_text text;
};

static void plan_defaults(gpointer own)
{
    ((struct power9_scenario *)own)->config = P9_DEFAULTS;
}

static const char *plan_option(gpointer own, const char *option)
{
    return p9_config_option(&((struct power9_scenario *)own)->config, option);
}

static unsigned plan_sockets(gpointer own)
{
    return ((struct power9_scenario *)own)->config.sockets;
}

static unsigned plan_threads(gpointer own)
{
    return ((struct power9_scenario *)own)->config.threads;
}

static const char *plan_cpus(gpointer own, unsigned cpus)
{
    struct power9_scenario *plan = own;

    plan->config.cpus = cpus;
    return p9_config_wrong(&plan->config);
}

static void plan_begin(gpointer own)
{
    static const struct sim_host nobody;
    struct power9_scenario *plan = own;

    p9_reset(&plan->model, &plan->config, &nobody);
    p9_plan_begin(&plan->text, &plan->model);
}

static bool plan_line(gpointer own, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return p9_plan_line(&((struct power9_scenario *)own)->text, line, wrong);
}

static gboolean plan_pmu(gpointer own, const char *pmu, char wrong[MACHINE_PLAN_WRONG])
{
    return p9_names_check_pmu(
        p9_catalogue(&((struct power9_scenario *)own)->model), pmu, wrong, MACHINE_PLAN_WRONG);
}

static gboolean plan_term(gpointer own, const char *pmu, const char *term, char wrong[MACHINE_PLAN_WRONG])
{
    return p9_names_check_event(
        p9_catalogue(&((struct power9_scenario *)own)->model), pmu, term, wrong, MACHINE_PLAN_WRONG);
}

const struct machine_plan_ops power9_plan_ops = {
    .machine = "power9",
    .options = "availability, dead, sockets or threads",
    .size = sizeof(struct power9_scenario),
    .defaults = plan_defaults,
    .option = plan_option,
    .sockets = plan_sockets,
    .threads = plan_threads,
    .cpus = plan_cpus,
    .begin = plan_begin,
    .line = plan_line,
    .planned = offsetof(struct power9_scenario, model),
    .moments = offsetof(struct power9_scenario, model.plan),
    .pmus = P9_NAMES_PMUS,
    .pmu = plan_pmu,
    .term = plan_term,
};
