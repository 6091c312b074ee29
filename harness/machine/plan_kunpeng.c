/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `kunpeng` in scenarios: its plugin's options, traffic of core PMUs, and the events of the PMCU's driver. */
#include "harness/hardware/machine_plan.h"

#include "models/kunpeng/kunpeng_plan.h"

#include <stdio.h>

struct kunpeng_scenario {
    struct kunpeng_config config;
    gboolean clusters_given;
    struct kunpeng model;
    struct kunpeng_plan_text text;
};

static void plan_defaults(gpointer own)
{
    ((struct kunpeng_scenario *)own)->config = KUNPENG_DEFAULTS;
}

static const char *plan_option(gpointer own, const char *option)
{
    struct kunpeng_scenario *plan = own;

    plan->clusters_given |= g_str_has_prefix(option, "clusters=");
    return kunpeng_config_option(&plan->config, option);
}

static const char *plan_cpus(gpointer own, unsigned cpus)
{
    struct kunpeng_scenario *plan = own;

    kunpeng_config_cpus(&plan->config, cpus, plan->clusters_given);
    return kunpeng_config_wrong(&plan->config);
}

static void plan_begin(gpointer own)
{
    static const struct sim_host nobody;
    struct kunpeng_scenario *plan = own;

    kunpeng_reset(&plan->model, &plan->config, &nobody);
    kunpeng_plan_begin(&plan->text, &plan->model);
}

static bool plan_line(gpointer own, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return kunpeng_plan_line(&((struct kunpeng_scenario *)own)->text, line, wrong);
}

static gboolean plan_term(gpointer own, const char *pmu, const char *term, char wrong[MACHINE_PLAN_WRONG])
{
    (void)own;
    snprintf(wrong, MACHINE_PLAN_WRONG,
        "unknown term '%s/%.40s/'; expected nr_sample, sample_period_ms or pmccfiltr, with a value", pmu,
        term);
    return FALSE;
}

const struct machine_plan_ops kunpeng_plan_ops = {
    .machine = "kunpeng",
    .options = "dies, sccl, clusters, counters, hpmn, clock, blind, kernel-el, nsh or tables",
    .size = sizeof(struct kunpeng_scenario),
    .defaults = plan_defaults,
    .option = plan_option, /* dies are no sockets to QEMU: their CPUs are one after another */
    .cpus = plan_cpus,
    .begin = plan_begin,
    .line = plan_line,
    .planned = offsetof(struct kunpeng_scenario, model),
    .moments = offsetof(struct kunpeng_scenario, model.plan),
    .pmus = "hisi_pmcu_sccl[0-9]+",
    .term = plan_term,
};
