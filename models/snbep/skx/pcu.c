/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the power control unit. Events are from the list of Skylake-SP
 * (SKX), which gives no maximum increments. The list omits the frequency bands,
 * whose filter Linux still sets, so they are Haswell-EP's. */
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

const struct reg_bank skx_pcu_bank = {"pcu-skx",
    "power control unit monitor of Skylake-SP; register number is 710 plus the offset",
    REG_SPACE_MSR, REG_BANK_TABLE(regs)};

enum { PCU_CORES = 28 };

#define EVENTS(E)                                                                                  \
    E(CLOCKTICKS, 0x00, BOX_CLOCK,                                                                 \
        .prose = "cycles of the power control unit's clock, taken to be 800 MHz")                  \
    PCU_CYCLES(E, FREQ_MAX_LIMIT_THERMAL_CYCLES, 0x04, "in which heat limits the frequency")       \
    PCU_CYCLES(E, FREQ_MAX_POWER_CYCLES, 0x05, "in which power limits the frequency")              \
    PCU_CYCLES(E, MCP_PROCHOT_CYCLES, 0x06, "in which another chip of the package is too hot")     \
    PCU_CYCLES(E, PMAX_THROTTLED_CYCLES, 0x07, "in which the limit of the current throttles")      \
    PCU_CYCLES(E, PROCHOT_INTERNAL_CYCLES, 0x09, "in internal PROCHOT mode")                       \
    PCU_CYCLES(E, PROCHOT_EXTERNAL_CYCLES, 0x0a, "in external PROCHOT mode")                       \
    PCU_BAND_ROWS(E)                                                                               \
    PCU_CYCLES(E, PKG_RESIDENCY_C0_CYCLES, 0x2a, "of the package in C0")                           \
    PCU_CYCLES(E, PKG_RESIDENCY_C2E_CYCLES, 0x2b, "of the package in C2E")                         \
    PCU_CYCLES(E, PKG_RESIDENCY_C3_CYCLES, 0x2c, "of the package in C3")                           \
    PCU_CYCLES(E, PKG_RESIDENCY_C6_CYCLES, 0x2d, "of the package in C6")                           \
    PCU_CYCLES(E, MEMORY_PHASE_SHEDDING_CYCLES, 0x2f, "in which memory's phases are shed")         \
    E(DEMOTIONS, 0x30, BOX_PLAIN, .prose = "demotions of a core's C-state")                        \
    PCU_CYCLES(E, VR_HOT_CYCLES, 0x42, "in which a voltage regulator is hot")                      \
    PCU_CYCLES(E, CORE_TRANSITION_CYCLES, 0x60, "in transitions of a core's C-state")              \
    PCU_CYCLES(E, TOTAL_TRANSITION_CYCLES, 0x72, "in transitions of any core's C-state")           \
    PCU_CYCLES(E, FREQ_MIN_IO_P_CYCLES, 0x73, "in which I/O sets the least frequency")             \
    PCU_CYCLES(E, FREQ_TRANS_CYCLES, 0x74, "in which the frequency changes")                       \
    PCU_CYCLES(E, FIVR_PS_PS0_CYCLES, 0x75, "of the voltage regulator in its state 0")             \
    PCU_CYCLES(E, FIVR_PS_PS1_CYCLES, 0x76, "of the voltage regulator in its state 1")             \
    PCU_CYCLES(E, FIVR_PS_PS2_CYCLES, 0x77, "of the voltage regulator in its state 2")             \
    PCU_CYCLES(E, FIVR_PS_PS3_CYCLES, 0x78, "of the voltage regulator in its state 3")             \
    PCU_STATE_ROW(E)

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = PCU_CONTROL;

const struct box_type skx_pcu_type = {
    HSX_MSR_TYPE(skx_pcu_bank),
    .name = "pcu",
    .events = &events,
    .clock = BOX_PCLK,
    .control = &control,
    .filter = HSX_FILTER,
};
