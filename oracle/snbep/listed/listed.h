/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Monitors that a socket lists in tables, since Sapphire Rapids. Linux,
 * uncore_discovery.h: all have the same fields. */
#ifndef PMULAB_ORACLE_SNBEP_LISTED_LISTED_H
#define PMULAB_ORACLE_SNBEP_LISTED_LISTED_H

#include "oracle/snbep/imc_lists.h"

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

#endif
