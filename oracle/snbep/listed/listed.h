/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Monitors that a socket lists in tables, since Sapphire Rapids. Linux,
 * uncore_discovery.h: all have the same fields. */
#ifndef PMULAB_ORACLE_SNBEP_LISTED_LISTED_H
#define PMULAB_ORACLE_SNBEP_LISTED_LISTED_H

#include "oracle/snbep/imc_lists.h"
#include "oracle/snbep/kinds/kinds.h"

/* Registers @name0 and so on with the role @role, @apart from each other. */
#define REGISTER(name, role, n, first, apart)                                                      \
    {                                                                                              \
        name #n, (first) + (apart) * (n), 8, role, n                                               \
    }
#define TWO(name, role, first, apart)                                                              \
    REGISTER(name, role, 0, first, apart), REGISTER(name, role, 1, first, apart)
#define FOUR(name, role, first, apart)                                                             \
    TWO(name, role, first, apart), REGISTER(name, role, 2, first, apart),                          \
        REGISTER(name, role, 3, first, apart)

/* GENERIC_PMON_CTL_*: no enable bit. GENERIC_PMON_BOX_CTL_*. */
#define LISTED_FIELDS                                                                              \
    .fields = {.ev_sel = 0xff,                                                                     \
        .umask = 0xff00,                                                                           \
        .edge = UINT64_C(1) << 18,                                                                 \
        .invert = UINT64_C(1) << 23,                                                               \
        .thresh = 0xff000000},                                                                     \
    .listed = true, .box_held = ORACLE_UNIT_FRZ,                                                   \
    .box_resets = ORACLE_UNIT_RST_CTRL | ORACLE_UNIT_RST_CTRS

/* Its formats: fields of eight bits are enough for these monitors. */
#define LISTED_FORMATS .formats = oracle_imc_formats, .n_formats = ORACLE_COUNT(oracle_imc_formats)

/* A kind other than memory channels, with tables @name_registers and so on. */
#define LISTED(name)                                                                               \
    .bits = 48, .frz_alone = true, KIND_HAS(name##_registers, name##_events, oracle_imc_formats),  \
    LISTED_FIELDS

#endif
