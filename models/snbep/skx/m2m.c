/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a stop between the mesh and a memory controller, of Skylake-SP. */
#include "models/snbep/box_types.h"
#include "models/snbep/skx/m2m_rows.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {SKX_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg regs[] = M2M_REGS(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank skx_m2m_bank = {"m2m", "monitor of a stop between the mesh and a memory controller",
    REG_SPACE_PCI, regs, sizeof(regs) / sizeof(regs[0])};

static const struct box_sub imc_reads[] = {
    {"NORMAL", 0x01}, {"ISOCH", 0x02}, {"ALL", 0x04}, {"FROM_TRANSGRESS", 0x10}};
static const struct box_sub imc_writes[] = {{"FULL", 0x01}, {"PARTIAL", 0x02}, {"FULL_ISOCH", 0x04},
    {"PARTIAL_ISOCH", 0x08}, {"ALL", 0x10}, {"FROM_TRANSGRESS", 0x40}, {"NI", 0x80}};

#define EVENTS(E)                                                                                            \
    M2M_ROWS(E)                                                                                              \
    MESH_ROWS(E)                                                                                             \
    MESH_AG1_BL_ROW(E, )                                                                                     \
    E(IMC_READS, 0x37, BOX_PLAIN, BOX_SUBS(imc_reads), .prose = "reads sent to the memory controller")       \
    E(IMC_WRITES, 0x38, BOX_PLAIN, BOX_SUBS(imc_writes), .prose = "writes sent to the memory controller")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = SKX_PCI_CONTROL;

const struct box_type skx_m2m_type = {
    SKX_PCI_TYPE(skx_m2m_bank),
    .name = "m2m",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
};
