/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tests labs, for `pmulab lab --check`. */
#ifndef PMULAB_HARNESS_CLI_LAB_LAB_CHECK_H
#define PMULAB_HARNESS_CLI_LAB_LAB_CHECK_H

#include "harness/lab/lab_run.h"

/*
 * Runs the solution and each mistake of @labs, of struct lab, in guests, and
 * prints TAP: the solution must solve its lab and pass the checks of every run.
 * A mistake must not, and must cause its message. A failed point has the grade
 * as comments. Returns the exit status.
 */
int lab_check(const GPtrArray *labs, const struct run_settings *settings);

#endif
