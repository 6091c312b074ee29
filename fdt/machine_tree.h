/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chips and memory in the device tree of a machine powernv9. */
#ifndef PMULAB_FDT_MACHINE_TREE_H
#define PMULAB_FDT_MACHINE_TREE_H

#include <glib.h>

/* Returns the number of chips: each has a node xscom@... The tree must be
 * valid. */
guint machine_tree_chips(const void *fdt);

/* Returns the bytes of all nodes memory@..., below a root with 2 cells for
 * addresses and sizes. */
guint64 machine_tree_memory(const void *fdt);

#endif
