/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Events of a slice of the last-level cache with its home agent (CHA): by the lists of Skylake-SP (SKX) and
 * Cascade Lake (CLX), which give no maximum increments. COUNTER0_OCCUPANCY is left out: it looks at what
 * counter 0 counts.
 */
#ifndef PMULAB_MODELS_SNBEP_SKX_CHA_ROWS_H
#define PMULAB_MODELS_SNBEP_SKX_CHA_ROWS_H

#include "models/snbep/skx/mesh_rows.h"

/* Entries of queues and tables, and credits: no list gives maxima. */
enum { ENTRIES = 32 };

static const struct box_sub cha_rxc_occupancy[] = {
    {"IRQ", 0x01}, {"IPQ", 0x04}, {"RRQ", 0x40}, {"WBQ", 0x80}};
static const struct box_sub cha_rxc_inserts[] = {{"IRQ", 0x01}, {"IRQ_REJ", 0x02}, {"IPQ", 0x04},
    {"PRQ", 0x10}, {"PRQ_REJ", 0x20}, {"RRQ", 0x40}, {"WBQ", 0x80}};
static const struct box_sub cha_core_pma[] = {
    {"C1_STATE", 0x01}, {"C1_TRANSITION", 0x02}, {"C6_STATE", 0x04}, {"C6_TRANSITION", 0x08}, {"GV", 0x10}};
static const struct box_sub cha_rxc_irq0_reject[] = {{"AD_REQ_VN0", 0x01}, {"AD_RSP_VN0", 0x02},
    {"BL_RSP_VN0", 0x04}, {"BL_WB_VN0", 0x08}, {"BL_NCB_VN0", 0x10}, {"BL_NCS_VN0", 0x20},
    {"AK_NON_UPI", 0x40}, {"IV_NON_UPI", 0x80}};
static const struct box_sub cha_rxc_irq1_reject[] = {{"ANY0", 0x01}, {"HA", 0x02}, {"LLC_VICTIM", 0x04},
    {"SF_VICTIM", 0x08}, {"VICTIM", 0x10}, {"LLC_OR_SF_WAY", 0x20}, {"ALLOW_SNP", 0x40}, {"PA_MATCH", 0x80}};
static const struct box_sub cha_rxc_ismq1_reject[] = {{"ANY0", 0x01}, {"HA", 0x02}};
static const struct box_sub cha_upi_credits_acquired[] = {{"VNA", 0x01}, {"VN0", 0x02}, {"AD_REQ", 0x04},
    {"AD_RSP", 0x08}, {"BL_RSP", 0x10}, {"BL_WB", 0x20}, {"BL_NCB", 0x40}, {"BL_NCS", 0x80}};
static const struct box_sub cha_misc[] = {{"RSPI_WAS_FSE", 0x01}, {"WC_ALIASING", 0x02}, {"RFO_HIT_S", 0x08},
    {"CV0_PREF_VIC", 0x10}, {"CV0_PREF_MISS", 0x20}};
static const struct box_sub cha_upi_credit_occupancy[] = {{"VNA_AD", 0x01}, {"VNA_BL", 0x02},
    {"VN0_AD_REQ", 0x04}, {"VN0_AD_RSP", 0x08}, {"VN0_BL_RSP", 0x10}, {"VN0_BL_WB", 0x20},
    {"VN0_BL_NCB", 0x40}, {"VN0_BL_NCS", 0x80}};
static const struct box_sub cha_sf_eviction[] = {{"M_STATE", 0x01}, {"E_STATE", 0x02}, {"S_STATE", 0x04}};
static const struct box_sub cha_requests[] = {{"READS_LOCAL", 0x01}, {"READS_REMOTE", 0x02}, {"READS", 0x03},
    {"WRITES_LOCAL", 0x04}, {"WRITES_REMOTE", 0x08}, {"WRITES", 0x0c}, {"INVITOE_LOCAL", 0x10},
    {"INVITOE_REMOTE", 0x20}};
