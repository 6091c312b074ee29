/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The common part of all products' power control units: guide, section 2.6. */
#ifndef PMULAB_ORACLE_SNBEP_KINDS_POWER_H
#define PMULAB_ORACLE_SNBEP_KINDS_POWER_H

#include "oracle/snbep/kinds/kinds.h"

/* @first: the first bit of the band in the filter. Traffic is the level of band
 * 0, which the other bands also use. */
#define BAND(code, name, max, first)                                                               \
    {                                                                                              \
        code, (first) ? 1 : (max), name, NULL, ORACLE_BAND, (first) ? 0x0b : 0, 0, 0, false, first \
    }
#define BANDS                                                                                      \
    BAND(0x0b, "FREQ_BAND0_CYCLES", 255, 0), BAND(0x0c, "FREQ_BAND1_CYCLES", 1, 8),                \
        BAND(0x0d, "FREQ_BAND2_CYCLES", 1, 16), BAND(0x0e, "FREQ_BAND3_CYCLES", 1, 24)

static const struct oracle_sub power_state_occupancy[] = {ORACLE_NUMBERED("CORES_C0", 1, 0x1),
    ORACLE_NUMBERED("CORES_C3", 2, 0x2), ORACLE_NUMBERED("CORES_C6", 3, 0x4), END};

#define POWER_KIND                                                                                 \
    .pmu = "uncore_pcu", .list = "unc_p_", .numbered = true, .general = 4, .bits = 48,             \
    .filter = UINT32_MAX,                                                                          \
    .fields = {.ev_sel = 0xff,                                                                     \
        .umask = 0xc000,                                                                           \
        .edge = UINT64_C(1) << 18,                                                                 \
        .ext = UINT64_C(1) << 21,                                                                  \
        .en = UINT64_C(1) << 22,                                                                   \
        .invert = UINT64_C(1) << 23,                                                               \
        .thresh = 0x1f000000,                                                                      \
        .occ_invert = UINT64_C(1) << 30,                                                           \
        .occ_edge = UINT64_C(1) << 31}

#endif
