/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The utility box: guide, section 2.2. It does not freeze. Its control lacks
 * the extended bit that the list has for the last three events.
 */
#include "oracle/snbep/kinds/kinds.h"

static const struct oracle_sub filter_match[] = {
    S("ENABLE", 0x01), S("DISABLE", 0x02), S("U2C_ENABLE", 0x04), S("U2C_DISABLE", 0x08), END};
static const struct oracle_sub u2c_events[] = {S("MONITOR_T0", 0x01), S("MONITOR_T1", 0x02),
    S("LIVELOCK", 0x04), S("LTERROR", 0x08), S("CMC", 0x10), S("UMC", 0x20), S("TRAP", 0x40),
    S("OTHER", 0x80), END};
static const struct oracle_sub all_messages[] = {S("VLW_RCVD", 0x01), S("MSI_RCVD", 0x02),
    S("IPI_RCVD", 0x04), S("DOORBELL_RCVD", 0x08), S("INT_PRIO", 0x10), END};
static const struct oracle_sub asserted[] = {S("ASSERT_TO_ACK", 0x01), END};

/* Registers from the first one on: until Ivy Bridge-EP, and later. */
#define UTILITY_REGISTERS(fixed, ctl, ctr)                                                         \
    {"FIXED_CTL", (fixed), 4, ORACLE_IS_FIXED_CTL, 0},                                             \
        {"FIXED_CTR", (fixed) + 1, 8, ORACLE_IS_FIXED_CTR, 0},                                     \
        {"CTL0", (ctl), 8, ORACLE_IS_CTL, 0}, {"CTL1", (ctl) + 1, 8, ORACLE_IS_CTL, 1},            \
        {"CTR0", (ctr), 8, ORACLE_IS_CTR, 0},                                                      \
    {                                                                                              \
        "CTR1", (ctr) + 1, 8, ORACLE_IS_CTR, 1                                                     \
    }
#define UTILITY_FIRST UTILITY_REGISTERS(0x8, 0x10, 0x16)
#define UTILITY_LATER UTILITY_REGISTERS(0x3, 0x5, 0x9)

#define UTILITY_FORMATS                                                                            \
    {"event", 0, 8}, {"umask", 8, 8}, {"edge", 18, 1}, {"inv", 23, 1},                             \
    {                                                                                              \
        "thresh", 24, 5                                                                            \
    }

/* U_MSR_PMON_CTL: thresh 28:24. */
#define UTILITY_KIND                                                                               \
    .pmu = "uncore_ubox", .list = "unc_u_", .numbered = true, .general = 2, .fixed = true,         \
    .fields = {.ev_sel = 0xff,                                                                     \
        .umask = 0xff00,                                                                           \
        .edge = UINT64_C(1) << 18,                                                                 \
        .en = UINT64_C(1) << 22,                                                                   \
        .invert = UINT64_C(1) << 23,                                                               \
        .thresh = 0x1f000000}

static const struct oracle_sub phold_cycles[] = {
    S("ASSERT_TO_ACK", 0x01), S("ACK_TO_DEASSERT", 0x02), END};
static const struct oracle_sub racu_requests[] = {S("COUNT", 0x01), END};
static const struct oracle_sub msg_chnl_size_count[] = {S("4B", 0x01), S("8B", 0x02), END};

static const struct oracle_event snb_events[] = {
    CLOCK(0x00),
    ADDS(0x41, 1, "FILTER_MATCH", filter_match, 0),
    ADDS(0x42, 1, "EVENT_MSG", all_messages, 0),
    ADDS(0x43, 1, "U2C_EVENTS", u2c_events, 0),
    ADDS(0x44, 1, "LOCK_CYCLES", NULL, 0),
    ADDS(0x45, 1, "PHOLD_CYCLES", phold_cycles, 0),
    ADDS(0x46, 1, "RACU_REQUESTS", racu_requests, 0),
    ADDS(0x47, 1, "MSG_CHNL_SIZE_COUNT", msg_chnl_size_count, 0),
};

