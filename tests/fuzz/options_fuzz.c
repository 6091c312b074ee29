/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Feeds options to each machine and to the plugins. An accepted option must
 * print as options for the same configuration; a refused one must change
 * nothing. */
#include "harness/hardware/machine_plan.h"
#include "harness/machine/machines.h"
#include "models/sim/plugin_options.h"
#include "tests/fuzz/fuzz.h"

/* An option in the plugin's form, or in a scenario's form. */
enum { LINE = 160 };

enum { MACHINES_MAX = 64 };

/* A plan of machine number @i with its defaults. It is made once, because its
 * model is large. */
static struct machine_plan *fresh(struct machine_plan **plans, unsigned i)
{
    if (!plans[i])
        plans[i] = machine_plan_new(machine_number(i));
    plans[i]->config = plans[i]->machine->plan->defaults(plans[i]);
    return plans[i];
}

static void print(const struct machine_plan *plan, char text[CONFIG_TEXT])
{
    config_print(plan->machine->model->options, plan->config, text);
}

static void check_printed(const struct machine_plan *plan, struct machine_plan *again)
{
    char first[CONFIG_TEXT], second[CONFIG_TEXT];

    print(plan, first);
    g_auto(GStrv) words = g_strsplit(first, " ", -1);
    for (char **word = words; *word; word++)
        if (**word)
            MUST(!config_parse(plan->machine->model->options, again->config, *word),
                "what is printed is one");
    print(again, second);
    MUST(!strcmp(first, second), "... and means the same");
}

static void any_option(unsigned machine, struct machine_plan *plan, const char *line)
{
    static struct machine_plan *others[MACHINES_MAX];
    char wrong[MACHINE_PLAN_WRONG], before[CONFIG_TEXT], after[CONFIG_TEXT];

    print(plan, before);
    memset(wrong, 0xff, sizeof(wrong));
    if (machine_plan_option(plan, line, wrong)) {
        check_printed(plan, fresh(others, machine));
        return;
    }
    MUST(memchr(wrong, 0, sizeof(wrong)) && *wrong, "what is refused has a complaint");
    print(plan, after);
    MUST(!strcmp(before, after), "... and changes nothing");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    static struct machine_plan *plans[MACHINES_MAX];
    struct plugin_options options = PLUGIN_OPTIONS_DEFAULTS;
    unsigned n = 1, machine;
    char line[LINE], wrong[MACHINE_PLAN_WRONG];

    while (machine_number(n))
        n++;
    machine = (unsigned)take(&in, 1) % n;
    struct machine_plan *plan = fresh(plans, machine);
    while (in.left) {
        take_line(&in, line, sizeof(line));
        any_option(machine, plan, line);
        config_parse(plugin_options, &options, line);
    }
    machine_plan_cpus(plan, 1 + size % 64, wrong);
    return 0;
}
