/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A slice of the last-level cache with its home agent, and its filter of two
 * registers: Linux, SKX_CHA_MSR_PMON_BOX_FILTER_*. COUNTER0_OCCUPANCY is left
 * out. */
#include "oracle/snbep/kinds/slice.h"
#include "oracle/snbep/skx/mesh.h"

/* Snoops and their responses: one part of the umask is the requester, the other
 * the result, with a unit for each pair. For lookups, bits 3:1 are kinds, and
 * bit 4 is for all. In the table, bits 4 and 5 are for hits and misses, the
 * others for requesters. For victims, bits 3:0 are states. */
static const struct oracle_sub bypass_cha_imc[] = {
    S("INTERMEDIATE", 0x02), S("NOT_TAKEN", 0x04), S("TAKEN", 0x01), END};
static const struct oracle_sub core_pma[] = {S("C1_STATE", 0x01), S("C1_TRANSITION", 0x02),
    S("C6_STATE", 0x04), S("C6_TRANSITION", 0x08), S("GV", 0x10), END};
static const struct oracle_sub core_snp[] = {ORACLE_NUMBERED("ANY_GTONE", 0xe2, 0x92),
    ORACLE_NUMBERED("ANY_ONE", 0xe1, 0x49), ORACLE_NUMBERED("ANY_REMOTE", 0xe4, 0x124),
    ORACLE_NUMBERED("CORE_GTONE", 0x42, 0x10), ORACLE_NUMBERED("CORE_ONE", 0x41, 0x8),
    ORACLE_NUMBERED("CORE_REMOTE", 0x44, 0x20), ORACLE_NUMBERED("EVICT_GTONE", 0x82, 0x80),
    ORACLE_NUMBERED("EVICT_ONE", 0x81, 0x40), ORACLE_NUMBERED("EVICT_REMOTE", 0x84, 0x100),
    ORACLE_NUMBERED("EXT_GTONE", 0x22, 0x2), ORACLE_NUMBERED("EXT_ONE", 0x21, 0x1),
    ORACLE_NUMBERED("EXT_REMOTE", 0x24, 0x4), END};
static const struct oracle_sub dir_lookup[] = {S("NO_SNP", 0x02), S("SNP", 0x01), END};
static const struct oracle_sub dir_update[] = {S("HA", 0x01), S("TOR", 0x02), END};
static const struct oracle_sub hitme_hit[] = {
    S("EX_RDS", 0x01), S("SHARED_OWNREQ", 0x04), S("WBMTOE", 0x08), S("WBMTOI_OR_S", 0x10), END};
static const struct oracle_sub hitme_lookup[] = {S("READ", 0x01), S("WRITE", 0x02), END};
static const struct oracle_sub hitme_miss[] = {
    S("NOTSHARED_RDINVOWN", 0x40), S("READ_OR_INV", 0x80), S("SHARED_RDINVOWN", 0x20), END};
static const struct oracle_sub hitme_update[] = {S("DEALLOCATE", 0x10),
    S("DEALLOCATE_RSPFWDI_LOC", 0x01), S("RDINVOWN", 0x08), S("RSPFWDI_REM", 0x02),
    S("SHARED", 0x04), END};
static const struct oracle_sub imc_reads_count[] = {S("NORMAL", 0x01), S("PRIORITY", 0x02), END};
static const struct oracle_sub imc_writes_count[] = {S("FULL", 0x01), S("FULL_MIG", 0x10),
    S("FULL_PRIORITY", 0x04), S("PARTIAL", 0x02), S("PARTIAL_MIG", 0x20),
    S("PARTIAL_PRIORITY", 0x08), END};
static const struct oracle_sub iodc_alloc[] = {
    S("INVITOM", 0x01), S("IODCFULL", 0x02), S("OSBGATED", 0x04), END};
static const struct oracle_sub iodc_dealloc[] = {S("ALL", 0x10), S("SNPOUT", 0x08),
    S("WBMTOE", 0x01), S("WBMTOI", 0x02), S("WBPUSHMTOI", 0x04), END};
static const struct oracle_sub llc_lookup[] = {ORACLE_NUMBERED("ANY", 0x11, 0xe),
    ORACLE_NUMBERED("DATA_READ", 0x03, 0x2), ORACLE_NUMBERED("LOCAL", 0x31, 0xe),
    ORACLE_NUMBERED("REMOTE", 0x91, 0xe), ORACLE_NUMBERED("REMOTE_SNOOP", 0x09, 0x8),
    ORACLE_NUMBERED("WRITE", 0x05, 0x4), END};
static const struct oracle_sub llc_victims[] = {ORACLE_NUMBERED("LOCAL_ALL", 0x2f, 0xf),
    ORACLE_NUMBERED("LOCAL_E", 0x22, 0x2), ORACLE_NUMBERED("LOCAL_F", 0x28, 0x8),
    ORACLE_NUMBERED("LOCAL_M", 0x21, 0x1), ORACLE_NUMBERED("LOCAL_S", 0x24, 0x4),
    ORACLE_NUMBERED("REMOTE_ALL", 0x8f, 0xf), ORACLE_NUMBERED("REMOTE_E", 0x82, 0x2),
    ORACLE_NUMBERED("REMOTE_F", 0x88, 0x8), ORACLE_NUMBERED("REMOTE_M", 0x81, 0x1),
    ORACLE_NUMBERED("REMOTE_S", 0x84, 0x4), ORACLE_NUMBERED("TOTAL_E", 0x02, 0x2),
    ORACLE_NUMBERED("TOTAL_F", 0x08, 0x8), ORACLE_NUMBERED("TOTAL_M", 0x01, 0x1),
    ORACLE_NUMBERED("TOTAL_S", 0x04, 0x4), END};
