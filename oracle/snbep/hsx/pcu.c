/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The power control unit. Bands: the traffic is the level of the first band,
 * which the other bands follow. */
#include "oracle/snbep/hsx/hsx.h"
#include "oracle/snbep/kinds/power.h"

static const struct oracle_event events[] = {
    CLOCK(0x00),
    ADDS(0x04, 1, "FREQ_MAX_LIMIT_THERMAL_CYCLES", NULL, 0),
    ADDS(0x05, 1, "FREQ_MAX_POWER_CYCLES", NULL, 0),
    ADDS(0x06, 1, "FREQ_MAX_OS_CYCLES", NULL, 0),
    ADDS(0x09, 1, "PROCHOT_INTERNAL_CYCLES", NULL, 0),
    ADDS(0x0a, 1, "PROCHOT_EXTERNAL_CYCLES", NULL, 0),
    BANDS,
    ADDS(0x2a, 1, "PKG_RESIDENCY_C0_CYCLES", NULL, 0),
    ADDS(0x2b, 1, "PKG_RESIDENCY_C2E_CYCLES", NULL, 0),
    ADDS(0x2c, 1, "PKG_RESIDENCY_C3_CYCLES", NULL, 0),
    ADDS(0x2d, 1, "PKG_RESIDENCY_C6_CYCLES", NULL, 0),
    ADDS(0x2e, 1, "PKG_RESIDENCY_C7_CYCLES", NULL, 0),
    ADDS(0x2f, 1, "MEMORY_PHASE_SHEDDING_CYCLES", NULL, 0),
    ADDS(0x30, 1, "DEMOTIONS_CORE0", NULL, 0),
    ADDS(0x31, 1, "DEMOTIONS_CORE1", NULL, 0),
    ADDS(0x32, 1, "DEMOTIONS_CORE2", NULL, 0),
    ADDS(0x33, 1, "DEMOTIONS_CORE3", NULL, 0),
    ADDS(0x34, 1, "DEMOTIONS_CORE4", NULL, 0),
    ADDS(0x35, 1, "DEMOTIONS_CORE5", NULL, 0),
    ADDS(0x36, 1, "DEMOTIONS_CORE6", NULL, 0),
    ADDS(0x37, 1, "DEMOTIONS_CORE7", NULL, 0),
    ADDS(0x38, 1, "DEMOTIONS_CORE8", NULL, 0),
    ADDS(0x39, 1, "DEMOTIONS_CORE9", NULL, 0),
    ADDS(0x3a, 1, "DEMOTIONS_CORE10", NULL, 0),
    ADDS(0x3b, 1, "DEMOTIONS_CORE11", NULL, 0),
    ADDS(0x3c, 1, "DEMOTIONS_CORE12", NULL, 0),
    ADDS(0x3d, 1, "DEMOTIONS_CORE13", NULL, 0),
    ADDS(0x3e, 1, "DEMOTIONS_CORE14", NULL, 0),
    ADDS(0x3f, 1, "DEMOTIONS_CORE15", NULL, 0),
    ADDS(0x40, 1, "DEMOTIONS_CORE16", NULL, 0),
    ADDS(0x41, 1, "DEMOTIONS_CORE17", NULL, 0),
    ADDS(0x42, 1, "VR_HOT_CYCLES", NULL, 0),
    ADDS(0x4e, 1, "PKG_RESIDENCY_C1E_CYCLES", NULL, 0),
    ADDS(0x60, 1, "CORE0_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x61, 1, "CORE1_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x62, 1, "CORE2_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x63, 1, "CORE3_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x64, 1, "CORE4_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x65, 1, "CORE5_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x66, 1, "CORE6_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x67, 1, "CORE7_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x68, 1, "CORE8_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x69, 1, "CORE9_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x6a, 1, "CORE10_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x6b, 1, "CORE11_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x6c, 1, "CORE12_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x6d, 1, "CORE13_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x6e, 1, "CORE14_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x6f, 1, "CORE15_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x70, 1, "CORE16_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x71, 1, "CORE17_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x72, 1, "TOTAL_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x73, 1, "FREQ_MIN_IO_P_CYCLES", NULL, 0),
    ADDS(0x74, 1, "FREQ_TRANS_CYCLES", NULL, 0),
    ADDS(0x79, 1, "UFS_TRANSITIONS_RING_GV", NULL, 0),
    {0x80, 18, "POWER_STATE_OCCUPANCY", power_state_occupancy, ORACLE_EACH, 0, 0, 0, true, 0},
};

static const struct oracle_register registers[] = {
    NUMBERED_HSX(0x7), {"FILTER", 0x5, 8, ORACLE_IS_FILTER, 0}};
/* Linux, snbep_uncore_pcu_formats_attr; its occ_edge is config:14-51, which is
 * not a field of the control. */
static const struct oracle_format formats[] = {{"event", 0, 8}, {"occ_sel", 14, 2}, {"edge", 18, 1},
    {"inv", 23, 1}, {"thresh", 24, 5}, {"occ_invert", 30, 1}, {"filter_band0", 64, 8},
    {"filter_band1", 72, 8}, {"filter_band2", 80, 8}, {"filter_band3", 88, 8}};
/* The list has two names for one code. */
static const struct oracle_alias names[] = {
    {"unc_p_ufs_transitions_no_change", 0x79, 1, ""}, {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_hsx_pcu = {
    POWER_KIND,
    .names = names,
    KIND_HAS,
    KIND_FREEZES,
    .frz_alone = true,
};
