/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The utility box. It does not freeze. */
#include "oracle/snbep/skx/skx.h"

static const struct oracle_sub event_msg[] = {S("DOORBELL_RCVD", 0x08), S("INT_PRIO", 0x10),
    S("IPI_RCVD", 0x04), S("MSI_RCVD", 0x02), S("VLW_RCVD", 0x01), END};
static const struct oracle_sub phold_cycles[] = {S("ASSERT_TO_ACK", 0x01), END};
static const struct oracle_sub racu_drng[] = {
    S("PFTCH_BUF_EMPTY", 0x04), S("RDRAND", 0x01), S("RDSEED", 0x02), END};

static const struct oracle_event events[] = {
    ADDS(0x42, 1, "EVENT_MSG", event_msg, 0),
    ADDS(0x44, 1, "LOCK_CYCLES", NULL, 0),
    ADDS(0x45, 1, "PHOLD_CYCLES", phold_cycles, 0),
    ADDS(0x4c, 1, "RACU_DRNG", racu_drng, 0),
    ADDS(0x46, 1, "RACU_REQUESTS", NULL, 0),
};

static const struct oracle_register registers[] = {{"FIXED_CTL", 0x3, 4, ORACLE_IS_FIXED_CTL, 0},
    {"FIXED_CTR", 0x4, 8, ORACLE_IS_FIXED_CTR, 0}, {"CTL0", 0x5, 8, ORACLE_IS_CTL, 0},
    {"CTL1", 0x6, 8, ORACLE_IS_CTL, 1}, {"CTR0", 0x9, 8, ORACLE_IS_CTR, 0},
    {"CTR1", 0xa, 8, ORACLE_IS_CTR, 1}};
/* Linux, ivbep_uncore_ubox_formats_attr. */
static const struct oracle_format formats[] = {
    {"event", 0, 8}, {"umask", 8, 8}, {"edge", 18, 1}, {"inv", 23, 1}, {"thresh", 24, 5}};
/* The list has the fixed counter. */
static const struct oracle_alias names[] = {{"unc_u_clockticks", 0x00ff, 1, ""}, {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_skx_ubox = {
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
    .names = names,
    KIND_HAS,
};