static const struct oracle_sub misc[] = {S("CV0_PREF_MISS", 0x20), S("CV0_PREF_VIC", 0x10),
    S("RFO_HIT_S", 0x08), S("RSPI_WAS_FSE", 0x01), S("WC_ALIASING", 0x02), END};
static const struct oracle_sub read_no_credits[] = {S("EDC0_SMI2", 0x04), S("EDC1_SMI3", 0x08),
    S("EDC2_SMI4", 0x10), S("EDC3_SMI5", 0x20), S("MC0_SMI0", 0x01), S("MC1_SMI1", 0x02), END};
static const struct oracle_sub requests[] = {S("INVITOE_LOCAL", 0x10), S("INVITOE_REMOTE", 0x20),
    S("READS", 0x03), S("READS_LOCAL", 0x01), S("READS_REMOTE", 0x02), S("WRITES", 0x0c),
    S("WRITES_LOCAL", 0x04), S("WRITES_REMOTE", 0x08), END};
static const struct oracle_sub rxc_inserts[] = {S("IPQ", 0x04), S("IRQ", 0x01), S("IRQ_REJ", 0x02),
    S("PRQ", 0x10), S("PRQ_REJ", 0x20), S("RRQ", 0x40), S("WBQ", 0x80), END};
static const struct oracle_sub rxc_ipq0_reject[] = {S("AD_REQ_VN0", 0x01), S("AD_RSP_VN0", 0x02),
    S("AK_NON_UPI", 0x40), S("BL_NCB_VN0", 0x10), S("BL_NCS_VN0", 0x20), S("BL_RSP_VN0", 0x04),
    S("BL_WB_VN0", 0x08), S("IV_NON_UPI", 0x80), END};
static const struct oracle_sub rxc_ipq1_reject[] = {S("ALLOW_SNP", 0x40), S("ANY0", 0x01),
    S("HA", 0x02), S("LLC_OR_SF_WAY", 0x20), S("LLC_VICTIM", 0x04), S("PA_MATCH", 0x80),
    S("SF_VICTIM", 0x08), S("VICTIM", 0x10), END};
static const struct oracle_sub rxc_ismq1_reject[] = {S("ANY0", 0x01), S("HA", 0x02), END};
static const struct oracle_sub rxc_occupancy[] = {
    S("IPQ", 0x04), S("IRQ", 0x01), S("RRQ", 0x40), S("WBQ", 0x80), END};
static const struct oracle_sub sf_eviction[] = {
    S("E_STATE", 0x02), S("M_STATE", 0x01), S("S_STATE", 0x04), END};
static const struct oracle_sub snoop_resp[] = {S("RSP_FWD_WB", 0x20), S("RSP_WBWB", 0x10),
    S("RSPCNFLCTS", 0x40), S("RSPFWD", 0x80), S("RSPI", 0x01), S("RSPIFWD", 0x04), S("RSPS", 0x02),
    S("RSPSFWD", 0x08), END};
static const struct oracle_sub snoop_resp_local[] = {S("RSP_FWD_WB", 0x20), S("RSP_WB", 0x10),
    S("RSPCNFLCT", 0x40), S("RSPFWD", 0x80), S("RSPI", 0x01), S("RSPIFWD", 0x04), S("RSPS", 0x02),
    S("RSPSFWD", 0x08), END};
static const struct oracle_sub snoops_sent[] = {S("ALL", 0x01), S("BCST_LOCAL", 0x10),
    S("BCST_REMOTE", 0x20), S("DIRECT_LOCAL", 0x40), S("DIRECT_REMOTE", 0x80), S("LOCAL", 0x04),
    S("REMOTE", 0x08), END};
static const struct oracle_sub tor_inserts[] = {ORACLE_NUMBERED("ALL_HIT", 0x15, 0x5),
    ORACLE_NUMBERED("ALL_IO_IA", 0x35, 0x5), ORACLE_NUMBERED("ALL_MISS", 0x25, 0x5),
    ORACLE_NUMBERED("EVICT", 0x02, 0x2), ORACLE_NUMBERED("HIT", 0x10, 0xcf),
    ORACLE_NUMBERED("IA", 0x31, 0x1), ORACLE_NUMBERED("IA_HIT", 0x11, 0x1),
    ORACLE_NUMBERED("IA_MISS", 0x21, 0x1), ORACLE_NUMBERED("IO", 0x34, 0x4),
    ORACLE_NUMBERED("IO_HIT", 0x14, 0x4), ORACLE_NUMBERED("IO_MISS", 0x24, 0x4),
    ORACLE_NUMBERED("IPQ", 0x08, 0x8), ORACLE_NUMBERED("IRQ", 0x01, 0x1),
    ORACLE_NUMBERED("MISS", 0x20, 0xcf), ORACLE_NUMBERED("PRQ", 0x04, 0x4), END};
