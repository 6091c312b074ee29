/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints labs for people: the list, a task, a grade. */
#ifndef PMULAB_HARNESS_CLI_LAB_LAB_SHOW_H
#define PMULAB_HARNESS_CLI_LAB_LAB_SHOW_H

#include "harness/base/output.h"
#include "harness/lab/lab_run.h"

/* The list of @labs, of struct lab: in columns on a terminal, else separated by
 * tabs. @solved: names of the solved labs. */
void lab_show_list(const GPtrArray *labs, GHashTable *solved, struct output *out);

/* Title, text, and the commands that the guest's shell has for a lab. */
void lab_show_task(const struct lab *lab, struct output *out);

/* Whether the lab is solved, and if not, why. */
void lab_show_grade(const struct lab *lab, const struct lab_outcome *outcome, struct output *out);

#endif
