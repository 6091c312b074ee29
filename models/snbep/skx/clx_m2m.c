/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a stop between the mesh and a memory controller, of Cascade
 * Lake, which has persistent memory. */
#include "models/snbep/box_types.h"
#include "models/snbep/skx/clx_m2m.events.h"
#include "models/snbep/skx/pci.h"

M2M_REGS;

const struct reg_bank clx_m2m_bank = {
    "m2m-clx", "the same of Cascade Lake", REG_SPACE_PCI, REG_BANK_TABLE(regs)};

static const struct box_control control = SKX_PCI_CONTROL;

const struct box_type clx_m2m_type = {
    SKX_PCI_TYPE(clx_m2m_bank),
    .name = "m2m",
    .events = &clx_m2m_events,
    .clock = BOX_UCLK,
    .control = &control,
};