static const struct oracle_sub tor_occupancy[] = {ORACLE_NUMBERED("ALL_FROM_LOC", 0x37, 0x7),
    ORACLE_NUMBERED("ALL_HIT", 0x17, 0x7), ORACLE_NUMBERED("ALL_MISS", 0x27, 0x7),
    ORACLE_NUMBERED("EVICT", 0x02, 0x2), ORACLE_NUMBERED("HIT", 0x10, 0xcf),
    ORACLE_NUMBERED("IA", 0x31, 0x1), ORACLE_NUMBERED("IA_HIT", 0x11, 0x1),
    ORACLE_NUMBERED("IA_MISS", 0x21, 0x1), ORACLE_NUMBERED("IO", 0x34, 0x4),
    ORACLE_NUMBERED("IO_HIT", 0x14, 0x4), ORACLE_NUMBERED("IO_MISS", 0x24, 0x4),
    ORACLE_NUMBERED("IPQ", 0x08, 0x8), ORACLE_NUMBERED("IRQ", 0x01, 0x1),
    ORACLE_NUMBERED("MISS", 0x20, 0xcf), ORACLE_NUMBERED("PRQ", 0x04, 0x4), END};
static const struct oracle_sub upi_credit_occupancy[] = {S("VN0_AD_REQ", 0x04),
    S("VN0_AD_RSP", 0x08), S("VN0_BL_NCB", 0x40), S("VN0_BL_NCS", 0x80), S("VN0_BL_RSP", 0x10),
    S("VN0_BL_WB", 0x20), S("VNA_AD", 0x01), S("VNA_BL", 0x02), END};
static const struct oracle_sub upi_credits_acquired[] = {S("AD_REQ", 0x04), S("AD_RSP", 0x08),
    S("BL_NCB", 0x40), S("BL_NCS", 0x80), S("BL_RSP", 0x10), S("BL_WB", 0x20), S("VN0", 0x02),
    S("VNA", 0x01), END};
static const struct oracle_sub wb_push_mtoi[] = {S("LLC", 0x01), S("MEM", 0x02), END};
static const struct oracle_sub xsnp_resp[] = {ORACLE_NUMBERED("ANY_RSP_HITFSE", 0xe1, 0x421),
    ORACLE_NUMBERED("ANY_RSPI_FWDFE", 0xe4, 0x1084), ORACLE_NUMBERED("ANY_RSPI_FWDM", 0xf0, 0x4210),
    ORACLE_NUMBERED("ANY_RSPS_FWDFE", 0xe2, 0x842), ORACLE_NUMBERED("ANY_RSPS_FWDM", 0xe8, 0x2108),
    ORACLE_NUMBERED("CORE_RSP_HITFSE", 0x41, 0x20), ORACLE_NUMBERED("CORE_RSPI_FWDFE", 0x44, 0x80),
    ORACLE_NUMBERED("CORE_RSPI_FWDM", 0x50, 0x200), ORACLE_NUMBERED("CORE_RSPS_FWDFE", 0x42, 0x40),
    ORACLE_NUMBERED("CORE_RSPS_FWDM", 0x48, 0x100),
    ORACLE_NUMBERED("EVICT_RSP_HITFSE", 0x81, 0x400),
    ORACLE_NUMBERED("EVICT_RSPI_FWDFE", 0x84, 0x1000),
    ORACLE_NUMBERED("EVICT_RSPI_FWDM", 0x90, 0x4000),
    ORACLE_NUMBERED("EVICT_RSPS_FWDFE", 0x82, 0x800),
    ORACLE_NUMBERED("EVICT_RSPS_FWDM", 0x88, 0x2000), ORACLE_NUMBERED("EXT_RSP_HITFSE", 0x21, 0x1),
    ORACLE_NUMBERED("EXT_RSPI_FWDFE", 0x24, 0x4), ORACLE_NUMBERED("EXT_RSPI_FWDM", 0x30, 0x10),
    ORACLE_NUMBERED("EXT_RSPS_FWDFE", 0x22, 0x2), ORACLE_NUMBERED("EXT_RSPS_FWDM", 0x28, 0x8), END};
static const struct oracle_sub pmm_memmode_nm_setconflicts[] = {
    S("IODC", 0x10), S("LLC", 0x02), S("SF", 0x01), S("TOR", 0x04), S("TOR_REJECT", 0x08), END};

