/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The link layer of a QPI link: guide, section 2.7. The guide's maximum of 1
 * for TxL_OCCUPANCY is impossible; 128 is used, as for RxL_OCCUPANCY.
 */
#include "oracle/snbep/kinds/kinds.h"
#include "oracle/snbep/signal.h"

#include <string.h>

static const struct oracle_sub txl_flits_g0[] = {
    S("IDLE", 0x01), S("DATA", 0x02), S("NON_DATA", 0x04), END};
static const struct oracle_sub txl_crc_no_credits[] = {
    S("FULL", 0x01), S("ALMOST_FULL", 0x02), END};
static const struct oracle_sub rxl_crc_errors[] = {S("LINK_INIT", 0x01), S("NORMAL_OP", 0x02), END};
static const struct oracle_sub direct2core[] = {S("SUCCESS_RBT_HIT", 0x01),
    S("FAILURE_CREDITS", 0x02), S("FAILURE_RBT_HIT", 0x04), S("FAILURE_CREDITS_RBT", 0x08),
    S("FAILURE_MISS", 0x10), S("FAILURE_CREDITS_MISS", 0x20), S("FAILURE_RBT_MISS", 0x40),
    S("FAILURE_CREDITS_RBT_MISS", 0x80), END};
static const struct oracle_sub txl_flits_g1[] = {S("SNP", 0x01), S("HOM_REQ", 0x02),
    S("HOM_NONREQ", 0x04), S("DRS_DATA", 0x08), S("DRS_NONDATA", 0x10), S("HOM", 0x06),
    S("DRS", 0x18), END};
static const struct oracle_sub txl_flits_g2[] = {S("NDR_AD", 0x01), S("NDR_AK", 0x02),
    S("NCB_DATA", 0x04), S("NCB_NONDATA", 0x08), S("NCS", 0x10), S("NCB", 0x0c), END};
static const struct oracle_sub rxl_inserts_drs[] = {S("VN0", 0x01), S("VN1", 0x02), END};
static const struct oracle_sub rxl_credits_consumed_vn0[] = {S("DRS", 0x01), S("NCB", 0x02),
    S("NCS", 0x04), S("HOM", 0x08), S("SNP", 0x10), S("NDR", 0x20), END};
static const struct oracle_sub txr_bl_drs_credit_occupancy[] = {
    S("VN0", 0x01), S("VN1", 0x02), S("VN_SHR", 0x04), END};
static const struct oracle_sub rxl_stalls_vn0[] = {S("BGF_DRS", 0x01), S("BGF_NCB", 0x02),
    S("BGF_NCS", 0x04), S("BGF_HOM", 0x08), S("BGF_SNP", 0x10), S("BGF_NDR", 0x20),
    S("EGRESS_CREDITS", 0x40), S("GV", 0x80), END};
static const struct oracle_sub rxl_stalls_vn1[] = {S("BGF_DRS", 0x01), S("BGF_NCB", 0x02),
    S("BGF_NCS", 0x04), S("BGF_HOM", 0x08), S("BGF_SNP", 0x10), S("BGF_NDR", 0x20), END};
