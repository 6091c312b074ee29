/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the ring stop of a QPI link. */
#include "models/snbep/box_types.h"
#include "models/snbep/hsx/r3qpi.events.h"

/* Widths of counters as in Linux: 44 bits, and since Broadwell 48. */
const struct box_type hsx_r3qpi_type = {
    BOX_REGISTERS(hsx_r3qpi_bank, RING3_BOX, 3),
    .filter = BOX_NONE,
    .kind = BOX_R3QPI,
    .events = &hsx_r3qpi_events,
    .clock = BOX_UCLK,
    .control = &pci_control,
    .frz_alone = true,
};
const struct box_type bdx_r3qpi_type = {
    BOX_REGISTERS(bdx_r3qpi_bank, PCI3_BOX, 3),
    .filter = BOX_NONE,
    .kind = BOX_R3QPI,
    .events = &hsx_r3qpi_events,
    .clock = BOX_UCLK,
    .control = &pci_control,
    .frz_alone = true,
};
