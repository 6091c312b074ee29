/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The link layer of a QPI link. perf's list lacks the extended bit of Intel's
 * list. TxL_FLITS_G0 has IDLE, like RxL_FLITS_G0. */
#include "oracle/snbep/ivt/ivt.h"
#include "oracle/snbep/kinds/qpi_later.h"

static const struct oracle_event events[] = {QPI_LATER_EVENTS(
    EACH(ORACLE_EXT | 0x25, 128, "TxR_AK_NDR_CREDIT_OCCUPANCY", rxl_inserts_drs, 0),
    ADDS(ORACLE_EXT | 0x29, 1, "TxR_AK_NDR_CREDIT_ACQUIRED", rxl_inserts_drs, 0))};

/* Linux, ivbep_uncore_qpi_formats_attr, without the fields of the match and
 * mask registers: no inv. */
static const struct oracle_format formats[] = {
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

const struct oracle_kind oracle_ivt_qpi = {
    .pmu = "uncore_qpi",
    .list = "unc_q_",
    .general = 4,
    .bits = 48,
    .fields = {CTL_FIELDS, .ext = UINT64_C(1) << 21},
    .names = names,
    .registers = qpi_later_registers,
    .n_registers = COUNT(qpi_later_registers),
    .events = events,
    .n_events = COUNT(events),
    .file = __FILE__,
    .formats = formats,
    .n_formats = COUNT(formats),
    KIND_FREEZES,
    .frz_alone = true,
};