#define EVENTS                                                                                     \
    ADDS(0x57, 1, "BYPASS_CHA_IMC", bypass_cha_imc, 0),                                            \
        ROW(0x00, 1, "CLOCKTICKS", NULL, ORACLE_CLOCK, 0, 0), ANY(0x17, "CORE_PMA", core_pma, 0),  \
        {0x33, 1, "CORE_SNP", core_snp, ORACLE_ADDS, 0, 0, 0x0, true, 0},                          \
        ADDS(0x53, 1, "DIR_LOOKUP", dir_lookup, 0), ADDS(0x54, 1, "DIR_UPDATE", dir_update, 0),    \
        ADDS(0x5f, 1, "HITME_HIT", hitme_hit, 0), ADDS(0x5e, 1, "HITME_LOOKUP", hitme_lookup, 0),  \
        ADDS(0x60, 1, "HITME_MISS", hitme_miss, 0),                                                \
        ADDS(0x61, 1, "HITME_UPDATE", hitme_update, 0),                                            \
        ADDS(0x59, 1, "IMC_READS_COUNT", imc_reads_count, 0),                                      \
        ADDS(0x5b, 1, "IMC_WRITES_COUNT", imc_writes_count, 0),                                    \
        ADDS(0x62, 1, "IODC_ALLOC", iodc_alloc, 0),                                                \
        ADDS(0x63, 1, "IODC_DEALLOC", iodc_dealloc, 0),                                            \
        {0x34, 1, "LLC_LOOKUP", llc_lookup, ORACLE_ADDS, 0, 0, 0x0, true, 0},                      \
        {0x37, 1, "LLC_VICTIMS", llc_victims, ORACLE_ADDS, 0, 0, 0x0, true, 0},                    \
        ADDS(0x39, 1, "MISC", misc, 0), ADDS(0x55, 1, "OSB", NULL, 0),                             \
        ANY(0x58, "READ_NO_CREDITS", read_no_credits, 0), ADDS(0x50, 1, "REQUESTS", requests, 0),  \
        ADDS(0x13, 1, "RxC_INSERTS", rxc_inserts, 0),                                              \
        ADDS(0x22, 1, "RxC_IPQ0_REJECT", rxc_ipq0_reject, 0),                                      \
        ADDS(0x23, 1, "RxC_IPQ1_REJECT", rxc_ipq1_reject, 0),                                      \
        ADDS(0x18, 1, "RxC_IRQ0_REJECT", rxc_ipq0_reject, 0),                                      \
        ADDS(0x19, 1, "RxC_IRQ1_REJECT", rxc_ipq1_reject, 0),                                      \
        ADDS(0x24, 1, "RxC_ISMQ0_REJECT", rxc_ipq0_reject, 0),                                     \
        ADDS(0x2c, 1, "RxC_ISMQ0_RETRY", rxc_ipq0_reject, 0),                                      \
        ADDS(0x25, 1, "RxC_ISMQ1_REJECT", rxc_ismq1_reject, 0),                                    \
        ADDS(0x2d, 1, "RxC_ISMQ1_RETRY", rxc_ismq1_reject, 0),                                     \
        EACH(0x11, MOST, "RxC_OCCUPANCY", rxc_occupancy, 0x1),                                     \
        ADDS(0x2e, 1, "RxC_OTHER0_RETRY", rxc_ipq0_reject, 0),                                     \
        ADDS(0x2f, 1, "RxC_OTHER1_RETRY", rxc_ipq1_reject, 0),                                     \
        ADDS(0x20, 1, "RxC_PRQ0_REJECT", rxc_ipq0_reject, 0),                                      \
        ADDS(0x21, 1, "RxC_PRQ1_REJECT", rxc_ipq1_reject, 0),                                      \
        ADDS(0x2a, 1, "RxC_REQ_Q0_RETRY", rxc_ipq0_reject, 0),                                     \
        ADDS(0x2b, 1, "RxC_REQ_Q1_RETRY", rxc_ipq1_reject, 0),                                     \
        ADDS(0x26, 1, "RxC_RRQ0_REJECT", rxc_ipq0_reject, 0),                                      \
        ADDS(0x27, 1, "RxC_RRQ1_REJECT", rxc_ipq1_reject, 0),                                      \
        ADDS(0x28, 1, "RxC_WBQ0_REJECT", rxc_ipq0_reject, 0),                                      \
        ADDS(0x29, 1, "RxC_WBQ1_REJECT", rxc_ipq1_reject, 0),                                      \
        ADDS(0x3d, 1, "SF_EVICTION", sf_eviction, 0), ADDS(0x5c, 1, "SNOOP_RESP", snoop_resp, 0),  \
        ADDS(0x5d, 1, "SNOOP_RESP_LOCAL", snoop_resp_local, 0),                                    \
        ADDS(0x51, 1, "SNOOPS_SENT", snoops_sent, 0),                                              \
        {0x35, 1, "TOR_INSERTS", tor_inserts, ORACLE_ADDS, 0, 0, 0x0, true, 0},                    \
        {0x36, 32, "TOR_OCCUPANCY", tor_occupancy, ORACLE_EACH, 0, 0, 0x1, true, 0},               \
        EACH(0x3b, MOST, "UPI_CREDIT_OCCUPANCY", upi_credit_occupancy, 0x1),                       \
        ADDS(0x38, 1, "UPI_CREDITS_ACQUIRED", upi_credits_acquired, 0),                            \
        ADDS(0x56, 1, "WB_PUSH_MTOI", wb_push_mtoi, 0),                                            \
        ANY(0x5a, "WRITE_NO_CREDITS", read_no_credits, 0),                                         \
        {0x32, 1, "XSNP_RESP", xsnp_resp, ORACLE_ADDS, 0, 0, 0x0, true, 0}, MESH_EVENTS,           \
        MESH_AG1_BL(0)

static const struct oracle_event events[] = {EVENTS};
static const struct oracle_event clx_events[] = {
    EVENTS,
    ADDS(0x64, 1, "PMM_MEMMODE_NM_SETCONFLICTS", pmm_memmode_nm_setconflicts, 0),
};