/* @ak_level, @ak_count: the rows of the AK egress's credits, which differ. */
#define QPI_LATER_EVENTS(ak_level, ak_count)                                                       \
    ADDS(0x00, 2, "TxL_FLITS_G0", txl_flits_g0, 0),                                                \
        ADDS(0x01, 2, "RxL_FLITS_G0", txl_flits_g0, 0),                                            \
        ANY(0x02, "TxL_CRC_NO_CREDITS", txl_crc_no_credits, 0),                                    \
        ADDS(0x03, 1, "RxL_CRC_ERRORS", rxl_crc_errors, 0), ADDS(0x04, 1, "TxL_INSERTS", NULL, 0), \
        ADDS(0x05, 1, "TxL_BYPASSED", NULL, 0), NOT_EMPTY(0x06, "TxL_CYCLES_NE", NULL, 0, 0x07),   \
        ADDS(0x07, 128, "TxL_OCCUPANCY", NULL, 0), ADDS(0x08, 1, "RxL_INSERTS", NULL, 0),          \
        ADDS(0x09, 1, "RxL_BYPASSED", NULL, 0), NOT_EMPTY(0x0a, "RxL_CYCLES_NE", NULL, 0, 0x0b),   \
        ADDS(0x0b, 128, "RxL_OCCUPANCY", NULL, 0), ADDS(0x0c, 1, "TxL0_POWER_CYCLES", NULL, 0),    \
        ADDS(0x0d, 1, "TxL0P_POWER_CYCLES", NULL, 0), ADDS(0x0f, 1, "RxL0_POWER_CYCLES", NULL, 0), \
        ADDS(0x10, 1, "RxL0P_POWER_CYCLES", NULL, 0), ADDS(0x12, 1, "L1_POWER_CYCLES", NULL, 0),   \
        ADDS(0x13, 1, "DIRECT2CORE", direct2core, 0), CLOCK(0x14),                                 \
        ADDS(ORACLE_EXT | 0x00, 2, "TxL_FLITS_G1", txl_flits_g1, 0),                               \
        ADDS(ORACLE_EXT | 0x01, 2, "TxL_FLITS_G2", txl_flits_g2, 0),                               \
        ADDS(ORACLE_EXT | 0x02, 2, "RxL_FLITS_G1", txl_flits_g1, 0),                               \
        ADDS(ORACLE_EXT | 0x03, 2, "RxL_FLITS_G2", txl_flits_g2, 0),                               \
        ADDS(ORACLE_EXT | 0x09, 1, "RxL_INSERTS_DRS", rxl_inserts_drs, 0),                         \
        ADDS(ORACLE_EXT | 0x0a, 1, "RxL_INSERTS_NCB", rxl_inserts_drs, 0),                         \
        ADDS(ORACLE_EXT | 0x0b, 1, "RxL_INSERTS_NCS", rxl_inserts_drs, 0),                         \
        ADDS(ORACLE_EXT | 0x0c, 1, "RxL_INSERTS_HOM", rxl_inserts_drs, 0),                         \
        ADDS(ORACLE_EXT | 0x0d, 1, "RxL_INSERTS_SNP", rxl_inserts_drs, 0),                         \
        ADDS(ORACLE_EXT | 0x0e, 1, "RxL_INSERTS_NDR", rxl_inserts_drs, 0),                         \
        NOT_EMPTY(ORACLE_EXT | 0x0f, "RxL_CYCLES_NE_DRS", rxl_inserts_drs, 0, ORACLE_EXT | 0x15),  \
        NOT_EMPTY(ORACLE_EXT | 0x10, "RxL_CYCLES_NE_NCB", rxl_inserts_drs, 0, ORACLE_EXT | 0x16),  \
        NOT_EMPTY(ORACLE_EXT | 0x11, "RxL_CYCLES_NE_NCS", rxl_inserts_drs, 0, ORACLE_EXT | 0x17),  \
        NOT_EMPTY(ORACLE_EXT | 0x12, "RxL_CYCLES_NE_HOM", rxl_inserts_drs, 0, ORACLE_EXT | 0x18),  \
        NOT_EMPTY(ORACLE_EXT | 0x13, "RxL_CYCLES_NE_SNP", rxl_inserts_drs, 0, ORACLE_EXT | 0x19),  \
        NOT_EMPTY(ORACLE_EXT | 0x14, "RxL_CYCLES_NE_NDR", rxl_inserts_drs, 0, ORACLE_EXT | 0x1a),  \
        EACH(ORACLE_EXT | 0x15, 128, "RxL_OCCUPANCY_DRS", rxl_inserts_drs, 0),                     \
        EACH(ORACLE_EXT | 0x16, 128, "RxL_OCCUPANCY_NCB", rxl_inserts_drs, 0),                     \
        EACH(ORACLE_EXT | 0x17, 128, "RxL_OCCUPANCY_NCS", rxl_inserts_drs, 0),                     \
        EACH(ORACLE_EXT | 0x18, 128, "RxL_OCCUPANCY_HOM", rxl_inserts_drs, 0),                     \
        EACH(ORACLE_EXT | 0x19, 128, "RxL_OCCUPANCY_SNP", rxl_inserts_drs, 0),                     \
        EACH(ORACLE_EXT | 0x1a, 128, "RxL_OCCUPANCY_NDR", rxl_inserts_drs, 0),                     \
        ADDS(ORACLE_EXT | 0x1b, 128, "VNA_CREDIT_RETURN_OCCUPANCY", NULL, 0),                      \
        ADDS(ORACLE_EXT | 0x1c, 1, "VNA_CREDIT_RETURNS", NULL, 0),                                 \
        ADDS(ORACLE_EXT | 0x1d, 1, "RxL_CREDITS_CONSUMED_VNA", NULL, 0),                           \
        ADDS(ORACLE_EXT | 0x1e, 1, "RxL_CREDITS_CONSUMED_VN0", rxl_credits_consumed_vn0, 0),       \
        EACH(ORACLE_EXT | 0x1f, 128, "TxR_BL_DRS_CREDIT_OCCUPANCY", txr_bl_drs_credit_occupancy,   \
            0),                                                                                    \
        EACH(ORACLE_EXT | 0x20, 128, "TxR_BL_NCB_CREDIT_OCCUPANCY", rxl_inserts_drs, 0),           \
        EACH(ORACLE_EXT | 0x21, 128, "TxR_BL_NCS_CREDIT_OCCUPANCY", rxl_inserts_drs, 0),           \
        EACH(ORACLE_EXT | 0x22, 128, "TxR_AD_HOM_CREDIT_OCCUPANCY", rxl_inserts_drs, 0),           \
        EACH(ORACLE_EXT | 0x23, 128, "TxR_AD_SNP_CREDIT_OCCUPANCY", rxl_inserts_drs, 0),           \
        EACH(ORACLE_EXT | 0x24, 128, "TxR_AD_NDR_CREDIT_OCCUPANCY", rxl_inserts_drs, 0), ak_level, \
        ADDS(ORACLE_EXT | 0x26, 1, "TxR_AD_HOM_CREDIT_ACQUIRED", rxl_inserts_drs, 0),              \
        ADDS(ORACLE_EXT | 0x27, 1, "TxR_AD_SNP_CREDIT_ACQUIRED", rxl_inserts_drs, 0),              \
        ADDS(ORACLE_EXT | 0x28, 1, "TxR_AD_NDR_CREDIT_ACQUIRED", rxl_inserts_drs, 0), ak_count,    \
        ADDS(ORACLE_EXT | 0x2a, 1, "TxR_BL_DRS_CREDIT_ACQUIRED", txr_bl_drs_credit_occupancy, 0),  \
        ADDS(ORACLE_EXT | 0x2b, 1, "TxR_BL_NCB_CREDIT_ACQUIRED", rxl_inserts_drs, 0),              \
        ADDS(ORACLE_EXT | 0x2c, 1, "TxR_BL_NCS_CREDIT_ACQUIRED", rxl_inserts_drs, 0),              \
        ANY(ORACLE_EXT | 0x35, "RxL_STALLS_VN0", rxl_stalls_vn0, 0),                               \
        ADDS(ORACLE_EXT | 0x38, 2, "CTO_COUNT", NULL, 0),                                          \
        ADDS(ORACLE_EXT | 0x39, 1, "RxL_CREDITS_CONSUMED_VN1", rxl_credits_consumed_vn0, 0),       \
        ANY(ORACLE_EXT | 0x3a, "RxL_STALLS_VN1", rxl_stalls_vn1, 0)
