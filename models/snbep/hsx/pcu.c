/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the power control unit. */
#include "models/snbep/box_types.h"
#include "models/snbep/hsx/pcu.events.h"

const struct box_type hsx_pcu_type = {
    BOX_REGISTERS(hsx_pcu_bank, HSX_PCU_BOX, 4),
    .frz_alone = true,
    .kind = BOX_PCU,
    .events = &hsx_pcu_events,
    .clock = BOX_PCLK,
    .control = &pcu_control,
    .filter = HSX_PCU_BOX_FILTER,
};