static const struct oracle_register registers[] = {NUMBERED_HSX(0x8),
    {"FILTER0", 0x5, 8, ORACLE_IS_FILTER, 0}, {"FILTER1", 0x6, 8, ORACLE_IS_FILTER, 1}};
/* Linux, skx_uncore_cha_formats_attr. */
static const struct oracle_format formats[] = {FORMATS, {"tid_en", 19, 1}, {"filter_tid", 64, 9},
    {"filter_state", 64 + 17, 10}, {"filter_rem", 64 + 32, 1}, {"filter_loc", 64 + 33, 1},
    {"filter_all_op", 64 + 35, 1}, {"filter_nm", 64 + 36, 1}, {"filter_not_nm", 64 + 37, 1},
    {"filter_opc0", 64 + 41, 10}, {"filter_opc1", 64 + 51, 10}, {"filter_nc", 64 + 62, 1},
    {"filter_isoc", 64 + 63, 1}};

/* Names that set the filter, that are printed in bytes, or that come from an
 * earlier list. */
#define NAMES                                                                                      \
    {"unc_c_fast_asserted", 0x02a5, 1, ""}, {"unc_c_llc_victims.e_state", 0x0237, 1, ""},          \
        {"unc_c_llc_victims.f_state", 0x0837, 1, ""}, {"unc_c_llc_victims.local", 0x2f37, 1, ""},  \
        {"unc_c_llc_victims.m_state", 0x0137, 1, ""}, {"unc_c_llc_victims.remote", 0x8037, 1, ""}, \
        {"unc_c_llc_victims.s_state", 0x0437, 1, ""},                                              \
        {"unc_c_tor_inserts.ipq_hit", 0x1835, 1, ""},                                              \
        {"unc_c_tor_inserts.ipq_miss", 0x2835, 1, ""}, {"unc_c_tor_inserts.irq", 0x3135, 1, ""},   \
        {"unc_c_tor_inserts.irq_hit", 0x1135, 1, ""},                                              \
        {"unc_c_tor_inserts.irq_miss", 0x2135, 1, ""},                                             \
        {"unc_c_tor_inserts.loc_all", 0x3735, 1, ""}, {"unc_c_tor_inserts.loc_ia", 0x3135, 1, ""}, \
        {"unc_c_tor_inserts.loc_io", 0x3435, 1, ""}, {"unc_c_tor_inserts.prq_hit", 0x1435, 1, ""}, \
        {"unc_c_tor_inserts.prq_miss", 0x2435, 1, ""},                                             \
        {"unc_c_tor_inserts.rem_all", 0x3035, 1, ""},                                              \
        {"unc_c_tor_inserts.rrq_hit", 0x5035, 1, ""},                                              \
        {"unc_c_tor_inserts.rrq_miss", 0x6035, 1, ""},                                             \
        {"unc_c_tor_inserts.wbq_hit", 0x9035, 1, ""},                                              \
        {"unc_c_tor_inserts.wbq_miss", 0xa035, 1, ""},                                             \
        {"unc_c_tor_occupancy.ipq_hit", 0x1836, 1, ""},                                            \
        {"unc_c_tor_occupancy.ipq_miss", 0x2836, 1, ""},                                           \
        {"unc_c_tor_occupancy.irq", 0x3136, 1, ""},                                                \
        {"unc_c_tor_occupancy.irq_hit", 0x1136, 1, ""},                                            \
        {"unc_c_tor_occupancy.irq_miss", 0x2136, 1, ""},                                           \
        {"unc_c_tor_occupancy.loc_all", 0x3736, 1, ""},                                            \
        {"unc_c_tor_occupancy.loc_ia", 0x3136, 1, ""},                                             \
        {"unc_c_tor_occupancy.loc_io", 0x3436, 1, ""},                                             \
        {"unc_c_tor_occupancy.prq_hit", 0x1436, 1, ""},                                            \
        {"unc_c_tor_occupancy.prq_miss", 0x2436, 1, ""},                                           \
        {"unc_cha_llc_victims.e_state", 0x0237, 1, ""},                                            \
        {"unc_cha_llc_victims.f_state", 0x0837, 1, ""},                                            \
        {"unc_cha_llc_victims.local", 0x2037, 1, ""},                                              \
        {"unc_cha_llc_victims.m_state", 0x0137, 1, ""},                                            \
        {"unc_cha_llc_victims.remote", 0x8037, 1, ""},                                             \
        {"unc_cha_llc_victims.s_state", 0x0437, 1, ""},                                            \
        {"unc_cha_tor_inserts.ia_hit_crd", 0x1135, 1, ""},                                         \
        {"unc_cha_tor_inserts.ia_hit_drd", 0x1135, 1, ""},                                         \
        {"unc_cha_tor_inserts.ia_hit_llcprefcrd", 0x1135, 1, ""},                                  \
        {"unc_cha_tor_inserts.ia_hit_llcprefdrd", 0x1135, 1, ""},                                  \
        {"unc_cha_tor_inserts.ia_hit_llcprefrfo", 0x1135, 1, ""},                                  \
        {"unc_cha_tor_inserts.ia_hit_rfo", 0x1135, 1, ""},                                         \
        {"unc_cha_tor_inserts.ia_miss_crd", 0x2135, 1, ""},                                        \
        {"unc_cha_tor_inserts.ia_miss_drd", 0x2135, 1, ""},                                        \
        {"unc_cha_tor_inserts.ia_miss_llcprefcrd", 0x2135, 1, ""},                                 \
        {"unc_cha_tor_inserts.ia_miss_llcprefdrd", 0x2135, 1, ""},                                 \
        {"unc_cha_tor_inserts.ia_miss_llcprefrfo", 0x2135, 1, ""},                                 \
        {"unc_cha_tor_inserts.ia_miss_rfo", 0x2135, 1, ""},                                        \
        {"unc_cha_tor_inserts.io_miss_itom", 0x2435, 1, ""},                                       \
        {"unc_cha_tor_inserts.io_miss_rdcur", 0x2435, 1, ""},                                      \
        {"unc_cha_tor_inserts.io_miss_rfo", 0x2435, 1, ""},                                        \
        {"unc_cha_tor_inserts.ipq_hit", 0x1835, 1, ""},                                            \
        {"unc_cha_tor_inserts.ipq_miss", 0x2835, 1, ""},                                           \
        {"unc_cha_tor_inserts.loc_all", 0x3735, 1, ""},                                            \
        {"unc_cha_tor_inserts.rem_all", 0x3035, 1, ""},                                            \
        {"unc_cha_tor_inserts.rrq_hit", 0x5035, 1, ""},                                            \
        {"unc_cha_tor_inserts.rrq_miss", 0x6035, 1, ""},                                           \
        {"unc_cha_tor_inserts.wbq_hit", 0x9035, 1, ""},                                            \
        {"unc_cha_tor_inserts.wbq_miss", 0xa035, 1, ""},                                           \
        {"unc_cha_tor_occupancy.ia_hit_crd", 0x1136, 1, ""},                                       \
        {"unc_cha_tor_occupancy.ia_hit_drd", 0x1136, 1, ""},                                       \
        {"unc_cha_tor_occupancy.ia_hit_llcprefcrd", 0x1136, 1, ""},                                \
        {"unc_cha_tor_occupancy.ia_hit_llcprefdrd", 0x1136, 1, ""},                                \
        {"unc_cha_tor_occupancy.ia_hit_llcprefrfo", 0x1136, 1, ""},                                \
        {"unc_cha_tor_occupancy.ia_hit_rfo", 0x1136, 1, ""},                                       \
        {"unc_cha_tor_occupancy.ia_miss_crd", 0x2136, 1, ""},                                      \
        {"unc_cha_tor_occupancy.ia_miss_drd", 0x2136, 1, ""},                                      \
        {"unc_cha_tor_occupancy.ia_miss_llcprefcrd", 0x2136, 1, ""},                               \
        {"unc_cha_tor_occupancy.ia_miss_llcprefdrd", 0x2136, 1, ""},                               \
        {"unc_cha_tor_occupancy.ia_miss_llcprefrfo", 0x2136, 1, ""},                               \
        {"unc_cha_tor_occupancy.ia_miss_rfo", 0x2136, 1, ""},                                      \
        {"unc_cha_tor_occupancy.io_miss_itom", 0x2436, 1, ""},                                     \
        {"unc_cha_tor_occupancy.io_miss_rdcur", 0x2436, 1, ""},                                    \
        {"unc_cha_tor_occupancy.io_miss_rfo", 0x2436, 1, ""},                                      \
        {"unc_cha_tor_occupancy.ipq_hit", 0x1836, 1, ""},                                          \
        {"unc_cha_tor_occupancy.ipq_miss", 0x2836, 1, ""},                                         \
        {"unc_cha_tor_occupancy.loc_all", 0x3736, 1, ""}, {"unc_h_clock", 0x00c0, 1, ""},          \
        {"unc_h_rxc_ipq1_reject.any_ipq0", 0x0123, 1, ""},                                         \
        {"unc_h_rxc_irq1_reject.any_reject_irq0", 0x0119, 1, ""},                                  \
        {"unc_h_rxc_ismq1_reject.any_ismq0", 0x0125, 1, ""},                                       \
        {"unc_h_rxc_ismq1_retry.any", 0x012d, 1, ""},                                              \
        {"unc_h_rxc_other1_retry.any", 0x012f, 1, ""},                                             \
        {"unc_h_rxc_prq1_reject.any_prq0", 0x0121, 1, ""},                                         \
        {"unc_h_rxc_req_q1_retry.any", 0x012b, 1, ""},                                             \
        {"unc_h_rxc_rrq1_reject.any_rrq0", 0x0127, 1, ""},                                         \
        {"unc_h_rxc_wbq1_reject.any_wbq0", 0x0129, 1, ""},                                         \
        {"unc_h_snoop_resp.rsp_wb", 0x105c, 1, ""}, {"unc_h_snoop_resp.rspcnflct", 0x405c, 1, ""}, \
        {"unc_h_snoops_sent.", 0x0151, 1, ""}, {"unc_h_snoops_sent.bcst_loc", 0x1051, 1, ""},      \
        {"unc_h_snoops_sent.bcst_rem", 0x2051, 1, ""},                                             \
        {"unc_h_snoops_sent.direct_loc", 0x4051, 1, ""},                                           \
        {"unc_h_snoops_sent.direct_rem", 0x8051, 1, ""},                                           \
        {"unc_h_snp_rsp_rcv_local.rsp_fwd_wb", 0x205d, 1, ""},                                     \
        {"unc_h_snp_rsp_rcv_local.rsp_wb", 0x105d, 1, ""},                                         \
        {"unc_h_snp_rsp_rcv_local.rspcnflct", 0x405d, 1, ""},                                      \
        {"unc_h_snp_rsp_rcv_local.rspfwd", 0x805d, 1, ""},                                         \
        {"unc_h_snp_rsp_rcv_local.rspi", 0x015d, 1, ""},                                           \
        {"unc_h_snp_rsp_rcv_local.rspifwd", 0x045d, 1, ""},                                        \
        {"unc_h_snp_rsp_rcv_local.rsps", 0x025d, 1, ""},                                           \
        {"unc_h_snp_rsp_rcv_local.rspsfwd", 0x085d, 1, ""},                                        \
        {"unc_h_txr_vert_bypass.iv_ag1", 0x089e, 1, ""},                                           \
        {"unc_h_txr_vert_cycles_full.iv_ag0", 0x0892, 1, ""},                                      \
        {"unc_h_txr_vert_cycles_ne.iv_ag0", 0x0893, 1, ""},                                        \
        {"unc_h_txr_vert_inserts.iv_ag0", 0x0891, 1, ""},                                          \
    {                                                                                              \
        "unc_h_txr_vert_occupancy.iv_ag0", 0x0890, 1, ""                                           \
    }