static const struct oracle_register qpi_later_registers[] = {CTR("PMON_CTR0", 0),
    CTR("PMON_CTR1", 1), CTR("PMON_CTR2", 2), CTR("PMON_CTR3", 3), CTL("PMON_CTL0", 0),
    CTL("PMON_CTL1", 1), CTL("PMON_CTL2", 2), CTL("PMON_CTL3", 3), BOX_CTL};

/* Members of all kinds. */
#define COMMON                                                                                     \
    .pmu = "uncore_qpi", .list = "unc_q_", .general = 4, .bits = 48,                               \
    .fields = {CTL_FIELDS, .ext = UINT64_C(1) << 21}, KIND_FREEZES

static const struct oracle_sub snb_direct2core[] = {S("SUCCESS", 0x01), S("FAILURE_CREDITS", 0x02),
    S("FAILURE_RBT", 0x04), S("FAILURE_CREDITS_RBT", 0x08), END};

static const struct oracle_event snb_events[] = {
    ADDS(0x00, 2, "TxL_FLITS_G0", txl_flits_g0, 0),
    ADDS(0x01, 2, "RxL_FLITS_G0", txl_flits_g0, 0),
    ANY(0x02, "TxL_CRC_NO_CREDITS", txl_crc_no_credits, 0),
    ADDS(0x03, 1, "RxL_CRC_ERRORS", rxl_crc_errors, 0),
    ADDS(0x04, 1, "TxL_INSERTS", NULL, 0),
    ADDS(0x05, 1, "TxL_BYPASSED", NULL, 0),
    NOT_EMPTY(0x06, "TxL_CYCLES_NE", NULL, 0x0, 0x07),
    ADDS(0x07, 128, "TxL_OCCUPANCY", NULL, 0),
    ADDS(0x08, 1, "RxL_INSERTS", NULL, 0),
    ADDS(0x09, 1, "RxL_BYPASSED", NULL, 0),
    NOT_EMPTY(0x0a, "RxL_CYCLES_NE", NULL, 0x0, 0x0b),
    ADDS(0x0b, 128, "RxL_OCCUPANCY", NULL, 0),
    ADDS(0x0c, 1, "TxL0_POWER_CYCLES", NULL, 0),
    ADDS(0x0d, 1, "TxL0P_POWER_CYCLES", NULL, 0),
    ADDS(0x0f, 1, "RxL0_POWER_CYCLES", NULL, 0),
    ADDS(0x10, 1, "RxL0P_POWER_CYCLES", NULL, 0),
    ADDS(0x12, 1, "L1_POWER_CYCLES", NULL, 0),
    ADDS(0x13, 1, "DIRECT2CORE", snb_direct2core, 0),
    CLOCK(0x14),
    ANY(0x35, "RxL_STALLS", rxl_stalls_vn0, 0),
    ADDS(ORACLE_EXT | 0x00, 2, "TxL_FLITS_G1", txl_flits_g1, 0),
    ADDS(ORACLE_EXT | 0x01, 2, "TxL_FLITS_G2", txl_flits_g2, 0),
    ADDS(ORACLE_EXT | 0x02, 2, "RxL_FLITS_G1", txl_flits_g1, 0),
    ADDS(ORACLE_EXT | 0x03, 2, "RxL_FLITS_G2", txl_flits_g2, 0),
    ADDS(ORACLE_EXT | 0x09, 1, "RxL_INSERTS_DRS", NULL, 0),
    ADDS(ORACLE_EXT | 0x0a, 1, "RxL_INSERTS_NCB", NULL, 0),
    ADDS(ORACLE_EXT | 0x0b, 1, "RxL_INSERTS_NCS", NULL, 0),
    ADDS(ORACLE_EXT | 0x0c, 1, "RxL_INSERTS_HOM", NULL, 0),
    ADDS(ORACLE_EXT | 0x0d, 1, "RxL_INSERTS_SNP", NULL, 0),
    ADDS(ORACLE_EXT | 0x0e, 1, "RxL_INSERTS_NDR", NULL, 0),
    ADDS(ORACLE_EXT | 0x15, 128, "RxL_OCCUPANCY_DRS", NULL, 0),
    ADDS(ORACLE_EXT | 0x16, 128, "RxL_OCCUPANCY_NCB", NULL, 0),
    ADDS(ORACLE_EXT | 0x17, 128, "RxL_OCCUPANCY_NCS", NULL, 0),
    ADDS(ORACLE_EXT | 0x18, 128, "RxL_OCCUPANCY_HOM", NULL, 0),
    ADDS(ORACLE_EXT | 0x19, 128, "RxL_OCCUPANCY_SNP", NULL, 0),
    ADDS(ORACLE_EXT | 0x1a, 128, "RxL_OCCUPANCY_NDR", NULL, 0),
    ADDS(ORACLE_EXT | 0x1b, 128, "VNA_CREDIT_RETURN_OCCUPANCY", NULL, 0),
    ADDS(ORACLE_EXT | 0x1c, 1, "VNA_CREDIT_RETURNS", NULL, 0),
    ADDS(ORACLE_EXT | 0x1d, 1, "RxL_CREDITS_CONSUMED_VNA", NULL, 0),
    ADDS(ORACLE_EXT | 0x1e, 1, "RxL_CREDITS_CONSUMED_VN0", rxl_credits_consumed_vn0, 0),
    ADDS(ORACLE_EXT | 0x38, 2, "CTO_COUNT", NULL, 0),
};

