/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The power control unit. perf's list has lost the extended bit, which Intel's
 * has, and Linux masks it. Bands: traffic is the level of the first, which the
 * others look at. */
#include "oracle/snbep/ivt/ivt.h"
#include "oracle/snbep/kinds/power.h"

static const struct oracle_event events[] = {
    CLOCK(0x00),
    ADDS(0x01, 1, "VOLT_TRANS_CYCLES_INCREASE", NULL, 0),
    ADDS(0x02, 1, "VOLT_TRANS_CYCLES_DECREASE", NULL, 0),
    ADDS(0x03, 1, "VOLT_TRANS_CYCLES_CHANGE", NULL, 0),
    ADDS(0x04, 1, "FREQ_MAX_LIMIT_THERMAL_CYCLES", NULL, 0),
    ADDS(0x05, 1, "FREQ_MAX_POWER_CYCLES", NULL, 0),
    ADDS(0x06, 1, "FREQ_MAX_OS_CYCLES", NULL, 0),
    ADDS(0x07, 1, "FREQ_MAX_CURRENT_CYCLES", NULL, 0),
    ADDS(0x09, 1, "PROCHOT_INTERNAL_CYCLES", NULL, 0),
    ADDS(0x0a, 1, "PROCHOT_EXTERNAL_CYCLES", NULL, 0),
    BANDS,
    ADDS(0x1e, 1, "DEMOTIONS_CORE0", NULL, 0),
    ADDS(0x1f, 1, "DEMOTIONS_CORE1", NULL, 0),
    ADDS(0x20, 1, "DEMOTIONS_CORE2", NULL, 0),
    ADDS(0x21, 1, "DEMOTIONS_CORE3", NULL, 0),
    ADDS(0x22, 1, "DEMOTIONS_CORE4", NULL, 0),
    ADDS(0x23, 1, "DEMOTIONS_CORE5", NULL, 0),
    ADDS(0x24, 1, "DEMOTIONS_CORE6", NULL, 0),
    ADDS(0x25, 1, "DEMOTIONS_CORE7", NULL, 0),
    ADDS(0x2f, 1, "MEMORY_PHASE_SHEDDING_CYCLES", NULL, 0),
    ADDS(0x32, 1, "VR_HOT_CYCLES", NULL, 0),
    ADDS(0x40, 1, "DEMOTIONS_CORE8", NULL, 0),
    ADDS(0x41, 1, "DEMOTIONS_CORE9", NULL, 0),
    ADDS(0x42, 1, "DEMOTIONS_CORE10", NULL, 0),
    ADDS(0x43, 1, "DEMOTIONS_CORE11", NULL, 0),
    ADDS(0x44, 1, "DEMOTIONS_CORE12", NULL, 0),
    ADDS(0x45, 1, "DEMOTIONS_CORE13", NULL, 0),
    ADDS(0x46, 1, "DEMOTIONS_CORE14", NULL, 0),
    ADDS(0x60, 1, "FREQ_TRANS_CYCLES", NULL, 0),
    ADDS(0x61, 1, "FREQ_MIN_IO_P_CYCLES", NULL, 0),
    ADDS(0x62, 1, "FREQ_MIN_PERF_P_CYCLES", NULL, 0),
    ADDS(0x63, 1, "TOTAL_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x70, 1, "CORE0_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x71, 1, "CORE1_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x72, 1, "CORE2_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x73, 1, "CORE3_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x74, 1, "CORE4_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x75, 1, "CORE5_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x76, 1, "CORE6_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x77, 1, "CORE7_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x78, 1, "CORE8_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x79, 1, "CORE9_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x7a, 1, "CORE10_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x7b, 1, "CORE11_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x7c, 1, "CORE12_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x7d, 1, "CORE13_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x7e, 1, "CORE14_TRANSITION_CYCLES", NULL, 0),
    {0x80, 15, "POWER_STATE_OCCUPANCY", power_state_occupancy, ORACLE_EACH, 0, 0, 0, true, 0},
    ADDS(ORACLE_EXT | 0x17, 1, "DELAYED_C_STATE_ABORT_CORE0", NULL, 0),
    ADDS(ORACLE_EXT | 0x18, 1, "DELAYED_C_STATE_ABORT_CORE1", NULL, 0),
    ADDS(ORACLE_EXT | 0x19, 1, "DELAYED_C_STATE_ABORT_CORE2", NULL, 0),
    ADDS(ORACLE_EXT | 0x1a, 1, "DELAYED_C_STATE_ABORT_CORE3", NULL, 0),
    ADDS(ORACLE_EXT | 0x1b, 1, "DELAYED_C_STATE_ABORT_CORE4", NULL, 0),
    ADDS(ORACLE_EXT | 0x1c, 1, "DELAYED_C_STATE_ABORT_CORE5", NULL, 0),
    ADDS(ORACLE_EXT | 0x1d, 1, "DELAYED_C_STATE_ABORT_CORE6", NULL, 0),
    ADDS(ORACLE_EXT | 0x1e, 1, "DELAYED_C_STATE_ABORT_CORE7", NULL, 0),
    ADDS(ORACLE_EXT | 0x1f, 1, "DELAYED_C_STATE_ABORT_CORE8", NULL, 0),
    ADDS(ORACLE_EXT | 0x20, 1, "DELAYED_C_STATE_ABORT_CORE9", NULL, 0),
    ADDS(ORACLE_EXT | 0x21, 1, "DELAYED_C_STATE_ABORT_CORE10", NULL, 0),
    ADDS(ORACLE_EXT | 0x22, 1, "DELAYED_C_STATE_ABORT_CORE11", NULL, 0),
    ADDS(ORACLE_EXT | 0x23, 1, "DELAYED_C_STATE_ABORT_CORE12", NULL, 0),
    ADDS(ORACLE_EXT | 0x24, 1, "DELAYED_C_STATE_ABORT_CORE13", NULL, 0),
    ADDS(ORACLE_EXT | 0x25, 1, "DELAYED_C_STATE_ABORT_CORE14", NULL, 0),
    ADDS(ORACLE_EXT | 0x26, 1, "PKG_C_EXIT_LATENCY", NULL, 0),
    ADDS(ORACLE_EXT | 0x2a, 1, "PKG_C_STATE_RESIDENCY_C0_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x2b, 1, "PKG_C_STATE_RESIDENCY_C2_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x2c, 1, "PKG_C_STATE_RESIDENCY_C3_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x2d, 1, "PKG_C_STATE_RESIDENCY_C6_CYCLES", NULL, 0),
};

static const struct oracle_register registers[] = {NUMBERED};
/* Linux, ivbep_uncore_pcu_formats_attr: no inv; its occ_edge is config:14-51,
 * which is no field of the control. */
static const struct oracle_format formats[] = {{"event", 0, 8}, {"occ_sel", 14, 2}, {"edge", 18, 1},
    {"thresh", 24, 5}, {"occ_invert", 30, 1}, {"filter_band0", 64, 8}, {"filter_band1", 72, 8},
    {"filter_band2", 80, 8}, {"filter_band3", 88, 8}};
/* The list has a second name for one event. */
static const struct oracle_alias names[] = {
    {"unc_p_pkg_c_exit_latency_sel", 0x200026, 1, ""}, {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_ivt_pcu = {
    POWER_KIND,
    .names = names,
    KIND_HAS,
    KIND_FREEZES,
    .frz_alone = true,
};
