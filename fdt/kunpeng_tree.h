/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `kunpeng` in the device tree of QEMU's machine `virt`: nodes for
 * its PMCUs and uncore PMUs. */
#ifndef PMULAB_FDT_KUNPENG_TREE_H
#define PMULAB_FDT_KUNPENG_TREE_H

#include "models/kunpeng/kunpeng_config.h"

#include <stddef.h>

/* Returns the number of CPUs that the tree describes. */
unsigned kunpeng_tree_cpus(const void *fdt);

/* Adds the nodes of @config to the tree @fdt, which may grow to @room bytes in
 * place and is packed again. Returns NULL, or the tree's error as a static
 * phrase. The tree may then be partly changed. */
const char *kunpeng_tree_add(void *fdt, size_t room, const struct kunpeng_config *config);

#endif
