/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `epyc` in scenarios: its plugin's options, registers that a fault sets, and the events of the IBS driver.
 */
#include "harness/hardware/machine_plan.h"

#include "models/epyc/epyc_plan.h"

#include <stdio.h>
#include <string.h>

struct epyc_scenario {
    struct epyc_config config;
    struct epyc model;
    struct epyc_plan_text text;
};

static void plan_defaults(gpointer own)
{
    ((struct epyc_scenario *)own)->config = EPYC_DEFAULTS;
}

static const char *plan_option(gpointer own, const char *option)
{
    return epyc_config_option(&((struct epyc_scenario *)own)->config, option);
}

static unsigned plan_sockets(gpointer own)
{
    return ((struct epyc_scenario *)own)->config.sockets;
}

static const char *plan_cpus(gpointer own, unsigned cpus)
{
    struct epyc_scenario *plan = own;

    if (cpus > EPYC_MAX_CPUS)
        return "expected at most " G_STRINGIFY(MEMORY_MAX_CPUS);
    plan->config.cpus = cpus;
    return epyc_config_wrong(&plan->config);
}

static void plan_begin(gpointer own)
{
    static const struct sim_host nobody;
    struct epyc_scenario *plan = own;

    epyc_reset(&plan->model, &plan->config, &nobody);
    epyc_plan_begin(&plan->text, &plan->model);
}

static bool plan_line(gpointer own, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return epyc_plan_line(&((struct epyc_scenario *)own)->text, line, wrong);
}

/* The names of the driver's format files; which of them there are is the variant's and the kernel's business.
 */
static gboolean plan_term(gpointer own, const char *pmu, const char *term, char wrong[MACHINE_PLAN_WRONG])
{
    static const char *const op[] = {"cnt_ctl", "l3missonly", "ldlat", "swfilt", "strmst", NULL};
    static const char *const fetch[] = {"rand_en", "l3missonly", "fetchlat", "swfilt", NULL};
    const char *const *terms = g_str_equal(pmu, "ibs_op") ? op : fetch;
    g_autofree char *known = NULL;

    (void)own;
    if (g_strv_contains(terms, term))
        return TRUE;
    known = g_strjoinv(", ", (char **)(guintptr)terms);
    snprintf(wrong, MACHINE_PLAN_WRONG, "unknown term '%s/%.40s/'; expected one of %s, with a value", pmu,
        term, known);
    return FALSE;
}

const struct machine_plan_ops epyc_plan_ops = {
    .machine = "epyc",
    .options = "variant, sockets, window, seed, cache-log or one of docs/hardware/epyc.md",
    .size = sizeof(struct epyc_scenario),
    .defaults = plan_defaults,
    .option = plan_option,
    .sockets = plan_sockets,
    .cpus = plan_cpus,
    .begin = plan_begin,
    .line = plan_line,
    .planned = offsetof(struct epyc_scenario, model),
    .moments = offsetof(struct epyc_scenario, model.plan),
    .pmus = "ibs_op|ibs_fetch",
    .term = plan_term,
};
