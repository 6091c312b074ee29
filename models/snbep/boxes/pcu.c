/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the power control unit: 327043-001, section 2.6. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/pcu.events.h"

const struct box_type pcu_type = {
    BOX_REGISTERS(pcu_bank, PCU_BOX, 4),
    .filter = PCU_BOX_FILTER,
    .kind = BOX_PCU,
    .events = &pcu_events,
    .clock = BOX_PCLK,
    .control = &pcu_control,
};
