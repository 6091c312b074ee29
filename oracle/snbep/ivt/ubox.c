/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The utility box. It does not freeze. */
#include "oracle/snbep/ivt/ivt.h"
#include "oracle/snbep/kinds/utility.h"

static const struct oracle_event events[] = {
    CLOCK(0x00),
    ADDS(0x41, 1, "FILTER_MATCH", filter_match, 0),
    ADDS(0x42, 1, "EVENT_MSG", all_messages, 0),
    ADDS(0x43, 1, "U2C_EVENTS", u2c_events, 0),
    ADDS(0x44, 1, "LOCK_CYCLES", NULL, 0),
    ADDS(0x45, 1, "PHOLD_CYCLES", asserted, 0),
    ADDS(0x46, 1, "RACU_REQUESTS", NULL, 0),
};

static const struct oracle_register registers[] = {UTILITY_FIRST};
/* Linux, ivbep_uncore_ubox_formats_attr. */
static const struct oracle_format formats[] = {UTILITY_FORMATS};

const struct oracle_kind oracle_ivt_ubox = {
    UTILITY_KIND,
    .bits = 44,
    KIND_HAS,
};
