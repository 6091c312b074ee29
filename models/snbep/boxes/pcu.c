/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the power control unit: 327043-001, section 2.6. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/msr_box.h"
#include "models/snbep/boxes/pcu_rows.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {PCU_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field filter_fields[] = {PCU_FILTER_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg regs[MSR_BOX_REGS] =
    MSR_BOX_FOUR(box_ctl_fields, ctl_fields, filter_fields, ctr_fields);

const struct reg_bank pcu_bank = {"pcu",
    "power control unit monitor; register number is C20 plus the offset", REG_SPACE_MSR,
    REG_BANK_REGS(regs, MSR_BOX_REGS)};

/* Cores of a package. */
enum { PCU_CORES = 8 };

#define CORES_OF(E, stem, first, tail, of)                                                         \
    PCU_CORE(E, stem, first, 0, tail, of)                                                          \
    PCU_CORE(E, stem, first, 1, tail, of)                                                          \
    PCU_CORE(E, stem, first, 2, tail, of)                                                          \
    PCU_CORE(E, stem, first, 3, tail, of)                                                          \
    PCU_CORE(E, stem, first, 4, tail, of)                                                          \
    PCU_CORE(E, stem, first, 5, tail, of)                                                          \
    PCU_CORE(E, stem, first, 6, tail, of) PCU_CORE(E, stem, first, 7, tail, of)

#define EVENTS(E)                                                                                  \
    PCU_ROWS(E)                                                                                    \
    PCU_CYCLES(E, VOLT_TRANS_CYCLES_INCREASE, 0x01, "in which the voltage rises")                  \
    PCU_CYCLES(E, VOLT_TRANS_CYCLES_DECREASE, 0x02, "in which the voltage falls")                  \
    PCU_CYCLES(E, VOLT_TRANS_CYCLES_CHANGE, 0x03, "in which the voltage changes")                  \
    PCU_CYCLES(E, FREQ_MAX_CURRENT_CYCLES, 0x07, "in which current limits the frequency")          \
    CORES_OF(E, DEMOTIONS_CORE, 0x1e, , "demotions of the C-state")                                \
    PCU_CYCLES(E, VR_HOT_CYCLES, 0x32, "in which a voltage regulator is hot")                      \
    PCU_CYCLES(E, FREQ_TRANS_CYCLES, BOX_CODE_EXT | 0x00, "in which the frequency changes")        \
    PCU_CYCLES(                                                                                    \
        E, FREQ_MIN_IO_P_CYCLES, BOX_CODE_EXT | 0x01, "in which I/O sets the least frequency")     \
    PCU_CYCLES(E, FREQ_MIN_PERF_P_CYCLES, BOX_CODE_EXT | 0x02,                                     \
        "in which the performance limit sets the least frequency")                                 \
    CORES_OF(                                                                                      \
        E, CORE, BOX_CODE_EXT | 0x03, _TRANSITION_CYCLES, "cycles in transitions of the C-state")  \
    PCU_CYCLES(                                                                                    \
        E, TOTAL_TRANSITION_CYCLES, BOX_CODE_EXT | 0x0b, "in transitions of any core's C-state")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = PCU_CONTROL;

const struct box_type pcu_type = {
    MSR_BOX_TYPE(pcu_bank),
    .name = "pcu",
    .events = &events,
    .clock = BOX_PCLK,
    .control = &control,
};
