/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The power control unit since Sapphire Rapids. */
#include "models/snbep/box_types.h"
#include "models/snbep/discovered/pcu.events.h"
#include "models/snbep/discovered/unit_regs.h"

const struct box_type spr_pcu_type = {
    BOX_REGISTERS(spr_pcu_bank, SPR_PCU, 4),
    .filter = BOX_NONE,
    UNIT_TYPE(UNIT_PCU),
    .kind = BOX_PCU,
    .events = &spr_pcu_events,
    .clock = BOX_PCLK,
    .control = &unit64_control,
};
