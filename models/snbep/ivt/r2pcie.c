/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the ring stop of PCIe. */
#include "models/snbep/box_types.h"
#include "models/snbep/ivt/r2pcie.events.h"

const struct box_type ivt_r2pcie_type = {
    BOX_REGISTERS(ivt_r2pcie_bank, RING_BOX, 4),
    .filter = BOX_NONE,
    .kind = BOX_R2PCIE,
    .events = &ivt_r2pcie_events,
    .clock = BOX_UCLK,
    .control = &pci_control,
    .frz_alone = true,
};
