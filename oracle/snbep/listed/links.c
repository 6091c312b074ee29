/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Monitors of Sapphire Rapids' links and stacks that are listed: links of UPI,
 * a stack's coherent side, links between dies. Events by perf's list
 * sapphirerapids, without those whose umask has more than eight bits. 32 is
 * assumed for levels, otherwise 1. Sub-events that are cycles of something may
 * coincide and then add 1. */
#include "oracle/snbep/kinds/irp.h"
#include "oracle/snbep/kinds/upi.h"
#include "oracle/snbep/listed/listed.h"

enum { MOST = 32 };

/* ---- links of UPI ---- */

static const struct oracle_sub direct_attempts[] = {S("D2C", 0x1), S("D2K", 0x2), END};
static const struct oracle_sub rxl_any_flits[] = {S("DATA", 0x8), S("LLCRD", 0x10),
    S("LLCTRL", 0x40), S("NULL", 0x20), S("PROTHDR", 0x80), S("SLOT0", 0x1), S("SLOT1", 0x2),
    S("SLOT2", 0x4), END};
static const struct oracle_sub rxl_basic_hdr_match[] = {
    ORACLE_NUMBERED("NCB", 0xe, 0x1), ORACLE_NUMBERED("NCS", 0xf, 0x2), END};
static const struct oracle_sub rxl_flits[] = {S("ALL_DATA", 0xf), S("ALL_LLCRD", 0x17),
    S("IDLE", 0x47), S("ALL_NULL", 0x27), S("ALL_PROTHDR", 0x87), S("DATA", 0x8), S("LLCRD", 0x10),
    S("LLCTRL", 0x40), S("NON_DATA", 0x97), S("NULL", 0x20), S("PROTHDR", 0x80), S("SLOT0", 0x1),
    S("SLOT1", 0x2), S("SLOT2", 0x4), END};

static const struct oracle_event upi_events[] = {
    UPI_EVENTS,
    EACH(0x4b, 1, "RxL_ANY_FLITS", rxl_any_flits, 0),
    EACH(0x4a, 1, "TxL_ANY_FLITS", rxl_any_flits, 0),
};

/* Linux, ICX_UPI_PCI_PMON_BOX_CTL, _CTL0, _CTR0. */
static const struct oracle_register upi_registers[] = {{"BOX_CTL", 0x318, 4, ORACLE_IS_BOX_CTL, 0},
    FOUR("CTL", ORACLE_IS_CTL, 0x350, 8), FOUR("CTR", ORACLE_IS_CTR, 0x320, 8)};
/* A second name of a sub-event. */
static const struct oracle_alias upi_names[] = {
    {"unc_upi_txl_flits.all_llctrl", 0x4702, 1, ""}, {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_spr_upi = {
    .pmu = "uncore_upi", .list = "unc_upi_", .names = upi_names, .general = 4, LISTED(upi)};

/* ---- a stack's coherent side ---- */

static const struct oracle_sub cache_total_occupancy[] = {S("MEM", 0x4), END};
static const struct oracle_sub irp_all[] = {
    S("EVICTS", 0x4), S("INBOUND_INSERTS", 0x1), S("OUTBOUND_INSERTS", 0x2), END};
static const struct oracle_sub misc0[] = {S("2ND_ATOMIC_INSERT", 0x10), S("2ND_RD_INSERT", 0x4),
    S("2ND_WR_INSERT", 0x8), S("FAST_REJ", 0x2), S("FAST_REQ", 0x1), S("FAST_XFER", 0x20),
    S("PF_ACK_HINT", 0x40), S("SLOWPATH_FWPF_NO_PRF", 0x80), END};
static const struct oracle_sub transactions[] = {S("WR_PREF", 0x8), END};

static const struct oracle_event irp_events[] = {
    IRP_EVENTS,
    ADDS(0x20, 1, "IRP_ALL", irp_all, 0),
    ADDS(0x1e, 1, "MISC0", misc0, 0),
    ADDS(0x1f, 1, "MISC1", misc1, 0),
    ADDS(0x1c, 1, "TxR2_AD01_STALL_CREDIT_CYCLES", NULL, 0),
    ADDS(0x1a, 1, "TxR2_AD0_STALL_CREDIT_CYCLES", NULL, 0),
    ADDS(0x1b, 1, "TxR2_AD1_STALL_CREDIT_CYCLES", NULL, 0),
    ADDS(0x1d, 1, "TxR2_BL_STALL_CREDIT_CYCLES", NULL, 0),
};

/* Intel PCM, SPR_IRP_CTL_REG_OFFSET and SPR_IRP_CTR_REG_OFFSET. */
static const struct oracle_register irp_registers[] = {{"BOX_CTL", 0x0, 4, ORACLE_IS_BOX_CTL, 0},
    TWO("CTL", ORACLE_IS_CTL, 0x2, 1), TWO("CTR", ORACLE_IS_CTR, 0x8, 1)};

const struct oracle_kind oracle_spr_irp = {
    .pmu = "uncore_irp", .list = "unc_i_", .general = 2, .numbered = true, LISTED(irp)};

/* ---- links between dies ---- */

static const struct oracle_sub crs_txr_inserts[] = {S("AD_BNC", 0x1), S("AD_CRD", 0x2),
    S("AK", 0x10), S("AKC", 0x40), S("BL_BNC", 0x4), S("BL_CRD", 0x8), S("IV", 0x20), END};
static const struct oracle_sub crs_txr_v_bounces[] = {
    S("AD", 0x1), S("AK", 0x4), S("AKC", 0x10), S("BL", 0x2), S("IV", 0x8), END};
static const struct oracle_sub fast_asserted[] = {S("AD_BNC", 0x1), S("BL_CRD", 0x2), END};

static const struct oracle_event mdf_events[] = {
    ADDS(0x47, 1, "CRS_TxR_INSERTS", crs_txr_inserts, 0),
    ANY(0x4b, "CRS_TxR_V_BOUNCES", crs_txr_v_bounces, 0),
    ANY(0x15, "FAST_ASSERTED", fast_asserted, 0),
};

/* The offsets are assumed to be the power control unit's. */
static const struct oracle_register mdf_registers[] = {{"BOX_CTL", 0x0, 4, ORACLE_IS_BOX_CTL, 0},
    FOUR("CTL", ORACLE_IS_CTL, 0x2, 1), FOUR("CTR", ORACLE_IS_CTR, 0x8, 1)};

const struct oracle_kind oracle_spr_mdf = {
    .pmu = "uncore_mdf", .list = "unc_mdf_", .general = 4, .numbered = true, LISTED(mdf)};
