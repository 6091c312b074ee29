/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The registers of Intel's architectural performance monitoring, version 3:
 * four general counters and three fixed ones. Also Sandy Bridge's registers
 * that select the responses that events count. Source: Intel SDM volume 3,
 * sections 20.2.1 to 20.2.4, and volume 4, table 2-2.
 *
 * F(enumerator, name, first bit, last bit, access, reset, prose)
 */
#ifndef PMULAB_MODELS_X86_INTEL_CORE_REGS_H
#define PMULAB_MODELS_X86_INTEL_CORE_REGS_H

#include "models/reg/bank.h"

#define INTEL_CORE_GENERAL 4
#define INTEL_CORE_FIXED   3

#define INTEL_CORE_RESPONSES 2 /* events of responses, with a register each */

#define INTEL_SEL_FIELDS(F)                                                                        \
    F(INTEL_SEL_RSV_63, "rsv", 63, 32, REG_RV, 0, "reads as 0")                                    \
    F(INTEL_SEL_CMASK, "CMASK", 31, 24, REG_RW, 0,                                                 \
        "not 0: counts cycles with at least as many events")                                       \
    F(INTEL_SEL_INV, "INV", 23, 23, REG_RW, 0, "with CMASK: counts the other cycles")              \
    F(INTEL_SEL_EN, "EN", 22, 22, REG_RW, 0,                                                       \
        "the counter counts, if IA32_PERF_GLOBAL_CTRL allows")                                     \
    F(INTEL_SEL_ANY, "ANY", 21, 21, REG_RW, 0, "held, without effect: a core has one thread")      \
    F(INTEL_SEL_INT, "INT", 20, 20, REG_RW, 0, "an overflow interrupts through LVTPC")             \
    F(INTEL_SEL_PC, "PC", 19, 19, REG_RW, 0, "held, without effect: no pin")                       \
    F(INTEL_SEL_EDGE, "E", 18, 18, REG_RW, 0, "counts only the first of neighbouring cycles")      \
    F(INTEL_SEL_OS, "OS", 17, 17, REG_RW, 0, "counts at privilege level 0")                        \
    F(INTEL_SEL_USR, "USR", 16, 16, REG_RW, 0, "counts at other privilege levels")                 \
    F(INTEL_SEL_UMASK, "UMASK", 15, 8, REG_RW, 0, "which part of the event counts")                \
    F(INTEL_SEL_EVENT, "EVENT", 7, 0, REG_RW, 0, "event")

#define INTEL_CTR_FIELDS(F)                                                                        \
    F(INTEL_CTR_RSV_63, "rsv", 63, 48, REG_RV, 0, "reads as 0")                                    \
    F(INTEL_CTR_COUNT, "count", 47, 0, REG_RW, 0, "count")

