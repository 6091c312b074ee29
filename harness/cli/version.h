/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which pmulab this is, and what the QEMU that it finds has. */
#ifndef PMULAB_HARNESS_CLI_VERSION_H
#define PMULAB_HARNESS_CLI_VERSION_H

#include <stdio.h>

/*
 * Prints the version, and for which version of QEMU's plugin API the plugins are, a line each. Then a line
 * for each QEMU binary that the machines run: its version, how many of QEMU's private symbols that the
 * plugins use it exports (qemu/private.h), and where it is. A line for each one missing says what is lost
 * without it. Where there is no binary, or it cannot be read, its line says so.
 */
void version_print(FILE *out);

#endif
