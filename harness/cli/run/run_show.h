/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab run --show`: prints a run for people. */
#ifndef PMULAB_HARNESS_CLI_RUN_RUN_SHOW_H
#define PMULAB_HARNESS_CLI_RUN_RUN_SHOW_H

#include "harness/base/output.h"
#include "harness/judge/judge.h"

/* Appends the coming run: the scenario, its machine, its traffic. */
void run_show_begin(const struct scenario *scenario, struct output *out);

/* Appends the results: each step's commands, their output, the figures;
 * failures; and a closing verdict with @folder, which has the results. */
void run_show_end(const struct run_record *record, const struct judgement *judgement,
    const char *folder, struct output *out);

#endif
