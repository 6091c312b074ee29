/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events of a slice of the last-level cache with its home agent (CHA), from the
 * lists of Skylake-SP (SKX) and Cascade Lake (CLX), which give no maximum
 * increments. */
#ifndef PMULAB_MODELS_SNBEP_SKX_CHA_ROWS_H
#define PMULAB_MODELS_SNBEP_SKX_CHA_ROWS_H

#include "models/snbep/skx/mesh_rows.h"

/* Entries of queues and tables, and credits: no list gives maxima. */
enum { ENTRIES = 32 };

static const struct box_sub ingress[] = {
    {"IRQ", 0x01}, {"IPQ", 0x04}, {"RRQ", 0x40}, {"WBQ", 0x80}};
static const struct box_sub ingress_in[] = {BOX_BITS3("IRQ", "IRQ_REJ", "IPQ"), {"PRQ", 0x10},
    {"PRQ_REJ", 0x20}, {"RRQ", 0x40}, {"WBQ", 0x80}};
static const struct box_sub states[] = {
    BOX_BITS5("C1_STATE", "C1_TRANSITION", "C6_STATE", "C6_TRANSITION", "GV")};
static const struct box_sub credits[] = {BOX_BITS8("AD_REQ_VN0", "AD_RSP_VN0", "BL_RSP_VN0",
    "BL_WB_VN0", "BL_NCB_VN0", "BL_NCS_VN0", "AK_NON_UPI", "IV_NON_UPI")};
static const struct box_sub reasons[] = {BOX_BITS8(
    "ANY0", "HA", "LLC_VICTIM", "SF_VICTIM", "VICTIM", "LLC_OR_SF_WAY", "ALLOW_SNP", "PA_MATCH")};
static const struct box_sub reasons2[] = {BOX_BITS2("ANY0", "HA")};
static const struct box_sub upi[] = {
    BOX_BITS8("VNA", "VN0", "AD_REQ", "AD_RSP", "BL_RSP", "BL_WB", "BL_NCB", "BL_NCS")};
static const struct box_sub misc[] = {BOX_BITS2("RSPI_WAS_FSE", "WC_ALIASING"), {"RFO_HIT_S", 0x08},
    {"CV0_PREF_VIC", 0x10}, {"CV0_PREF_MISS", 0x20}};
static const struct box_sub upi_use[] = {BOX_BITS8("VNA_AD", "VNA_BL", "VN0_AD_REQ", "VN0_AD_RSP",
    "VN0_BL_RSP", "VN0_BL_WB", "VN0_BL_NCB", "VN0_BL_NCS")};
static const struct box_sub dropped[] = {BOX_BITS3("M_STATE", "E_STATE", "S_STATE")};
static const struct box_sub requests[] = {BOX_BITS2("READS_LOCAL", "READS_REMOTE"), {"READS", 0x03},
    {"WRITES_LOCAL", 0x04}, {"WRITES_REMOTE", 0x08}, {"WRITES", 0x0c}, {"INVITOE_LOCAL", 0x10},
    {"INVITOE_REMOTE", 0x20}};
static const struct box_sub snoops[] = {{"ALL", 0x01}, {"LOCAL", 0x04}, {"REMOTE", 0x08},
    {"BCST_LOCAL", 0x10}, {"BCST_REMOTE", 0x20}, {"DIRECT_LOCAL", 0x40}, {"DIRECT_REMOTE", 0x80}};
static const struct box_sub bypass[] = {BOX_BITS3("TAKEN", "INTERMEDIATE", "NOT_TAKEN")};
static const struct box_sub channels[] = {
    BOX_BITS6("MC0_SMI0", "MC1_SMI1", "EDC0_SMI2", "EDC1_SMI3", "EDC2_SMI4", "EDC3_SMI5")};
static const struct box_sub writes[] = {
    BOX_BITS6("FULL", "PARTIAL", "FULL_PRIORITY", "PARTIAL_PRIORITY", "FULL_MIG", "PARTIAL_MIG")};
