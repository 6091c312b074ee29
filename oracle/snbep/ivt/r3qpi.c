/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ring stop of a QPI link. The list has half of a ring's polarities, and
 * unions with all of them; the same for R2PCIe. */
#include "oracle/snbep/ivt/ivt.h"

static const struct oracle_sub ring_ad_used[] = {S("CW_VR0_EVEN", 0x01), S("CW_VR0_ODD", 0x02),
    S("CCW_VR0_EVEN", 0x04), S("CCW_VR0_ODD", 0x08), S("CW_VR1_EVEN", 0x10), S("CW_VR1_ODD", 0x20),
    S("CCW_VR1_EVEN", 0x40), S("CCW_VR1_ODD", 0x80), S("CW", 0x33), S("CCW", 0xcc), END};
static const struct oracle_sub ring_iv_used[] = {S("CW_VR0_EVEN", 0x01), S("CW_VR0_ODD", 0x02),
    S("CCW_VR0_EVEN", 0x04), S("CCW_VR0_ODD", 0x08), S("CW_VR1_EVEN", 0x10), S("CW_VR1_ODD", 0x20),
    S("CCW_VR1_EVEN", 0x40), S("CCW_VR1_ODD", 0x80), S("CW", 0x33), S("CCW", 0xcc), S("ANY", 0xff),
    END};
static const struct oracle_sub rxr_cycles_ne[] = {
    S("HOM", 0x01), S("SNP", 0x02), S("NDR", 0x04), END};
static const struct oracle_sub rxr_inserts[] = {S("HOM", 0x01), S("SNP", 0x02), S("NDR", 0x04),
    S("DRS", 0x08), S("NCB", 0x10), S("NCS", 0x20), END};
static const struct oracle_sub rxr_bypassed[] = {S("AD", 0x01), END};
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

static const struct oracle_event events[] = {
    CLOCK(0x01),
    ANY(0x07, "RING_AD_USED", ring_ad_used, 0),
    ANY(0x08, "RING_AK_USED", ring_ad_used, 0),
    ANY(0x09, "RING_BL_USED", ring_ad_used, 0),
    ANY(0x0a, "RING_IV_USED", ring_iv_used, 0),
    NOT_EMPTY(0x10, "RxR_CYCLES_NE", rxr_cycles_ne, 0x3, 0x13),
    ADDS(0x11, 1, "RxR_INSERTS", rxr_inserts, 0x3),
    ADDS(0x12, 1, "RxR_BYPASSED", rxr_bypassed, 0x3),
    EACH(0x13, 32, "RxR_OCCUPANCY", rxr_inserts, 0x1),
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
    ADDS(0x34, 1, "VNA_CREDITS_REJECT", rxr_inserts, 0x3),
    ADDS(0x36, 1, "VN0_CREDITS_USED", rxr_inserts, 0x3),
    ADDS(0x37, 1, "VN0_CREDITS_REJECT", rxr_inserts, 0x3),
    ADDS(0x38, 1, "VN1_CREDITS_USED", rxr_inserts, 0x3),
    ADDS(0x39, 1, "VN1_CREDITS_REJECT", rxr_inserts, 0x3),
};

static const struct oracle_register registers[] = {CTR("PMON_CTR0", 0), CTR("PMON_CTR1", 1),
    CTR("PMON_CTR2", 2), CTL("PMON_CTL0", 0), CTL("PMON_CTL1", 1), CTL("PMON_CTL2", 2), BOX_CTL};
static const struct oracle_format formats[] = {FORMATS};
/* Events with sub-events that the list also names without one: umask 0. */
static const struct oracle_alias names[] = {{"unc_r3_vna_credits_acquired", 0x33, 1, ""},
    {"unc_r3_rxr_ad_bypassed", 0x12, 1, ""}, {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_ivt_r3qpi = {
    .pmu = "uncore_r3qpi",
    .list = "unc_r3_",
    .general = 3,
    .bits = 44,
    .fields = {CTL_FIELDS},
    .names = names,
    KIND_HAS,
    KIND_FREEZES,
    .frz_alone = true,
};
