/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a slice of the last-level cache since Haswell-EP: a filter of
 * two registers. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/cbo_filter.h"
#include "models/snbep/hsx/cbo.events.h"

static const struct cbo_layout layout = {
    CBO_SINCE_IVT,
    .bank = &hsx_cbo_bank,
    .filter = HSX_CBO_FILTER0,
    .state = {0, HSX_F0_STATE},
    .tid = {0, HSX_F0_TID},
    .most_state = 6,
    .targets = true,
};

const struct box_type hsx_cbo_type = {
    BOX_REGISTERS(hsx_cbo_bank, HSX_CBO, 4),
    .frz_alone = true,
    .kind = BOX_CBO,
    .filter = HSX_CBO_FILTER0,
    .selects = cbo_selects,
    .mark = cbo_mark,
    .layout = &layout,
    .marks =
        "opc=CODE, state=0 to 6, nid=0 to 15, tid=0 to 63 or one of miss, remote, nc, c6, isoc=1",
    .events = &hsx_cbo_events,
    .clock = BOX_UCLK,
    .control = &msr_control,
};
