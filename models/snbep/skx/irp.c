/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a stack's coherent side (IRP). */
#include "models/snbep/box_types.h"
#include "models/snbep/skx/irp.events.h"

const struct box_type skx_irp_type = {
    BOX_REGISTERS(skx_irp_bank, SKX_IRP, 2),
    .filter = BOX_NONE,
    .frz_alone = true,
    .kind = BOX_IRP,
    .events = &skx_irp_events,
    .clock = BOX_UCLK,
    .control = &msr_plain_control,
};
