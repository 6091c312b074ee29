/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A stop between the mesh and a memory controller. */
#include "oracle/snbep/skx/mesh.h"

static const struct oracle_sub bypass_m2m_egress[] = {S("NOT_TAKEN", 0x02), S("TAKEN", 0x01), END};
static const struct oracle_sub directory_hit[] = {S("CLEAN_A", 0x80), S("CLEAN_I", 0x10),
    S("CLEAN_P", 0x40), S("CLEAN_S", 0x20), S("DIRTY_A", 0x08), S("DIRTY_I", 0x01),
    S("DIRTY_P", 0x04), S("DIRTY_S", 0x02), END};
static const struct oracle_sub directory_lookup[] = {
    S("ANY", 0x01), S("STATE_A", 0x08), S("STATE_I", 0x02), S("STATE_S", 0x04), END};
static const struct oracle_sub directory_update[] = {S("A2I", 0x20), S("A2S", 0x40), S("ANY", 0x01),
    S("I2A", 0x04), S("I2S", 0x02), S("S2A", 0x10), S("S2I", 0x08), END};
static const struct oracle_sub pkt_match[] = {S("MC", 0x02), S("MESH", 0x01), END};
static const struct oracle_sub rpq_cycles_reg_credits[] = {
    S("CHN0", 0x01), S("CHN1", 0x02), S("CHN2", 0x04), END};
static const struct oracle_sub tracker_cycles_full[] = {
    S("CH0", 0x01), S("CH1", 0x02), S("CH2", 0x04), END};
static const struct oracle_sub txc_ak[] = {S("CRD_CBO", 0x02), S("NDR", 0x01), END};
static const struct oracle_sub txc_ak_credit_occupancy[] = {S("CMS0", 0x01), S("CMS1", 0x02), END};
static const struct oracle_sub txc_ak_cycles_full[] = {ORACLE_NUMBERED("ALL", 0x03, 0x3),
    ORACLE_NUMBERED("CMS0", 0x01, 0x1), ORACLE_NUMBERED("CMS1", 0x02, 0x2),
    ORACLE_NUMBERED("RDCRD0", 0x08, 0x8), ORACLE_NUMBERED("RDCRD1", 0x88, 0x40),
    ORACLE_NUMBERED("WRCMP0", 0x20, 0x20), ORACLE_NUMBERED("WRCMP1", 0xa0, 0x100),
    ORACLE_NUMBERED("WRCRD0", 0x10, 0x10), ORACLE_NUMBERED("WRCRD1", 0x90, 0x80), END};
static const struct oracle_sub txc_ak_cycles_ne[] = {S("ALL", 0x03), S("CMS0", 0x01),
    S("CMS1", 0x02), S("RDCRD", 0x08), S("WRCMP", 0x20), S("WRCRD", 0x10), END};
static const struct oracle_sub txc_ak_inserts[] = {S("ALL", 0x03), S("CMS0", 0x01), S("CMS1", 0x02),
    S("PREF_RD_CAM_HIT", 0x40), S("RDCRD", 0x08), S("WRCMP", 0x20), S("WRCRD", 0x10), END};
static const struct oracle_sub txc_ak_sideband[] = {S("RD", 0x01), S("WR", 0x02), END};
static const struct oracle_sub txc_bl[] = {
    S("DRS_CACHE", 0x01), S("DRS_CORE", 0x02), S("DRS_UPI", 0x04), END};
static const struct oracle_sub txc_bl_cycles_full[] = {
    S("ALL", 0x03), S("CMS0", 0x01), S("CMS1", 0x02), END};
static const struct oracle_sub imc_reads[] = {
    S("ALL", 0x04), S("FROM_TRANSGRESS", 0x10), S("ISOCH", 0x02), S("NORMAL", 0x01), END};
static const struct oracle_sub imc_writes[] = {S("ALL", 0x10), S("FROM_TRANSGRESS", 0x40),
    S("FULL", 0x01), S("FULL_ISOCH", 0x04), S("NI", 0x80), S("PARTIAL", 0x02),
    S("PARTIAL_ISOCH", 0x08), END};
