/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a stop between the mesh and a memory controller, of
 * Skylake-SP. */
#include "models/snbep/box_types.h"
#include "models/snbep/skx/m2m.events.h"

const struct box_type skx_m2m_type = {
    BOX_REGISTERS(skx_m2m_bank, M2M_BOX, 4),
    .filter = BOX_NONE,
    .frz_alone = true,
    .kind = BOX_M2M,
    .events = &skx_m2m_events,
    .clock = BOX_UCLK,
    .control = &skx_pci_control,
};