#define INTEL_FIXED_CTRL_OF(F, n, high)                                                            \
    F(INTEL_FIXED_PMI##n, "EN" #n "_PMI", high, high, REG_RW, 0,                                   \
        "overflow interrupts through LVTPC")                                                       \
    F(INTEL_FIXED_ANY##n, "AnyThread" #n, high - 1, high - 1, REG_RW, 0, "held, without effect")   \
    F(INTEL_FIXED_EN##n, "EN" #n, high - 2, high - 3, REG_RW, 0,                                   \
        "counts at privilege level 0 (bit 0 of the field), at other levels (bit 1)")
#define INTEL_FIXED_CTRL_FIELDS(F)                                                                 \
    F(INTEL_FIXED_RSV_63, "rsv", 63, 12, REG_RV, 0, "reads as 0")                                  \
    INTEL_FIXED_CTRL_OF(F, 2, 11)                                                                  \
    INTEL_FIXED_CTRL_OF(F, 1, 7)                                                                   \
    INTEL_FIXED_CTRL_OF(F, 0, 3)

/* One bit for each counter. */
#define INTEL_COUNTERS(F, p, access, general, text)                                                \
    F(p##_RSV_61, "rsv", 61, 35, REG_RV, 0, "reads as 0")                                          \
    F(p##_FIXED, "FIXED_CTR", 34, 32, access, 0, text)                                             \
    F(p##_RSV_31, "rsv", 31, 4, REG_RV, 0, "reads as 0")                                           \
    F(p##_PMC, "PMC", 3, 0, access, general, text)
#define INTEL_GLOBAL_STATUS_FIELDS(F)                                                              \
    F(INTEL_STATUS_COND, "CondChgd", 63, 63, REG_RO, 0, "0: the PMU has no other user")            \
    F(INTEL_STATUS_BUFFER, "OvfDSBuffer", 62, 62, REG_RO, 0, "0: no debug store")                  \
    INTEL_COUNTERS(F, INTEL_STATUS, REG_RO, 0, "a bit for each counter: it has overflowed")
#define INTEL_GLOBAL_CTRL_FIELDS(F)                                                                \
    F(INTEL_GLOBAL_RSV_63, "rsv", 63, 62, REG_RV, 0, "reads as 0")                                 \
    INTEL_COUNTERS(F, INTEL_GLOBAL, REG_RW, 0xf, "a bit for each counter: it may count")
#define INTEL_GLOBAL_OVF_FIELDS(F)                                                                 \
    F(INTEL_OVF_COND, "ClrCondChgd", 63, 63, REG_ACTION, 0, "clears CondChgd")                     \
    F(INTEL_OVF_BUFFER, "ClrOvfDSBuffer", 62, 62, REG_ACTION, 0, "clears OvfDSBuffer")             \
    INTEL_COUNTERS(F, INTEL_OVF, REG_ACTION, 0, "1 clears the counter's status")

/* SDM volume 3, section 20.3.4.5: "Off-core Response Performance Monitoring in
 * the Processor Core" of Sandy Bridge; DRAM of other sockets as in the E5
 * family. There are no prefetchers, no separate write-backs of the core, and no
 * streams, so such requests never occur. */
#define INTEL_RSP_FIELDS(F)                                                                        \
    F(INTEL_RSP_RSV_63, "rsv", 63, 38, REG_RV, 0, "reads as 0")                                    \
    F(INTEL_RSP_NON_DRAM, "NON_DRAM", 37, 37, REG_RW, 0, "a device answered")                      \
    F(INTEL_RSP_SNOOP, "SNOOP", 36, 31, REG_RW, 0,                                                 \
        "answers of snoops: with all at 0 no supplier counts; they are not told apart")            \
    F(INTEL_RSP_REMOTE, "REMOTE", 30, 23, REG_RW, 0, "another socket answered")                    \
    F(INTEL_RSP_LOCAL, "LOCAL", 22, 22, REG_RW, 0, "DRAM answered")                                \
    F(INTEL_RSP_LLC, "LLC_HIT", 21, 18, REG_RW, 0,                                                 \
        "the last-level cache answered: states F, S, E, M, which are not told apart")              \
    F(INTEL_RSP_NO_SUPP, "NO_SUPP", 17, 17, REG_RW, 0,                                             \
        "nothing is known of the supplier: never here")                                            \
    F(INTEL_RSP_ANY, "ANY", 16, 16, REG_RW, 0, "any response: other bits need not be set")         \
    F(INTEL_RSP_OTHER, "OTHER", 15, 15, REG_RW, 0, "I/O and the like: never here")                 \
    F(INTEL_RSP_RSV_14, "rsv", 14, 12, REG_RV, 0, "reads as 0")                                    \
    F(INTEL_RSP_UNMADE, "PF_STRM_LOCK", 11, 4, REG_RW, 0,                                          \
        "prefetches, bus locks and streaming stores: such requests are never made here")           \
    F(INTEL_RSP_WB, "WB", 3, 3, REG_RW, 0, "write-backs: never here")                              \
    F(INTEL_RSP_IFETCH, "DMND_IFETCH", 2, 2, REG_RW, 0, "fetches of instructions")                 \
    F(INTEL_RSP_RFO, "DMND_RFO", 1, 1, REG_RW, 0, "reads for ownership: stores")                   \
    F(INTEL_RSP_DATA_RD, "DMND_DATA_RD", 0, 0, REG_RW, 0, "reads of data")

enum intel_rsp_field { INTEL_RSP_FIELDS(REG_FIELD_INDEX) };
enum intel_sel_field { INTEL_SEL_FIELDS(REG_FIELD_INDEX) };
enum intel_ctr_field { INTEL_CTR_FIELDS(REG_FIELD_INDEX) };
enum intel_fixed_ctrl_field { INTEL_FIXED_CTRL_FIELDS(REG_FIELD_INDEX) };
enum intel_status_field { INTEL_GLOBAL_STATUS_FIELDS(REG_FIELD_INDEX) };
enum intel_global_field { INTEL_GLOBAL_CTRL_FIELDS(REG_FIELD_INDEX) };
enum intel_ovf_field { INTEL_GLOBAL_OVF_FIELDS(REG_FIELD_INDEX) };

enum intel_core_reg {
    INTEL_PMC0,
    INTEL_SEL0 = INTEL_PMC0 + INTEL_CORE_GENERAL,
    INTEL_FIXED0 = INTEL_SEL0 + INTEL_CORE_GENERAL,
    INTEL_FIXED_CTRL = INTEL_FIXED0 + INTEL_CORE_FIXED,
    INTEL_GLOBAL_STATUS,
    INTEL_GLOBAL_CTRL,
    INTEL_GLOBAL_OVF,
    INTEL_RSP0, /* for OFFCORE_RESPONSE_0; the next is for _1 */
    INTEL_N_REGS = INTEL_RSP0 + INTEL_CORE_RESPONSES,
};

extern const struct reg_bank intel_core_bank; /* "core" */

#endif
