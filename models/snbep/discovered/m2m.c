/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Mesh to memory, since Sapphire Rapids. It is here for the part without an
 * event list. */
#include "models/snbep/box_types.h"
#include "models/snbep/discovered/m2m.events.h"
#include "models/snbep/discovered/unit_regs.h"

const struct box_type spr_m2m_type = {
    BOX_REGISTERS(spr_m2m_bank, SPR_M2M, 4),
    .filter = BOX_NONE,
    UNIT_TYPE(UNIT_M2M),
    .kind = BOX_M2M,
    .events = &spr_m2m_events,
    .clock = BOX_UCLK,
    .control = &unit64_control,
};
