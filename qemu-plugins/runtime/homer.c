/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Moves HOMER, the nest counters' memory, to where the guest's kernel can read
 * it. */
#include "qemu-plugins/runtime/homer.h"

#include "models/power9/homer.h"

#include <glib.h>
#include <inttypes.h>
#include <stdio.h>

/* Copies the part before the nest microcode's. QEMU's OCC never changes it. */
bool homer_scom_read(const struct sim_host *host, const struct homer *homer, unsigned chip,
    uint32_t pcba, uint64_t *value)
{
    uint64_t qemu = homer->qemu + chip * P9_HOMER_SIZE, ours = P9_HOMER_BASE(chip);
    g_autofree char *bytes = NULL;

    if (pcba != homer->pba_bar0 || chip >= homer->chips)
        return false;
    bytes = g_malloc(P9_IMC_COUNTERS);
    if (!host->read(host->self, qemu, bytes, P9_IMC_COUNTERS) ||
        !host->write(host->self, ours, bytes, P9_IMC_COUNTERS)) {
        fprintf(stderr,
            "pmulab: this QEMU has no memory at 0x%" PRIx64 ", or none at 0x%" PRIx64
            ": the nest's counters of chip %u cannot be read\n",
            qemu, ours, chip);
        return false;
    }
    *value = ours;
    return true;
}
