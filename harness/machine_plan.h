/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a scenario may say about one machine: the plugin's options, the lines of a traffic block, and the
 * events that perf is asked for. The first two are checked by the parser that the plugin reads them with. A
 * new machine is a new row in machine_plan.c.
 */
#ifndef PMULAB_HARNESS_MACHINE_PLAN_H
#define PMULAB_HARNESS_MACHINE_PLAN_H

#include "harness/machines.h"

#include <glib.h>

/* Longest complaint about a line, with its end. */
#define MACHINE_PLAN_WRONG 256

/* The parser of one machine. Complaints are one line: what, and what was expected. */
struct machine_plan_ops {
    const char *machine;
    gpointer (*new)(void);
    /* Sets an option of the plugin, "NAME=VALUE". Comes before all lines. */
    gboolean (*option)(gpointer plan, const char *option, char wrong[MACHINE_PLAN_WRONG]);
    /* Reads a line of traffic, in which steps are numbers. */
    gboolean (*line)(gpointer plan, const char *line, char wrong[MACHINE_PLAN_WRONG]);
    /* Checks the events of perf that a line of a script names, as far as the machine knows them. */
    gboolean (*command)(gpointer plan, const char *text, char wrong[MACHINE_PLAN_WRONG]);
    /* How many sockets the options make. */
    unsigned (*sockets)(gpointer plan);
    /* What perf_check_run.planned wants; part of @plan. */
    const void *(*planned)(gpointer plan);
    void (*free)(gpointer plan);
};

/* The parser of @machine; never NULL for a machine that machine_find() knows. */
const struct machine_plan_ops *machine_plan_ops(const struct machine *machine);

extern const struct machine_plan_ops snbep_plan_ops;

#endif
