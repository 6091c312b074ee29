/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The other monitors of Sapphire Rapids that are listed: power control unit and
 * mesh to memory. Events by perf's list sapphirerapids. */
#include "oracle/snbep/listed/listed.h"

#define S   ORACLE_SUB
#define END ORACLE_NO_SUB

/* ---- power control unit ---- */

/* Numbers from the box's control on, at the distances that the table gives. */
static const struct oracle_register pcu_registers[] = {
    {"BOX_CTL", 0x0, 4, ORACLE_IS_BOX_CTL, 0},
    {"CTL0", 0x2, 8, ORACLE_IS_CTL, 0},
    {"CTL1", 0x3, 8, ORACLE_IS_CTL, 1},
    {"CTL2", 0x4, 8, ORACLE_IS_CTL, 2},
    {"CTL3", 0x5, 8, ORACLE_IS_CTL, 3},
    {"CTR0", 0x8, 8, ORACLE_IS_CTR, 0},
    {"CTR1", 0x9, 8, ORACLE_IS_CTR, 1},
    {"CTR2", 0xa, 8, ORACLE_IS_CTR, 2},
    {"CTR3", 0xb, 8, ORACLE_IS_CTR, 3},
};

/* The list has no number of cores; a socket has up to 60. */
enum { CORES = 60 };

static const struct oracle_event pcu_events[] = {
    {0x01, 1, "CLOCKTICKS", NULL, ORACLE_CLOCK, 0, 0, 0, false, 0},
    ORACLE_PLAIN(0x30, "DEMOTIONS"),
    ORACLE_PLAIN(0x60, "CORE_TRANSITION_CYCLES"),
    ORACLE_PLAIN(0x75, "FIVR_PS_PS0_CYCLES"),
    ORACLE_PLAIN(0x76, "FIVR_PS_PS1_CYCLES"),
    ORACLE_PLAIN(0x77, "FIVR_PS_PS2_CYCLES"),
    ORACLE_PLAIN(0x78, "FIVR_PS_PS3_CYCLES"),
    ORACLE_PLAIN(0x49, "FREQ_CLIP_AVX256"),
    ORACLE_PLAIN(0x4a, "FREQ_CLIP_AVX512"),
    ORACLE_PLAIN(0x04, "FREQ_MAX_LIMIT_THERMAL_CYCLES"),
    ORACLE_PLAIN(0x05, "FREQ_MAX_POWER_CYCLES"),
    ORACLE_PLAIN(0x73, "FREQ_MIN_IO_P_CYCLES"),
    ORACLE_PLAIN(0x74, "FREQ_TRANS_CYCLES"),
    ORACLE_PLAIN(0x2f, "MEMORY_PHASE_SHEDDING_CYCLES"),
    ORACLE_PLAIN(0x2a, "PKG_RESIDENCY_C0_CYCLES"),
    ORACLE_PLAIN(0x2b, "PKG_RESIDENCY_C2E_CYCLES"),
    ORACLE_PLAIN(0x2d, "PKG_RESIDENCY_C6_CYCLES"),
    {0x06, 1, "PMAX_THROTTLED_CYCLES", NULL, ORACLE_ADDS, 0, 0, 1, false, 0},
    ORACLE_QUEUE(0x35, CORES, "POWER_STATE_OCCUPANCY_CORES_C0", NULL),
    ORACLE_QUEUE(0x36, CORES, "POWER_STATE_OCCUPANCY_CORES_C3", NULL),
    ORACLE_QUEUE(0x37, CORES, "POWER_STATE_OCCUPANCY_CORES_C6", NULL),
    ORACLE_PLAIN(0x0a, "PROCHOT_EXTERNAL_CYCLES"),
    ORACLE_PLAIN(0x09, "PROCHOT_INTERNAL_CYCLES"),
    ORACLE_PLAIN(0x72, "TOTAL_TRANSITION_CYCLES"),
    ORACLE_PLAIN(0x42, "VR_HOT_CYCLES"),
};

