/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a scenario may say about its machine: the plugin's options, the lines of a traffic block, and the
 * events that perf is asked for. The first two are checked by the parsers that the plugin reads them with.
 *
 * A new machine brings a struct machine_plan_ops in a file of its own, machine_plan_NAME.c, and a row in
 * machine_plan.c. The order of things, with what all machines have in common done in machine_plan.c:
 *
 *     defaults()               once
 *     option()                 for each NAME=VALUE of the scenario
 *     cpus()                   once, when there are no more options
 *     begin()                  once, before the first line or planned()
 *     line()                   for each line of traffic
 *     pmu(), term()            for each PMU/TERM,TERM/ in the scripts
 */
#ifndef PMULAB_HARNESS_HARDWARE_MACHINE_PLAN_H
#define PMULAB_HARNESS_HARDWARE_MACHINE_PLAN_H

#include "harness/hardware/machine.h"
#include "models/sim/plan_text.h"

#include <glib.h>

/* Longest complaint, with its end. Complaints are one line: what, and what was expected. */
#define MACHINE_PLAN_WRONG 256

/*
 * One machine's part. @own is the machine's own struct of @size bytes (its configuration, its model, its
 * reader of plans), which begins as zero bytes and does not move; it holds nothing that must be freed.
 */
struct machine_plan_ops {
    const char *machine;
    const char *options; /* the names of all, for complaints: "box-ctl, dclk or sockets" */
    gsize size;

    /* Puts the defaults into the configuration. */
    void (*defaults)(gpointer own);

    /*
     * Sets an option of the plugin, "NAME=VALUE", but for the CPUs' number. Returns NULL; or what was
     * expected, as a static phrase; or
     * "" where NAME is no name of the machine's.
     */
    const char *(*option)(gpointer own, const char *option);

    /* Optional: how many sockets the options make; without it, one. */
    unsigned (*sockets)(gpointer own);

    /* Optional: how many threads of a core, which are a CPU each, they make; without it, one. */
    unsigned (*threads)(gpointer own);

    /* Optional: how many CPUs the guest has. Returns NULL, or what is wrong with that and the options
     * together, as a static phrase. */
    const char *(*cpus)(gpointer own, unsigned cpus);

    /* All options are known: resets the model with them, and begins its plan. */
    void (*begin)(gpointer own);

    /* Reads a line of traffic, in which steps are numbers: plan_text_line(). */
    bool (*line)(gpointer own, const char *line, char wrong[PLAN_TEXT_WRONG]);

    /* What perf_check_run.planned wants, and when things happen, a struct plan: where they are in @own. */
    gsize planned, moments;

    /* The names of the machine's PMUs, as perf has them: a regular expression without groups that capture. */
    const char *pmus;

    /* Optional: checks that there is @pmu, which @pmus fits. */
    gboolean (*pmu)(gpointer own, const char *pmu, char wrong[MACHINE_PLAN_WRONG]);

    /* Checks that perf knows @term of an event of @pmu: one without a value, since "event=0x4" always passes.
     */
    gboolean (*term)(gpointer own, const char *pmu, const char *term, char wrong[MACHINE_PLAN_WRONG]);
};

extern const struct machine_plan_ops snbep_plan_ops;
extern const struct machine_plan_ops power9_plan_ops;
extern const struct machine_plan_ops epyc_plan_ops;
extern const struct machine_plan_ops kunpeng_plan_ops;

/* The plan of one scenario. */
struct machine_plan;

/* An empty plan for @machine, which machine_find() must know. Free with machine_plan_free(). */
struct machine_plan *machine_plan_new(const struct machine *machine);
void machine_plan_free(struct machine_plan *plan);

/* Sets an option of the plugin, "NAME=VALUE". Comes before all that follows. FALSE with a complaint. */
gboolean machine_plan_option(struct machine_plan *plan, const char *option, char wrong[MACHINE_PLAN_WRONG]);

/* How many sockets the options make. */
unsigned machine_plan_sockets(const struct machine_plan *plan);

/* How many threads a core has. */
unsigned machine_plan_threads(const struct machine_plan *plan);

/* There are no more options, and the guest has @cpus CPUs. FALSE with a complaint. */
gboolean machine_plan_cpus(struct machine_plan *plan, unsigned cpus, char wrong[MACHINE_PLAN_WRONG]);

/* Reads a line of traffic, in which steps are numbers. FALSE with a complaint. */
gboolean machine_plan_line(struct machine_plan *plan, const char *line, char wrong[MACHINE_PLAN_WRONG]);

/*
 * Checks the events of perf that a line of a script names, as far as the machine knows them. Files below a
 * folder that is called as a PMU (/sys/bus/event_source/devices/PMU/events/) are none. FALSE with a
 * complaint.
 */
gboolean machine_plan_command(
    const struct machine_plan *plan, const char *text, char wrong[MACHINE_PLAN_WRONG]);

/* What perf_check_run.planned wants, and when things happen; parts of @plan. */
const void *machine_plan_planned(struct machine_plan *plan);
const struct plan *machine_plan_moments(struct machine_plan *plan);

#endif
