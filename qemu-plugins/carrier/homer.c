/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Moves HOMER, the nest counters' memory, to where the guest's kernel can read it. */
#include "qemu-plugins/carrier/homer.h"

#include "models/power9/homer.h"

#include <glib.h>
#include <stdio.h>

/* Copies what does not belong to the nest microcode, which comes after it. QEMU's OCC never changes it. */
static bool copy(const struct sim_host *host, unsigned chip)
{
    g_autofree char *bytes = g_malloc(P9_IMC_COUNTERS);

    return host->read(host->self, P9_QEMU_HOMER_BASE(chip), bytes, P9_IMC_COUNTERS) &&
           host->write(host->self, P9_HOMER_BASE(chip), bytes, P9_IMC_COUNTERS);
}

bool homer_scom_read(
    const struct sim_host *host, unsigned chips, unsigned chip, uint32_t pcba, uint64_t *value)
{
    if (pcba != P9_PBA_BAR0 || chip >= chips)
        return false;
    if (!copy(host, chip)) {
        fprintf(stderr,
            "pmulab: this QEMU has no memory at 0x%llx, or none at 0x%llx: the nest's counters of chip %u "
            "cannot be read\n",
            P9_QEMU_HOMER_BASE(chip), P9_HOMER_BASE(chip), chip);
        return false;
    }
    *value = P9_HOMER_BASE(chip);
    return true;
}
