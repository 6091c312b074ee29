/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A scenario's additions to its guest: files and modules of the host, and
 * packages. */
#ifndef PMULAB_HARNESS_SCENARIO_GUEST_EXTRA_H
#define PMULAB_HARNESS_SCENARIO_GUEST_EXTRA_H

#include "harness/scenario/scenario.h"

/*
 * These read the text after a line's first word into @scenario: `file PATH
 * [AS]`, `module FILE|NAME` and `package NAME...`. A path of the host is
 * relative to the scenario's folder. FALSE with @wrong, a new string: the error
 * and the expected form.
 */
gboolean scenario_read_file(struct scenario *scenario, const char *text, char **wrong);
gboolean scenario_read_module(struct scenario *scenario, const char *text, char **wrong);
gboolean scenario_read_package(struct scenario *scenario, const char *text, char **wrong);

/* The same for `hardware FILE`, which must describe PMUs. Returns the option
 * for the machine's plugin, a new string, or NULL with @wrong. */
char *scenario_read_hardware(const struct scenario *scenario, const char *text, char **wrong);

#endif