static const struct box_sub responses[] = {BOX_BITS8(
    "RSPI", "RSPS", "RSPIFWD", "RSPSFWD", "RSP_WBWB", "RSP_FWD_WB", "RSPCNFLCTS", "RSPFWD")};
static const struct box_sub responses2[] = {
    BOX_BITS8("RSPI", "RSPS", "RSPIFWD", "RSPSFWD", "RSP_WB", "RSP_FWD_WB", "RSPCNFLCT", "RSPFWD")};
static const struct box_sub hitme_hit[] = {
    {"EX_RDS", 0x01}, {"SHARED_OWNREQ", 0x04}, {"WBMTOE", 0x08}, {"WBMTOI_OR_S", 0x10}};
static const struct box_sub hitme_miss[] = {
    {"SHARED_RDINVOWN", 0x20}, {"NOTSHARED_RDINVOWN", 0x40}, {"READ_OR_INV", 0x80}};
static const struct box_sub hitme_update[] = {
    BOX_BITS5("DEALLOCATE_RSPFWDI_LOC", "RSPFWDI_REM", "SHARED", "RDINVOWN", "DEALLOCATE")};
static const struct box_sub iodc_alloc[] = {BOX_BITS3("INVITOM", "IODCFULL", "OSBGATED")};
static const struct box_sub iodc_dealloc[] = {
    BOX_BITS5("WBMTOE", "WBMTOI", "WBPUSHMTOI", "SNPOUT", "ALL")};
static const struct box_sub xsnp[] = {{"EXT_RSP_HITFSE", 0x21}, {"EXT_RSPS_FWDFE", 0x22},
    {"EXT_RSPI_FWDFE", 0x24}, {"EXT_RSPS_FWDM", 0x28}, {"EXT_RSPI_FWDM", 0x30},
    {"CORE_RSP_HITFSE", 0x41}, {"CORE_RSPS_FWDFE", 0x42}, {"CORE_RSPI_FWDFE", 0x44},
    {"CORE_RSPS_FWDM", 0x48}, {"CORE_RSPI_FWDM", 0x50}, {"EVICT_RSP_HITFSE", 0x81},
    {"EVICT_RSPS_FWDFE", 0x82}, {"EVICT_RSPI_FWDFE", 0x84}, {"EVICT_RSPS_FWDM", 0x88},
    {"EVICT_RSPI_FWDM", 0x90}, {"ANY_RSP_HITFSE", 0xe1}, {"ANY_RSPS_FWDFE", 0xe2},
    {"ANY_RSPI_FWDFE", 0xe4}, {"ANY_RSPS_FWDM", 0xe8}, {"ANY_RSPI_FWDM", 0xf0}};
static const uint32_t xsnp_units[] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x100, 0x200,
    0x400, 0x800, 0x1000, 0x2000, 0x4000, 0x421, 0x842, 0x1084, 0x2108, 0x4210};
static const struct box_sub core_snp[] = {{"EXT_ONE", 0x21}, {"EXT_GTONE", 0x22},
    {"EXT_REMOTE", 0x24}, {"CORE_ONE", 0x41}, {"CORE_GTONE", 0x42}, {"CORE_REMOTE", 0x44},
    {"EVICT_ONE", 0x81}, {"EVICT_GTONE", 0x82}, {"EVICT_REMOTE", 0x84}, {"ANY_ONE", 0xe1},
    {"ANY_GTONE", 0xe2}, {"ANY_REMOTE", 0xe4}};
static const uint32_t core_snp_units[] = {
    0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x100, 0x49, 0x92, 0x124};
static const struct box_sub lookup[] = {{"DATA_READ", 0x03}, {"WRITE", 0x05},
    {"REMOTE_SNOOP", 0x09}, {"ANY", 0x11}, {"LOCAL", 0x31}, {"REMOTE", 0x91}};
