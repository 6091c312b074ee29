/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * HOMER in ordinary memory, as on a real machine. QEMU has it 35 TB up, where
 * no device tree describes memory. The kernel does not map it there. With a
 * device tree node, the kernel would search all addresses in between, which
 * takes it a second.
 */
#ifndef PMULAB_QEMU_PLUGINS_RUNTIME_HOMER_H
#define PMULAB_QEMU_PLUGINS_RUNTIME_HOMER_H

#include "models/sim/host.h"

/* A machine's part of it. */
struct homer {
    unsigned chips;
    uint32_t pba_bar0; /* number of the SCOM with HOMER's address for firmware */
    uint64_t qemu;     /* physical address of the first chip's HOMER in QEMU */
};

/*
 * Whether SCOM @pcba of @chip contains HOMER's address for firmware. If so,
 * sets *@value to the plugin's address for it (P9_HOMER_BASE()). Also copies
 * the OCC's data for the host from QEMU's HOMER. Within an access.
 */
bool homer_scom_read(const struct sim_host *host, const struct homer *homer, unsigned chip,
    uint32_t pcba, uint64_t *value);

#endif