static const struct oracle_register registers[] = {CTR("PMON_CTR0", 0), CTR("PMON_CTR1", 1),
    CTR("PMON_CTR2", 2), CTR("PMON_CTR3", 3), CTL("PMON_CTL0", 0), CTL("PMON_CTL1", 1),
    CTL("PMON_CTL2", 2), CTL("PMON_CTL3", 3), BOX_CTL,
    {"PKT_MATCH0", 0x228, 4, ORACLE_IS_FILTER, 0}, {"PKT_MATCH1", 0x22c, 4, ORACLE_IS_FILTER, 1},
    {"PKT_MASK0", 0x238, 4, ORACLE_IS_FILTER, 2}, {"PKT_MASK1", 0x23c, 4, ORACLE_IS_FILTER, 3}};
/* Linux, snbep_uncore_qpi_formats_attr: match is config1, mask is config2. */
#define PACKET(what, at)                                                                           \
    {what "_rds", (at) + 48, 4}, {what "_rnid30", (at) + 32, 4}, {what "_rnid4", (at) + 31, 1},    \
        {what "_dnid", (at) + 13, 5}, {what "_mc", (at) + 9, 4}, {what "_opc", (at) + 5, 4},       \
        {what "_vnw", (at) + 3, 2}, {what "0", (at), 32},                                          \
    {                                                                                              \
        what "1", (at) + 32, 32                                                                    \
    }
