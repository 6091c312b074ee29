/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The parts of a scenario that depend on its machine: the plugin's options, the
 * lines of a traffic block, and the events requested from perf. The plugin's
 * own parsers check the first two.
 *
 * A machine has a struct machine_plan_ops (struct machine,
 * harness/machine/NAME.c). machine_plan.c contains the code common to all
 * machines, and calls the hooks in this order:
 *
 *     defaults()               once, before the options of the scenario
 *     cpus()                   once, when there are no more options
 *     begin()                  once, before the first line and any use of the model
 *     line()                   for each line of traffic
 *     pmu(), term()            for each PMU/TERM,TERM/ in the scripts
 */
#ifndef PMULAB_HARNESS_HARDWARE_MACHINE_PLAN_H
#define PMULAB_HARNESS_HARDWARE_MACHINE_PLAN_H

#include "harness/hardware/machine.h"
#include "harness/hardware/planned.h"
#include "models/sim/plan_text.h"

#include <glib.h>

/* Bytes of the longest message with its NUL. Messages are one line: the error
 * and the expected form. */
#define MACHINE_PLAN_WRONG 512

/* The plan of one scenario. A machine's own struct begins with this one; its
 * configuration, its model and its plan reader follow. */
struct machine_plan {
    const struct machine *machine;
    void *config;   /* the machine's own configuration, which machine_model.options set */
    gboolean begun; /* the options are complete and the model has been reset */
};

/* One machine's part. The hooks receive the machine's own struct. */
struct machine_plan_ops {
    /* of the machine's own struct. It begins as zero bytes after struct
     * machine_plan, does not move, and owns nothing that must be freed */
    gsize size;

    /* Sets the configuration's defaults, and returns the configuration. */
    void *(*defaults)(struct machine_plan *plan);

    /* Offsets in the machine's own struct. An optional one may be 0. */
    gsize model;   /* the model, for struct planned */
    gsize moments; /* its struct plan, with the times of the traffic's lines */
    gsize oracle;  /* optional: the lines as the machine's oracle reads them, for struct planned */
    /* Optional, unsigned, as the options define them: sockets, and threads per
     * core, a CPU each. Default: one. */
    gsize sockets, threads;

    /* Optional: takes the guest's number of CPUs. Returns NULL, or a static
     * phrase on the conflict between it and the options. */
    const char *(*cpus)(struct machine_plan *plan, unsigned cpus);

    /* All options are set: resets the model with them and begins its plan. */
    void (*begin)(struct machine_plan *plan);

    /* Parses a line of traffic whose steps are numbers: plan_text_line(). */
    bool (*line)(struct machine_plan *plan, const char *line, char wrong[PLAN_TEXT_WRONG]);

    /* A regular expression, without capturing groups, for perf's names of the
     * machine's PMUs. NULL: perf does not support the machine, or a file names
     * them; then the later hooks are NULL. */
    const char *pmus;
    const char *played; /* the same for the PMUs that the fuzzer plays; NULL: all of them */

    /* Optional: checks that @pmu, which matches @pmus, exists. */
    gboolean (*pmu)(struct machine_plan *plan, const char *pmu, char wrong[MACHINE_PLAN_WRONG]);

    /* Checks that perf knows @term, without a value, of an event of @pmu.
     * "event=0x4" always passes. */
    gboolean (*term)(struct machine_plan *plan, const char *pmu, const char *term,
        char wrong[MACHINE_PLAN_WRONG]);
};

/* Makes an empty plan for @machine. Free with machine_plan_free(). */
struct machine_plan *machine_plan_new(const struct machine *machine);
void machine_plan_free(struct machine_plan *plan);

/*
 * Sets an option of the plugin, "NAME=VALUE". Call it before the functions
 * below. FALSE with a message in @wrong.
 */
gboolean machine_plan_option(
    struct machine_plan *plan, const char *option, char wrong[MACHINE_PLAN_WRONG]);

/* The number of sockets that the options define. */
unsigned machine_plan_sockets(struct machine_plan *plan);

/* The number of threads per core. */
unsigned machine_plan_threads(struct machine_plan *plan);

/* Ends the options: the guest has @cpus CPUs. FALSE with a message in
 * @wrong. */
gboolean machine_plan_cpus(
    struct machine_plan *plan, unsigned cpus, char wrong[MACHINE_PLAN_WRONG]);

/* Parses a line of traffic whose steps are numbers. FALSE with a message in
 * @wrong. */
gboolean machine_plan_line(
    struct machine_plan *plan, const char *line, char wrong[MACHINE_PLAN_WRONG]);

/*
 * Checks the perf events in a script's line if they are the machine's. It skips
 * files below a folder that has a PMU's name
 * (/sys/bus/event_source/devices/PMU/events/). FALSE with a message in @wrong.
 */
gboolean machine_plan_command(
    struct machine_plan *plan, const char *text, char wrong[MACHINE_PLAN_WRONG]);

/* For hooks line(): whether the oracle agrees that @line is right. @expected is
 * the oracle's complaint, or NULL. */
bool machine_plan_agreed(const char *line, const char *expected, char wrong[PLAN_TEXT_WRONG]);

/* The hardware that the options and lines define, with the times of its plan;
 * parts of @plan. */
struct planned machine_plan_planned(struct machine_plan *plan);
const struct plan *machine_plan_moments(struct machine_plan *plan);

#endif
