/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The registers of AMD's core PMU: four counters of family 10h, six from family
 * 15h on with separate numbers (the first four also have the old ones), and the
 * global registers of version 2, from Zen4 on. Sources: AMD64 Architecture
 * Programmer's Manual volume 2 (24593) section 13.2; Linux, asm/perf_event.h
 * and asm/msr-index.h. With SVM off, a counter for only guests or only hosts
 * does not count. The source is a comment of Linux (arch/x86/events/amd/core.c,
 * amd_pmu_disable_virt()); no capture shows it yet.
 *
 * F(enumerator, name, first bit, last bit, access, reset, prose)
 */
#ifndef PMULAB_MODELS_X86_AMD_CORE_REGS_H
#define PMULAB_MODELS_X86_AMD_CORE_REGS_H

#include "models/reg/bank.h"

#define AMD_CORE_COUNTERS 6
#define AMD_CORE_OLD      4 /* counters of family 10h */

#define AMD_CTL_FIELDS(F)                                                                          \
    F(AMD_CTL_RSV_63, "rsv", 63, 42, REG_RV, 0, "reads as 0")                                      \
    F(AMD_CTL_HOST, "HostOnly", 41, 41, REG_RW, 0,                                                 \
        "alone: counts hosts of virtual machines, and SVM is off; with GuestOnly: counts")         \
    F(AMD_CTL_GUEST, "GuestOnly", 40, 40, REG_RW, 0,                                               \
        "alone: counts virtual machines, which do not exist here")                                 \
    F(AMD_CTL_RSV_39, "rsv", 39, 36, REG_RV, 0, "reads as 0")                                      \
    F(AMD_CTL_EVENT_HIGH, "EventSelectHi", 35, 32, REG_RW, 0, "the event's bits 11:8")             \
    F(AMD_CTL_CMASK, "CntMask", 31, 24, REG_RW, 0,                                                 \
        "not 0: counts cycles with at least as many events")                                       \
    F(AMD_CTL_INV, "Inv", 23, 23, REG_RW, 0, "with CntMask: counts the other cycles")              \
    F(AMD_CTL_EN, "En", 22, 22, REG_RW, 0, "the counter counts")                                   \
    F(AMD_CTL_RSV_21, "rsv", 21, 21, REG_RV, 0, "reads as 0")                                      \
    F(AMD_CTL_INT, "Int", 20, 20, REG_RW, 0, "an overflow interrupts through LVTPC")               \
    F(AMD_CTL_RSV_19, "rsv", 19, 19, REG_RV, 0, "reads as 0")                                      \
    F(AMD_CTL_EDGE, "Edge", 18, 18, REG_RW, 0, "counts only the first of neighbouring cycles")     \
    F(AMD_CTL_OS, "OsMode", 17, 17, REG_RW, 0, "counts at privilege level 0")                      \
    F(AMD_CTL_USR, "UsrMode", 16, 16, REG_RW, 0, "counts at other privilege levels")               \
    F(AMD_CTL_UMASK, "UnitMask", 15, 8, REG_RW, 0, "which parts of the event count")               \
    F(AMD_CTL_EVENT, "EventSelect", 7, 0, REG_RW, 0, "the event's bits 7:0")

#define AMD_CTR_FIELDS(F)                                                                          \
    F(AMD_CTR_RSV_63, "rsv", 63, 48, REG_RV, 0, "reads as 0")                                      \
    F(AMD_CTR_COUNT, "CTR", 47, 0, REG_RW, 0, "count")

#define AMD_GLOBAL_CTL_FIELDS(F)                                                                   \
    F(AMD_GLOBAL_RSV, "rsv", 63, 6, REG_RV, 0, "reads as 0")                                       \
    F(AMD_GLOBAL_CTRS, "Cntr", 5, 0, REG_RW, 0x3f, "a bit for each counter: it may count")

/* The bits of PerfCntrGlobalStatus, and of the registers that clear and set it.
 * Linux clears LBRSF on each CPU that it starts, whether CPUID has branch
 * records or not (arch/x86/events/amd/core.c, amd_pmu_cpu_reset()). */
