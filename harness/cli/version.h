/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which pmulab this is: the Makefile says so. */
#ifndef PMULAB_HARNESS_CLI_VERSION_H
#define PMULAB_HARNESS_CLI_VERSION_H

#include <stdio.h>

/* Prints the version, and for which version of QEMU's plugin API the plugins are, a line each. */
void version_print(FILE *out);

#endif
