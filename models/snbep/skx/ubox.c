/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the utility box. The filter of threads is omitted, because no
 * event of the list needs it. */
#include "models/snbep/box_types.h"
#include "models/snbep/skx/ubox.events.h"

const struct box_type skx_ubox_type = {
    UBOX_REGISTERS(skx_ubox_bank, SKX_UBOX),
    .filter = BOX_NONE,
    .kind = BOX_UBOX,
    .events = &skx_ubox_events,
    .clock = BOX_UCLK,
    .control = &ubox_control,
};