static const struct oracle_sub clx_imc_reads[] = {S("ALL", 0x04), S("FROM_TRANSGRESS", 0x10),
    S("ISOCH", 0x02), S("NORMAL", 0x01), S("TO_PMM", 0x08), END};
static const struct oracle_sub clx_imc_writes[] = {S("ALL", 0x10), S("FROM_TRANSGRESS", 0x40),
    S("FULL", 0x01), S("FULL_ISOCH", 0x04), S("NI", 0x80), S("PARTIAL", 0x02),
    S("PARTIAL_ISOCH", 0x08), S("TO_PMM", 0x20), END};
static const struct oracle_sub tag_hit[] = {S("NM_RD_HIT_CLEAN", 0x01), S("NM_RD_HIT_DIRTY", 0x02),
    S("NM_UFILL_HIT_CLEAN", 0x04), S("NM_UFILL_HIT_DIRTY", 0x08), END};
static const struct oracle_sub pmm_rpq_cycles_reg_credits[] = {
    S("CHN0", 0x01), S("CHN1", 0x02), S("CHN2", 0x04), END};

#define EVENTS                                                                                     \
    ADDS(0x22, 1, "BYPASS_M2M_Egress", bypass_m2m_egress, 0),                                      \
        ADDS(0x21, 1, "BYPASS_M2M_INGRESS", bypass_m2m_egress, 0),                                 \
        ROW(0x00, 1, "CLOCKTICKS", NULL, ORACLE_CLOCK, 0, 0),                                      \
        ADDS(0x24, 1, "DIRECT2CORE_NOT_TAKEN_DIRSTATE", NULL, 0),                                  \
        ADDS(0x23, 1, "DIRECT2CORE_TAKEN", NULL, 0),                                               \
        ADDS(0x25, 1, "DIRECT2CORE_TXN_OVERRIDE", NULL, 0),                                        \
        ADDS(0x28, 1, "DIRECT2UPI_NOT_TAKEN_CREDITS", NULL, 0),                                    \
        ADDS(0x27, 1, "DIRECT2UPI_NOT_TAKEN_DIRSTATE", NULL, 0),                                   \
        ADDS(0x26, 1, "DIRECT2UPI_TAKEN", NULL, 0),                                                \
        ADDS(0x29, 1, "DIRECT2UPI_TXN_OVERRIDE", NULL, 0),                                         \
        ADDS(0x2a, 1, "DIRECTORY_HIT", directory_hit, 0),                                          \
        ADDS(0x2d, 1, "DIRECTORY_LOOKUP", directory_lookup, 0),                                    \
        ADDS(0x2b, 1, "DIRECTORY_MISS", directory_hit, 0),                                         \
        ADDS(0x2e, 1, "DIRECTORY_UPDATE", directory_update, 0),                                    \
        ADDS(0x4c, 1, "PKT_MATCH", pkt_match, 0), ADDS(0x53, 1, "PREFCAM_CYCLES_FULL", NULL, 0),   \
        ADDS(0x54, 1, "PREFCAM_CYCLES_NE", NULL, 0),                                               \
        ADDS(0x56, 1, "PREFCAM_DEMAND_PROMOTIONS", NULL, 0),                                       \
        ADDS(0x57, 1, "PREFCAM_INSERTS", NULL, 0), ADDS(0x55, MOST, "PREFCAM_OCCUPANCY", NULL, 0), \
        ANY(0x43, "RPQ_CYCLES_REG_CREDITS", rpq_cycles_reg_credits, 0),                            \
        ANY(0x44, "RPQ_CYCLES_SPEC_CREDITS", rpq_cycles_reg_credits, 0),                           \
        ADDS(0x04, 1, "RxC_AD_CYCLES_FULL", NULL, 0), ADDS(0x03, 1, "RxC_AD_CYCLES_NE", NULL, 0),  \
        ADDS(0x01, 1, "RxC_AD_INSERTS", NULL, 0), ADDS(0x02, MOST, "RxC_AD_OCCUPANCY", NULL, 0),   \
        ADDS(0x08, 1, "RxC_BL_CYCLES_FULL", NULL, 0), ADDS(0x07, 1, "RxC_BL_CYCLES_NE", NULL, 0),  \
        ADDS(0x05, 1, "RxC_BL_INSERTS", NULL, 0), ADDS(0x06, MOST, "RxC_BL_OCCUPANCY", NULL, 0),   \
        ADDS(0x41, 1, "TGR_AD_CREDITS", NULL, 0), ADDS(0x42, 1, "TGR_BL_CREDITS", NULL, 0),        \
        ANY(0x45, "TRACKER_CYCLES_FULL", tracker_cycles_full, 0),                                  \
        ANY(0x46, "TRACKER_CYCLES_NE", tracker_cycles_full, 0),                                    \
        ADDS(0x49, 1, "TRACKER_INSERTS", tracker_cycles_full, 0),                                  \
        EACH(0x47, MOST, "TRACKER_OCCUPANCY", tracker_cycles_full, 0),                             \
        ADDS(0x48, MOST, "TRACKER_PENDING_OCCUPANCY", NULL, 0),                                    \
        ADDS(0x0e, MOST, "TxC_AD_CREDIT_OCCUPANCY", NULL, 0),                                      \
        ADDS(0x0d, 1, "TxC_AD_CREDITS_ACQUIRED", NULL, 0),                                         \
        ADDS(0x0c, 1, "TxC_AD_CYCLES_FULL", NULL, 0), ADDS(0x0b, 1, "TxC_AD_CYCLES_NE", NULL, 0),  \
        ADDS(0x09, 1, "TxC_AD_INSERTS", NULL, 0),                                                  \
        ADDS(0x0f, 1, "TxC_AD_NO_CREDIT_CYCLES", NULL, 0),                                         \
        ADDS(0x10, 1, "TxC_AD_NO_CREDIT_STALLED", NULL, 0),                                        \
        ADDS(0x0a, MOST, "TxC_AD_OCCUPANCY", NULL, 0), ADDS(0x39, 1, "TxC_AK", txc_ak, 0),         \
        EACH(0x1e, MOST, "TxC_AK_CREDIT_OCCUPANCY", txc_ak_credit_occupancy, 0),                   \
        ADDS(0x1d, 1, "TxC_AK_CREDITS_ACQUIRED", txc_ak_credit_occupancy, 0),                      \
        {0x14, 1, "TxC_AK_CYCLES_FULL", txc_ak_cycles_full, ORACLE_ANY, 0, 0, 0, true, 0},         \
        ANY(0x13, "TxC_AK_CYCLES_NE", txc_ak_cycles_ne, 0),                                        \
        ADDS(0x11, 1, "TxC_AK_INSERTS", txc_ak_inserts, 0),                                        \
        ANY(0x1f, "TxC_AK_NO_CREDIT_CYCLES", txc_ak_credit_occupancy, 0),                          \
        ANY(0x20, "TxC_AK_NO_CREDIT_STALLED", txc_ak_credit_occupancy, 0),                         \
        EACH(0x12, MOST, "TxC_AK_OCCUPANCY", txc_ak_cycles_ne, 0),                                 \
        ADDS(0x6b, 1, "TxC_AK_SIDEBAND", txc_ak_sideband, 0), ADDS(0x40, 1, "TxC_BL", txc_bl, 0),  \
        EACH(0x1a, MOST, "TxC_BL_CREDIT_OCCUPANCY", txc_ak_credit_occupancy, 0),                   \
        ADDS(0x19, 1, "TxC_BL_CREDITS_ACQUIRED", txc_ak_credit_occupancy, 0),                      \
        ANY(0x18, "TxC_BL_CYCLES_FULL", txc_bl_cycles_full, 0),                                    \
        ANY(0x17, "TxC_BL_CYCLES_NE", txc_bl_cycles_full, 0),                                      \
        ADDS(0x15, 1, "TxC_BL_INSERTS", txc_bl_cycles_full, 0),                                    \
        ANY(0x1b, "TxC_BL_NO_CREDIT_CYCLES", txc_ak_credit_occupancy, 0),                          \
        ANY(0x1c, "TxC_BL_NO_CREDIT_STALLED", txc_ak_credit_occupancy, 0),                         \
        EACH(0x16, MOST, "TxC_BL_OCCUPANCY", txc_bl_cycles_full, 0),                               \
        ANY(0x4d, "WPQ_CYCLES_REG_CREDITS", rpq_cycles_reg_credits, 0),                            \
        ANY(0x4e, "WPQ_CYCLES_SPEC_CREDITS", rpq_cycles_reg_credits, 0),                           \
        ANY(0x4a, "WRITE_TRACKER_CYCLES_FULL", tracker_cycles_full, 0),                            \
        ANY(0x4b, "WRITE_TRACKER_CYCLES_NE", tracker_cycles_full, 0),                              \
        ADDS(0x61, 1, "WRITE_TRACKER_INSERTS", tracker_cycles_full, 0),                            \
        EACH(0x60, MOST, "WRITE_TRACKER_OCCUPANCY", tracker_cycles_full, 0), MESH_EVENTS,          \
        MESH_AG1_BL(0)

