/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The utility box. It does not freeze. */
#include "oracle/snbep/hsx/hsx.h"
#include "oracle/snbep/kinds/utility.h"

static const struct oracle_sub event_msg[] = {S("DOORBELL_RCVD", 0x08), END};

static const struct oracle_event events[] = {
    CLOCK(0x00),
    ADDS(0x41, 1, "FILTER_MATCH", filter_match, 0),
    ADDS(0x42, 1, "EVENT_MSG", event_msg, 0),
    ADDS(0x43, 1, "U2C_EVENTS", u2c_events, 0),
    ADDS(0x45, 1, "PHOLD_CYCLES", asserted, 0),
    ADDS(0x46, 1, "RACU_REQUESTS", NULL, 0),
};

static const struct oracle_register registers[] = {
    UTILITY_LATER, {"FILTER", 0x7, 8, ORACLE_IS_FILTER, 0}};
/* Linux, hswep_uncore_ubox_formats_attr, ivbep_uncore_ubox_formats_attr. */
static const struct oracle_format formats[] = {
    UTILITY_FORMATS, {"filter_tid", 64, 1}, {"filter_cid", 64 + 5, 1}};
static const struct oracle_format bdx_formats[] = {UTILITY_FORMATS};
/* Broadwell's list has the fixed counter. */
static const struct oracle_alias bdx_names[] = {
    {"unc_u_clockticks", 0x00ff, 1, ""}, {NULL, 0, 0, NULL}};

/* Linux: 44 bits, 48 in bdx_uncore_ubox. */
const struct oracle_kind oracle_hsx_ubox = {
    UTILITY_KIND,
    .bits = 44,
    .filter = 0x3f,
    KIND_HAS,
};

const struct oracle_kind oracle_bdx_ubox = {
    UTILITY_KIND,
    .bits = 48,
    .filter = 0x3f,
    .registers = registers,
    .n_registers = COUNT(registers),
    .events = events,
    .n_events = COUNT(events),
    .file = __FILE__,
    .formats = bdx_formats,
    .n_formats = COUNT(bdx_formats),
    .names = bdx_names,
};
