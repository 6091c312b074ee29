/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The home agent's monitor: 327043-001, section 2.4. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/ha.events.h"

const struct box_type ha_type = {
    BOX_REGISTERS(ha_bank, PCI_BOX, 4),
    .filter = BOX_NONE,
    .kind = BOX_HA,
    .events = &ha_events,
    .clock = BOX_UCLK,
    .control = &pci_control,
};
