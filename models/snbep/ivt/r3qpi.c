/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the ring stop of a QPI link. */
#include "models/snbep/box_types.h"
#include "models/snbep/ivt/r3qpi.events.h"

const struct box_type ivt_r3qpi_type = {
    BOX_REGISTERS(ivt_r3qpi_bank, RING3_BOX, 3),
    .filter = BOX_NONE,
    .kind = BOX_R3QPI,
    .events = &ivt_r3qpi_events,
    .clock = BOX_UCLK,
    .control = &pci_control,
    .frz_alone = true,
};