static const struct oracle_format formats[] = {{"event", 0, 8}, {"event", 21, 1}, {"umask", 8, 8},
    {"edge", 18, 1}, {"inv", 23, 1}, {"thresh", 24, 8}, PACKET("match", 64), PACKET("mask", 128)};

/* The same bits in a match register: guide, page 73. */
static uint64_t packet_of(const struct oracle_marks *m)
{
    return (uint64_t)m->rds << 48 | (uint64_t)(m->rnid & 0xf) << 32 |
           (uint64_t)(m->rnid >> 4 & 1) << 31 | (uint64_t)m->dnid << 13 | (uint64_t)m->mc << 9 |
           (uint64_t)m->opc << 5 | (uint64_t)m->vnw << 3;
}

static bool selects(const struct oracle_ask *ask, const struct oracle_part *part)
{
    int index = oracle_event_coded(&oracle_qpi, ask->code);

    if (ask->code == (ORACLE_EXT | 0x38))
        return (packet_of(&part->marks) & ask->mask) == (ask->filter & ask->mask);
    return oracle_units(&oracle_qpi.events[index], ask->umask) >> part->unit & 1;
}

static unsigned *mark(struct oracle_marks *m, const char *name)
{
    static const char *const names[] = {"rds", "rnid", "dnid", "mc", "opc", "vnw"};
    unsigned *const values[] = {&m->rds, &m->rnid, &m->dnid, &m->mc, &m->opc, &m->vnw};

    for (unsigned i = 0; i < COUNT(names); i++)
        if (!strcmp(names[i], name))
            return values[i];
    return NULL;
}