#define FILTERED                                                                                   \
    {"unc_cha_tor_inserts.ia_hit_crd", UINT64_C(0x4023300000000)},                                 \
        {"unc_cha_tor_inserts.ia_hit_drd", UINT64_C(0x4043300000000)},                             \
        {"unc_cha_tor_inserts.ia_hit_llcprefcrd", UINT64_C(0x4b23300000000)},                      \
        {"unc_cha_tor_inserts.ia_hit_llcprefdrd", UINT64_C(0x4b43300000000)},                      \
        {"unc_cha_tor_inserts.ia_hit_llcprefrfo", UINT64_C(0x4b03300000000)},                      \
        {"unc_cha_tor_inserts.ia_hit_rfo", UINT64_C(0x4003300000000)},                             \
        {"unc_cha_tor_inserts.ia_miss_crd", UINT64_C(0x4023300000000)},                            \
        {"unc_cha_tor_inserts.ia_miss_drd", UINT64_C(0x4043300000000)},                            \
        {"unc_cha_tor_inserts.ia_miss_llcprefcrd", UINT64_C(0x4b23300000000)},                     \
        {"unc_cha_tor_inserts.ia_miss_llcprefdrd", UINT64_C(0x4b43300000000)},                     \
        {"unc_cha_tor_inserts.ia_miss_llcprefrfo", UINT64_C(0x4b03300000000)},                     \
        {"unc_cha_tor_inserts.ia_miss_rfo", UINT64_C(0x4003300000000)},                            \
        {"unc_cha_tor_inserts.io_miss_itom", UINT64_C(0x4903300000000)},                           \
        {"unc_cha_tor_inserts.io_miss_rdcur", UINT64_C(0x43c3300000000)},                          \
        {"unc_cha_tor_inserts.io_miss_rfo", UINT64_C(0x4003300000000)},                            \
        {"unc_cha_tor_occupancy.ia_hit_crd", UINT64_C(0x4023300000000)},                           \
        {"unc_cha_tor_occupancy.ia_hit_drd", UINT64_C(0x4043300000000)},                           \
        {"unc_cha_tor_occupancy.ia_hit_llcprefcrd", UINT64_C(0x4b23300000000)},                    \
        {"unc_cha_tor_occupancy.ia_hit_llcprefdrd", UINT64_C(0x4b43300000000)},                    \
        {"unc_cha_tor_occupancy.ia_hit_llcprefrfo", UINT64_C(0x4b03300000000)},                    \
        {"unc_cha_tor_occupancy.ia_hit_rfo", UINT64_C(0x4003300000000)},                           \
        {"unc_cha_tor_occupancy.ia_miss_crd", UINT64_C(0x4023300000000)},                          \
        {"unc_cha_tor_occupancy.ia_miss_drd", UINT64_C(0x4043300000000)},                          \
        {"unc_cha_tor_occupancy.ia_miss_llcprefcrd", UINT64_C(0x4b23300000000)},                   \
        {"unc_cha_tor_occupancy.ia_miss_llcprefdrd", UINT64_C(0x4b43300000000)},                   \
        {"unc_cha_tor_occupancy.ia_miss_llcprefrfo", UINT64_C(0x4b03300000000)},                   \
        {"unc_cha_tor_occupancy.ia_miss_rfo", UINT64_C(0x4003300000000)},                          \
        {"unc_cha_tor_occupancy.io_miss_itom", UINT64_C(0x4903300000000)},                         \
        {"unc_cha_tor_occupancy.io_miss_rdcur", UINT64_C(0x43c3300000000)},                        \
    {                                                                                              \
        "unc_cha_tor_occupancy.io_miss_rfo", UINT64_C(0x4003300000000)                             \
    }
