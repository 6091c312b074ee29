/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The power control unit since Sapphire Rapids. Codes are from Intel's
 * published event list (SPR), which gives no maximum increments. Its events
 * have no sub-events. */
#include "models/snbep/box_types.h"
#include "models/snbep/discovered/unit_regs.h"

static const struct box_unit unit_fields = UNIT_FIELDS;
static const struct reg_field box_fields[] = {UNIT_BOX_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctl_fields[] = {UNIT_EVENT64_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};

/* The filter is 0xe after the box control, as in Linux for cache slices:
 * SPR_C0_MSR_PMON_BOX_FILTER0. */
static const struct reg regs[UNIT_REGS] =
    UNIT_FOUR(0x0, 0x2, 1, 0x8, 1, box_fields, ctl_fields, ctr_fields);

const struct reg_bank spr_pcu_bank = {"pcu-spr",
    "power control unit's monitor, as tables of units list it", REG_SPACE_MSR,
    REG_BANK_REGS(regs, UNIT_REGS)};

/* Maximum of cores in a socket. */
enum { CORES = 60 };

/* clang-format off */
#define EVENTS(E) \
    E(CLOCKTICKS, 0x01, BOX_PLAIN, .clock = true, .prose = "PCLK cycles") \
    E(FREQ_MAX_LIMIT_THERMAL_CYCLES, 0x04, BOX_PLAIN, \
        .prose = "cycles in which heat limits the frequency") \
    E(FREQ_MAX_POWER_CYCLES, 0x05, BOX_PLAIN, \
        .prose = "cycles in which power limits the frequency") \
    E(PMAX_THROTTLED_CYCLES, 0x06, BOX_PLAIN, .counters = 0x1, \
        .prose = "cycles of throttling at PMAX") \
    E(PROCHOT_INTERNAL_CYCLES, 0x09, BOX_PLAIN, .prose = "cycles with PROCHOT from within") \
    E(PROCHOT_EXTERNAL_CYCLES, 0x0a, BOX_PLAIN, .prose = "cycles with PROCHOT from outside") \
    E(PKG_RESIDENCY_C0_CYCLES, 0x2a, BOX_PLAIN, .prose = "cycles with the package in C0") \
    E(PKG_RESIDENCY_C2E_CYCLES, 0x2b, BOX_PLAIN, .prose = "cycles with the package in C2E") \
    E(PKG_RESIDENCY_C6_CYCLES, 0x2d, BOX_PLAIN, .prose = "cycles with the package in C6") \
    E(MEMORY_PHASE_SHEDDING_CYCLES, 0x2f, BOX_PLAIN, \
        .prose = "cycles with phases of the memory shed") \
    E(DEMOTIONS, 0x30, BOX_PLAIN, .prose = "demotions of a core's C state") \
    E(POWER_STATE_OCCUPANCY_CORES_C0, 0x35, BOX_ADDS(CORES), \
        .prose = "cores in C0, added each cycle") \
    E(POWER_STATE_OCCUPANCY_CORES_C3, 0x36, BOX_ADDS(CORES), \
        .prose = "cores in C3, added each cycle") \
    E(POWER_STATE_OCCUPANCY_CORES_C6, 0x37, BOX_ADDS(CORES), \
        .prose = "cores in C6, added each cycle") \
    E(VR_HOT_CYCLES, 0x42, BOX_PLAIN, .prose = "cycles with a hot voltage regulator") \
    E(FREQ_CLIP_AVX256, 0x49, BOX_PLAIN, .prose = "cycles in which AVX2 limits the frequency") \
    E(FREQ_CLIP_AVX512, 0x4a, BOX_PLAIN, .prose = "cycles in which AVX-512 limits the frequency") \
    E(CORE_TRANSITION_CYCLES, 0x60, BOX_PLAIN, .prose = "cycles of a core's change of state") \
    E(TOTAL_TRANSITION_CYCLES, 0x72, BOX_PLAIN, .prose = "cycles of all cores' changes of state") \
    E(FREQ_MIN_IO_P_CYCLES, 0x73, BOX_PLAIN, \
        .prose = "cycles in which input and output need the frequency") \
    E(FREQ_TRANS_CYCLES, 0x74, BOX_PLAIN, .prose = "cycles of changes of frequency") \
    E(FIVR_PS_PS0_CYCLES, 0x75, BOX_PLAIN, .prose = "cycles of the voltage regulator in PS0") \
    E(FIVR_PS_PS1_CYCLES, 0x76, BOX_PLAIN, .prose = "cycles of the voltage regulator in PS1") \
    E(FIVR_PS_PS2_CYCLES, 0x77, BOX_PLAIN, .prose = "cycles of the voltage regulator in PS2") \
    E(FIVR_PS_PS3_CYCLES, 0x78, BOX_PLAIN, .prose = "cycles of the voltage regulator in PS3")
/* clang-format on */

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = UNIT_CONTROL(EVENT64);

const struct box_type spr_pcu_type = {
    UNIT_TYPE_FOUR(spr_pcu_bank, UNIT_PCU),
    .name = "pcu",
    .events = &events,
    .clock = BOX_PCLK,
    .control = &control,
};
