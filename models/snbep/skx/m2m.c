/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a stop between the mesh and a memory controller, of
 * Skylake-SP. */
#include "models/snbep/box_types.h"
#include "models/snbep/skx/m2m_rows.h"

M2M_REGS;

const struct reg_bank skx_m2m_bank = {"m2m",
    "monitor of a stop between the mesh and a memory controller", REG_SPACE_PCI,
    REG_BANK_TABLE(regs)};

static const struct box_sub imc_reads[] = {
    BOX_BITS3("NORMAL", "ISOCH", "ALL"), {"FROM_TRANSGRESS", 0x10}};
static const struct box_sub imc_writes[] = {
    BOX_BITS5("FULL", "PARTIAL", "FULL_ISOCH", "PARTIAL_ISOCH", "ALL"), {"FROM_TRANSGRESS", 0x40},
    {"NI", 0x80}};

#define EVENTS(E)                                                                                  \
    M2M_ROWS(E)                                                                                    \
    MESH_ROWS(E)                                                                                   \
    MESH_AG1_BL_ROW(E, )                                                                           \
    E(IMC_READS, 0x37, BOX_COUNTS(imc_reads, "reads sent to the memory controller"))               \
    E(IMC_WRITES, 0x38, BOX_COUNTS(imc_writes, "writes sent to the memory controller"))

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = SKX_PCI_CONTROL;

const struct box_type skx_m2m_type = {
    SKX_PCI_TYPE(skx_m2m_bank),
    .name = "m2m",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
};
