/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The home agent's monitor. */
#include "models/snbep/box_types.h"
#include "models/snbep/hsx/ha.events.h"

const struct box_type hsx_ha_type = {
    BOX_REGISTERS(hsx_ha_bank, PCI_BOX, 4),
    .filter = BOX_NONE,
    .kind = BOX_HA,
    .events = &hsx_ha_events,
    .clock = BOX_UCLK,
    .control = &pci_control,
    .frz_alone = true,
};