static const struct box_sub cha_snoops_sent[] = {{"ALL", 0x01}, {"LOCAL", 0x04}, {"REMOTE", 0x08},
    {"BCST_LOCAL", 0x10}, {"BCST_REMOTE", 0x20}, {"DIRECT_LOCAL", 0x40}, {"DIRECT_REMOTE", 0x80}};
static const struct box_sub cha_dir_lookup[] = {{"SNP", 0x01}, {"NO_SNP", 0x02}};
static const struct box_sub cha_dir_update[] = {{"HA", 0x01}, {"TOR", 0x02}};
static const struct box_sub cha_wb_push_mtoi[] = {{"LLC", 0x01}, {"MEM", 0x02}};
static const struct box_sub cha_bypass_cha_imc[] = {
    {"TAKEN", 0x01}, {"INTERMEDIATE", 0x02}, {"NOT_TAKEN", 0x04}};
static const struct box_sub cha_read_no_credits[] = {{"MC0_SMI0", 0x01}, {"MC1_SMI1", 0x02},
    {"EDC0_SMI2", 0x04}, {"EDC1_SMI3", 0x08}, {"EDC2_SMI4", 0x10}, {"EDC3_SMI5", 0x20}};
static const struct box_sub cha_imc_reads_count[] = {{"NORMAL", 0x01}, {"PRIORITY", 0x02}};
static const struct box_sub cha_imc_writes_count[] = {{"FULL", 0x01}, {"PARTIAL", 0x02},
    {"FULL_PRIORITY", 0x04}, {"PARTIAL_PRIORITY", 0x08}, {"FULL_MIG", 0x10}, {"PARTIAL_MIG", 0x20}};
static const struct box_sub cha_snoop_resp[] = {{"RSPI", 0x01}, {"RSPS", 0x02}, {"RSPIFWD", 0x04},
    {"RSPSFWD", 0x08}, {"RSP_WBWB", 0x10}, {"RSP_FWD_WB", 0x20}, {"RSPCNFLCTS", 0x40}, {"RSPFWD", 0x80}};
static const struct box_sub cha_snoop_resp_local[] = {{"RSPI", 0x01}, {"RSPS", 0x02}, {"RSPIFWD", 0x04},
    {"RSPSFWD", 0x08}, {"RSP_WB", 0x10}, {"RSP_FWD_WB", 0x20}, {"RSPCNFLCT", 0x40}, {"RSPFWD", 0x80}};
static const struct box_sub cha_hitme_lookup[] = {{"READ", 0x01}, {"WRITE", 0x02}};
static const struct box_sub cha_hitme_hit[] = {
    {"EX_RDS", 0x01}, {"SHARED_OWNREQ", 0x04}, {"WBMTOE", 0x08}, {"WBMTOI_OR_S", 0x10}};
static const struct box_sub cha_hitme_miss[] = {
    {"SHARED_RDINVOWN", 0x20}, {"NOTSHARED_RDINVOWN", 0x40}, {"READ_OR_INV", 0x80}};
static const struct box_sub cha_hitme_update[] = {{"DEALLOCATE_RSPFWDI_LOC", 0x01}, {"RSPFWDI_REM", 0x02},
    {"SHARED", 0x04}, {"RDINVOWN", 0x08}, {"DEALLOCATE", 0x10}};
static const struct box_sub cha_iodc_alloc[] = {{"INVITOM", 0x01}, {"IODCFULL", 0x02}, {"OSBGATED", 0x04}};
static const struct box_sub cha_iodc_dealloc[] = {
    {"WBMTOE", 0x01}, {"WBMTOI", 0x02}, {"WBPUSHMTOI", 0x04}, {"SNPOUT", 0x08}, {"ALL", 0x10}};
