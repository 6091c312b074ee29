/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab setup --prune`: frees disk space. */
#ifndef PMULAB_HARNESS_CLI_SETUP_PRUNE_H
#define PMULAB_HARNESS_CLI_SETUP_PRUNE_H

#include <glib.h>

/*
 * Removes saved guests, which the next run boots again. Removes each QEMU,
 * UEFI, package and image that this pmulab does not use and that no process has
 * made or set up for a week, since other versions may share the cache.
 * Processes keep their open files. Returns a line that lists the removed items,
 * a new string. The cache's lock must be held.
 */
char *setup_prune(void);

#endif
