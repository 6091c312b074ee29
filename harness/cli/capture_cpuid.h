/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab capture --as cpuid`: a dump of CPUID against the model. */
#ifndef PMULAB_HARNESS_CLI_CAPTURE_CPUID_H
#define PMULAB_HARNESS_CLI_CAPTURE_CPUID_H

#include "harness/cli/input.h"

/* Prints the registers in which the dump at @path differs, or all of them as
 * lines of silicon/NAME.facts (@facts). Returns the exit status. */
int capture_cpuid(const struct input *input, const char *path, gboolean facts);

#endif
