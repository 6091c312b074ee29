/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a slice of the last-level cache: 327043-001, section 2.3. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/cbo.events.h"
#include "models/snbep/boxes/cbo_filter.h"

_Static_assert(
    (int)CTR44_EVENT_COUNT == (int)CTR_EVENT_COUNT, "a counter's count is the same field");

/* 327043-001, page 34, and the tables of umasks. */
static const struct cbo_layout layout = {
    .bank = &cbo_bank,
    .filter = CBO_FILTER,
    .opc = {0, CBO_FILTER_OPC},
    .state = {0, CBO_FILTER_STATE},
    .nid = {0, CBO_FILTER_NID},
    .tid = {0, CBO_FILTER_TID},
    .most_state = 4,
    .most_nid = 7,
    .misses = 1u << 9,
};

const struct box_type cbo_type = {
    BOX_REGISTERS(cbo_bank, CBO, 4),
    .filter = CBO_FILTER,
    .kind = BOX_CBO,
    .selects = cbo_selects,
    .mark = cbo_mark,
    .layout = &layout,
    .marks = "opc=CODE, state=0 to 4 (I, S, E, M, F), nid=0 to 7, tid=0 to 31 or miss=1",
    .events = &cbo_events,
    .clock = BOX_UCLK,
    .control = &msr_control,
};
