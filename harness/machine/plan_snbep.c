/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `snbep` in scenarios: its plugin's options, and traffic as models/snbep reads it. */
#include "harness/hardware/machine_plan.h"

#include "models/snbep/snbep_config.h"
#include "models/snbep/snbep_plan.h"

#include <stdio.h>
#include <string.h>

#define PMU "uncore_imc"

struct snbep_scenario {
    struct snbep_config config;
    struct snbep model;
    struct snbep_plan_text text;
};

static void plan_defaults(gpointer own)
{
    struct snbep_scenario *plan = own;

    plan->config = SNBEP_DEFAULTS;
}

static const char *plan_option(gpointer own, const char *option)
{
    return snbep_config_option(&((struct snbep_scenario *)own)->config, option);
}

static unsigned plan_sockets(gpointer own)
{
    return ((struct snbep_scenario *)own)->config.n_sockets;
}

static const char *plan_cpus(gpointer own, unsigned cpus)
{
    const struct snbep_scenario *plan = own;

    (void)cpus;
    if (plan->config.n_sockets == 1 && (plan->config.absent | plan->config.duplicated) >> SNBEP_CHANNELS)
        return "absent, duplicated: there is no second socket";
    return NULL;
}

static void plan_begin(gpointer own)
{
    static const struct sim_host nobody;
    struct snbep_scenario *plan = own;

    snbep_reset(&plan->model, &plan->config, &nobody);
    snbep_plan_begin(&plan->text, &plan->model);
}

static bool plan_line(gpointer own, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return snbep_plan_line(&((struct snbep_scenario *)own)->text, line, wrong);
}

/* Without a number perf means all channels. */
static gboolean plan_pmu(gpointer own, const char *pmu, char wrong[MACHINE_PLAN_WRONG])
{
    const char *digits = pmu + strlen(PMU);
    guint64 channel;

    (void)own;
    if (!*digits || g_ascii_string_to_unsigned(digits + 1, 10, 0, SNBEP_CHANNELS - 1, &channel, NULL))
        return TRUE;
    snprintf(wrong, MACHINE_PLAN_WRONG, "there is no '%s'; expected uncore_imc_0 to uncore_imc_%d", pmu,
        SNBEP_CHANNELS - 1);
    return FALSE;
}

/* The driver's own names are all that there is without a value. */
static gboolean plan_term(gpointer own, const char *pmu, const char *term, char wrong[MACHINE_PLAN_WRONG])
{
    static const char *const aliases[] = {"clockticks", "cas_count_read", "cas_count_write", NULL};

    (void)own;
    if (g_strv_contains(aliases, term))
        return TRUE;
    snprintf(wrong, MACHINE_PLAN_WRONG,
        "unknown event '%s/%.40s/'; expected clockticks, cas_count_read, cas_count_write or event=CODE", pmu,
        term);
    return FALSE;
}

const struct machine_plan_ops snbep_plan_ops = {
    .machine = "snbep",
    .options = "box-ctl, dclk, sockets, absent or duplicated",
    .size = sizeof(struct snbep_scenario),
    .defaults = plan_defaults,
    .option = plan_option,
    .sockets = plan_sockets,
    .cpus = plan_cpus,
    .begin = plan_begin,
    .line = plan_line,
    .planned = offsetof(struct snbep_scenario, model),
    .moments = offsetof(struct snbep_scenario, model.plan),
    .pmus = PMU "(?:_[0-9]+)?",
    .pmu = plan_pmu,
    .term = plan_term,
};
