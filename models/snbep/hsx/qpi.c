/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the link layer of a QPI link. */
#include "models/snbep/box_types.h"
#include "models/snbep/hsx/qpi.events.h"

const struct box_type hsx_qpi_type = {
    BOX_REGISTERS(hsx_qpi_bank, QPI_BOX, 4),
    .filter = BOX_NONE,
    .kind = BOX_QPI,
    .events = &hsx_qpi_events,
    .clock = BOX_QFCLK,
    .control = &pci_ext_control,
    .frz_alone = true,
};
