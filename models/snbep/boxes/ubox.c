/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the utility box: 327043-001, section 2.2. It has no control
 * that freezes it. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/ubox.events.h"

const struct box_type ubox_type = {
    UBOX_REGISTERS(ubox_msr_bank, UBOX_BOX),
    .filter = BOX_NONE,
    .kind = BOX_UBOX,
    .events = &ubox_events,
    .clock = BOX_UCLK,
    .control = &ubox_control,
};
