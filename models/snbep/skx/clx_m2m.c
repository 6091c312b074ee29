/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a stop between the mesh and a memory controller, of Cascade Lake, which has persistent
 * memory. */
#include "models/snbep/box_types.h"
#include "models/snbep/skx/m2m_rows.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {SKX_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg regs[] = M2M_REGS(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank clx_m2m_bank = {
    "m2m-clx", "the same of Cascade Lake", REG_SPACE_PCI, regs, sizeof(regs) / sizeof(regs[0])};

static const struct box_sub tag_hit[] = {{"NM_RD_HIT_CLEAN", 0x01}, {"NM_RD_HIT_DIRTY", 0x02},
    {"NM_UFILL_HIT_CLEAN", 0x04}, {"NM_UFILL_HIT_DIRTY", 0x08}};
static const struct box_sub imc_reads[] = {
    {"NORMAL", 0x01}, {"ISOCH", 0x02}, {"ALL", 0x04}, {"TO_PMM", 0x08}, {"FROM_TRANSGRESS", 0x10}};
static const struct box_sub imc_writes[] = {{"FULL", 0x01}, {"PARTIAL", 0x02}, {"FULL_ISOCH", 0x04},
    {"PARTIAL_ISOCH", 0x08}, {"ALL", 0x10}, {"TO_PMM", 0x20}, {"FROM_TRANSGRESS", 0x40}, {"NI", 0x80}};
static const struct box_sub pmm_rpq_cycles_reg_credits[] = {{"CHN0", 0x01}, {"CHN1", 0x02}, {"CHN2", 0x04}};

#define EVENTS(E)                                                                                            \
    M2M_ROWS(E)                                                                                              \
    MESH_ROWS(E)                                                                                             \
    MESH_AG1_BL_ROW(E, )                                                                                     \
    E(TAG_HIT, 0x2c, BOX_PLAIN, BOX_SUBS(tag_hit), .prose = "hits of the tags of near memory")               \
    E(IMC_READS, 0x37, BOX_PLAIN, BOX_SUBS(imc_reads),                                                       \
        .prose = "reads sent to the memory controller, of persistent memory among them")                     \
    E(IMC_WRITES, 0x38, BOX_PLAIN, BOX_SUBS(imc_writes),                                                     \
        .prose = "writes sent to the memory controller, of persistent memory among them")                    \
    E(PMM_RPQ_CYCLES_REG_CREDITS, 0x4f, BOX_ANY, BOX_SUBS(pmm_rpq_cycles_reg_credits),                       \
        .prose = "cycles with a regular credit of the read queue of persistent memory")                      \
    E(PMM_WPQ_CYCLES_REG_CREDITS, 0x51, BOX_ANY, BOX_SUBS(pmm_rpq_cycles_reg_credits),                       \
        .prose = "cycles with a regular credit of the write queue of persistent memory")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = SKX_PCI_CONTROL;

const struct box_type clx_m2m_type = {
    SKX_PCI_TYPE(clx_m2m_bank),
    .name = "m2m",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
};
