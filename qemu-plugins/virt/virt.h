/* SPDX-License-Identifier: GPL-2.0-or-later */
/* QEMU's machine virt (hw/arm/virt.c) with a GICv3: its interrupts, and the
 * device tree that it has made for the guest. */
#ifndef PMULAB_QEMU_PLUGINS_VIRT_VIRT_H
#define PMULAB_QEMU_PLUGINS_VIRT_VIRT_H

#include "models/sim/host.h"

#include <stddef.h>

/* Makes shared interrupt number @spi pending, or private interrupt @ppi of CPU
 * number @cpu: a pulse, also for a level. Within the arbiter. */
void virt_pend_spi(const struct sim_host *host, unsigned spi);
void virt_pend_ppi(const struct sim_host *host, unsigned cpu, unsigned ppi);

/*
 * Lets @add change the guest's device tree, before its first instruction. @add
 * may let the tree grow to @room bytes in place, and returns NULL or the error.
 * Returns NULL, or the error as a static phrase.
 */
const char *virt_change_tree(const struct sim_host *host,
    const char *(*add)(void *tree, size_t room, void *data), void *data);

#endif
