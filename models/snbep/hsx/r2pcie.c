/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the ring stop of PCIe. */
#include "models/snbep/box_types.h"
#include "models/snbep/hsx/r2pcie.events.h"

const struct box_type hsx_r2pcie_type = {
    BOX_REGISTERS(hsx_r2pcie_bank, PCI_BOX, 4),
    .filter = BOX_NONE,
    .kind = BOX_R2PCIE,
    .events = &hsx_r2pcie_events,
    .clock = BOX_UCLK,
    .control = &pci_control,
    .frz_alone = true,
};
