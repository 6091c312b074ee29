/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a scenario brings into its guest: files and modules of the host, and packages. */
#ifndef PMULAB_HARNESS_SCENARIO_SCENARIO_BROUGHT_H
#define PMULAB_HARNESS_SCENARIO_SCENARIO_BROUGHT_H

#include "harness/scenario/scenario.h"

/*
 * These read what follows the word of a line into @scenario: `file PATH [AS]`, `module FILE` and `package
 * NAME...`. A path of the host is relative to the scenario's folder. FALSE with @wrong, a new string: what is
 * wrong and what was expected.
 */
gboolean scenario_read_file(struct scenario *scenario, const char *text, char **wrong);
gboolean scenario_read_module(struct scenario *scenario, const char *text, char **wrong);
gboolean scenario_read_package(struct scenario *scenario, const char *text, char **wrong);

#endif
