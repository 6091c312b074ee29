/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The other monitors of Sapphire Rapids that are listed: power control unit and
 * mesh to memory. Events by perf's list sapphirerapids. */
#include "oracle/snbep/listed/listed.h"

/* ---- power control unit ---- */

/* Numbers from the box's control on, at the distances that the table gives. */
static const struct oracle_register pcu_registers[] = {{"BOX_CTL", 0x0, 4, ORACLE_IS_BOX_CTL, 0},
    FOUR("CTL", ORACLE_IS_CTL, 0x2, 1), FOUR("CTR", ORACLE_IS_CTR, 0x8, 1)};

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

const struct oracle_kind oracle_spr_pcu = {
    .pmu = "uncore_pcu", .list = "unc_p_", .general = 4, .numbered = true, LISTED(pcu)};
const struct oracle_kind oracle_type_pcu = {
    .pmu = "uncore_type_4", .general = 4, .numbered = true, LISTED(pcu)};

/* ---- mesh to memory ---- */

/* Linux, SNR_M2M_PCI_PMON_BOX_CTL, _CTR0, _CTL0; controls are 8 bytes apart. */
static const struct oracle_register m2m_registers[] = {{"BOX_CTL", 0x438, 4, ORACLE_IS_BOX_CTL, 0},
    FOUR("CTL", ORACLE_IS_CTL, 0x468, 8), FOUR("CTR", ORACLE_IS_CTR, 0x440, 8)};

static const struct oracle_sub direct2core_not_taken_dirstate[] = {S("NON_CISGRESS", 0x2), END};
static const struct oracle_sub direct2core_txn_override[] = {
    S("CISGRESS", 0x2), S("PMM_HIT", 0x1), END};
static const struct oracle_sub direct2upi_not_taken_dirstate[] = {
    S("CISGRESS", 0x4), S("EGRESS", 0x1), S("NON_CISGRESS", 0x2), END};
static const struct oracle_sub directory_hit[] = {S("CLEAN_A", 0x80), S("CLEAN_I", 0x10),
    S("CLEAN_P", 0x40), S("CLEAN_S", 0x20), S("DIRTY_A", 0x8), S("DIRTY_I", 0x1), S("DIRTY_P", 0x4),
    S("DIRTY_S", 0x2), END};
static const struct oracle_sub directory_lookup[] = {
    S("ANY", 0x1), S("STATE_A", 0x8), S("STATE_I", 0x2), S("STATE_S", 0x4), END};
static const struct oracle_sub igr_starve_winner[] = {S("MASK7", 0x80), END};
static const struct oracle_sub prefcam_demand_drops[] = {S("CH0_UPI", 0x2), S("CH0_XPT", 0x1),
    S("CH1_UPI", 0x8), S("CH1_XPT", 0x4), S("UPI_ALLCH", 0xa), S("XPT_ALLCH", 0x5), END};
static const struct oracle_sub prefcam_demand_no_merge[] = {
    S("RD_MERGED", 0x40), S("WR_MERGED", 0x20), S("WR_SQUASHED", 0x10), END};
static const struct oracle_sub prefcam_occupancy[] = {
    S("ALLCH", 0x3), S("CH0", 0x1), S("CH1", 0x2), END};
static const struct oracle_sub prefcam_rxc_deallocs[] = {
    S("1LM_POSTED", 0x2), S("CIS", 0x8), S("PMM_MEMMODE_ACCEPT", 0x4), S("SQUASHED", 0x1), END};
static const struct oracle_sub tag_hit[] = {S("NM_RD_HIT_CLEAN", 0x1), S("NM_RD_HIT_DIRTY", 0x2),
    S("NM_UFILL_HIT_CLEAN", 0x4), S("NM_UFILL_HIT_DIRTY", 0x8), END};
static const struct oracle_sub tracker_occupancy[] = {S("CH0", 0x1), S("CH1", 0x2), END};
static const struct oracle_sub wpq_no_reg_crd[] = {S("CHN0", 0x1), S("CHN1", 0x2), END};
static const struct oracle_sub wr_tracker_ne[] = {
    S("CH0", 0x1), S("CH1", 0x2), S("MIRR", 0x4), S("MIRR_NONTGR", 0x8), S("MIRR_PWR", 0x10), END};

/* Only umasks of eight bits. The list does not give the number of entries: 32
 * in an ingress and 64 in the tracker are assumed. */
