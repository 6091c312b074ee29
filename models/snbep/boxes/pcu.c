/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the power control unit: 327043-001, section 2.6. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/msr_box.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {PCU_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field filter_fields[] = {PCU_FILTER_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg regs[MSR_BOX_REGS] =
    MSR_BOX_FOUR(box_ctl_fields, ctl_fields, filter_fields, ctr_fields);

const struct reg_bank pcu_bank = {"pcu", "power control unit monitor; register number is C20 plus the offset",
    REG_SPACE_MSR, regs, MSR_BOX_REGS};

/* Cores of a package, and the states that occ_sel selects by number (page 74). */
enum { CORES = 8 };
static const struct box_sub states[] = {{"CORES_C0", 1}, {"CORES_C3", 2}, {"CORES_C6", 3}};
static const uint32_t state_units[] = {0x1, 0x2, 0x4};

/* A frequency in 100 MHz, as the filter has it (page 76). */
enum { MOST_FREQUENCY = UINT8_MAX };

/* An event that a core has of its own. */
#define CORE(E, stem, first, n, tail, of) E(stem##n##tail, (first) + n, BOX_PLAIN, .prose = of " of core " #n)
#define CORES_OF(E, stem, first, tail, of)                                                                   \
    CORE(E, stem, first, 0, tail, of)                                                                        \
    CORE(E, stem, first, 1, tail, of)                                                                        \
    CORE(E, stem, first, 2, tail, of)                                                                        \
    CORE(E, stem, first, 3, tail, of)                                                                        \
    CORE(E, stem, first, 4, tail, of)                                                                        \
    CORE(E, stem, first, 5, tail, of) CORE(E, stem, first, 6, tail, of) CORE(E, stem, first, 7, tail, of)

#define CYCLES(E, event, code, in) E(event, code, BOX_PLAIN, .prose = "cycles " in)

/* All bands look at one frequency, which is band 0's traffic. */
#define BAND(E, n)                                                                                           \
    E(FREQ_BAND##n##_CYCLES, 0x0b + n, .max = 1, .rest = -1, .watches = EVENT_FREQ_BAND0_CYCLES,             \
        .band = PCU_FILTER_BAND##n, .prose = "cycles at the filter's band " #n " or above")

#define EVENTS(E)                                                                                            \
    E(CLOCKTICKS, 0x00, BOX_CLOCK, .prose = "cycles of the power control unit's clock, 800 MHz")             \
    CYCLES(E, VOLT_TRANS_CYCLES_INCREASE, 0x01, "in which the voltage rises")                                \
    CYCLES(E, VOLT_TRANS_CYCLES_DECREASE, 0x02, "in which the voltage falls")                                \
    CYCLES(E, VOLT_TRANS_CYCLES_CHANGE, 0x03, "in which the voltage changes")                                \
    CYCLES(E, FREQ_MAX_LIMIT_THERMAL_CYCLES, 0x04, "in which heat limits the frequency")                     \
    CYCLES(E, FREQ_MAX_POWER_CYCLES, 0x05, "in which power limits the frequency")                            \
    CYCLES(E, FREQ_MAX_OS_CYCLES, 0x06, "in which the operating system limits the frequency")                \
    CYCLES(E, FREQ_MAX_CURRENT_CYCLES, 0x07, "in which current limits the frequency")                        \
    CYCLES(E, PROCHOT_INTERNAL_CYCLES, 0x09, "in internal PROCHOT mode")                                     \
    CYCLES(E, PROCHOT_EXTERNAL_CYCLES, 0x0a, "in external PROCHOT mode")                                     \
    E(FREQ_BAND0_CYCLES, 0x0b, .max = MOST_FREQUENCY, .rest = -1, .watches = -1, .band = PCU_FILTER_BAND0,   \
        .prose =                                                                                             \
            "cycles at the filter's band 0 or above; its level is the frequency in 100 MHz, for all bands")  \
    BAND(E, 1)                                                                                               \
    BAND(E, 2)                                                                                               \
    BAND(E, 3)                                                                                               \
    CORES_OF(E, DEMOTIONS_CORE, 0x1e, , "demotions of the C-state")                                          \
    CYCLES(E, MEMORY_PHASE_SHEDDING_CYCLES, 0x2f, "in which memory's phases are shed")                       \
    CYCLES(E, VR_HOT_CYCLES, 0x32, "in which a voltage regulator is hot")                                    \
    E(POWER_STATE_OCCUPANCY, 0x80, BOX_EACH(CORES), BOX_SUBS(states), .units = state_units,                  \
        .occupancy = true,                                                                                   \
        .prose = "cores in the state that occ_sel says, added each cycle; its edge and invert are "          \
                 "occ_edge_det and occ_invert")                                                              \
    CYCLES(E, FREQ_TRANS_CYCLES, BOX_CODE_EXT | 0x00, "in which the frequency changes")                      \
    CYCLES(E, FREQ_MIN_IO_P_CYCLES, BOX_CODE_EXT | 0x01, "in which I/O sets the least frequency")            \
    CYCLES(E, FREQ_MIN_PERF_P_CYCLES, BOX_CODE_EXT | 0x02,                                                   \
        "in which the performance limit sets the least frequency")                                           \
    CORES_OF(E, CORE, BOX_CODE_EXT | 0x03, _TRANSITION_CYCLES, "cycles in transitions of the C-state")       \
    CYCLES(E, TOTAL_TRANSITION_CYCLES, BOX_CODE_EXT | 0x0b, "in transitions of any core's C-state")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = {
    .ev_sel = PCU_CTL_EV_SEL,
    .umask = PCU_CTL_OCC_SEL,
    .edge = PCU_CTL_EDGE_DET,
    .en = PCU_CTL_EN,
    .invert = PCU_CTL_INVERT,
    .thresh = PCU_CTL_THRESH,
    .ext = PCU_CTL_EXT,
    .tid_en = BOX_NONE,
    .occ_edge = PCU_CTL_OCC_EDGE,
    .occ_invert = PCU_CTL_OCC_INVERT,
};

const struct box_type pcu_type = {
    MSR_BOX_TYPE(pcu_bank),
    .name = "pcu",
    .events = &events,
    .clock = BOX_PCLK,
    .control = &control,
};