static const struct oracle_alias names[] = {NAMES, {NULL, 0, 0, NULL}};
static const struct oracle_alias clx_names[] = {NAMES, {"llc_misses.mmio_read", 0x2135, 1, ""},
    {"llc_misses.mmio_write", 0x2135, 1, ""}, {"llc_misses.uncacheable", 0x2135, 1, ""},
    {"llc_references.streaming_full", 0x2135, 64, "Bytes"},
    {"llc_references.streaming_partial", 0x2135, 64, "Bytes"},
    {"unc_cha_tor_inserts.all", 0xff35, 1, ""}, {"unc_cha_tor_occupancy.all", 0xff36, 1, ""},
    {NULL, 0, 0, NULL}};
static const struct oracle_filtered filtered[] = {FILTERED, {NULL, 0}};
static const struct oracle_filtered clx_filtered[] = {FILTERED,
    {"llc_misses.mmio_read", UINT64_C(0x40040e33)}, {"llc_misses.mmio_write", UINT64_C(0x40041e33)},
    {"llc_misses.uncacheable", UINT64_C(0x40e33)},
    {"llc_references.streaming_full", UINT64_C(0x41833)},
    {"llc_references.streaming_partial", UINT64_C(0x41a33)}, {NULL, 0}};

enum { LLC_LOOKUP = 0x34, TOR_INSERTS, TOR_OCCUPANCY, LLC_VICTIMS };

