/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The power control unit: guide, section 2.6. Bands are frequencies in 100 MHz;
 * band 0's traffic is the frequency.
 */
#include "oracle/snbep/kinds/kinds.h"

/* @first: the first bit of the band in the filter. Traffic is the level of band
 * 0, which the other bands also use. */
#define BAND(code, name, max, first)                                                               \
    {                                                                                              \
        code, (first) ? 1 : (max), name, NULL, ORACLE_BAND, (first) ? 0x0b : 0, 0, 0, false, first \
    }
#define BANDS                                                                                      \
    BAND(0x0b, "FREQ_BAND0_CYCLES", 255, 0), BAND(0x0c, "FREQ_BAND1_CYCLES", 1, 8),                \
        BAND(0x0d, "FREQ_BAND2_CYCLES", 1, 16), BAND(0x0e, "FREQ_BAND3_CYCLES", 1, 24)

/* An event for each core, with consecutive codes from @code on. */
#define CORE(code, before, n, after) ADDS((code) + (n), 1, before #n after, NULL, 0)
#define CORES_0_TO_7(code, before, after)                                                          \
    CORE(code, before, 0, after), CORE(code, before, 1, after), CORE(code, before, 2, after),      \
        CORE(code, before, 3, after), CORE(code, before, 4, after), CORE(code, before, 5, after),  \
        CORE(code, before, 6, after), CORE(code, before, 7, after)
#define CORES_0_TO_14(code, before, after)                                                         \
    CORES_0_TO_7(code, before, after), CORE(code, before, 8, after), CORE(code, before, 9, after), \
        CORE(code, before, 10, after), CORE(code, before, 11, after),                              \
        CORE(code, before, 12, after), CORE(code, before, 13, after),                              \
        CORE(code, before, 14, after)
#define CORES_0_TO_17(code, before, after)                                                         \
    CORES_0_TO_14(code, before, after), CORE(code, before, 15, after),                             \
        CORE(code, before, 16, after), CORE(code, before, 17, after)

static const struct oracle_sub power_state_occupancy[] = {ORACLE_NUMBERED("CORES_C0", 1, 0x1),
    ORACLE_NUMBERED("CORES_C3", 2, 0x2), ORACLE_NUMBERED("CORES_C6", 3, 0x4), END};

/* Members of all kinds. PCU_MSR_PMON_CTL: occ_edge_det 31, occ_invert 30,
 * thresh 28:24, occ_sel 15:14. */
#define COMMON                                                                                     \
    .pmu = "uncore_pcu", .list = "unc_p_", .numbered = true, .general = 4, .bits = 48,             \
    .filter = UINT32_MAX,                                                                          \
    .fields = {.ev_sel = 0xff,                                                                     \
        .umask = 0xc000,                                                                           \
        .edge = UINT64_C(1) << 18,                                                                 \
        .ext = UINT64_C(1) << 21,                                                                  \
        .en = UINT64_C(1) << 22,                                                                   \
        .invert = UINT64_C(1) << 23,                                                               \
        .thresh = 0x1f000000,                                                                      \
        .occ_invert = UINT64_C(1) << 30,                                                           \
        .occ_edge = UINT64_C(1) << 31},                                                            \
    KIND_FREEZES

static const struct oracle_event snb_events[] = {
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
    CORES_0_TO_7(0x1e, "DEMOTIONS_CORE", ""),
    ADDS(0x2f, 1, "MEMORY_PHASE_SHEDDING_CYCLES", NULL, 0),
    ADDS(0x32, 1, "VR_HOT_CYCLES", NULL, 0),
    {0x80, 8, "POWER_STATE_OCCUPANCY", power_state_occupancy, ORACLE_EACH, 0, 0, 0, true, 0},
    ADDS(ORACLE_EXT | 0x00, 1, "FREQ_TRANS_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x01, 1, "FREQ_MIN_IO_P_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x02, 1, "FREQ_MIN_PERF_P_CYCLES", NULL, 0),
    CORES_0_TO_7(ORACLE_EXT | 0x03, "CORE", "_TRANSITION_CYCLES"),
    ADDS(ORACLE_EXT | 0x0b, 1, "TOTAL_TRANSITION_CYCLES", NULL, 0),
};

