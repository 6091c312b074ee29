/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The utility box. It does not freeze. */
#include "oracle/snbep/hsx/hsx.h"

static const struct oracle_sub filter_match[] = {
    S("ENABLE", 0x01), S("DISABLE", 0x02), S("U2C_ENABLE", 0x04), S("U2C_DISABLE", 0x08), END};
static const struct oracle_sub event_msg[] = {S("DOORBELL_RCVD", 0x08), END};
static const struct oracle_sub u2c_events[] = {S("MONITOR_T0", 0x01), S("MONITOR_T1", 0x02),
    S("LIVELOCK", 0x04), S("LTERROR", 0x08), S("CMC", 0x10), S("UMC", 0x20), S("TRAP", 0x40),
    S("OTHER", 0x80), END};
static const struct oracle_sub phold_cycles[] = {S("ASSERT_TO_ACK", 0x01), END};

static const struct oracle_event events[] = {
    CLOCK(0x00),
    ADDS(0x41, 1, "FILTER_MATCH", filter_match, 0),
    ADDS(0x42, 1, "EVENT_MSG", event_msg, 0),
    ADDS(0x43, 1, "U2C_EVENTS", u2c_events, 0),
    ADDS(0x45, 1, "PHOLD_CYCLES", phold_cycles, 0),
    ADDS(0x46, 1, "RACU_REQUESTS", NULL, 0),
};

static const struct oracle_register registers[] = {{"FIXED_CTL", 0x3, 4, ORACLE_IS_FIXED_CTL, 0},
    {"FIXED_CTR", 0x4, 8, ORACLE_IS_FIXED_CTR, 0}, {"CTL0", 0x5, 8, ORACLE_IS_CTL, 0},
    {"CTL1", 0x6, 8, ORACLE_IS_CTL, 1}, {"CTR0", 0x9, 8, ORACLE_IS_CTR, 0},
    {"CTR1", 0xa, 8, ORACLE_IS_CTR, 1}, {"FILTER", 0x7, 8, ORACLE_IS_FILTER, 0}};
#define UBOX_FORMATS                                                                                         \
    {"event", 0, 8}, {"umask", 8, 8}, {"edge", 18, 1}, {"inv", 23, 1},                                       \
    {                                                                                                        \
        "thresh", 24, 5                                                                                      \
    }
/* Linux, hswep_uncore_ubox_formats_attr, ivbep_uncore_ubox_formats_attr. */
static const struct oracle_format formats[] = {
    UBOX_FORMATS, {"filter_tid", 64, 1}, {"filter_cid", 64 + 5, 1}};
static const struct oracle_format bdx_formats[] = {UBOX_FORMATS};
/* Broadwell's list has the fixed counter. */
static const struct oracle_alias bdx_names[] = {{"unc_u_clockticks", 0x00ff, 1, ""}, {NULL, 0, 0, NULL}};

/* Linux: 44 bits, 48 in bdx_uncore_ubox. */
const struct oracle_kind oracle_hsx_ubox = {
    .pmu = "uncore_ubox",
    .list = "unc_u_",
    .general = 2,
    .bits = 44,
    .fields = {.ev_sel = 0xff,
        .umask = 0xff00,
        .edge = UINT64_C(1) << 18,
        .en = UINT64_C(1) << 22,
        .invert = UINT64_C(1) << 23,
        .thresh = 0x1f000000},
    .numbered = true,
    .fixed = true,
    .filter = 0x3f,
    KIND_HAS,
};

const struct oracle_kind oracle_bdx_ubox = {
    .pmu = "uncore_ubox",
    .list = "unc_u_",
    .general = 2,
    .bits = 48,
    .fields = {.ev_sel = 0xff,
        .umask = 0xff00,
        .edge = UINT64_C(1) << 18,
        .en = UINT64_C(1) << 22,
        .invert = UINT64_C(1) << 23,
        .thresh = 0x1f000000},
    .numbered = true,
    .fixed = true,
    .filter = 0x3f,
    .registers = registers,
    .n_registers = COUNT(registers),
    .events = events,
    .n_events = COUNT(events),
    .formats = bdx_formats,
    .n_formats = COUNT(bdx_formats),
    .names = bdx_names,
};
