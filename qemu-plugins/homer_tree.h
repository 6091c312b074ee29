/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The device tree that QEMU's powernv9 leaves in the guest's memory, completed by what it does not tell of.
 */
#ifndef PMULAB_QEMU_PLUGINS_HOMER_TREE_H
#define PMULAB_QEMU_PLUGINS_HOMER_TREE_H

#include "models/sim/host.h"

/*
 * Adds HOMER, the memory that the nest's counters are in, for each of @chips. To be called before the guest's
 * first instruction, through @host's read and write. Returns NULL, or what went wrong, which lives forever.
 */
const char *homer_tree_complete(const struct sim_host *host, unsigned chips);

#endif