static const struct oracle_register registers[] = {NUMBERED};
/* Linux, snbep_uncore_pcu_formats_attr; its occ_edge is config:14-51, which is
 * not a field of the control. */
static const struct oracle_format formats[] = {{"event", 0, 8}, {"occ_sel", 14, 2}, {"edge", 18, 1},
    {"inv", 23, 1}, {"thresh", 24, 5}, {"occ_invert", 30, 1}, {"filter_band0", 64, 8},
    {"filter_band1", 72, 8}, {"filter_band2", 80, 8}, {"filter_band3", 88, 8}};

const struct oracle_kind oracle_pcu = {COMMON, KIND_HAS(registers, snb_events, formats)};

/* ---- Ivy Bridge-EP ---- */

/* perf's list lacks the extended bit of Intel's list, and Linux masks it.
 * Bands: the traffic is the level of the first band, which the other bands
 * follow. */

static const struct oracle_event ivt_events[] = {
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
    CORES_0_TO_7(0x1e, "DEMOTIONS_CORE", ""),
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
    CORES_0_TO_14(0x70, "CORE", "_TRANSITION_CYCLES"),
    {0x80, 15, "POWER_STATE_OCCUPANCY", power_state_occupancy, ORACLE_EACH, 0, 0, 0, true, 0},
    CORES_0_TO_14(ORACLE_EXT | 0x17, "DELAYED_C_STATE_ABORT_CORE", ""),
    ADDS(ORACLE_EXT | 0x26, 1, "PKG_C_EXIT_LATENCY", NULL, 0),
    ADDS(ORACLE_EXT | 0x2a, 1, "PKG_C_STATE_RESIDENCY_C0_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x2b, 1, "PKG_C_STATE_RESIDENCY_C2_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x2c, 1, "PKG_C_STATE_RESIDENCY_C3_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x2d, 1, "PKG_C_STATE_RESIDENCY_C6_CYCLES", NULL, 0),
};

/* Linux, ivbep_uncore_pcu_formats_attr: no inv; its occ_edge is config:14-51,
 * which is not a field of the control. */
static const struct oracle_format ivt_formats[] = {{"event", 0, 8}, {"occ_sel", 14, 2},
    {"edge", 18, 1}, {"thresh", 24, 5}, {"occ_invert", 30, 1}, {"filter_band0", 64, 8},
    {"filter_band1", 72, 8}, {"filter_band2", 80, 8}, {"filter_band3", 88, 8}};

/* The list has a second name for one event. */
static const struct oracle_alias names[] = {
    {"unc_p_pkg_c_exit_latency_sel", 0x200026, 1, ""}, {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_ivt_pcu = {
    COMMON, .names = names, KIND_HAS(registers, ivt_events, ivt_formats), .frz_alone = true};

/* ---- Haswell-EP and its successors ---- */

/* Bands: the traffic is the level of the first band, which the other bands
 * follow. */

static const struct oracle_event hsx_events[] = {
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
    CORES_0_TO_17(0x30, "DEMOTIONS_CORE", ""),
    ADDS(0x42, 1, "VR_HOT_CYCLES", NULL, 0),
    ADDS(0x4e, 1, "PKG_RESIDENCY_C1E_CYCLES", NULL, 0),
    CORES_0_TO_17(0x60, "CORE", "_TRANSITION_CYCLES"),
    ADDS(0x72, 1, "TOTAL_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x73, 1, "FREQ_MIN_IO_P_CYCLES", NULL, 0),
    ADDS(0x74, 1, "FREQ_TRANS_CYCLES", NULL, 0),
    ADDS(0x79, 1, "UFS_TRANSITIONS_RING_GV", NULL, 0),
    {0x80, 18, "POWER_STATE_OCCUPANCY", power_state_occupancy, ORACLE_EACH, 0, 0, 0, true, 0},
};

static const struct oracle_register hsx_registers[] = {
    NUMBERED_HSX(0x7), {"FILTER", 0x5, 8, ORACLE_IS_FILTER, 0}};

/* The list has two names for one code. */
static const struct oracle_alias hsx_names[] = {
    {"unc_p_ufs_transitions_no_change", 0x79, 1, ""}, {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_hsx_pcu = {
    COMMON, .names = hsx_names, KIND_HAS(hsx_registers, hsx_events, formats), .frz_alone = true};

/* ---- Skylake-SP and Cascade Lake ---- */

/* The list has no bands, but Linux supports them. The traffic is the level of
 * the first band, which the other bands follow, as in Haswell-EP. */

static const struct oracle_event skx_events[] = {
    CLOCK(0x00),
    ADDS(0x60, 1, "CORE_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x30, 1, "DEMOTIONS", NULL, 0),
    ADDS(0x75, 1, "FIVR_PS_PS0_CYCLES", NULL, 0),
    ADDS(0x76, 1, "FIVR_PS_PS1_CYCLES", NULL, 0),
    ADDS(0x77, 1, "FIVR_PS_PS2_CYCLES", NULL, 0),
    ADDS(0x78, 1, "FIVR_PS_PS3_CYCLES", NULL, 0),
    BANDS,
    ADDS(0x04, 1, "FREQ_MAX_LIMIT_THERMAL_CYCLES", NULL, 0),
    ADDS(0x05, 1, "FREQ_MAX_POWER_CYCLES", NULL, 0),
    ADDS(0x73, 1, "FREQ_MIN_IO_P_CYCLES", NULL, 0),
    ADDS(0x74, 1, "FREQ_TRANS_CYCLES", NULL, 0),
    ADDS(0x06, 1, "MCP_PROCHOT_CYCLES", NULL, 0),
    ADDS(0x2f, 1, "MEMORY_PHASE_SHEDDING_CYCLES", NULL, 0),
    ADDS(0x2a, 1, "PKG_RESIDENCY_C0_CYCLES", NULL, 0),
    ADDS(0x2b, 1, "PKG_RESIDENCY_C2E_CYCLES", NULL, 0),
    ADDS(0x2c, 1, "PKG_RESIDENCY_C3_CYCLES", NULL, 0),
    ADDS(0x2d, 1, "PKG_RESIDENCY_C6_CYCLES", NULL, 0),
    ADDS(0x07, 1, "PMAX_THROTTLED_CYCLES", NULL, 0),
    {0x80, 28, "POWER_STATE_OCCUPANCY", power_state_occupancy, ORACLE_EACH, 0, 0, 0, true, 0},
    ADDS(0x0a, 1, "PROCHOT_EXTERNAL_CYCLES", NULL, 0),
    ADDS(0x09, 1, "PROCHOT_INTERNAL_CYCLES", NULL, 0),
    ADDS(0x72, 1, "TOTAL_TRANSITION_CYCLES", NULL, 0),
    ADDS(0x42, 1, "VR_HOT_CYCLES", NULL, 0),
};

/* Linux, skx_uncore_pcu_formats_attr; its event_mask keeps bits 15:14 of umask
 * and 28:24 of thresh. */
static const struct oracle_format skx_formats[] = {{"event", 0, 8}, {"umask", 8, 8},
    {"edge", 18, 1}, {"inv", 23, 1}, {"thresh", 24, 8}, {"occ_invert", 30, 1},
    {"occ_edge_det", 31, 1}, {"filter_band0", 64, 8}, {"filter_band1", 72, 8},
    {"filter_band2", 80, 8}, {"filter_band3", 88, 8}};

const struct oracle_kind oracle_skx_pcu = {
    COMMON, KIND_HAS(hsx_registers, skx_events, skx_formats), .frz_alone = true};
