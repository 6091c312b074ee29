/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints this pmulab's version and the state of QEMU. */
#ifndef PMULAB_HARNESS_CLI_VERSION_H
#define PMULAB_HARNESS_CLI_VERSION_H

#include <stdio.h>

/*
 * Prints pmulab's version and, on the next line, the version of QEMU's plugin API that the plugins need. Then
 * one line for each QEMU binary that the machines run: its version, how many of the private symbols that the
 * plugins use it exports (qemu/private.h), and its path. A line for each missing symbol says what is lost
 * without it. If a binary is missing or unreadable, its line says so.
 */
void version_print(FILE *out);

#endif