static const struct oracle_event m2m_events[] = {
    ROW(0x01, 1, "CLOCKTICKS", NULL, ORACLE_CLOCK, 0, 0),
    ROW(0xc0, 1, "CMS_CLOCKTICKS", NULL, ORACLE_CLOCK, 0, 0),
    ANY(0x17, "DIRECT2CORE_NOT_TAKEN_DIRSTATE", direct2core_not_taken_dirstate, 0),
    ADDS(0x4a, 1, "DIRECT2CORE_NOT_TAKEN_NOTFORKED", NULL, 0),
    ADDS(0x18, 1, "DIRECT2CORE_TXN_OVERRIDE", direct2core_txn_override, 0),
    ADDS(0x1b, 1, "DIRECT2UPI_NOT_TAKEN_CREDITS", NULL, 0),
    ANY(0x1a, "DIRECT2UPI_NOT_TAKEN_DIRSTATE", direct2upi_not_taken_dirstate, 0),
    ADDS(0x19, 1, "DIRECT2UPI_TAKEN", NULL, 0),
    ADDS(0x1c, 1, "DIRECT2UPI_TXN_OVERRIDE", direct2core_txn_override, 0),
    ADDS(0x1d, 1, "DIRECTORY_HIT", directory_hit, 0),
    ADDS(0x20, 1, "DIRECTORY_LOOKUP", directory_lookup, 0),
    ADDS(0x1e, 1, "DIRECTORY_MISS", directory_hit, 0),
    ADDS(0x44, 1, "IGR_STARVE_WINNER", igr_starve_winner, 0),
    ADDS(0x5c, 1, "PREFCAM_CIS_DROPS", NULL, 0),
    ADDS(0x58, 1, "PREFCAM_DEMAND_DROPS", prefcam_demand_drops, 0),
    ADDS(0x5d, 1, "PREFCAM_DEMAND_MERGE", prefcam_demand_drops, 0),
    ADDS(0x5e, 1, "PREFCAM_DEMAND_NO_MERGE", prefcam_demand_no_merge, 0),
    ADDS(0x56, 1, "PREFCAM_INSERTS", prefcam_demand_drops, 0),
    EACH(0x54, 64, "PREFCAM_OCCUPANCY", prefcam_occupancy, 0),
    ADDS(0x5f, 1, "PREFCAM_RESP_MISS", prefcam_occupancy, 0),
    ADDS(0x62, 1, "PREFCAM_RxC_DEALLOCS", prefcam_rxc_deallocs, 0),
    ADDS(0x60, 32, "PREFCAM_RxC_OCCUPANCY", NULL, 0),
    ADDS(0x02, 1, "RxC_AD_INSERTS", NULL, 0),
    ADDS(0x03, 32, "RxC_AD_OCCUPANCY", NULL, 0),
    ADDS(0x1f, 1, "TAG_HIT", tag_hit, 0),
    ADDS(0x4b, 1, "TAG_MISS", NULL, 0),
    ADDS(0x2e, 32, "TGR_AD_CREDITS", NULL, 0),
    ADDS(0x2f, 32, "TGR_BL_CREDITS", NULL, 0),
    EACH(0x33, 64, "TRACKER_OCCUPANCY", tracker_occupancy, 0),
    ADDS(0x42, 1, "WPQ_FLUSH", tracker_occupancy, 0),
    ANY(0x37, "WPQ_NO_REG_CRD", wpq_no_reg_crd, 0),
    ANY(0x38, "WPQ_NO_SPEC_CRD", wpq_no_reg_crd, 0),
    ADDS(0x40, 1, "WR_TRACKER_INSERTS", tracker_occupancy, 0),
    ANY(0x35, "WR_TRACKER_NE", wr_tracker_ne, 0),
    ADDS(0x4d, 1, "WR_TRACKER_NONPOSTED_INSERTS", tracker_occupancy, 0),
    EACH(0x4c, 64, "WR_TRACKER_NONPOSTED_OCCUPANCY", tracker_occupancy, 0),
    ADDS(0x48, 1, "WR_TRACKER_POSTED_INSERTS", tracker_occupancy, 0),
    EACH(0x47, 64, "WR_TRACKER_POSTED_OCCUPANCY", tracker_occupancy, 0),
};

/* Names without a sub-event, but with an umask; and one that the list
 * misspells. */
static const struct oracle_alias m2m_names[] = {
    {"unc_m2m_direct2core_not_taken_dirstate", 0x0717, 1, ""},
    {"unc_m2m_direct2core_txn_override", 0x0318, 1, ""},
    {"unc_m2m_direct2upi_not_taken_credits", 0x071b, 1, ""},
    {"unc_m2m_direct2upi_not_taken_dirstate", 0x071a, 1, ""},
    {"unc_m2m_direct2upi_taken", 0x0719, 1, ""}, {"unc_m2m_direct2upi_txn_override", 0x031c, 1, ""},
    {"unc_m2m_direct2upitxn_override.pmm_hit", 0x011c, 1, ""},
    {"unc_m2m_rxc_ad_inserts", 0x0102, 1, ""}, {"unc_m2m_tag_miss", 0x034b, 1, ""},
    {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_spr_m2m = {
    .pmu = "uncore_m2m", .list = "unc_m2m_", .names = m2m_names, .general = 4, LISTED(m2m)};
const struct oracle_kind oracle_type_m2m = {.pmu = "uncore_type_7", .general = 4, LISTED(m2m)};
