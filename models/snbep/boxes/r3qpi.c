/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the ring stop of a QPI link, with three counters: 327043-001,
 * section 2.9. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/r3qpi.events.h"

const struct box_type r3qpi_type = {
    BOX_REGISTERS(r3qpi_bank, RING3_BOX, 3),
    .filter = BOX_NONE,
    .kind = BOX_R3QPI,
    .events = &r3qpi_events,
    .clock = BOX_UCLK,
    .control = &pci_control,
};
