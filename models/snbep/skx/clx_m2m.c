/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a stop between the mesh and a memory controller, of Cascade
 * Lake, which has persistent memory. */
#include "models/snbep/box_types.h"
#include "models/snbep/skx/m2m_rows.h"

M2M_REGS;

const struct reg_bank clx_m2m_bank = {
    "m2m-clx", "the same of Cascade Lake", REG_SPACE_PCI, REG_BANK_TABLE(regs)};

static const struct box_sub tag_hit[] = {
    BOX_BITS4("NM_RD_HIT_CLEAN", "NM_RD_HIT_DIRTY", "NM_UFILL_HIT_CLEAN", "NM_UFILL_HIT_DIRTY")};
static const struct box_sub imc_reads[] = {
    BOX_BITS5("NORMAL", "ISOCH", "ALL", "TO_PMM", "FROM_TRANSGRESS")};
static const struct box_sub imc_writes[] = {BOX_BITS8(
    "FULL", "PARTIAL", "FULL_ISOCH", "PARTIAL_ISOCH", "ALL", "TO_PMM", "FROM_TRANSGRESS", "NI")};
static const struct box_sub pmm_channels[] = {BOX_BITS3("CHN0", "CHN1", "CHN2")};

#define EVENTS(E)                                                                                  \
    M2M_ROWS(E)                                                                                    \
    MESH_ROWS(E)                                                                                   \
    MESH_AG1_BL_ROW(E, )                                                                           \
    E(TAG_HIT, 0x2c, BOX_COUNTS(tag_hit, "hits of the tags of near memory"))                       \
    E(IMC_READS, 0x37,                                                                             \
        BOX_COUNTS(                                                                                \
            imc_reads, "reads sent to the memory controller, of persistent memory among them"))    \
    E(IMC_WRITES, 0x38,                                                                            \
        BOX_COUNTS(                                                                                \
            imc_writes, "writes sent to the memory controller, of persistent memory among them"))  \
    E(PMM_RPQ_CYCLES_REG_CREDITS, 0x4f,                                                            \
        BOX_CYCLES(                                                                                \
            pmm_channels, "cycles with a regular credit of the read queue of persistent memory"))  \
    E(PMM_WPQ_CYCLES_REG_CREDITS, 0x51,                                                            \
        BOX_CYCLES(                                                                                \
            pmm_channels, "cycles with a regular credit of the write queue of persistent memory"))

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = SKX_PCI_CONTROL;

const struct box_type clx_m2m_type = {
    SKX_PCI_TYPE(clx_m2m_bank),
    .name = "m2m",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
};
