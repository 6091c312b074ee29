/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a slice of the last-level cache with its home agent, of
 * Skylake-SP. */
#include "models/snbep/skx/cha.events.h"
#include "models/snbep/skx/cha_filter.h"

const struct box_type skx_cha_type = {
    CHA_TYPE(skx_cha_bank), .events = &skx_cha_events, .control = &msr_control};
