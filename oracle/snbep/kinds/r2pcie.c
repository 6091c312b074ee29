/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ring stop of PCIe: guide, section 2.8, which also has TxR_INSERTS. */
#include "oracle/snbep/kinds/kinds.h"
#include "oracle/snbep/kinds/rings.h"

/* Members of all kinds. */
#define COMMON                                                                                     \
    .pmu = "uncore_r2pcie", .list = "unc_r2_", .general = 4, .fields = {CTL_FIELDS}, KIND_FREEZES

static const struct oracle_sub rxr_cycles_ne[] = {
    S("DRS", 0x08), S("NCB", 0x10), S("NCS", 0x20), END};
static const struct oracle_sub txr_cycles_ne[] = {S("AD", 0x01), S("AK", 0x02), S("BL", 0x04), END};

static const struct oracle_event snb_events[] = {
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
    COMMON, .bits = 44, KIND_HAS(registers, snb_events, formats)};

/* ---- Ivy Bridge-EP ---- */

/* The list has only unions of the IV ring, which is assumed to have the other
 * rings' polarities. */

static const struct oracle_sub ivt_rxr_cycles_ne[] = {S("NCB", 0x10), S("NCS", 0x20), END};
static const struct oracle_sub rxr_ak_bounces[] = {S("CW", 0x01), S("CCW", 0x02), END};
static const struct oracle_sub rxr_occupancy[] = {S("DRS", 0x08), END};

static const struct oracle_event ivt_events[] = {
    CLOCK(0x01),
    ANY(0x07, "RING_AD_USED", ivt_ring_ad_used, 0),
    ANY(0x08, "RING_AK_USED", ivt_ring_ad_used, 0),
    ANY(0x09, "RING_BL_USED", ivt_ring_ad_used, 0),
    ANY(0x0a, "RING_IV_USED", ivt_ring_iv_used, 0),
    ANY(0x10, "RxR_CYCLES_NE", ivt_rxr_cycles_ne, 0x3),
    ADDS(0x11, 1, "RxR_INSERTS", ivt_rxr_cycles_ne, 0x3),
    ADDS(0x12, 1, "RxR_AK_BOUNCES", rxr_ak_bounces, 0x1),
    EACH(0x13, 32, "RxR_OCCUPANCY", rxr_occupancy, 0x1),
    ANY(0x23, "TxR_CYCLES_NE", txr_cycles_ne, 0x1),
    ANY(0x25, "TxR_CYCLES_FULL", txr_cycles_ne, 0x1),
    ADDS(0x26, 1, "TxR_NACK_CW", txr_cycles_ne, 0x3),
    ADDS(0x28, 1, "TxR_NACK_CCW", txr_cycles_ne, 0x3),
    ANY(0x32, "IIO_CREDITS_USED", rxr_cycles_ne, 0x3),
    ADDS(0x33, 1, "IIO_CREDITS_ACQUIRED", rxr_cycles_ne, 0x3),
    ADDS(0x34, 1, "IIO_CREDITS_REJECT", rxr_occupancy, 0x3),
};

/* The list also names one event with sub-events without a sub-event: umask
 * 0. */
static const struct oracle_alias names[] = {
    {"unc_r2_rxr_ak_bounces", 0x12, 1, ""}, {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_ivt_r2pcie = {COMMON, .bits = 44, .names = names,
    KIND_HAS(registers, ivt_events, formats), .frz_alone = true};

/* ---- Haswell-EP and its successors ---- */

static const struct oracle_sub ring_ak_bounces[] = {S("UP", 0x01), S("DN", 0x02), END};
static const struct oracle_sub txr_nack_cw[] = {S("DN_AD", 0x01), S("DN_BL", 0x02),
    S("DN_AK", 0x04), S("UP_AD", 0x08), S("UP_BL", 0x10), S("UP_AK", 0x20), END};
static const struct oracle_sub sbo0_credits_acquired[] = {S("AD", 0x01), S("BL", 0x02), END};
static const struct oracle_sub stall_no_sbo_credit[] = {
    S("SBO0_AD", 0x01), S("SBO1_AD", 0x02), S("SBO0_BL", 0x04), S("SBO1_BL", 0x08), END};
static const struct oracle_sub iio_credit[] = {
    S("PRQ_QPI0", 0x01), S("PRQ_QPI1", 0x02), S("ISOCH_QPI0", 0x04), S("ISOCH_QPI1", 0x08), END};

static const struct oracle_event hsx_events[] = {
    CLOCK(0x01),
    ANY(0x07, "RING_AD_USED", hsx_ring_ad_used, 0),
    ANY(0x08, "RING_AK_USED", hsx_ring_ad_used, 0),
    ANY(0x09, "RING_BL_USED", hsx_ring_ad_used, 0),
    ANY(0x0a, "RING_IV_USED", hsx_ring_iv_used, 0),
    ANY(0x10, "RxR_CYCLES_NE", ivt_rxr_cycles_ne, 0x3),
    ADDS(0x11, 1, "RxR_INSERTS", ivt_rxr_cycles_ne, 0x3),
    ADDS(0x12, 1, "RING_AK_BOUNCES", ring_ak_bounces, 0),
    EACH(0x13, 32, "RxR_OCCUPANCY", rxr_occupancy, 0x1),
    ANY(0x23, "TxR_CYCLES_NE", txr_cycles_ne, 0x1),
    ANY(0x25, "TxR_CYCLES_FULL", txr_cycles_ne, 0x1),
    ADDS(0x26, 1, "TxR_NACK_CW", txr_nack_cw, 0x3),
    ADDS(0x28, 1, "SBO0_CREDITS_ACQUIRED", sbo0_credits_acquired, 0x3),
    EACH(0x2a, 32, "SBO0_CREDIT_OCCUPANCY", sbo0_credits_acquired, 0x1),
    ANY(0x2c, "STALL_NO_SBO_CREDIT", stall_no_sbo_credit, 0x3),
    ADDS(0x2d, 1, "IIO_CREDIT", iio_credit, 0x3),
    ANY(0x32, "IIO_CREDITS_USED", rxr_cycles_ne, 0x3),
    ADDS(0x33, 1, "IIO_CREDITS_ACQUIRED", rxr_cycles_ne, 0x3),
};

const struct oracle_kind oracle_hsx_r2pcie = {
    COMMON, .bits = 48, KIND_HAS(registers, hsx_events, formats), .frz_alone = true};
