/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the power control unit. */
#include "models/snbep/box_types.h"
#include "models/snbep/ivt/pcu.events.h"

const struct box_type ivt_pcu_type = {
    BOX_REGISTERS(ivt_pcu_bank, PCU_BOX, 4),
    .filter = PCU_BOX_FILTER,
    .kind = BOX_PCU,
    .events = &ivt_pcu_events,
    .clock = BOX_PCLK,
    .control = &pcu_control,
    .frz_alone = true,
};
