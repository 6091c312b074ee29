/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the ring stop of PCIe: 327043-001, section 2.8. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/r2pcie.events.h"

const struct box_type r2pcie_type = {
    BOX_REGISTERS(r2pcie_bank, RING_BOX, 4),
    .filter = BOX_NONE,
    .kind = BOX_R2PCIE,
    .events = &r2pcie_events,
    .clock = BOX_UCLK,
    .control = &pci_control,
};
