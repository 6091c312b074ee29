/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab setup --prune`: gives disk back. */
#ifndef PMULAB_HARNESS_CLI_SETUP_PRUNE_H
#define PMULAB_HARNESS_CLI_SETUP_PRUNE_H

#include <glib.h>

/*
 * Removes saved guests, which the next run boots anew, and of QEMU, UEFI, packages and images those that are
 * not this pmulab's and that nobody has made or set up for a week: other versions may share the cache.
 * Whoever has files of theirs open keeps them. Returns a line that says what has been removed, a new string.
 * The cache's lock must be held.
 */
char *setup_prune(void);

#endif
