/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The ring stop of a QPI link: guide, section 2.9, which also has the egress
 * events.
 */
#include "oracle/snbep/kinds/kinds.h"
#include "oracle/snbep/kinds/rings.h"

/* Members of all kinds. */
#define COMMON                                                                                     \
    .pmu = "uncore_r3qpi", .list = "unc_r3_", .general = 3, .fields = {CTL_FIELDS}, KIND_FREEZES

static const struct oracle_sub rxr_cycles_ne[] = {S("HOM", 0x01), S("SNP", 0x02), S("NDR", 0x04),
    S("DRS", 0x08), S("NCB", 0x10), S("NCS", 0x20), END};
static const struct oracle_sub rxr_bypassed[] = {S("AD", 0x01), END};
static const struct oracle_sub iio_credits_acquired[] = {
    S("DRS", 0x08), S("NCB", 0x10), S("NCS", 0x20), END};

static const struct oracle_event snb_events[] = {
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
    COMMON, .bits = 44, KIND_HAS(registers, snb_events, formats)};

/* ---- Ivy Bridge-EP ---- */

/* The list has half of a ring's polarities, and unions with all of them; the
 * same for R2PCIe. */

static const struct oracle_sub ivt_rxr_cycles_ne[] = {
    S("HOM", 0x01), S("SNP", 0x02), S("NDR", 0x04), END};
static const struct oracle_sub txr_nack_cw[] = {S("AD", 0x01), S("AK", 0x02), S("BL", 0x04), END};
static const struct oracle_sub qpi0_ad_credits_empty[] = {S("VNA", 0x01), S("VN0_HOM", 0x02),
    S("VN0_SNP", 0x04), S("VN0_NDR", 0x08), S("VN1_HOM", 0x10), S("VN1_SNP", 0x20),
    S("VN1_NDR", 0x40), END};
static const struct oracle_sub c_lo_ad_credits_empty[] = {S("CBO0", 0x01), S("CBO1", 0x02),
    S("CBO2", 0x04), S("CBO3", 0x08), S("CBO4", 0x10), S("CBO5", 0x20), S("CBO6", 0x40),
    S("CBO7", 0x80), END};
static const struct oracle_sub c_hi_ad_credits_empty[] = {S("CBO8", 0x01), S("CBO9", 0x02),
    S("CBO10", 0x04), S("CBO11", 0x08), S("CBO12", 0x10), S("CBO13", 0x20), S("CBO14", 0x40), END};
static const struct oracle_sub ha_r2_bl_credits_empty[] = {
    S("HA0", 0x01), S("HA1", 0x02), S("R2_NCB", 0x04), S("R2_NCS", 0x08), END};
static const struct oracle_sub vna_credits_acquired[] = {S("AD", 0x01), S("BL", 0x04), END};