#define PCU                                                                                        \
    .registers = pcu_registers, .n_registers = ORACLE_COUNT(pcu_registers), .numbered = true,      \
    .general = 4, .bits = 48, .frz_alone = true, .events = pcu_events,                             \
    .n_events = ORACLE_COUNT(pcu_events), .file = __FILE__, LISTED_FIELDS, LISTED_FORMATS

const struct oracle_kind oracle_spr_pcu = {.pmu = "uncore_pcu", .list = "unc_p_", PCU};
const struct oracle_kind oracle_type_pcu = {.pmu = "uncore_type_4", PCU};

/* ---- mesh to memory ---- */

/* Linux, SNR_M2M_PCI_PMON_BOX_CTL, _CTR0, _CTL0; controls are 8 bytes apart. */
static const struct oracle_register m2m_registers[] = {
    {"BOX_CTL", 0x438, 4, ORACLE_IS_BOX_CTL, 0},
    {"CTL0", 0x468, 8, ORACLE_IS_CTL, 0},
    {"CTL1", 0x470, 8, ORACLE_IS_CTL, 1},
    {"CTL2", 0x478, 8, ORACLE_IS_CTL, 2},
    {"CTL3", 0x480, 8, ORACLE_IS_CTL, 3},
    {"CTR0", 0x440, 8, ORACLE_IS_CTR, 0},
    {"CTR1", 0x448, 8, ORACLE_IS_CTR, 1},
    {"CTR2", 0x450, 8, ORACLE_IS_CTR, 2},
    {"CTR3", 0x458, 8, ORACLE_IS_CTR, 3},
};

static const struct oracle_sub directory[] = {S("CLEAN_A", 0x80), S("CLEAN_I", 0x10),
    S("CLEAN_P", 0x40), S("CLEAN_S", 0x20), S("DIRTY_A", 8), S("DIRTY_I", 1), S("DIRTY_P", 4),
    S("DIRTY_S", 2), END};
static const struct oracle_sub lookup[] = {
    S("ANY", 1), S("STATE_A", 8), S("STATE_I", 2), S("STATE_S", 4), END};
static const struct oracle_sub tag_hit[] = {S("NM_RD_HIT_CLEAN", 1), S("NM_RD_HIT_DIRTY", 2),
    S("NM_UFILL_HIT_CLEAN", 4), S("NM_UFILL_HIT_DIRTY", 8), END};
static const struct oracle_sub two[] = {S("CH0", 1), S("CH1", 2), END};
static const struct oracle_sub prefcam[] = {S("CH0_UPI", 2), S("CH0_XPT", 1), S("CH1_UPI", 8),
    S("CH1_XPT", 4), S("UPI_ALLCH", 0xa), S("XPT_ALLCH", 5), END};

/* The list does not give the number of entries: 32 in an ingress and 64 in the
 * tracker are assumed. */
static const struct oracle_event m2m_events[] = {
    {0x01, 1, "CLOCKTICKS", NULL, ORACLE_CLOCK, 0, 0, 0, false, 0},
    ORACLE_SUBS(0x1d, "DIRECTORY_HIT", directory),
    ORACLE_SUBS(0x20, "DIRECTORY_LOOKUP", lookup),
    ORACLE_SUBS(0x1e, "DIRECTORY_MISS", directory),
    ORACLE_SUBS(0x56, "PREFCAM_INSERTS", prefcam),
    ORACLE_QUEUE(0x60, 32, "PREFCAM_RxC_OCCUPANCY", NULL),
    ORACLE_QUEUE(0x03, 32, "RxC_AD_OCCUPANCY", NULL),
    ORACLE_SUBS(0x1f, "TAG_HIT", tag_hit),
    {0x33, 64, "TRACKER_OCCUPANCY", two, ORACLE_EACH, 0, 0, 0, false, 0},
    ORACLE_SUBS(0x40, "WR_TRACKER_INSERTS", two),
};

const struct oracle_kind oracle_type_m2m = {.pmu = "uncore_type_7",

    .registers = m2m_registers,
    .n_registers = ORACLE_COUNT(m2m_registers),
    .general = 4,
    .bits = 48,
    .frz_alone = true,
    .events = m2m_events,
    .n_events = ORACLE_COUNT(m2m_events),
    LISTED_FIELDS,
    LISTED_FORMATS};
