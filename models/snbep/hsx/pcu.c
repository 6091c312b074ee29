/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the power control unit. Events are from the list of Haswell-EP
 * (HSX, version 29), which gives no maximum increments. */
#include "models/snbep/boxes/pcu_rows.h"
#include "models/snbep/hsx/msr.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {PCU_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field filter_fields[] = {PCU_FILTER_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg regs[] = {HSX_MSR_FOUR(box_ctl_fields, ctl_fields, 0x7, ctr_fields),
    [HSX_FILTER] =
        HSX_MSR("FILTER", 0x5, 64, filter_fields, "bands of the frequency, for all counters")};

const struct reg_bank hsx_pcu_bank = {"pcu-hsx",
    "power control unit monitor; register number is 710 plus the offset", REG_SPACE_MSR,
    REG_BANK_TABLE(regs)};

enum { PCU_CORES = 18 };

/* Both have an event for each core. */
#define CORES_OF(E, stem, first, tail, of)                                                         \
    PCU_CORE(E, stem, first, 0, tail, of)                                                          \
    PCU_CORE(E, stem, first, 1, tail, of)                                                          \
    PCU_CORE(E, stem, first, 2, tail, of)                                                          \
    PCU_CORE(E, stem, first, 3, tail, of)                                                          \
    PCU_CORE(E, stem, first, 4, tail, of)                                                          \
    PCU_CORE(E, stem, first, 5, tail, of)                                                          \
    PCU_CORE(E, stem, first, 6, tail, of)                                                          \
    PCU_CORE(E, stem, first, 7, tail, of)                                                          \
    PCU_CORE(E, stem, first, 8, tail, of)                                                          \
    PCU_CORE(E, stem, first, 9, tail, of)                                                          \
    PCU_CORE(E, stem, first, 10, tail, of)                                                         \
    PCU_CORE(E, stem, first, 11, tail, of)                                                         \
    PCU_CORE(E, stem, first, 12, tail, of)                                                         \
    PCU_CORE(E, stem, first, 13, tail, of)                                                         \
    PCU_CORE(E, stem, first, 14, tail, of)                                                         \
    PCU_CORE(E, stem, first, 15, tail, of)                                                         \
    PCU_CORE(E, stem, first, 16, tail, of)                                                         \
    PCU_CORE(E, stem, first, 17, tail, of)

#define IN(E, state, code)                                                                         \
    PCU_CYCLES(E, PKG_RESIDENCY_##state##_CYCLES, code, "of the package in " #state)

/* The list has another name for 79: transitions without a change. */
#define EVENTS(E)                                                                                  \
    PCU_ROWS(E)                                                                                    \
    IN(E, C0, 0x2a)                                                                                \
    IN(E, C1E, 0x4e)                                                                               \
    IN(E, C2E, 0x2b)                                                                               \
    IN(E, C3, 0x2c)                                                                                \
    IN(E, C6, 0x2d)                                                                                \
    IN(E, C7, 0x2e)                                                                                \
    CORES_OF(E, DEMOTIONS_CORE, 0x30, , "demotions of the C-state")                                \
    PCU_CYCLES(E, VR_HOT_CYCLES, 0x42, "in which a voltage regulator is hot")                      \
    CORES_OF(E, CORE, 0x60, _TRANSITION_CYCLES, "cycles in transitions of the C-state")            \
    PCU_CYCLES(E, TOTAL_TRANSITION_CYCLES, 0x72, "in transitions of any core's C-state")           \
    PCU_CYCLES(E, FREQ_MIN_IO_P_CYCLES, 0x73, "in which I/O sets the least frequency")             \
    PCU_CYCLES(E, FREQ_TRANS_CYCLES, 0x74, "in which the frequency changes")                       \
    E(UFS_TRANSITIONS_RING_GV, 0x79, BOX_PLAIN, .prose = "transitions of the uncore's frequency")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = PCU_CONTROL;

const struct box_type hsx_pcu_type = {
    HSX_MSR_TYPE(hsx_pcu_bank),
    .name = "pcu",
    .events = &events,
    .clock = BOX_PCLK,
    .control = &control,
    .filter = HSX_FILTER,
};