static const struct oracle_register registers[] = {UTILITY_FIRST};
/* Linux, snbep_uncore_ubox_formats_attr. */
static const struct oracle_format formats[] = {UTILITY_FORMATS};

const struct oracle_kind oracle_ubox = {
    UTILITY_KIND,
    .bits = 44,
    KIND_HAS(registers, snb_events, formats),
};

/* ---- Ivy Bridge-EP ---- */

static const struct oracle_event ivt_events[] = {
    CLOCK(0x00),
    ADDS(0x41, 1, "FILTER_MATCH", filter_match, 0),
    ADDS(0x42, 1, "EVENT_MSG", all_messages, 0),
    ADDS(0x43, 1, "U2C_EVENTS", u2c_events, 0),
    ADDS(0x44, 1, "LOCK_CYCLES", NULL, 0),
    ADDS(0x45, 1, "PHOLD_CYCLES", asserted, 0),
    ADDS(0x46, 1, "RACU_REQUESTS", NULL, 0),
};

const struct oracle_kind oracle_ivt_ubox = {
    UTILITY_KIND,
    .bits = 44,
    KIND_HAS(registers, ivt_events, formats),
};

/* ---- Haswell-EP and its successors ---- */

static const struct oracle_sub event_msg[] = {S("DOORBELL_RCVD", 0x08), END};

static const struct oracle_event hsx_events[] = {
    CLOCK(0x00),
    ADDS(0x41, 1, "FILTER_MATCH", filter_match, 0),
    ADDS(0x42, 1, "EVENT_MSG", event_msg, 0),
    ADDS(0x43, 1, "U2C_EVENTS", u2c_events, 0),
    ADDS(0x45, 1, "PHOLD_CYCLES", asserted, 0),
    ADDS(0x46, 1, "RACU_REQUESTS", NULL, 0),
};

static const struct oracle_register hsx_registers[] = {
    UTILITY_LATER, {"FILTER", 0x7, 8, ORACLE_IS_FILTER, 0}};
/* Linux, hswep_uncore_ubox_formats_attr, ivbep_uncore_ubox_formats_attr. */
static const struct oracle_format hsx_formats[] = {
    UTILITY_FORMATS, {"filter_tid", 64, 1}, {"filter_cid", 64 + 5, 1}};

/* Lists since Broadwell have the fixed counter. */
static const struct oracle_alias later_names[] = {
    {"unc_u_clockticks", 0x00ff, 1, ""}, {NULL, 0, 0, NULL}};

/* Linux: 44 bits, 48 in bdx_uncore_ubox. */
const struct oracle_kind oracle_hsx_ubox = {
    UTILITY_KIND,
    .bits = 44,
    .filter = 0x3f,
    KIND_HAS(hsx_registers, hsx_events, hsx_formats),
};

const struct oracle_kind oracle_bdx_ubox = {
    UTILITY_KIND,
    .bits = 48,
    .filter = 0x3f,
    KIND_HAS(hsx_registers, hsx_events, formats),
    .names = later_names,
};

/* ---- Skylake-SP and Cascade Lake ---- */

static const struct oracle_sub racu_drng[] = {
    S("PFTCH_BUF_EMPTY", 0x04), S("RDRAND", 0x01), S("RDSEED", 0x02), END};

static const struct oracle_event skx_events[] = {
    ADDS(0x42, 1, "EVENT_MSG", all_messages, 0),
    ADDS(0x44, 1, "LOCK_CYCLES", NULL, 0),
    ADDS(0x45, 1, "PHOLD_CYCLES", asserted, 0),
    ADDS(0x4c, 1, "RACU_DRNG", racu_drng, 0),
    ADDS(0x46, 1, "RACU_REQUESTS", NULL, 0),
};

static const struct oracle_register skx_registers[] = {UTILITY_LATER};

const struct oracle_kind oracle_skx_ubox = {
    UTILITY_KIND,
    .bits = 48,
    .names = later_names,
    KIND_HAS(skx_registers, skx_events, formats),
};
