/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * HOMER in ordinary memory, as on a real machine. QEMU has it where no device tree tells of memory, 35 TB up:
 * the kernel does not map it, and if it is told, looks through all that is between, for a second of its time.
 */
#ifndef PMULAB_QEMU_PLUGINS_CARRIER_HOMER_H
#define PMULAB_QEMU_PLUGINS_CARRIER_HOMER_H

#include "models/sim/host.h"

/*
 * Whether SCOM number @pcba of @chip, one of @chips, is that by which firmware learns where HOMER is. Then
 * *@value is where we want it (P9_HOMER_BASE()), and what QEMU's OCC has in its own for the host has been
 * copied there. Within an access.
 */
bool homer_scom_read(
    const struct sim_host *host, unsigned chips, unsigned chip, uint32_t pcba, uint64_t *value);

#endif
