/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The common part of several products' utility boxes: guide, section 2.2. They
 * do not freeze. */
#ifndef PMULAB_ORACLE_SNBEP_KINDS_UTILITY_H
#define PMULAB_ORACLE_SNBEP_KINDS_UTILITY_H

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

#endif
