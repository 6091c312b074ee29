/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the link layer of a QPI link. */
#include "models/snbep/box_types.h"
#include "models/snbep/ivt/qpi.events.h"

const struct box_type ivt_qpi_type = {
    BOX_REGISTERS(ivt_qpi_bank, QPI_BOX, 4),
    .filter = BOX_NONE,
    .kind = BOX_QPI,
    .events = &ivt_qpi_events,
    .clock = BOX_QFCLK,
    .control = &pci_ext_control,
    .frz_alone = true,
};
