/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a slice of the last-level cache with its home agent, of
 * Cascade Lake, which has persistent memory. */
#include "models/snbep/skx/cha_filter.h"
#include "models/snbep/skx/clx_cha.events.h"

const struct box_type clx_cha_type = {
    CHA_TYPE(clx_cha_bank), .events = &clx_cha_events, .control = &msr_control};