#define AMD_STATUS_BITS(F, p, access, text)                                                        \
    F(p##_RSV_63, "rsv", 63, 60, REG_RV, 0, "reads as 0")                                          \
    F(p##_PMCF, "PMCF", 59, 59, access, 0, "the counters are frozen; here never")                  \
    F(p##_LBRSF, "LBRSF", 58, 58, access, 0,                                                       \
        "the branch records are frozen: FrzLBRsOnPMI; without branch records, always 0")           \
    F(p##_RSV_57, "rsv", 57, 6, REG_RV, 0, "reads as 0")                                           \
    F(p##_CTRS, "Cntr", 5, 0, access, 0, text)
#define AMD_GLOBAL_STATUS_FIELDS(F)                                                                \
    AMD_STATUS_BITS(F, AMD_STATUS, REG_RO, "a bit for each counter: it has overflowed")
#define AMD_GLOBAL_CLR_FIELDS(F)                                                                   \
    AMD_STATUS_BITS(F, AMD_CLR, REG_ACTION, "1 clears the counter's status")
#define AMD_GLOBAL_SET_FIELDS(F)                                                                   \
    AMD_STATUS_BITS(F, AMD_SET, REG_ACTION, "1 sets the counter's status; raises nothing")

/* Linux writes IRPerfEn if CPUID has the counter (arch/x86/kernel/cpu/amd.c). */
#define AMD_HWCR_FIELDS(F)                                                                         \
    F(AMD_HWCR_RSV_63, "rsv", 63, 31, REG_RV, 0, "reads as 0")                                     \
    F(AMD_HWCR_IRPERFEN, "IRPerfEn", 30, 30, REG_RW, 0, "IRPERF counts")                           \
    F(AMD_HWCR_HELD_29, "held_29", 29, 25, REG_RW, 0, "held, without effect")                      \
    F(AMD_HWCR_TSCFREQSEL, "TscFreqSel", 24, 24, REG_RO, 1, "the TSC has the frequency of P0")     \
    F(AMD_HWCR_HELD_23, "held_23", 23, 0, REG_RW, 0, "held, without effect")
#define AMD_FREE_FIELDS(F) F(AMD_FREE_COUNT, "count", 63, 0, REG_RW, 0, "count")
#define AMD_FREE_COPY_FIELDS(F)                                                                    \
    F(AMD_FREE_COPY, "count", 63, 0, REG_RO, 0, "the count of the register without RO")

enum amd_hwcr_field { AMD_HWCR_FIELDS(REG_FIELD_INDEX) };
enum amd_ctl_field { AMD_CTL_FIELDS(REG_FIELD_INDEX) };
enum amd_ctr_field { AMD_CTR_FIELDS(REG_FIELD_INDEX) };
enum amd_status_field { AMD_GLOBAL_STATUS_FIELDS(REG_FIELD_INDEX) };
enum amd_global_field { AMD_GLOBAL_CTL_FIELDS(REG_FIELD_INDEX) };
enum amd_clr_field { AMD_GLOBAL_CLR_FIELDS(REG_FIELD_INDEX) };
enum amd_set_field { AMD_GLOBAL_SET_FIELDS(REG_FIELD_INDEX) };

/* Indices of the banks' registers. Families without the later registers end
 * before them. */
enum amd_core_reg {
    AMD_OLD_CTL0, /* C001_0000: the same register as AMD_CTL0, and so on */
    AMD_OLD_CTR0 = AMD_OLD_CTL0 + AMD_CORE_OLD,
    AMD_N_OLD_REGS = AMD_OLD_CTR0 + AMD_CORE_OLD,
    AMD_MPERF = AMD_N_OLD_REGS, /* these six only if free_running is set */
    AMD_APERF,
    AMD_MPERF_RO,
    AMD_APERF_RO,
    AMD_IRPERF,
    AMD_HWCR,
    /* C001_0200: control and count of counter n are n * 2 and n * 2 + 1 on */
    AMD_CTL0,
    AMD_N_EXTENDED_REGS = AMD_CTL0 + 2 * AMD_CORE_COUNTERS,
    AMD_GLOBAL_STATUS = AMD_N_EXTENDED_REGS,
    AMD_GLOBAL_CTL,
    AMD_GLOBAL_CLR,
    AMD_GLOBAL_SET,
    AMD_N_REGS,
};

enum amd_core_level { AMD_CORE_10H, AMD_CORE_EXTENDED, AMD_CORE_V2, AMD_N_CORE_LEVELS };

/* "core-fam10h", "core-zen1" (to Zen3), "core" (from Zen4 on). */
extern const struct reg_bank amd_core_banks[AMD_N_CORE_LEVELS];

#endif
