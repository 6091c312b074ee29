/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a scenario may say about its machine: the plugin's options, the lines of a traffic block, and the
 * events that perf is asked for. The first two are checked by the parsers that the plugin reads them with.
 *
 * A machine brings a struct machine_plan_ops (struct machine, harness/machine/NAME.c). The order of things,
 * with what all machines have in common done in machine_plan.c:
 *
 *     defaults()               once
 *     option()                 for each NAME=VALUE of the scenario
 *     cpus()                   once, when there are no more options
 *     begin()                  once, before the first line, model() or moments()
 *     line()                   for each line of traffic
 *     pmu(), term()            for each PMU/TERM,TERM/ in the scripts
 */
#ifndef PMULAB_HARNESS_HARDWARE_MACHINE_PLAN_H
#define PMULAB_HARNESS_HARDWARE_MACHINE_PLAN_H

#include "harness/hardware/machine.h"
#include "harness/hardware/planned.h"
#include "models/sim/plan_text.h"

#include <glib.h>

/* Longest complaint, with its end. Complaints are one line: what, and what was expected. */
#define MACHINE_PLAN_WRONG 512

/*
 * The plan of one scenario. A machine has a struct of its own that begins with it: its configuration, its
 * model and its reader of plans come behind.
 */
struct machine_plan {
    const struct machine *machine;
    gboolean begun; /* the model has been reset with the options */
};

/* One machine's part. What the hooks get is the machine's own struct. */
struct machine_plan_ops {
    gsize size; /* of the machine's own struct, which begins as zero bytes behind struct machine_plan, does
                   not move, and holds nothing that must be freed */

    /* Puts the defaults into the configuration. */
    void (*defaults)(struct machine_plan *plan);

    /*
     * Sets an option of the plugin, "NAME=VALUE", but for the CPUs' number. Returns NULL; or what was
     * expected, as a static phrase; or "" where NAME is no name of the machine's.
     */
    const char *(*option)(struct machine_plan *plan, const char *option);

    /* Optional: how many sockets the options make; without it, one. */
    unsigned (*sockets)(struct machine_plan *plan);

    /* Optional: how many threads of a core, which are a CPU each, they make; without it, one. */
    unsigned (*threads)(struct machine_plan *plan);

    /* Optional: how many CPUs the guest has. Returns NULL, or what is wrong with that and the options
     * together, as a static phrase. */
    const char *(*cpus)(struct machine_plan *plan, unsigned cpus);

    /* All options are known: resets the model with them, and begins its plan. */
    void (*begin)(struct machine_plan *plan);

    /* Reads a line of traffic, in which steps are numbers: plan_text_line(). */
    bool (*line)(struct machine_plan *plan, const char *line, char wrong[PLAN_TEXT_WRONG]);

    /* The model, which struct planned hands to the proof, and in it when things happen. */
    const void *(*model)(struct machine_plan *plan);
    const struct plan *(*moments)(struct machine_plan *plan);

    /* The names of the machine's PMUs, as perf has them: a regular expression without groups that capture.
     * NULL: perf knows nothing of the machine, and the hooks that follow are NULL, too. */
    const char *pmus;

    /* Optional: checks that there is @pmu, which @pmus fits. */
    gboolean (*pmu)(struct machine_plan *plan, const char *pmu, char wrong[MACHINE_PLAN_WRONG]);

    /* Checks that perf knows @term of an event of @pmu: one without a value, since "event=0x4" always passes.
     */
    gboolean (*term)(
        struct machine_plan *plan, const char *pmu, const char *term, char wrong[MACHINE_PLAN_WRONG]);
};

/* An empty plan for @machine. Free with machine_plan_free(). */
struct machine_plan *machine_plan_new(const struct machine *machine);
void machine_plan_free(struct machine_plan *plan);

/* Sets an option of the plugin, "NAME=VALUE". Comes before all that follows. FALSE with a complaint. */
gboolean machine_plan_option(struct machine_plan *plan, const char *option, char wrong[MACHINE_PLAN_WRONG]);

/* How many sockets the options make. */
unsigned machine_plan_sockets(struct machine_plan *plan);

/* How many threads a core has. */
unsigned machine_plan_threads(struct machine_plan *plan);

/* There are no more options, and the guest has @cpus CPUs. FALSE with a complaint. */
gboolean machine_plan_cpus(struct machine_plan *plan, unsigned cpus, char wrong[MACHINE_PLAN_WRONG]);

/* Reads a line of traffic, in which steps are numbers. FALSE with a complaint. */
gboolean machine_plan_line(struct machine_plan *plan, const char *line, char wrong[MACHINE_PLAN_WRONG]);

/*
 * Checks the events of perf that a line of a script names, as far as the machine knows them. Files below a
 * folder that is called as a PMU (/sys/bus/event_source/devices/PMU/events/) are none. FALSE with a
 * complaint.
 */
gboolean machine_plan_command(struct machine_plan *plan, const char *text, char wrong[MACHINE_PLAN_WRONG]);

/* The hardware that the options and the lines make, and when things happen; parts of @plan. */
struct planned machine_plan_planned(struct machine_plan *plan);
const struct plan *machine_plan_moments(struct machine_plan *plan);

#endif
