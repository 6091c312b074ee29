/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the utility box. */
#include "models/snbep/box_types.h"
#include "models/snbep/ivt/ubox.events.h"

const struct box_type ivt_ubox_type = {
    UBOX_REGISTERS(ivt_ubox_bank, UBOX_BOX),
    .filter = BOX_NONE,
    .kind = BOX_UBOX,
    .events = &ivt_ubox_events,
    .clock = BOX_UCLK,
    .control = &ubox_control,
};
