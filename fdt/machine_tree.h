/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tree of a machine powernv9 says of chips and memory. */
#ifndef PMULAB_FDT_MACHINE_TREE_H
#define PMULAB_FDT_MACHINE_TREE_H

#include <glib.h>

/* The number of chips, which each have a node xscom@...; the tree is sound. */
guint machine_tree_chips(const void *fdt);

/* The bytes of all nodes memory@..., below a root with 2 cells for addresses and sizes. */
guint64 machine_tree_memory(const void *fdt);

#endif