static const struct box_sub cha_xsnp_resp[] = {{"EXT_RSP_HITFSE", 0x21}, {"EXT_RSPS_FWDFE", 0x22},
    {"EXT_RSPI_FWDFE", 0x24}, {"EXT_RSPS_FWDM", 0x28}, {"EXT_RSPI_FWDM", 0x30}, {"CORE_RSP_HITFSE", 0x41},
    {"CORE_RSPS_FWDFE", 0x42}, {"CORE_RSPI_FWDFE", 0x44}, {"CORE_RSPS_FWDM", 0x48}, {"CORE_RSPI_FWDM", 0x50},
    {"EVICT_RSP_HITFSE", 0x81}, {"EVICT_RSPS_FWDFE", 0x82}, {"EVICT_RSPI_FWDFE", 0x84},
    {"EVICT_RSPS_FWDM", 0x88}, {"EVICT_RSPI_FWDM", 0x90}, {"ANY_RSP_HITFSE", 0xe1}, {"ANY_RSPS_FWDFE", 0xe2},
    {"ANY_RSPI_FWDFE", 0xe4}, {"ANY_RSPS_FWDM", 0xe8}, {"ANY_RSPI_FWDM", 0xf0}};
static const uint32_t cha_xsnp_resp_units[] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x100, 0x200,
    0x400, 0x800, 0x1000, 0x2000, 0x4000, 0x421, 0x842, 0x1084, 0x2108, 0x4210};
static const struct box_sub cha_core_snp[] = {{"EXT_ONE", 0x21}, {"EXT_GTONE", 0x22}, {"EXT_REMOTE", 0x24},
    {"CORE_ONE", 0x41}, {"CORE_GTONE", 0x42}, {"CORE_REMOTE", 0x44}, {"EVICT_ONE", 0x81},
    {"EVICT_GTONE", 0x82}, {"EVICT_REMOTE", 0x84}, {"ANY_ONE", 0xe1}, {"ANY_GTONE", 0xe2},
    {"ANY_REMOTE", 0xe4}};
static const uint32_t cha_core_snp_units[] = {
    0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x100, 0x49, 0x92, 0x124};
static const struct box_sub cha_llc_lookup[] = {{"DATA_READ", 0x03}, {"WRITE", 0x05}, {"REMOTE_SNOOP", 0x09},
    {"ANY", 0x11}, {"LOCAL", 0x31}, {"REMOTE", 0x91}};
static const uint32_t cha_llc_lookup_units[] = {0x02, 0x04, 0x08, 0x0e, 0x0e, 0x0e};
static const struct box_sub cha_tor_inserts[] = {{"IRQ", 0x01}, {"EVICT", 0x02}, {"PRQ", 0x04}, {"IPQ", 0x08},
    {"HIT", 0x10}, {"IA_HIT", 0x11}, {"IO_HIT", 0x14}, {"ALL_HIT", 0x15}, {"MISS", 0x20}, {"IA_MISS", 0x21},
    {"IO_MISS", 0x24}, {"ALL_MISS", 0x25}, {"IA", 0x31}, {"IO", 0x34}, {"ALL_IO_IA", 0x35}};
static const uint32_t cha_tor_inserts_units[] = {
    0x01, 0x02, 0x04, 0x08, 0xcf, 0x01, 0x04, 0x05, 0xcf, 0x01, 0x04, 0x05, 0x01, 0x04, 0x05};
static const struct box_sub cha_tor_occupancy[] = {{"IRQ", 0x01}, {"EVICT", 0x02}, {"PRQ", 0x04},
    {"IPQ", 0x08}, {"HIT", 0x10}, {"IA_HIT", 0x11}, {"IO_HIT", 0x14}, {"ALL_HIT", 0x17}, {"MISS", 0x20},
    {"IA_MISS", 0x21}, {"IO_MISS", 0x24}, {"ALL_MISS", 0x27}, {"IA", 0x31}, {"IO", 0x34},
    {"ALL_FROM_LOC", 0x37}};
