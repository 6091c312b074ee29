/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the utility box. */
#include "models/snbep/box_types.h"
#include "models/snbep/hsx/ubox.events.h"

/* Widths of counters as in Linux: 44 bits, and since Broadwell 48. */
const struct box_type hsx_ubox_type = {
    UBOX_REGISTERS(hsx_ubox_bank, HSX_UBOX),
    .filter = HSX_UBOX_FILTER,
    .kind = BOX_UBOX,
    .events = &hsx_ubox_events,
    .clock = BOX_UCLK,
    .control = &ubox_control,
};
const struct box_type bdx_ubox_type = {
    UBOX_REGISTERS(bdx_ubox_bank, BDX_UBOX),
    .filter = BDX_UBOX_FILTER,
    .kind = BOX_UBOX,
    .events = &hsx_ubox_events,
    .clock = BOX_UCLK,
    .control = &ubox_control,
};
