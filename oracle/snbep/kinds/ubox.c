/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The utility box: guide, section 2.2. It does not freeze. Its control lacks
 * the extended bit that the list has for the last three events. */
#include "oracle/snbep/kinds/utility.h"

static const struct oracle_sub phold_cycles[] = {
    S("ASSERT_TO_ACK", 0x01), S("ACK_TO_DEASSERT", 0x02), END};
static const struct oracle_sub racu_requests[] = {S("COUNT", 0x01), END};
static const struct oracle_sub msg_chnl_size_count[] = {S("4B", 0x01), S("8B", 0x02), END};

static const struct oracle_event events[] = {
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
    KIND_HAS,
};
