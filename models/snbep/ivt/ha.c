/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The home agent's monitor. */
#include "models/snbep/box_types.h"
#include "models/snbep/ivt/ha.events.h"

const struct box_type ivt_ha_type = {
    BOX_REGISTERS(ivt_ha_bank, PCI_BOX, 4),
    .filter = BOX_NONE,
    .kind = BOX_HA,
    .events = &ivt_ha_events,
    .clock = BOX_UCLK,
    .control = &pci_control,
    .frz_alone = true,
};
