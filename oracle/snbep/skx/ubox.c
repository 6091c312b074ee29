/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The utility box. It does not freeze. */
#include "oracle/snbep/kinds/utility.h"
#include "oracle/snbep/skx/skx.h"

static const struct oracle_sub racu_drng[] = {
    S("PFTCH_BUF_EMPTY", 0x04), S("RDRAND", 0x01), S("RDSEED", 0x02), END};

static const struct oracle_event events[] = {
    ADDS(0x42, 1, "EVENT_MSG", all_messages, 0),
    ADDS(0x44, 1, "LOCK_CYCLES", NULL, 0),
    ADDS(0x45, 1, "PHOLD_CYCLES", asserted, 0),
    ADDS(0x4c, 1, "RACU_DRNG", racu_drng, 0),
    ADDS(0x46, 1, "RACU_REQUESTS", NULL, 0),
};

static const struct oracle_register registers[] = {UTILITY_LATER};
/* Linux, ivbep_uncore_ubox_formats_attr. */
static const struct oracle_format formats[] = {UTILITY_FORMATS};
/* The list has the fixed counter. */
static const struct oracle_alias names[] = {
    {"unc_u_clockticks", 0x00ff, 1, ""}, {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_skx_ubox = {
    UTILITY_KIND,
    .bits = 48,
    .names = names,
    KIND_HAS,
};