/* snbep_uncore_qpi_events */
static const struct oracle_alias aliases[] = {{"clockticks", 0x14, 1, ""},
    {"txl_flits_active", 0x0600, 1, ""}, {"drs_data", 0x200802, 1, ""},
    {"ncb_data", 0x200403, 1, ""}, {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_qpi = {COMMON, .aliases = aliases, .filter = 0x000f000f8003fff8,
    .selects = selects, .mark = mark, KIND_HAS(registers, snb_events, formats)};

/* ---- Ivy Bridge-EP ---- */

/* perf's list lacks the extended bit of Intel's list. TxL_FLITS_G0 has IDLE,
 * like RxL_FLITS_G0. */

static const struct oracle_event ivt_events[] = {QPI_LATER_EVENTS(
    EACH(ORACLE_EXT | 0x25, 128, "TxR_AK_NDR_CREDIT_OCCUPANCY", rxl_inserts_drs, 0),
    ADDS(ORACLE_EXT | 0x29, 1, "TxR_AK_NDR_CREDIT_ACQUIRED", rxl_inserts_drs, 0))};

/* Linux, ivbep_uncore_qpi_formats_attr, without the fields of the match and
 * mask registers: no inv. */
static const struct oracle_format ivt_formats[] = {
    {"event", 0, 8}, {"event", 21, 1}, {"umask", 8, 8}, {"edge", 18, 1}, {"thresh", 24, 8}};

/* Events with sub-events that the list also names without one: umask 0. All
 * names with code 38 are CTO_COUNT, with contents of the match and mask
 * registers. */
static const struct oracle_alias names[] = {{"unc_q_rxl_inserts_drs", 0x200009, 1, ""},
    {"unc_q_rxl_inserts_hom", 0x20000c, 1, ""}, {"unc_q_rxl_inserts_ncb", 0x20000a, 1, ""},
    {"unc_q_rxl_inserts_ncs", 0x20000b, 1, ""}, {"unc_q_rxl_inserts_ndr", 0x20000e, 1, ""},
    {"unc_q_rxl_inserts_snp", 0x20000d, 1, ""}, {"unc_q_rxl_occupancy_drs", 0x200015, 1, ""},
    {"unc_q_rxl_occupancy_hom", 0x200018, 1, ""}, {"unc_q_rxl_occupancy_ncb", 0x200016, 1, ""},
    {"unc_q_rxl_occupancy_ncs", 0x200017, 1, ""}, {"unc_q_rxl_occupancy_ndr", 0x20001a, 1, ""},
    {"unc_q_rxl_occupancy_snp", 0x200019, 1, ""},
    {"unc_q_txr_ak_ndr_credit_acquired", 0x200029, 1, ""},
    {"unc_q_txr_ak_ndr_credit_occupancy", 0x200025, 1, ""}, {"unc_q_match_mask", 0x200038, 1, ""},
    {"unc_q_message.drs.anydatac", 0x200038, 1, ""}, {"unc_q_message.drs.anyresp", 0x200038, 1, ""},
    {"unc_q_message.drs.anyresp11flits", 0x200038, 1, ""},
    {"unc_q_message.drs.anyresp9flits", 0x200038, 1, ""},
    {"unc_q_message.drs.datac_e", 0x200038, 1, ""},
    {"unc_q_message.drs.datac_e_cmp", 0x200038, 1, ""},
    {"unc_q_message.drs.datac_e_frcackcnflt", 0x200038, 1, ""},
    {"unc_q_message.drs.datac_f", 0x200038, 1, ""},
    {"unc_q_message.drs.datac_f_cmp", 0x200038, 1, ""},
    {"unc_q_message.drs.datac_f_frcackcnflt", 0x200038, 1, ""},
    {"unc_q_message.drs.datac_m", 0x200038, 1, ""}, {"unc_q_message.drs.wbedata", 0x200038, 1, ""},
    {"unc_q_message.drs.wbidata", 0x200038, 1, ""}, {"unc_q_message.drs.wbsdata", 0x200038, 1, ""},
    {"unc_q_message.hom.anyreq", 0x200038, 1, ""}, {"unc_q_message.hom.anyresp", 0x200038, 1, ""},
    {"unc_q_message.hom.respfwd", 0x200038, 1, ""}, {"unc_q_message.hom.respfwdi", 0x200038, 1, ""},
    {"unc_q_message.hom.respfwdiwb", 0x200038, 1, ""},
    {"unc_q_message.hom.respfwds", 0x200038, 1, ""},
    {"unc_q_message.hom.respfwdswb", 0x200038, 1, ""},
    {"unc_q_message.hom.respiwb", 0x200038, 1, ""}, {"unc_q_message.hom.respswb", 0x200038, 1, ""},
    {"unc_q_message.ncb.anyint", 0x200038, 1, ""}, {"unc_q_message.ncb.anymsg", 0x200038, 1, ""},
    {"unc_q_message.ncb.anymsg11flits", 0x200038, 1, ""},
    {"unc_q_message.ncb.anymsg9flits", 0x200038, 1, ""},
    {"unc_q_message.ncs.anymsg1or2flits", 0x200038, 1, ""},
    {"unc_q_message.ncs.anymsg3flits", 0x200038, 1, ""},
    {"unc_q_message.ncs.ncrd", 0x200038, 1, ""}, {"unc_q_message.ndr.anycmp", 0x200038, 1, ""},
    {"unc_q_message.snp.anysnp", 0x200038, 1, ""}, {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_ivt_qpi = {COMMON, .names = names,
    KIND_HAS(qpi_later_registers, ivt_events, ivt_formats), .frz_alone = true};

/* ---- Haswell-EP and its successors ---- */

/* perf's list lacks the extended bit of Intel's list. */

static const struct oracle_event hsx_events[] = {
    QPI_LATER_EVENTS(ADDS(ORACLE_EXT | 0x25, 128, "TxR_AK_NDR_CREDIT_OCCUPANCY", NULL, 0),
        ADDS(ORACLE_EXT | 0x29, 1, "TxR_AK_NDR_CREDIT_ACQUIRED", NULL, 0))};

/* Linux, snbep_uncore_qpi_formats_attr, without the fields of the match and
 * mask registers. */
static const struct oracle_format hsx_formats[] = {{"event", 0, 8}, {"event", 21, 1},
    {"umask", 8, 8}, {"edge", 18, 1}, {"inv", 23, 1}, {"thresh", 24, 8}};

static const struct oracle_alias hsx_names[] = {{"qpi_ctl_bandwidth_tx", 0x0400, 8, "Bytes"},
    {"qpi_data_bandwidth_tx", 0x0200, 8, "Bytes"}, {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_hsx_qpi = {COMMON, .names = hsx_names,
    KIND_HAS(qpi_later_registers, hsx_events, hsx_formats), .frz_alone = true};
