/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ring stop of PCIe: guide, section 2.8, which also has TxR_INSERTS. */
#include "oracle/snbep/kinds/kinds.h"

static const struct oracle_sub ring_ad_used[] = {
    S("CW_EVEN", 0x01), S("CW_ODD", 0x02), S("CCW_EVEN", 0x04), S("CCW_ODD", 0x08), END};
static const struct oracle_sub ring_iv_used[] = {S("CW_EVEN", 0x01), S("CW_ODD", 0x02),
    S("CCW_EVEN", 0x04), S("CCW_ODD", 0x08), S("ANY", 0x0f), END};
static const struct oracle_sub rxr_cycles_ne[] = {
    S("DRS", 0x08), S("NCB", 0x10), S("NCS", 0x20), END};
static const struct oracle_sub txr_cycles_ne[] = {S("AD", 0x01), S("AK", 0x02), S("BL", 0x04), END};

static const struct oracle_event events[] = {
    CLOCK(0x01),
    ANY(0x07, "RING_AD_USED", ring_ad_used, 0),
    ANY(0x08, "RING_AK_USED", ring_ad_used, 0),
    ANY(0x09, "RING_BL_USED", ring_ad_used, 0),
    ANY(0x0a, "RING_IV_USED", ring_iv_used, 0),
    ANY(0x10, "RxR_CYCLES_NE", rxr_cycles_ne, 0x3),
    ADDS(0x12, 1, "RxR_AK_BOUNCES", NULL, 0x1),
    ANY(0x23, "TxR_CYCLES_NE", txr_cycles_ne, 0x1),
    ADDS(0x24, 1, "TxR_INSERTS", NULL, 0x1),
    ANY(0x25, "TxR_CYCLES_FULL", txr_cycles_ne, 0x1),
    ADDS(0x26, 1, "TxR_NACKS", txr_cycles_ne, 0x3),
    ANY(0x32, "IIO_CREDITS_USED", rxr_cycles_ne, 0x3),
    ADDS(0x33, 1, "IIO_CREDITS_ACQUIRED", rxr_cycles_ne, 0x3),
    ADDS(0x34, 1, "IIO_CREDITS_REJECT", rxr_cycles_ne, 0x3),
};

static const struct oracle_register registers[] = {CTR("PMON_CTR0", 0), CTR("PMON_CTR1", 1),
    CTR("PMON_CTR2", 2), CTR("PMON_CTR3", 3), CTL("PMON_CTL0", 0), CTL("PMON_CTL1", 1),
    CTL("PMON_CTL2", 2), CTL("PMON_CTL3", 3), BOX_CTL};
static const struct oracle_format formats[] = {FORMATS};

const struct oracle_kind oracle_r2pcie = {
    .pmu = "uncore_r2pcie",
    .list = "unc_r2_",
    .general = 4,
    .bits = 44,
    .fields = {CTL_FIELDS},
    KIND_HAS,
    KIND_FREEZES,
};
