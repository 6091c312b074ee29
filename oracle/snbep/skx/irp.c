/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A stack's coherent side. */
#include "oracle/snbep/kinds/irp.h"
#include "oracle/snbep/skx/skx.h"

static const struct oracle_sub cache_total_occupancy[] = {
    S("ANY", 0x01), S("IV_Q", 0x02), S("MEM", 0x04), END};
static const struct oracle_sub coherent_ops[] = {S("CLFLUSH", 0x80), S("CRD", 0x02), S("DRD", 0x04),
    S("PCIDCAHINT", 0x20), S("PCIRDCUR", 0x01), S("PCITOM", 0x10), S("RFO", 0x08),
    S("WBMTOI", 0x40), END};
static const struct oracle_sub irp_all[] = {
    S("INBOUND_INSERTS", 0x01), S("OUTBOUND_INSERTS", 0x02), END};
static const struct oracle_sub misc0[] = {S("2ND_ATOMIC_INSERT", 0x10), S("2ND_RD_INSERT", 0x04),
    S("2ND_WR_INSERT", 0x08), S("FAST_REJ", 0x02), S("FAST_REQ", 0x01), S("FAST_XFER", 0x20),
    S("PF_ACK_HINT", 0x40), S("UNKNOWN", 0x80), END};
static const struct oracle_sub p2p_transactions[] = {S("CMPL", 0x08), S("LOC", 0x40),
    S("LOC_AND_TGT_MATCH", 0x80), S("MSG", 0x04), S("RD", 0x01), S("REM", 0x10),
    S("REM_AND_TGT_MATCH", 0x20), S("WR", 0x02), END};
static const struct oracle_sub transactions[] = {S("ATOMIC", 0x10), S("OTHER", 0x20),
    S("RD_PREF", 0x04), S("READS", 0x01), S("WR_PREF", 0x08), S("WRITES", 0x02), END};

static const struct oracle_event events[] = {
    IRP_EVENTS,
    ADDS(0x10, 1, "COHERENT_OPS", coherent_ops, 0),
    ADDS(0x1e, 1, "IRP_ALL", irp_all, 0),
    ADDS(0x1c, 1, "MISC0", misc0, 0),
    ADDS(0x1d, 1, "MISC1", misc1, 0),
    ADDS(0x14, 1, "P2P_INSERTS", NULL, 0),
    ADDS(0x15, MOST, "P2P_OCCUPANCY", NULL, 0),
    ADDS(0x13, 1, "P2P_TRANSACTIONS", p2p_transactions, 0),
    ADDS(0x1a, 1, "TxR2_AD_STALL_CREDIT_CYCLES", NULL, 0),
    ADDS(0x1b, 1, "TxR2_BL_STALL_CREDIT_CYCLES", NULL, 0),
};

/* Linux, SKX_IRP0_MSR_PMON_*. */
static const struct oracle_register registers[] = {{"BOX_CTL", 0x0, 4, ORACLE_IS_BOX_CTL, 0},
    {"CTR0", 0x1, 8, ORACLE_IS_CTR, 0}, {"CTR1", 0x2, 8, ORACLE_IS_CTR, 1},
    {"CTL0", 0x3, 8, ORACLE_IS_CTL, 0}, {"CTL1", 0x4, 8, ORACLE_IS_CTL, 1}};
/* Linux, skx_uncore_formats_attr. */
static const struct oracle_format formats[] = {FORMATS};

const struct oracle_kind oracle_skx_irp = {
    .pmu = "uncore_irp",
    .list = "unc_i_",
    .general = 2,
    .bits = 48,
    .fields = {CTL_FIELDS},
    .numbered = true,
    KIND_HAS(registers, events, formats),
    KIND_FREEZES,
    .frz_alone = true,
};
