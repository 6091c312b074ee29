/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab run --show`: a run for people to look at. */
#ifndef PMULAB_HARNESS_CLI_RUN_SHOW_H
#define PMULAB_HARNESS_CLI_RUN_SHOW_H

#include "harness/base/output.h"
#include "harness/judge/judge.h"

/* Appends what is going to happen: the scenario, its machine, its traffic. */
void run_show_begin(const struct scenario *scenario, struct output *out);

/*
 * Appends what has happened: each step's commands, what they printed, the figures; what failed; and a
 * verdict on all with @folder, where the results are.
 */
void run_show_end(const struct run_record *record, const struct judgement *judgement, const char *folder,
    struct output *out);

#endif
