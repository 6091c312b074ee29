/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a slice of the last-level cache of Ivy Bridge-EP: a filter of
 * two registers. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/cbo_filter.h"
#include "models/snbep/ivt/cbo.events.h"

static const struct cbo_layout layout = {
    CBO_SINCE_IVT,
    .bank = &ivt_cbo_bank,
    .filter = IVT_CBO_FILTER0,
    .state = {0, IVT_F0_STATE},
    .tid = {0, IVT_F0_TID},
    .link = {0, IVT_F0_LINK},
    .most_state = 5,
    .most_link = 3,
};

const struct box_type ivt_cbo_type = {
    BOX_REGISTERS(ivt_cbo_bank, IVT_CBO, 4),
    .filter = IVT_CBO_FILTER0,
    .kind = BOX_CBO,
    .selects = cbo_selects,
    .mark = cbo_mark,
    .layout = &layout,
    .marks = "opc=CODE, state=0 to 5, nid=0 to 15, link=0 to 3, tid=0 to 31 or one of miss, "
             "remote, nc, c6, "
             "isoc=1",
    .events = &ivt_cbo_events,
    .clock = BOX_UCLK,
    .control = &msr_control,
    .frz_alone = true,
};
