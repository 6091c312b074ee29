/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * HOMER in ordinary memory, as on a real machine. QEMU has it 35 TB up, where no device tree describes
 * memory. The kernel does not map it there; told of it, the kernel would search everything in between, for a
 * second of its time.
 */
#ifndef PMULAB_QEMU_PLUGINS_CARRIER_HOMER_H
#define PMULAB_QEMU_PLUGINS_CARRIER_HOMER_H

#include "models/sim/host.h"

/*
 * Whether SCOM number @pcba of @chip, one of @chips, tells firmware where HOMER is. If so, sets *@value to
 * the plugin's place for it (P9_HOMER_BASE()) and copies what QEMU's OCC has for the host in its own. Within
 * an access.
 */
bool homer_scom_read(
    const struct sim_host *host, unsigned chips, unsigned chip, uint32_t pcba, uint64_t *value);

#endif
