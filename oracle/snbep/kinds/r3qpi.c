/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ring stop of a QPI link: guide, section 2.9, which also has the egress
 * events. */
#include "oracle/snbep/kinds/kinds.h"

static const struct oracle_sub ring_ad_used[] = {
    S("CW_EVEN", 0x01), S("CW_ODD", 0x02), S("CCW_EVEN", 0x04), S("CCW_ODD", 0x08), END};
static const struct oracle_sub ring_iv_used[] = {S("CW_EVEN", 0x01), S("CW_ODD", 0x02),
    S("CCW_EVEN", 0x04), S("CCW_ODD", 0x08), S("ANY", 0x0f), END};
static const struct oracle_sub rxr_cycles_ne[] = {S("HOM", 0x01), S("SNP", 0x02), S("NDR", 0x04),
    S("DRS", 0x08), S("NCB", 0x10), S("NCS", 0x20), END};
static const struct oracle_sub rxr_bypassed[] = {S("AD", 0x01), END};
static const struct oracle_sub iio_credits_acquired[] = {
    S("DRS", 0x08), S("NCB", 0x10), S("NCS", 0x20), END};

static const struct oracle_event events[] = {
    CLOCK(0x01),
    ANY(0x07, "RING_AD_USED", ring_ad_used, 0),
    ANY(0x08, "RING_AK_USED", ring_ad_used, 0),
    ANY(0x09, "RING_BL_USED", ring_ad_used, 0),
    ANY(0x0a, "RING_IV_USED", ring_iv_used, 0),
    NOT_EMPTY(0x10, "RxR_CYCLES_NE", rxr_cycles_ne, 0x3, 0x13),
    ADDS(0x11, 1, "RxR_INSERTS", rxr_cycles_ne, 0x3),
    ADDS(0x12, 1, "RxR_BYPASSED", rxr_bypassed, 0x3),
    EACH(0x13, 32, "RxR_OCCUPANCY", rxr_cycles_ne, 0x1),
    ADDS(0x20, 1, "IIO_CREDITS_ACQUIRED", iio_credits_acquired, 0x3),
    ADDS(0x21, 1, "IIO_CREDITS_REJECT", iio_credits_acquired, 0x3),
    ANY(0x22, "IIO_CREDITS_USED", iio_credits_acquired, 0x3),
    ADDS(0x23, 1, "TxR_CYCLES_NE", NULL, 0x3),
    ADDS(0x24, 1, "TxR_INSERTS", NULL, 0x3),
    ADDS(0x25, 1, "TxR_CYCLES_FULL", NULL, 0x3),
    ADDS(0x26, 1, "TxR_NACK", NULL, 0x3),
    ADDS(0x31, 1, "VNA_CREDIT_CYCLES_OUT", NULL, 0x3),
    ADDS(0x32, 1, "VNA_CREDIT_CYCLES_USED", NULL, 0x3),
    ADDS(0x33, 4, "VNA_CREDITS_ACQUIRED", NULL, 0x3),
    ADDS(0x34, 1, "VNA_CREDITS_REJECT", rxr_cycles_ne, 0x3),
    ADDS(0x36, 1, "VN0_CREDITS_USED", rxr_cycles_ne, 0x3),
    ADDS(0x37, 1, "VN0_CREDITS_REJECT", rxr_cycles_ne, 0x3),
};

static const struct oracle_register registers[] = {CTR("PMON_CTR0", 0), CTR("PMON_CTR1", 1),
    CTR("PMON_CTR2", 2), CTL("PMON_CTL0", 0), CTL("PMON_CTL1", 1), CTL("PMON_CTL2", 2), BOX_CTL};
static const struct oracle_format formats[] = {FORMATS};

const struct oracle_kind oracle_r3qpi = {
    .pmu = "uncore_r3qpi",
    .list = "unc_r3_",
    .general = 3,
    .bits = 44,
    .fields = {CTL_FIELDS},
    KIND_HAS,
    KIND_FREEZES,
};