static const uint32_t cha_tor_occupancy_units[] = {
    0x01, 0x02, 0x04, 0x08, 0xcf, 0x01, 0x04, 0x07, 0xcf, 0x01, 0x04, 0x07, 0x01, 0x04, 0x07};
static const struct box_sub cha_llc_victims[] = {{"TOTAL_M", 0x01}, {"TOTAL_E", 0x02}, {"TOTAL_S", 0x04},
    {"TOTAL_F", 0x08}, {"LOCAL_M", 0x21}, {"LOCAL_E", 0x22}, {"LOCAL_S", 0x24}, {"LOCAL_F", 0x28},
    {"LOCAL_ALL", 0x2f}, {"REMOTE_M", 0x81}, {"REMOTE_E", 0x82}, {"REMOTE_S", 0x84}, {"REMOTE_F", 0x88},
    {"REMOTE_ALL", 0x8f}};
static const uint32_t cha_llc_victims_units[] = {
    0x01, 0x02, 0x04, 0x08, 0x01, 0x02, 0x04, 0x08, 0x0f, 0x01, 0x02, 0x04, 0x08, 0x0f};

#define CHA_ROWS(E)                                                                                          \
    E(XSNP_RESP, 0x32, BOX_PLAIN, BOX_SUBS(cha_xsnp_resp), .units = cha_xsnp_resp_units,                     \
        .prose = "responses of cores to snoops, by who asked")                                               \
    E(CORE_SNP, 0x33, BOX_PLAIN, BOX_SUBS(cha_core_snp), .units = cha_core_snp_units,                        \
        .prose = "snoops of cores, by who asked, and how many")                                              \
    E(LLC_LOOKUP, 0x34, BOX_PLAIN, BOX_SUBS(cha_llc_lookup), .units = cha_llc_lookup_units,                  \
        .prose = "lookups of the cache in a state of the filter's; bit 0 of the umask must be set")          \
    E(LLC_VICTIMS, 0x37, BOX_PLAIN, BOX_SUBS(cha_llc_victims), .units = cha_llc_victims_units,               \
        .prose = "lines that had to make room, by their state")                                              \
    E(CLOCKTICKS, 0x00, BOX_CLOCK, .prose = "uncore clock cycles")                                           \
    E(RxC_OCCUPANCY, 0x11, BOX_EACH(ENTRIES), .counters = BOX_ON_0, BOX_SUBS(cha_rxc_occupancy),             \
        .prose = "entries of the ingress queues, added each cycle")                                          \
    E(RxC_INSERTS, 0x13, BOX_PLAIN, BOX_SUBS(cha_rxc_inserts), .prose = "allocations in the ingress queues") \
    E(CORE_PMA, 0x17, BOX_ANY, BOX_SUBS(cha_core_pma),                                                       \
        .prose = "of the core's power management: C-states, and changes of its frequency")                   \
    E(RxC_IRQ0_REJECT, 0x18, BOX_PLAIN, BOX_SUBS(cha_rxc_irq0_reject),                                       \
        .prose = "rejects of core requests for want of a credit")                                            \
    E(RxC_IRQ1_REJECT, 0x19, BOX_PLAIN, BOX_SUBS(cha_rxc_irq1_reject),                                       \
        .prose = "rejects of core requests, further reasons")                                                \
    E(RxC_PRQ0_REJECT, 0x20, BOX_PLAIN, BOX_SUBS(cha_rxc_irq0_reject),                                       \
        .prose = "rejects of probes that cores made pending for want of a credit")                           \
    E(RxC_PRQ1_REJECT, 0x21, BOX_PLAIN, BOX_SUBS(cha_rxc_irq1_reject),                                       \
        .prose = "rejects of probes that cores made pending, further reasons")                               \
    E(RxC_IPQ0_REJECT, 0x22, BOX_PLAIN, BOX_SUBS(cha_rxc_irq0_reject),                                       \
        .prose = "rejects of probes of other sockets for want of a credit")                                  \
    E(RxC_IPQ1_REJECT, 0x23, BOX_PLAIN, BOX_SUBS(cha_rxc_irq1_reject),                                       \
        .prose = "rejects of probes of other sockets, further reasons")                                      \
    E(RxC_ISMQ0_REJECT, 0x24, BOX_PLAIN, BOX_SUBS(cha_rxc_irq0_reject),                                      \
        .prose = "rejects of responses for want of a credit")                                                \
    E(RxC_ISMQ1_REJECT, 0x25, BOX_PLAIN, BOX_SUBS(cha_rxc_ismq1_reject),                                     \
        .prose = "rejects of responses, further reasons")                                                    \
    E(RxC_RRQ0_REJECT, 0x26, BOX_PLAIN, BOX_SUBS(cha_rxc_irq0_reject),                                       \
        .prose = "rejects of remote requests for want of a credit")                                          \
    E(RxC_RRQ1_REJECT, 0x27, BOX_PLAIN, BOX_SUBS(cha_rxc_irq1_reject),                                       \
        .prose = "rejects of remote requests, further reasons")                                              \
    E(RxC_WBQ0_REJECT, 0x28, BOX_PLAIN, BOX_SUBS(cha_rxc_irq0_reject),                                       \
        .prose = "rejects of remote write backs for want of a credit")                                       \
    E(RxC_WBQ1_REJECT, 0x29, BOX_PLAIN, BOX_SUBS(cha_rxc_irq1_reject),                                       \
        .prose = "rejects of remote write backs, further reasons")                                           \
    E(RxC_REQ_Q0_RETRY, 0x2a, BOX_PLAIN, BOX_SUBS(cha_rxc_irq0_reject),                                      \
        .prose = "retries of requests for want of a credit")                                                 \
    E(RxC_REQ_Q1_RETRY, 0x2b, BOX_PLAIN, BOX_SUBS(cha_rxc_irq1_reject),                                      \
        .prose = "retries of requests, further reasons")                                                     \
    E(RxC_ISMQ0_RETRY, 0x2c, BOX_PLAIN, BOX_SUBS(cha_rxc_irq0_reject),                                       \
        .prose = "retries of responses for want of a credit")                                                \
    E(RxC_ISMQ1_RETRY, 0x2d, BOX_PLAIN, BOX_SUBS(cha_rxc_ismq1_reject),                                      \
        .prose = "retries of responses, further reasons")                                                    \
    E(RxC_OTHER0_RETRY, 0x2e, BOX_PLAIN, BOX_SUBS(cha_rxc_irq0_reject),                                      \
        .prose = "retries of the other queues for want of a credit")                                         \
    E(RxC_OTHER1_RETRY, 0x2f, BOX_PLAIN, BOX_SUBS(cha_rxc_irq1_reject),                                      \
        .prose = "retries of the other queues, further reasons")                                             \
    E(UPI_CREDITS_ACQUIRED, 0x38, BOX_PLAIN, BOX_SUBS(cha_upi_credits_acquired),                             \
        .prose = "credits of UPI acquired")                                                                  \
    E(MISC, 0x39, BOX_PLAIN, BOX_SUBS(cha_misc), .prose = "what has no event of its own")                    \
    E(UPI_CREDIT_OCCUPANCY, 0x3b, BOX_EACH(ENTRIES), .counters = BOX_ON_0,                                   \
        BOX_SUBS(cha_upi_credit_occupancy), .prose = "credits of UPI in use, added each cycle")              \
    E(SF_EVICTION, 0x3d, BOX_PLAIN, BOX_SUBS(cha_sf_eviction),                                               \
        .prose = "lines that the snoop filter dropped, by their state")                                      \
    E(REQUESTS, 0x50, BOX_PLAIN, BOX_SUBS(cha_requests), .prose = "requests to the home agent")              \
    E(SNOOPS_SENT, 0x51, BOX_PLAIN, BOX_SUBS(cha_snoops_sent), .prose = "snoops that the home agent sent")   \
    E(DIR_LOOKUP, 0x53, BOX_PLAIN, BOX_SUBS(cha_dir_lookup),                                                 \
        .prose = "lookups of the directory, by their outcome")                                               \
    E(DIR_UPDATE, 0x54, BOX_PLAIN, BOX_SUBS(cha_dir_update), .prose = "updates of the directory")            \
    E(OSB, 0x55, BOX_PLAIN, .prose = "opportunistic snoops of other sockets")                                \
    E(WB_PUSH_MTOI, 0x56, BOX_PLAIN, BOX_SUBS(cha_wb_push_mtoi),                                             \
        .prose = "write backs that were pushed from I/O")                                                    \
    E(BYPASS_CHA_IMC, 0x57, BOX_PLAIN, BOX_SUBS(cha_bypass_cha_imc),                                         \
        .prose = "bypasses of reads to the memory controller")                                               \
    E(READ_NO_CREDITS, 0x58, BOX_ANY, BOX_SUBS(cha_read_no_credits),                                         \
        .prose = "cycles in which reads wait for a credit of a channel")                                     \
    E(IMC_READS_COUNT, 0x59, BOX_PLAIN, BOX_SUBS(cha_imc_reads_count),                                       \
        .prose = "reads that went to the memory controller")                                                 \
    E(WRITE_NO_CREDITS, 0x5a, BOX_ANY, BOX_SUBS(cha_read_no_credits),                                        \
        .prose = "cycles in which writes wait for a credit of a channel")                                    \
    E(IMC_WRITES_COUNT, 0x5b, BOX_PLAIN, BOX_SUBS(cha_imc_writes_count),                                     \
        .prose = "writes that went to the memory controller")                                                \
    E(SNOOP_RESP, 0x5c, BOX_PLAIN, BOX_SUBS(cha_snoop_resp), .prose = "responses to snoops")                 \
    E(SNOOP_RESP_LOCAL, 0x5d, BOX_PLAIN, BOX_SUBS(cha_snoop_resp_local),                                     \
        .prose = "responses to snoops of local requests")                                                    \
    E(HITME_LOOKUP, 0x5e, BOX_PLAIN, BOX_SUBS(cha_hitme_lookup),                                             \
        .prose = "lookups of the directory's cache (HitMe)")                                                 \
    E(HITME_HIT, 0x5f, BOX_PLAIN, BOX_SUBS(cha_hitme_hit), .prose = "hits of HitMe")                         \
    E(HITME_MISS, 0x60, BOX_PLAIN, BOX_SUBS(cha_hitme_miss), .prose = "misses of HitMe")                     \
    E(HITME_UPDATE, 0x61, BOX_PLAIN, BOX_SUBS(cha_hitme_update), .prose = "updates of HitMe")                \
    E(IODC_ALLOC, 0x62, BOX_PLAIN, BOX_SUBS(cha_iodc_alloc),                                                 \
        .prose = "allocations in the cache of I/O's directory (IODC)")                                       \
    E(IODC_DEALLOC, 0x63, BOX_PLAIN, BOX_SUBS(cha_iodc_dealloc), .prose = "deallocations of IODC")

/* The table of requests. */
#define CHA_TOR_ROWS(E)                                                                                      \
    E(TOR_INSERTS, 0x35, BOX_PLAIN, BOX_SUBS(cha_tor_inserts), .units = cha_tor_inserts_units,               \
        .prose = "allocations in the table of requests")                                                     \
    E(TOR_OCCUPANCY, 0x36, BOX_EACH(ENTRIES), .counters = BOX_ON_0, BOX_SUBS(cha_tor_occupancy),             \
        .units = cha_tor_occupancy_units, .prose = "entries of the table of requests, added each cycle")

#endif
