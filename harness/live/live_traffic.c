/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tries which events a plan takes. */
#include "harness/live/live_traffic.h"

#include <string.h>

/* A separate plan, without effects, to try lines in. */
struct trial {
    const struct live_guest *guest;
    struct machine_plan *plan;
    GPtrArray *found;
};

static void begin(struct trial *trial)
{
    const struct machine *machine = trial->guest->machine;
    char wrong[MACHINE_PLAN_WRONG];

    trial->plan = machine_plan_new(machine);
    for (const char *const *option = trial->guest->config; option && *option; option++)
        machine_plan_option(trial->plan, *option, wrong);
    machine_plan_cpus(trial->plan, trial->guest->cpus ? trial->guest->cpus : machine->cpus, wrong);
    machine_plan_line(trial->plan, "at boot", wrong);
}

/* A plan has room for a limited number of lines. */
static void try(struct trial *trial, const char *block, const char *event)
{
    g_autofree char *what = g_strdup_printf("%s %s", block, event);
    g_autofree char *line = g_strconcat(what, " off", NULL);
    char wrong[MACHINE_PLAN_WRONG];

    if (machine_plan_moments(trial->plan)->n_entries == PLAN_ENTRIES) {
        machine_plan_free(trial->plan);
        begin(trial);
    }
    if (machine_plan_line(trial->plan, line, wrong))
        g_ptr_array_add(trial->found, g_steal_pointer(&what));
}

static void try_event(struct trial *trial, const struct machine_model *model, unsigned list,
    unsigned number, const char *block)
{
    struct machine_event event = {.prose = ""};

    model->event(list, number, &event);
    if (!event.n_subs)
        try(trial, block, event.name);
    for (unsigned sub = 0; sub < event.n_subs; sub++) {
        struct machine_sub_event part;
        g_autofree char *name = NULL;

        model->sub_event(list, number, sub, &part);
        name = g_strdup_printf("%s.%s", event.name, part.name);
        try(trial, block, name);
    }
}

/* A list belongs to blocks of its bank's name, or is a unit of the block. */
char **live_traffic_events(const struct live *live, const struct live_block *block)
{
    const struct machine_model *model = live->guest.machine->model;
    struct trial trial = {&live->guest, NULL, g_ptr_array_new()};
    struct machine_events events;

    begin(&trial);
    for (unsigned list = 0; model->events && model->events(list, &events); list++) {
        gboolean own = block->bank && !strcmp(events.name, block->bank->name);
        g_autofree char *name =
            own ? g_strdup(block->name) : g_strdup_printf("%s.%s", block->name, events.name);

        for (unsigned i = 0; i < events.n_events; i++)
            try_event(&trial, model, list, i, name);
        if (own)
            break;
    }
    machine_plan_free(trial.plan);
    g_ptr_array_add(trial.found, NULL);
    return (char **)g_ptr_array_free(trial.found, FALSE);
}
