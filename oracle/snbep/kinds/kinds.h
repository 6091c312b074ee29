/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For the monitors besides the memory channels, a file for a kind of all
 * products: rows of their events, and registers that several have.
 *
 * - E5-2600. Codes, umasks and counters: Intel's event list for the product
 *   (JKT, version 22). Maxima: the guide's tables of events by code. If these
 *   omit it, 32 entries of an egress queue are assumed.
 * - Ivy Bridge-EP: its list (IVT, version 24), also for the extended bit. Places,
 *   widths and filters: Linux, ivbep_uncore_*.
 * - Haswell-EP, Broadwell-EP and Broadwell-DE: Haswell-EP's list (HSX, version
 *   29), which Broadwell's repeats except for single names. Places and widths:
 *   Linux, hswep_uncore_* and bdx_uncore_*.
 * - Skylake-SP and Cascade Lake: oracle/snbep/skx/skx.h.
 *
 * Later lists omit maxima. They are the E5-2600's for events that it has;
 * otherwise 1, or the row's for levels.
 *
 * A row's last argument: the counters that can count it, a bit each; 0: all.
 */
#ifndef PMULAB_ORACLE_SNBEP_KINDS_KINDS_H
#define PMULAB_ORACLE_SNBEP_KINDS_KINDS_H

#include "oracle/perf/terms.h"
#include "oracle/snbep/manual.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))
#define S            ORACLE_SUB
#define END          ORACLE_NO_SUB

#define ROW(code, max, name, subs, rule, queue, counters)                                          \
    {                                                                                              \
        code, max, name, subs, rule, queue, 0, counters, false, 0                                  \
    }
#define CLOCK(code)                           ROW(code, 1, "CLOCKTICKS", NULL, ORACLE_CLOCK, 0, 0)
#define ADDS(code, max, name, subs, counters) ROW(code, max, name, subs, ORACLE_ADDS, 0, counters)
#define EACH(code, max, name, subs, counters) ROW(code, max, name, subs, ORACLE_EACH, 0, counters)
#define ANY(code, name, subs, counters)       ROW(code, 1, name, subs, ORACLE_ANY, 0, counters)
#define NOT_EMPTY(code, name, subs, counters, queue)                                               \
    ROW(code, 1, name, subs, ORACLE_NOT_EMPTY, queue, counters)
#define FULL(code, name, subs, counters, queue)                                                    \
    ROW(code, 1, name, subs, ORACLE_FULL, queue, counters)

/* Linux, snbep_uncore_formats_attr. */
#define FORMATS                                                                                    \
    {"event", 0, 8}, {"umask", 8, 8}, {"edge", 18, 1}, {"inv", 23, 1},                             \
    {                                                                                              \
        "thresh", 24, 8                                                                            \
    }

/* Registers in configuration space: n of a counter and of its control;
 * PMON_BOX_CTL. */
#define CTR(name, n)                                                                               \
    {                                                                                              \
        name, 0xa0 + 8 * (n), 8, ORACLE_IS_CTR, n                                                  \
    }
#define CTL(name, n)                                                                               \
    {                                                                                              \
        name, 0xd8 + 4 * (n), 4, ORACLE_IS_CTL, n                                                  \
    }
#define BOX_CTL                                                                                    \
    {                                                                                              \
        "PMON_BOX_CTL", 0xf4, 4, ORACLE_IS_BOX_CTL, 0                                              \
    }

/* Numbered registers, from the monitor's first on, of a cache slice and of the
 * power control unit. */
#define NUMBERED                                                                                   \
    {"BOX_CTL", 0x4, 4, ORACLE_IS_BOX_CTL, 0}, {"CTL0", 0x10, 8, ORACLE_IS_CTL, 0},                \
        {"CTL1", 0x11, 8, ORACLE_IS_CTL, 1}, {"CTL2", 0x12, 8, ORACLE_IS_CTL, 2},                  \
        {"CTL3", 0x13, 8, ORACLE_IS_CTL, 3}, {"FILTER", 0x14, 8, ORACLE_IS_FILTER, 0},             \
        {"CTR0", 0x16, 8, ORACLE_IS_CTR, 0}, {"CTR1", 0x17, 8, ORACLE_IS_CTR, 1},                  \
        {"CTR2", 0x18, 8, ORACLE_IS_CTR, 2},                                                       \
    {                                                                                              \
        "CTR3", 0x19, 8, ORACLE_IS_CTR, 3                                                          \
    }

/* The same since Haswell-EP, without the filter; @at: the number of counter
 * 0. */
#define NUMBERED_HSX(at)                                                                           \
    {"BOX_CTL", 0x0, 4, ORACLE_IS_BOX_CTL, 0}, {"CTL0", 0x1, 8, ORACLE_IS_CTL, 0},                 \
        {"CTL1", 0x2, 8, ORACLE_IS_CTL, 1}, {"CTL2", 0x3, 8, ORACLE_IS_CTL, 2},                    \
        {"CTL3", 0x4, 8, ORACLE_IS_CTL, 3}, {"CTR0", (at), 8, ORACLE_IS_CTR, 0},                   \
        {"CTR1", (at) + 1, 8, ORACLE_IS_CTR, 1}, {"CTR2", (at) + 2, 8, ORACLE_IS_CTR, 2},          \
    {                                                                                              \
        "CTR3", (at) + 3, 8, ORACLE_IS_CTR, 3                                                      \
    }

/* Common fields of all kinds. */
#define KIND_HAS(its_registers, its_events, its_formats)                                           \
    .registers = (its_registers), .n_registers = COUNT(its_registers), .events = (its_events),     \
    .n_events = COUNT(its_events), .file = __FILE__, .line = __LINE__, .formats = (its_formats),   \
    .n_formats = COUNT(its_formats)
#define KIND_FREEZES                                                                               \
    .box_held = ORACLE_BOX_FRZ | ORACLE_BOX_FRZ_EN,                                                \
    .box_resets = ORACLE_BOX_RST_CTRL | ORACLE_BOX_RST_CTRS

/* Fields of a control with a threshold of 8 bits. */
#define CTL_FIELDS                                                                                 \
    .ev_sel = 0xff, .umask = 0xff00, .edge = UINT64_C(1) << 18, .en = UINT64_C(1) << 22,           \
    .invert = UINT64_C(1) << 23, .thresh = 0xff000000

#endif
