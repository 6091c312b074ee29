/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the power control unit. Events are from the list of Ivy
 * Bridge-EP (IVT, version 24), which gives no maximum increments. */
#include "models/snbep/boxes/msr_box.h"
#include "models/snbep/boxes/pcu_rows.h"
#include "models/snbep/ivt/rows.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {PCU_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field filter_fields[] = {PCU_FILTER_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg regs[MSR_BOX_REGS] =
    MSR_BOX_FOUR(box_ctl_fields, ctl_fields, filter_fields, ctr_fields);

const struct reg_bank ivt_pcu_bank = {"pcu-ivt",
    "power control unit monitor of Ivy Bridge-EP; register number is C20 plus the offset",
    REG_SPACE_MSR, REG_BANK_REGS(regs, MSR_BOX_REGS)};

/* Cores of a package. */
enum { PCU_CORES = 15 };

#define FIRST_CORES(E, stem, first, tail, of)                                                      \
    PCU_CORE(E, stem, first, 0, tail, of)                                                          \
    PCU_CORE(E, stem, first, 1, tail, of)                                                          \
    PCU_CORE(E, stem, first, 2, tail, of)                                                          \
    PCU_CORE(E, stem, first, 3, tail, of)                                                          \
    PCU_CORE(E, stem, first, 4, tail, of)                                                          \
    PCU_CORE(E, stem, first, 5, tail, of)                                                          \
    PCU_CORE(E, stem, first, 6, tail, of)                                                          \
    PCU_CORE(E, stem, first, 7, tail, of)
#define LAST_CORES(E, stem, first, tail, of)                                                       \
    PCU_CORE(E, stem, first, 8, tail, of)                                                          \
    PCU_CORE(E, stem, first, 9, tail, of)                                                          \
    PCU_CORE(E, stem, first, 10, tail, of)                                                         \
    PCU_CORE(E, stem, first, 11, tail, of)                                                         \
    PCU_CORE(E, stem, first, 12, tail, of)                                                         \
    PCU_CORE(E, stem, first, 13, tail, of)                                                         \
    PCU_CORE(E, stem, first, 14, tail, of)
#define CORES_OF(E, stem, first, tail, of)                                                         \
    FIRST_CORES(E, stem, first, tail, of)                                                          \
    LAST_CORES(E, stem, first, tail, of)

#define IN(E, state, code)                                                                         \
    PCU_CYCLES(E, PKG_C_STATE_RESIDENCY_##state##_CYCLES, BOX_CODE_EXT | (code),                   \
        "of the package in " #state)

/* Demotions of core 8 have code 40; all other codes follow core 0's. */
#define EVENTS(E)                                                                                  \
    PCU_ROWS(E)                                                                                    \
    PCU_CYCLES(E, VOLT_TRANS_CYCLES_INCREASE, 0x01, "in which the voltage rises")                  \
    PCU_CYCLES(E, VOLT_TRANS_CYCLES_DECREASE, 0x02, "in which the voltage falls")                  \
    PCU_CYCLES(E, VOLT_TRANS_CYCLES_CHANGE, 0x03, "in which the voltage changes")                  \
    PCU_CYCLES(E, FREQ_MAX_CURRENT_CYCLES, 0x07, "in which current limits the frequency")          \
    FIRST_CORES(E, DEMOTIONS_CORE, 0x1e, , "demotions of the C-state")                             \
    LAST_CORES(E, DEMOTIONS_CORE, 0x40 - 8, , "demotions of the C-state")                          \
    PCU_CYCLES(E, VR_HOT_CYCLES, 0x32, "in which a voltage regulator is hot")                      \
    PCU_CYCLES(E, FREQ_TRANS_CYCLES, 0x60, "in which the frequency changes")                       \
    PCU_CYCLES(E, FREQ_MIN_IO_P_CYCLES, 0x61, "in which I/O sets the least frequency")             \
    PCU_CYCLES(E, FREQ_MIN_PERF_P_CYCLES, 0x62,                                                    \
        "in which the performance limit sets the least frequency")                                 \
    PCU_CYCLES(E, TOTAL_TRANSITION_CYCLES, 0x63, "in transitions of any core's C-state")           \
    CORES_OF(E, CORE, 0x70, _TRANSITION_CYCLES, "cycles in transitions of the C-state")            \
    CORES_OF(                                                                                      \
        E, DELAYED_C_STATE_ABORT_CORE, BOX_CODE_EXT | 0x17, , "deep C-states that were given up")  \
    E(PKG_C_EXIT_LATENCY, BOX_CODE_EXT | 0x26, BOX_PLAIN,                                          \
        .prose = "cycles of leaving a C-state of the package; also called PKG_C_EXIT_LATENCY_SEL") \
    IN(E, C0, 0x2a)                                                                                \
    IN(E, C2, 0x2b)                                                                                \
    IN(E, C3, 0x2c)                                                                                \
    IN(E, C6, 0x2d)

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = PCU_CONTROL;

const struct box_type ivt_pcu_type = {
    MSR_BOX_TYPE(ivt_pcu_bank),
    .name = "pcu",
    .events = &events,
    .clock = BOX_PCLK,
    .control = &control,
    .frz_alone = true,
};