static unsigned bit(uint64_t value, unsigned n)
{
    return value >> n & 1;
}

/* If neither of two opposite bits of the filter is set, they select nothing. */
static bool either(uint64_t filter, unsigned yes, unsigned no, bool is)
{
    return (!bit(filter, yes) && !bit(filter, no)) || bit(filter, is ? yes : no);
}

static bool opcode_matches(uint64_t filter, unsigned opc)
{
    uint64_t first = filter >> 41 & 0x3ff, second = filter >> 51 & 0x3ff;

    if (bit(filter, 35) || first + second == 0)
        return true;
    return opc && (opc == first || opc == second);
}

/* Bit 5 of the umask selects near memory, and bit 7 another socket's. */
static bool distance_matches(const struct oracle_ask *ask, const struct oracle_part *part)
{
    return !(ask->umask & 0xa0) || bit(ask->umask, part->marks.remote ? 7 : 5);
}

static bool looked_up(const struct oracle_ask *ask, const struct oracle_part *part)
{
    bool kind = bit(ask->umask, 4) || !(ask->umask & 0x0e) || bit(ask->umask, part->unit);

    return bit(ask->umask, 0) && kind && distance_matches(ask, part) &&
           bit(ask->filter, 17 + part->marks.state);
}

static bool in_table(const struct oracle_ask *ask, const struct oracle_part *part)
{
    const struct oracle_marks *m = &part->marks;
    bool who = !(ask->umask & 0xcf) || bit(ask->umask, part->unit);
    bool found = !(ask->umask & 0x30) || bit(ask->umask, m->miss ? 5 : 4);

    return ask->umask && who && found && oracle_slice_kinds_match(ask, part) &&
           either(ask->filter, 32, 33, m->remote) && either(ask->filter, 36, 37, m->nm) &&
           opcode_matches(ask->filter, m->opc);
}

static bool was_victim(const struct oracle_ask *ask, const struct oracle_part *part)
{
    return ask->umask && (!(ask->umask & 0x0f) || bit(ask->umask, part->unit)) &&
           distance_matches(ask, part);
}

static bool selects(const struct oracle_ask *ask, const struct oracle_part *part)
{
    if (ask->tid_en && (ask->filter & 0x1ff) != part->marks.tid)
        return false;
    switch (ask->code) {
    case LLC_LOOKUP:
        return looked_up(ask, part);
    case TOR_INSERTS:
    case TOR_OCCUPANCY:
        return in_table(ask, part);
    case LLC_VICTIMS:
        return was_victim(ask, part);
    default:
        return bit(
            oracle_units(
                &oracle_clx_cha.events[oracle_event_coded(&oracle_clx_cha, ask->code)], ask->umask),
            part->unit);
    }
}

static unsigned *mark(struct oracle_marks *marks, const char *name)
{
    static const char *const attributes[] = {
        "opc", "state", "tid", "miss", "remote", "nm", "nc", "c6", "isoc", NULL};

    return oracle_slice_mark(marks, attributes, name);
}

#define KIND(table, ...)                                                                           \
    {                                                                                              \
        .pmu = "uncore_cha", .list = "unc_cha_", .older = {"unc_c_", "unc_h_"}, .general = 4,      \
        .bits = 48, .fields = {CTL_FIELDS, .tid_en = UINT64_C(1) << 19}, .numbered = true,         \
        .filter = UINT64_C(0xfffffe3b07fe1fff), .selects = selects, .mark = mark,                  \
        .registers = registers, .n_registers = COUNT(registers), .events = table,                  \
        .n_events = COUNT(table), .file = __FILE__, .formats = formats,                            \
        .n_formats = COUNT(formats), KIND_FREEZES, .frz_alone = true, __VA_ARGS__                  \
    }

const struct oracle_kind oracle_skx_cha = KIND(events, .names = names, .filtered = filtered);
const struct oracle_kind oracle_clx_cha =
    KIND(clx_events, .names = clx_names, .filtered = clx_filtered);