static const struct box_sub tor_inserts[] = {BOX_BITS5("IRQ", "EVICT", "PRQ", "IPQ", "HIT"),
    {"IA_HIT", 0x11}, {"IO_HIT", 0x14}, {"ALL_HIT", 0x15}, {"MISS", 0x20}, {"IA_MISS", 0x21},
    {"IO_MISS", 0x24}, {"ALL_MISS", 0x25}, {"IA", 0x31}, {"IO", 0x34}, {"ALL_IO_IA", 0x35}};
static const struct box_sub tor_occupancy[] = {BOX_BITS5("IRQ", "EVICT", "PRQ", "IPQ", "HIT"),
    {"IA_HIT", 0x11}, {"IO_HIT", 0x14}, {"ALL_HIT", 0x17}, {"MISS", 0x20}, {"IA_MISS", 0x21},
    {"IO_MISS", 0x24}, {"ALL_MISS", 0x27}, {"IA", 0x31}, {"IO", 0x34}, {"ALL_FROM_LOC", 0x37}};
static const struct box_sub victims[] = {BOX_BITS4("TOTAL_M", "TOTAL_E", "TOTAL_S", "TOTAL_F"),
    {"LOCAL_M", 0x21}, {"LOCAL_E", 0x22}, {"LOCAL_S", 0x24}, {"LOCAL_F", 0x28}, {"LOCAL_ALL", 0x2f},
    {"REMOTE_M", 0x81}, {"REMOTE_E", 0x82}, {"REMOTE_S", 0x84}, {"REMOTE_F", 0x88},
    {"REMOTE_ALL", 0x8f}};

