/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a stop between the mesh and a memory controller, of Cascade
 * Lake, which has persistent memory. */
#include "models/snbep/box_types.h"
#include "models/snbep/skx/clx_m2m.events.h"

const struct box_type clx_m2m_type = {
    BOX_REGISTERS(clx_m2m_bank, M2M_BOX, 4),
    .filter = BOX_NONE,
    .frz_alone = true,
    .kind = BOX_M2M,
    .events = &clx_m2m_events,
    .clock = BOX_UCLK,
    .control = &skx_pci_control,
};
