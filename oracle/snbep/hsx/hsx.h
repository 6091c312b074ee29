/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The monitors of Haswell-EP, Broadwell-EP and Broadwell-DE besides the memory
 * channels, a file each. Codes, umasks, counters and the extended bit: Intel's
 * event list for Haswell-EP (HSX, version 29). Broadwell's list repeats it
 * except for single names. The list omits maxima. They are the E5-2600's for
 * events that it has; otherwise 1, or the row's for levels. Places and widths:
 * Linux, hswep_uncore_* and bdx_uncore_*.
 */
#ifndef PMULAB_ORACLE_SNBEP_HSX_HSX_H
#define PMULAB_ORACLE_SNBEP_HSX_HSX_H

#include "oracle/snbep/kinds/kinds.h"

/* Numbered registers, from the monitor's first on; @at: the number of counter
 * 0. */
#define NUMBERED_HSX(at)                                                                           \
    {"BOX_CTL", 0x0, 4, ORACLE_IS_BOX_CTL, 0}, {"CTL0", 0x1, 8, ORACLE_IS_CTL, 0},                 \
        {"CTL1", 0x2, 8, ORACLE_IS_CTL, 1}, {"CTL2", 0x3, 8, ORACLE_IS_CTL, 2},                    \
        {"CTL3", 0x4, 8, ORACLE_IS_CTL, 3}, {"CTR0", (at), 8, ORACLE_IS_CTR, 0},                   \
        {"CTR1", (at) + 1, 8, ORACLE_IS_CTR, 1}, {"CTR2", (at) + 2, 8, ORACLE_IS_CTR, 2},          \
    {                                                                                              \
        "CTR3", (at) + 3, 8, ORACLE_IS_CTR, 3                                                      \
    }

#endif