static const struct oracle_event ivt_events[] = {
    CLOCK(0x01),
    ANY(0x07, "RING_AD_USED", ivt_ring_ad_used, 0),
    ANY(0x08, "RING_AK_USED", ivt_ring_ad_used, 0),
    ANY(0x09, "RING_BL_USED", ivt_ring_ad_used, 0),
    ANY(0x0a, "RING_IV_USED", ivt_ring_iv_used, 0),
    NOT_EMPTY(0x10, "RxR_CYCLES_NE", ivt_rxr_cycles_ne, 0x3, 0x13),
    ADDS(0x11, 1, "RxR_INSERTS", rxr_cycles_ne, 0x3),
    ADDS(0x12, 1, "RxR_BYPASSED", rxr_bypassed, 0x3),
    EACH(0x13, 32, "RxR_OCCUPANCY", rxr_cycles_ne, 0x1),
    ADDS(0x26, 1, "TxR_NACK_CW", txr_nack_cw, 0x3),
    ADDS(0x28, 1, "TxR_NACK_CCW", txr_nack_cw, 0x3),
    ANY(0x29, "QPI0_AD_CREDITS_EMPTY", qpi0_ad_credits_empty, 0x3),
    ANY(0x2a, "QPI1_AD_CREDITS_EMPTY", qpi0_ad_credits_empty, 0x3),
    ANY(0x2b, "C_LO_AD_CREDITS_EMPTY", c_lo_ad_credits_empty, 0x3),
    ANY(0x2c, "C_HI_AD_CREDITS_EMPTY", c_hi_ad_credits_empty, 0x3),
    ANY(0x2d, "QPI0_BL_CREDITS_EMPTY", qpi0_ad_credits_empty, 0x3),
    ANY(0x2e, "QPI1_BL_CREDITS_EMPTY", qpi0_ad_credits_empty, 0x3),
    ANY(0x2f, "HA_R2_BL_CREDITS_EMPTY", ha_r2_bl_credits_empty, 0x3),
    ADDS(0x31, 1, "VNA_CREDIT_CYCLES_OUT", NULL, 0x3),
    ADDS(0x32, 1, "VNA_CREDIT_CYCLES_USED", NULL, 0x3),
    ADDS(0x33, 4, "VNA_CREDITS_ACQUIRED", vna_credits_acquired, 0x3),
    ADDS(0x34, 1, "VNA_CREDITS_REJECT", rxr_cycles_ne, 0x3),
    ADDS(0x36, 1, "VN0_CREDITS_USED", rxr_cycles_ne, 0x3),
    ADDS(0x37, 1, "VN0_CREDITS_REJECT", rxr_cycles_ne, 0x3),
    ADDS(0x38, 1, "VN1_CREDITS_USED", rxr_cycles_ne, 0x3),
    ADDS(0x39, 1, "VN1_CREDITS_REJECT", rxr_cycles_ne, 0x3),
};