static const struct oracle_event events[] = {
    EVENTS,
    ADDS(0x37, 1, "IMC_READS", imc_reads, 0),
    ADDS(0x38, 1, "IMC_WRITES", imc_writes, 0),
};
static const struct oracle_event clx_events[] = {
    EVENTS,
    ADDS(0x37, 1, "IMC_READS", clx_imc_reads, 0),
    ADDS(0x38, 1, "IMC_WRITES", clx_imc_writes, 0),
    ADDS(0x2c, 1, "TAG_HIT", tag_hit, 0),
    ANY(0x4f, "PMM_RPQ_CYCLES_REG_CREDITS", pmm_rpq_cycles_reg_credits, 0),
    ANY(0x51, "PMM_WPQ_CYCLES_REG_CREDITS", pmm_rpq_cycles_reg_credits, 0),
};

/* Linux, SKX_M2M_PCI_PMON_*. */
static const struct oracle_register registers[] = {PCI_FOUR(0x200, 0x228, 0x258)};
/* Linux, skx_uncore_formats_attr. */
static const struct oracle_format formats[] = {FORMATS};
static const struct oracle_alias names[] = {
    {"unc_m2m_rpq_cycles_no_spec_credits.chn0", 0x0144, 1, ""},
    {"unc_m2m_rpq_cycles_no_spec_credits.chn1", 0x0244, 1, ""},
    {"unc_m2m_rpq_cycles_no_spec_credits.chn2", 0x0444, 1, ""},
    {"unc_m2m_wpq_cycles_no_reg_credits.chn0", 0x014d, 1, ""},
    {"unc_m2m_wpq_cycles_no_reg_credits.chn1", 0x024d, 1, ""},
    {"unc_m2m_wpq_cycles_no_reg_credits.chn2", 0x044d, 1, ""},
    {"unc_nounit_txc_bl.drs_upi", 0x0440, 1, ""}, {NULL, 0, 0, NULL}};

#define KIND(table)                                                                                \
    {                                                                                              \
        .pmu = "uncore_m2m", .list = "unc_m2m_", .general = 4, .bits = 48, .fields = {CTL_FIELDS}, \
        .names = names, .registers = registers, .n_registers = COUNT(registers), .events = table,  \
        .n_events = COUNT(table), .file = __FILE__, .formats = formats,                            \
        .n_formats = COUNT(formats), KIND_FREEZES, .frz_alone = true                               \
    }

const struct oracle_kind oracle_skx_m2m = KIND(events);
const struct oracle_kind oracle_clx_m2m = KIND(clx_events);
