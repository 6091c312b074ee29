/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The power control unit: guide, section 2.6. Bands are frequencies in 100 MHz;
 * band 0's traffic is the frequency. */
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
    {0x80, 8, "POWER_STATE_OCCUPANCY", power_state_occupancy, ORACLE_EACH, 0, 0, 0, true, 0},
    ADDS(ORACLE_EXT | 0x00, 1, "FREQ_TRANS_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x01, 1, "FREQ_MIN_IO_P_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x02, 1, "FREQ_MIN_PERF_P_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x03, 1, "CORE0_TRANSITION_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x04, 1, "CORE1_TRANSITION_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x05, 1, "CORE2_TRANSITION_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x06, 1, "CORE3_TRANSITION_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x07, 1, "CORE4_TRANSITION_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x08, 1, "CORE5_TRANSITION_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x09, 1, "CORE6_TRANSITION_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x0a, 1, "CORE7_TRANSITION_CYCLES", NULL, 0),
    ADDS(ORACLE_EXT | 0x0b, 1, "TOTAL_TRANSITION_CYCLES", NULL, 0),
};

static const struct oracle_register registers[] = {NUMBERED};
/* Linux, snbep_uncore_pcu_formats_attr; its occ_edge is config:14-51, which is
 * not a field of the control. */
static const struct oracle_format formats[] = {{"event", 0, 8}, {"occ_sel", 14, 2}, {"edge", 18, 1},
    {"inv", 23, 1}, {"thresh", 24, 5}, {"occ_invert", 30, 1}, {"filter_band0", 64, 8},
    {"filter_band1", 72, 8}, {"filter_band2", 80, 8}, {"filter_band3", 88, 8}};

/* PCU_MSR_PMON_CTL: occ_edge_det 31, occ_invert 30, thresh 28:24, occ_sel
 * 15:14. */
const struct oracle_kind oracle_pcu = {
    POWER_KIND,
    KIND_HAS,
    KIND_FREEZES,
};
