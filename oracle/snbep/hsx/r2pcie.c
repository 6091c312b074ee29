/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ring stop of PCIe. */
#include "oracle/snbep/hsx/hsx.h"

static const struct oracle_sub ring_ad_used[] = {S("CW_EVEN", 0x01), S("CW_ODD", 0x02),
    S("CCW_EVEN", 0x04), S("CCW_ODD", 0x08), S("CW", 0x03), S("CCW", 0x0c), S("ALL", 0x0f), END};
static const struct oracle_sub ring_iv_used[] = {S("CW_EVEN", 0x01), S("CW_ODD", 0x02),
    S("CCW_EVEN", 0x04), S("CCW_ODD", 0x08), S("CW", 0x03), S("CCW", 0x0c), S("ANY", 0x0f), END};
static const struct oracle_sub rxr_cycles_ne[] = {S("NCB", 0x10), S("NCS", 0x20), END};
static const struct oracle_sub ring_ak_bounces[] = {S("UP", 0x01), S("DN", 0x02), END};
static const struct oracle_sub rxr_occupancy[] = {S("DRS", 0x08), END};
static const struct oracle_sub txr_cycles_ne[] = {S("AD", 0x01), S("AK", 0x02), S("BL", 0x04), END};
static const struct oracle_sub txr_nack_cw[] = {S("DN_AD", 0x01), S("DN_BL", 0x02),
    S("DN_AK", 0x04), S("UP_AD", 0x08), S("UP_BL", 0x10), S("UP_AK", 0x20), END};
static const struct oracle_sub sbo0_credits_acquired[] = {S("AD", 0x01), S("BL", 0x02), END};
static const struct oracle_sub stall_no_sbo_credit[] = {
    S("SBO0_AD", 0x01), S("SBO1_AD", 0x02), S("SBO0_BL", 0x04), S("SBO1_BL", 0x08), END};
static const struct oracle_sub iio_credit[] = {
    S("PRQ_QPI0", 0x01), S("PRQ_QPI1", 0x02), S("ISOCH_QPI0", 0x04), S("ISOCH_QPI1", 0x08), END};
static const struct oracle_sub iio_credits_used[] = {
    S("DRS", 0x08), S("NCB", 0x10), S("NCS", 0x20), END};

static const struct oracle_event events[] = {
    CLOCK(0x01),
    ANY(0x07, "RING_AD_USED", ring_ad_used, 0),
    ANY(0x08, "RING_AK_USED", ring_ad_used, 0),
    ANY(0x09, "RING_BL_USED", ring_ad_used, 0),
    ANY(0x0a, "RING_IV_USED", ring_iv_used, 0),
    ANY(0x10, "RxR_CYCLES_NE", rxr_cycles_ne, 0x3),
    ADDS(0x11, 1, "RxR_INSERTS", rxr_cycles_ne, 0x3),
    ADDS(0x12, 1, "RING_AK_BOUNCES", ring_ak_bounces, 0),
    EACH(0x13, 32, "RxR_OCCUPANCY", rxr_occupancy, 0x1),
    ANY(0x23, "TxR_CYCLES_NE", txr_cycles_ne, 0x1),
    ANY(0x25, "TxR_CYCLES_FULL", txr_cycles_ne, 0x1),
    ADDS(0x26, 1, "TxR_NACK_CW", txr_nack_cw, 0x3),
    ADDS(0x28, 1, "SBO0_CREDITS_ACQUIRED", sbo0_credits_acquired, 0x3),
    EACH(0x2a, 32, "SBO0_CREDIT_OCCUPANCY", sbo0_credits_acquired, 0x1),
    ANY(0x2c, "STALL_NO_SBO_CREDIT", stall_no_sbo_credit, 0x3),
    ADDS(0x2d, 1, "IIO_CREDIT", iio_credit, 0x3),
    ANY(0x32, "IIO_CREDITS_USED", iio_credits_used, 0x3),
    ADDS(0x33, 1, "IIO_CREDITS_ACQUIRED", iio_credits_used, 0x3),
};

static const struct oracle_register registers[] = {CTR("PMON_CTR0", 0), CTR("PMON_CTR1", 1),
    CTR("PMON_CTR2", 2), CTR("PMON_CTR3", 3), CTL("PMON_CTL0", 0), CTL("PMON_CTL1", 1),
    CTL("PMON_CTL2", 2), CTL("PMON_CTL3", 3), BOX_CTL};
static const struct oracle_format formats[] = {FORMATS};

const struct oracle_kind oracle_hsx_r2pcie = {
    .pmu = "uncore_r2pcie",
    .list = "unc_r2_",
    .general = 4,
    .bits = 48,
    .fields = {CTL_FIELDS},
    KIND_HAS,
    KIND_FREEZES,
    .frz_alone = true,
};
