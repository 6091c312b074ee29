/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints this pmulab's version and the state of QEMU. */
#ifndef PMULAB_HARNESS_CLI_VERSION_H
#define PMULAB_HARNESS_CLI_VERSION_H

#include <stdio.h>

/*
 * Prints pmulab's version and, on the next line, the version of QEMU's plugin
 * API that the plugins need. Then one line for each QEMU binary that the
 * machines run: its version, its number of exported private symbols that the
 * plugins use (qemu/private.h), and its path. A line for each missing symbol
 * names the lost feature. The line of a missing or unreadable binary reports
 * that.
 */
void version_print(FILE *out);

#endif
