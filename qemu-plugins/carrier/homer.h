/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * HOMER in ordinary memory, as on a real machine. QEMU has it 35 TB up, where no device tree describes
 * memory. The kernel does not map it there; told of it, the kernel would search everything in between, for a
 * second of its time.
 */
#ifndef PMULAB_QEMU_PLUGINS_CARRIER_HOMER_H
#define PMULAB_QEMU_PLUGINS_CARRIER_HOMER_H

#include "models/sim/host.h"

/* What a machine has of it. */
struct homer {
    unsigned chips;
    uint32_t pba_bar0; /* number of the SCOM that tells firmware where HOMER is */
    uint64_t qemu;     /* physical address at which QEMU has the first chip's */
};

/*
 * Whether SCOM number @pcba of @chip tells firmware where HOMER is. If so, sets *@value to the plugin's place
 * for it (P9_HOMER_BASE()) and copies what QEMU's OCC has for the host in its own. Within an access.
 */
bool homer_scom_read(
    const struct sim_host *host, const struct homer *homer, unsigned chip, uint32_t pcba, uint64_t *value);

#endif