/* Events with sub-events that the list also names without one: umask 0. */
static const struct oracle_alias names[] = {{"unc_r3_vna_credits_acquired", 0x33, 1, ""},
    {"unc_r3_rxr_ad_bypassed", 0x12, 1, ""}, {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_ivt_r3qpi = {COMMON, .bits = 44, .names = names,
    KIND_HAS(registers, ivt_events, formats), .frz_alone = true};

/* ---- Haswell-EP and its successors ---- */

static const struct oracle_sub iot_backpressure[] = {S("SAT", 0x01), S("HUB", 0x02), END};
static const struct oracle_sub iot_cts_lo[] = {S("CTS0", 0x01), S("CTS1", 0x02), END};
static const struct oracle_sub iot_cts_hi[] = {S("CTS2", 0x01), S("CTS3", 0x02), END};
static const struct oracle_sub ring_sink_starved[] = {S("AK", 0x02), END};
static const struct oracle_sub hsx_c_hi_ad_credits_empty[] = {S("CBO8", 0x01), S("CBO9", 0x02),
    S("CBO10", 0x04), S("CBO11", 0x08), S("CBO12", 0x10), S("CBO13", 0x20), S("CBO14_16", 0x40),
    S("CBO_15_17", 0x80), END};
static const struct oracle_sub qpi0_bl_credits_empty[] = {
    S("VNA", 0x01), S("VN1_HOM", 0x10), S("VN1_SNP", 0x20), S("VN1_NDR", 0x40), END};
static const struct oracle_sub txr_nack[] = {S("DN_AD", 0x01), S("DN_BL", 0x02), S("DN_AK", 0x04),
    S("UP_AD", 0x08), S("UP_BL", 0x10), S("UP_AK", 0x20), END};
static const struct oracle_sub sbo0_credits_acquired[] = {S("AD", 0x01), S("BL", 0x02), END};
static const struct oracle_sub stall_no_sbo_credit[] = {
    S("SBO0_AD", 0x01), S("SBO1_AD", 0x02), S("SBO0_BL", 0x04), S("SBO1_BL", 0x08), END};

static const struct oracle_event hsx_events[] = {
    CLOCK(0x01),
    ANY(0x07, "RING_AD_USED", hsx_ring_ad_used, 0),
    ANY(0x08, "RING_AK_USED", hsx_ring_ad_used, 0),
    ANY(0x09, "RING_BL_USED", hsx_ring_ad_used, 0),
    ANY(0x0a, "RING_IV_USED", hsx_ring_iv_used, 0),
    ANY(0x0b, "IOT_BACKPRESSURE", iot_backpressure, 0),
    ANY(0x0c, "IOT_CTS_LO", iot_cts_lo, 0),
    ANY(0x0d, "IOT_CTS_HI", iot_cts_hi, 0),
    ANY(0x0e, "RING_SINK_STARVED", ring_sink_starved, 0),
    ANY(0x10, "RxR_CYCLES_NE", ivt_rxr_cycles_ne, 0x3),
    ADDS(0x11, 1, "RxR_INSERTS", rxr_cycles_ne, 0x3),
    EACH(0x13, 32, "RxR_OCCUPANCY_VN1", rxr_cycles_ne, 0x1),
    NOT_EMPTY(0x14, "RxR_CYCLES_NE_VN1", rxr_cycles_ne, 0x3, 0x13),
    ADDS(0x15, 1, "RxR_INSERTS_VN1", rxr_cycles_ne, 0x3),
    ANY(0x1f, "C_HI_AD_CREDITS_EMPTY", hsx_c_hi_ad_credits_empty, 0x3),
    ANY(0x20, "QPI0_AD_CREDITS_EMPTY", qpi0_ad_credits_empty, 0x3),
    ANY(0x21, "QPI0_BL_CREDITS_EMPTY", qpi0_bl_credits_empty, 0x3),
    ANY(0x22, "C_LO_AD_CREDITS_EMPTY", c_lo_ad_credits_empty, 0x3),
    ADDS(0x26, 1, "TxR_NACK", txr_nack, 0x3),
    ADDS(0x28, 1, "SBO0_CREDITS_ACQUIRED", sbo0_credits_acquired, 0x3),
    ADDS(0x29, 1, "SBO1_CREDITS_ACQUIRED", sbo0_credits_acquired, 0x3),
    EACH(0x2a, 32, "SBO0_CREDIT_OCCUPANCY", sbo0_credits_acquired, 0x1),
    EACH(0x2b, 32, "SBO1_CREDIT_OCCUPANCY", sbo0_credits_acquired, 0x1),
    ANY(0x2c, "STALL_NO_SBO_CREDIT", stall_no_sbo_credit, 0x3),
    ANY(0x2d, "HA_R2_BL_CREDITS_EMPTY", ha_r2_bl_credits_empty, 0x3),
    ANY(0x2e, "QPI1_AD_CREDITS_EMPTY", qpi0_bl_credits_empty, 0x3),
    ANY(0x2f, "QPI1_BL_CREDITS_EMPTY", qpi0_ad_credits_empty, 0x3),
    ADDS(0x33, 4, "VNA_CREDITS_ACQUIRED", vna_credits_acquired, 0x3),
    ADDS(0x34, 1, "VNA_CREDITS_REJECT", rxr_cycles_ne, 0x3),
    ADDS(0x36, 1, "VN0_CREDITS_USED", rxr_cycles_ne, 0x3),
    ADDS(0x37, 1, "VN0_CREDITS_REJECT", rxr_cycles_ne, 0x3),
    ADDS(0x38, 1, "VN1_CREDITS_USED", rxr_cycles_ne, 0x3),
    ADDS(0x39, 1, "VN1_CREDITS_REJECT", rxr_cycles_ne, 0x3),
};

/* Linux: 44 bits, 48 in bdx_uncore_r3qpi. */
const struct oracle_kind oracle_hsx_r3qpi = {
    COMMON, .bits = 44, KIND_HAS(registers, hsx_events, formats), .frz_alone = true};

const struct oracle_kind oracle_bdx_r3qpi = {
    COMMON, .bits = 48, KIND_HAS(registers, hsx_events, formats), .frz_alone = true};
