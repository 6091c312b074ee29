/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds nodes for the PMUs of a user's file to the device tree of QEMU's machine
 * virt. */
#ifndef PMULAB_FDT_BOARD_TREE_H
#define PMULAB_FDT_BOARD_TREE_H

#include "models/pmu/hardware.h"

#include <stddef.h>

/* Adds a node for each PMU of @hardware that is found by a device tree. As
 * fdt_add_devices(). */
const char *board_tree_add(void *fdt, size_t room, const struct hardware *hardware);

#endif
