/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The monitors of Skylake-SP and Cascade Lake besides the memory channels, a
 * file each. Codes, umasks and counters: Intel's event lists for the products
 * (SKX, CLX). They omit maxima: 32 is assumed for levels, otherwise 1.
 * Sub-events that are cycles of something may coincide and then add 1. Places
 * and widths: Linux, skx_uncore_*.
 */
#ifndef PMULAB_ORACLE_SNBEP_SKX_SKX_H
#define PMULAB_ORACLE_SNBEP_SKX_SKX_H

#include "oracle/snbep/kinds/kinds.h"

enum { MOST = 32 };

/* Registers in extended configuration space: counters, their controls,
 * PMON_BOX_CTL. */
#define PCI_FOUR(ctr, ctl, box_ctl)                                                                \
    {"PMON_CTR0", (ctr), 8, ORACLE_IS_CTR, 0}, {"PMON_CTR1", (ctr) + 8, 8, ORACLE_IS_CTR, 1},      \
        {"PMON_CTR2", (ctr) + 16, 8, ORACLE_IS_CTR, 2},                                            \
        {"PMON_CTR3", (ctr) + 24, 8, ORACLE_IS_CTR, 3}, {"PMON_CTL0", (ctl), 8, ORACLE_IS_CTL, 0}, \
        {"PMON_CTL1", (ctl) + 8, 8, ORACLE_IS_CTL, 1},                                             \
        {"PMON_CTL2", (ctl) + 16, 8, ORACLE_IS_CTL, 2},                                            \
        {"PMON_CTL3", (ctl) + 24, 8, ORACLE_IS_CTL, 3},                                            \
    {                                                                                              \
        "PMON_BOX_CTL", (box_ctl), 4, ORACLE_IS_BOX_CTL, 0                                         \
    }

#endif
