/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a bridge between rings (SBOX). */
#include "models/snbep/box_types.h"
#include "models/snbep/hsx/sbo.events.h"

const struct box_type hsx_sbo_type = {
    BOX_REGISTERS(hsx_sbo_bank, HSX_SBO, 4),
    .frz_alone = true,
    .kind = BOX_SBO,
    .events = &hsx_sbo_events,
    .clock = BOX_UCLK,
    .control = &msr_control,
    .filter = BOX_NONE,
};
