/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a stop between the mesh and a memory controller, of
 * Skylake-SP. */
#include "models/snbep/box_types.h"
#include "models/snbep/skx/m2m.events.h"
#include "models/snbep/skx/pci.h"

M2M_REGS;

const struct reg_bank skx_m2m_bank = {"m2m",
    "monitor of a stop between the mesh and a memory controller", REG_SPACE_PCI,
    REG_BANK_TABLE(regs)};

static const struct box_control control = SKX_PCI_CONTROL;

const struct box_type skx_m2m_type = {
    SKX_PCI_TYPE(skx_m2m_bank),
    .name = "m2m",
    .events = &skx_m2m_events,
    .clock = BOX_UCLK,
    .control = &control,
};
