/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab setup --prune`: frees disk space. */
#ifndef PMULAB_HARNESS_CLI_SETUP_PRUNE_H
#define PMULAB_HARNESS_CLI_SETUP_PRUNE_H

#include <glib.h>

/*
 * Removes saved guests, which the next run boots anew. Of QEMU, UEFI, packages and images it removes those
 * that this pmulab does not use and that nobody has made or set up for a week: other versions may share the
 * cache. Processes that have files open keep them. Returns a line that says what was removed, a new string.
 * The cache's lock must be held.
 */
char *setup_prune(void);

#endif
