/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The utility box. It does not freeze. */
#include "oracle/snbep/ivt/ivt.h"

static const struct oracle_sub filter_match[] = {
    S("ENABLE", 0x01), S("DISABLE", 0x02), S("U2C_ENABLE", 0x04), S("U2C_DISABLE", 0x08), END};
static const struct oracle_sub event_msg[] = {S("VLW_RCVD", 0x01), S("MSI_RCVD", 0x02), S("IPI_RCVD", 0x04),
    S("DOORBELL_RCVD", 0x08), S("INT_PRIO", 0x10), END};
static const struct oracle_sub u2c_events[] = {S("MONITOR_T0", 0x01), S("MONITOR_T1", 0x02),
    S("LIVELOCK", 0x04), S("LTERROR", 0x08), S("CMC", 0x10), S("UMC", 0x20), S("TRAP", 0x40),
    S("OTHER", 0x80), END};
static const struct oracle_sub phold_cycles[] = {S("ASSERT_TO_ACK", 0x01), END};

static const struct oracle_event events[] = {
    CLOCK(0x00),
    ADDS(0x41, 1, "FILTER_MATCH", filter_match, 0),
    ADDS(0x42, 1, "EVENT_MSG", event_msg, 0),
    ADDS(0x43, 1, "U2C_EVENTS", u2c_events, 0),
    ADDS(0x44, 1, "LOCK_CYCLES", NULL, 0),
    ADDS(0x45, 1, "PHOLD_CYCLES", phold_cycles, 0),
    ADDS(0x46, 1, "RACU_REQUESTS", NULL, 0),
};

static const struct oracle_register registers[] = {{"FIXED_CTL", 0x8, 4, ORACLE_IS_FIXED_CTL, 0},
    {"FIXED_CTR", 0x9, 8, ORACLE_IS_FIXED_CTR, 0}, {"CTL0", 0x10, 8, ORACLE_IS_CTL, 0},
    {"CTL1", 0x11, 8, ORACLE_IS_CTL, 1}, {"CTR0", 0x16, 8, ORACLE_IS_CTR, 0},
    {"CTR1", 0x17, 8, ORACLE_IS_CTR, 1}};
/* Linux, ivbep_uncore_ubox_formats_attr. */
static const struct oracle_format formats[] = {
    {"event", 0, 8}, {"umask", 8, 8}, {"edge", 18, 1}, {"inv", 23, 1}, {"thresh", 24, 5}};

const struct oracle_kind oracle_ivt_ubox = {
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
    KIND_HAS,
};
