/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the stop between the mesh and a UPI link. */
#include "models/snbep/box_types.h"
#include "models/snbep/skx/m3upi.events.h"

const struct box_type skx_m3upi_type = {
    BOX_REGISTERS(skx_m3upi_bank, PCI3_BOX, 3),
    .filter = BOX_NONE,
    .kind = BOX_M3UPI,
    .events = &skx_m3upi_events,
    .clock = BOX_UCLK,
    .control = &pci_control,
    .frz_alone = true,
};