/* Two rows: lack of a credit, and the @others of a queue's reasons. */
#define CHA_PAIR(E, queue, what, code, others, prose)                                              \
    E(RxC_##queue##0_##what, code, BOX_COUNTS(credits, prose " for want of a credit"))             \
    E(RxC_##queue##1_##what, (code) + 1, BOX_COUNTS(others, prose ", further reasons"))

#define CHA_ROWS(E)                                                                                \
    E(XSNP_RESP, 0x32, .units = xsnp_units,                                                        \
        BOX_COUNTS(xsnp, "responses of cores to snoops, by who asked"))                            \
    E(CORE_SNP, 0x33, .units = core_snp_units,                                                     \
        BOX_COUNTS(core_snp, "snoops of cores, by who asked, and how many"))                       \
    E(LLC_LOOKUP, 0x34, .unit_bits = 0x0e,                                                         \
        BOX_COUNTS(lookup,                                                                         \
            "lookups of the cache in a state of the filter's; bit 0 of the umask must be set"))    \
    E(LLC_VICTIMS, 0x37, .unit_bits = 0x0f,                                                        \
        BOX_COUNTS(victims, "lines that had to make room, by their state"))                        \
    E(CLOCKTICKS, 0x00, BOX_CLOCK, .prose = "uncore clock cycles")                                 \
    E(RxC_OCCUPANCY, 0x11, ON_0, BOX_LEVELS(ingress, "entries of the ingress queues"))             \
    E(RxC_INSERTS, 0x13, BOX_COUNTS(ingress_in, "allocations in the ingress queues"))              \
    E(CORE_PMA, 0x17,                                                                              \
        BOX_CYCLES(                                                                                \
            states, "of the core's power management: C-states, and changes of its frequency"))     \
    CHA_PAIR(E, IRQ, REJECT, 0x18, reasons, "rejects of core requests")                            \
    CHA_PAIR(E, PRQ, REJECT, 0x20, reasons, "rejects of probes that cores made pending")           \
    CHA_PAIR(E, IPQ, REJECT, 0x22, reasons, "rejects of probes of other sockets")                  \
    CHA_PAIR(E, ISMQ, REJECT, 0x24, reasons2, "rejects of responses")                              \
    CHA_PAIR(E, RRQ, REJECT, 0x26, reasons, "rejects of remote requests")                          \
    CHA_PAIR(E, WBQ, REJECT, 0x28, reasons, "rejects of remote write backs")                       \
    CHA_PAIR(E, REQ_Q, RETRY, 0x2a, reasons, "retries of requests")                                \
    CHA_PAIR(E, ISMQ, RETRY, 0x2c, reasons2, "retries of responses")                               \
    CHA_PAIR(E, OTHER, RETRY, 0x2e, reasons, "retries of the other queues")                        \
    E(UPI_CREDITS_ACQUIRED, 0x38, BOX_COUNTS(upi, "credits of UPI acquired"))                      \
    E(MISC, 0x39, BOX_COUNTS(misc, "occurrences without a separate event"))                        \
    E(UPI_CREDIT_OCCUPANCY, 0x3b, ON_0, BOX_LEVELS(upi_use, "credits of UPI in use"))              \
    E(SF_EVICTION, 0x3d,                                                                           \
        BOX_COUNTS(dropped, "lines that the snoop filter dropped, by their state"))                \
    E(REQUESTS, 0x50, BOX_COUNTS(requests, "requests to the home agent"))                          \
    E(SNOOPS_SENT, 0x51, BOX_COUNTS(snoops, "snoops that the home agent sent"))                    \
    E(DIR_LOOKUP, 0x53, BOX_PAIR("SNP", "NO_SNP", "lookups of the directory, by their outcome"))   \
    E(DIR_UPDATE, 0x54, BOX_PAIR("HA", "TOR", "updates of the directory"))                         \
    E(OSB, 0x55, BOX_COUNT("opportunistic snoops of other sockets"))                               \
    E(WB_PUSH_MTOI, 0x56, BOX_PAIR("LLC", "MEM", "write backs that were pushed from I/O"))         \
    E(BYPASS_CHA_IMC, 0x57, BOX_COUNTS(bypass, "bypasses of reads to the memory controller"))      \
    E(READ_NO_CREDITS, 0x58,                                                                       \
        BOX_CYCLES(channels, "cycles in which reads wait for a credit of a channel"))              \
    E(IMC_READS_COUNT, 0x59,                                                                       \
        BOX_PAIR("NORMAL", "PRIORITY", "reads that went to the memory controller"))                \
    E(WRITE_NO_CREDITS, 0x5a,                                                                      \
        BOX_CYCLES(channels, "cycles in which writes wait for a credit of a channel"))             \
    E(IMC_WRITES_COUNT, 0x5b, BOX_COUNTS(writes, "writes that went to the memory controller"))     \
    E(SNOOP_RESP, 0x5c, BOX_COUNTS(responses, "responses to snoops"))                              \
    E(SNOOP_RESP_LOCAL, 0x5d, BOX_COUNTS(responses2, "responses to snoops of local requests"))     \
    E(HITME_LOOKUP, 0x5e, BOX_PAIR("READ", "WRITE", "lookups of the directory's cache (HitMe)"))   \
    E(HITME_HIT, 0x5f, BOX_COUNTS(hitme_hit, "hits of HitMe"))                                     \
    E(HITME_MISS, 0x60, BOX_COUNTS(hitme_miss, "misses of HitMe"))                                 \
    E(HITME_UPDATE, 0x61, BOX_COUNTS(hitme_update, "updates of HitMe"))                            \
    E(IODC_ALLOC, 0x62,                                                                            \
        BOX_COUNTS(iodc_alloc, "allocations in the cache of I/O's directory (IODC)"))              \
    E(IODC_DEALLOC, 0x63, BOX_COUNTS(iodc_dealloc, "deallocations of IODC"))                       \
    E(TOR_INSERTS, 0x35, .unit_bits = 0xcf,                                                        \
        BOX_COUNTS(tor_inserts, "allocations in the table of requests"))                           \
    E(TOR_OCCUPANCY, 0x36, .unit_bits = 0xcf, ON_0,                                                \
        BOX_LEVELS(tor_occupancy, "entries of the table of requests"))

#endif
