/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The registers of a slice since Skylake-SP, and its filter, two of them:
 * Linux, SKX_CHA_MSR_PMON_BOX_FILTER_*. */
#ifndef PMULAB_MODELS_SNBEP_SKX_CHA_FILTER_H
#define PMULAB_MODELS_SNBEP_SKX_CHA_FILTER_H

#include "models/snbep/box_types.h"
#include "models/snbep/boxes/cbo_filter.h"

extern const struct cbo_layout cha_layout;

/* Members of a kind's row. */
#define CHA_TYPE(bank)                                                                             \
    BOX_REGISTERS(bank, CHA_BOX, 4),                                                               \
        .frz_alone = true, .kind = BOX_CHA, .filter = CHA_BOX_FILTER0, .selects = cbo_selects,     \
        .mark = cbo_mark, .layout = &cha_layout, .clock = BOX_UCLK,                                \
        .marks = "opc=CODE, state=0 to 9, tid=0 to 511 or one of miss, remote, nm, nc, c6, isoc=1"

#endif
