/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The power control unit. The list has no bands, but Linux supports them. The
 * traffic is the level of the first band, which the other bands follow, as in
 * Haswell-EP. */
#include "oracle/snbep/kinds/power.h"
#include "oracle/snbep/skx/skx.h"

static const struct oracle_event events[] = {
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

static const struct oracle_register registers[] = {
    NUMBERED_HSX(0x7), {"FILTER", 0x5, 8, ORACLE_IS_FILTER, 0}};
/* Linux, skx_uncore_pcu_formats_attr; its event_mask keeps bits 15:14 of umask
 * and 28:24 of thresh. */
static const struct oracle_format formats[] = {{"event", 0, 8}, {"umask", 8, 8}, {"edge", 18, 1},
    {"inv", 23, 1}, {"thresh", 24, 8}, {"occ_invert", 30, 1}, {"occ_edge_det", 31, 1},
    {"filter_band0", 64, 8}, {"filter_band1", 72, 8}, {"filter_band2", 80, 8},
    {"filter_band3", 88, 8}};

const struct oracle_kind oracle_skx_pcu = {
    POWER_KIND,
    KIND_HAS,
    KIND_FREEZES,
    .frz_alone = true,
};
