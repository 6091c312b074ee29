/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The counters of AMD's uncore: of each memory controller (UMC), of a node's
 * data fabric (DF), and of an L3. A block has pairs of a control (PERF_CTLn)
 * and a counter (PERF_CTRn) with neighbouring numbers. Their bits are defined
 * only here. Sources: AMD's Processor Programming Reference (PPR) for family
 * 17h model 31h (55803) and for family 19h model 11h (55901), sections "MSRs -
 * MSRC001_0xxx"; Linux, arch/x86/events/amd/uncore.c and
 * arch/x86/include/asm/perf_event.h.
 *
 * F(enumerator, name, first bit, last bit, access, reset, prose)
 */
#ifndef PMULAB_MODELS_AMD_UNCORE_REGS_H
#define PMULAB_MODELS_AMD_UNCORE_REGS_H

#include "models/reg/bank.h"

#define UMC_CTL_FIELDS(F)                                                                          \
    F(UMC_CTL_RSV_63, "rsv", 63, 32, REG_RV, 0, "reads as 0")                                      \
    F(UMC_CTL_EN, "En", 31, 31, REG_RW, 0, "the counter counts")                                   \
    F(UMC_CTL_RSV_30, "rsv", 30, 10, REG_RV, 0, "reads as 0")                                      \
    F(UMC_CTL_MASK, "RdWrMask", 9, 8, REG_RW, 0, "1: for reads; 2: for writes; 0 and 3: for both") \
    F(UMC_CTL_EVENT, "EventSelect", 7, 0, REG_RW, 0, "event")

/* A full counter stays at its last value. */
#define UMC_CTR_FIELDS(F)                                                                          \
    F(UMC_CTR_RSV_63, "rsv", 63, 49, REG_RV, 0, "reads as 0")                                      \
    F(UMC_CTR_OVERFLOW, "Overflow", 48, 48, REG_RW, 0, "an event came when Count was full")        \
    F(UMC_CTR_COUNT, "Count", 47, 0, REG_RW, 0, "stays full: it does not begin at 0 again")

/* Family 17h: ThreadMask has a bit for each of a complex's eight threads, two
 * of them for a core. */
#define L3_17H_CTL_FIELDS(F)                                                                       \
    F(L3_17H_CTL_THREADS, "ThreadMask", 63, 56, REG_RW, 0,                                         \
        "threads whose traffic counts; bit 2n: core n's first")                                    \
    F(L3_17H_CTL_RSV_55, "rsv", 55, 52, REG_RV, 0, "reads as 0")                                   \
    F(L3_17H_CTL_SLICES, "SliceMask", 51, 48, REG_RW, 0, "slices whose traffic counts")            \
    F(L3_17H_CTL_RSV_47, "rsv", 47, 23, REG_RV, 0, "reads as 0")                                   \
    F(L3_17H_CTL_EN, "Enable", 22, 22, REG_RW, 0, "the counter counts")                            \
    F(L3_17H_CTL_RSV_21, "rsv", 21, 16, REG_RV, 0, "reads as 0")                                   \
    F(L3_17H_CTL_MASK, "UnitMask", 15, 8, REG_RW, 0, "sub-events")                                 \
    F(L3_17H_CTL_EVENT, "EventSel", 7, 0, REG_RW, 0, "event")

/* From family 19h on. */
#define L3_CTL_FIELDS(F)                                                                           \
    F(L3_CTL_RSV_63, "rsv", 63, 58, REG_RV, 0, "reads as 0")                                       \
    F(L3_CTL_THREADS, "ThreadMask", 57, 56, REG_RW, 0,                                             \
        "threads of the selected cores whose traffic counts")                                      \
    F(L3_CTL_RSV_55, "rsv", 55, 51, REG_RV, 0, "reads as 0")                                       \
    F(L3_CTL_SLICE, "SliceId", 50, 48, REG_RW, 0,                                                  \
        "without EnAllSlices, the slice whose traffic counts")                                     \
    F(L3_CTL_ALL_CORES, "EnAllCores", 47, 47, REG_RW, 0, "all cores' traffic counts")              \
    F(L3_CTL_ALL_SLICES, "EnAllSlices", 46, 46, REG_RW, 0, "all slices' traffic counts")           \
    F(L3_CTL_RSV_45, "rsv", 45, 45, REG_RV, 0, "reads as 0")                                       \
    F(L3_CTL_CORE, "CoreId", 44, 42, REG_RW, 0,                                                    \
        "without EnAllCores, the core whose traffic counts")                                       \
    F(L3_CTL_RSV_41, "rsv", 41, 23, REG_RV, 0, "reads as 0")                                       \
    F(L3_CTL_EN, "Enable", 22, 22, REG_RW, 0, "the counter counts")                                \
    F(L3_CTL_RSV_21, "rsv", 21, 16, REG_RV, 0, "reads as 0")                                       \
    F(L3_CTL_MASK, "UnitMask", 15, 8, REG_RW, 0, "sub-events")                                     \
    F(L3_CTL_EVENT, "EventSel", 7, 0, REG_RW, 0, "event")

/* For a data fabric, without PerfMonV2 and, below, with it. */
#define DF_17H_CTL_FIELDS(F)                                                                       \
    F(DF_17H_CTL_RSV_63, "rsv", 63, 61, REG_RV, 0, "reads as 0")                                   \
    F(DF_17H_CTL_EVENT_TOP, "EventSelectTop", 60, 59, REG_RW, 0, "event, bits 13:12")              \
    F(DF_17H_CTL_RSV_58, "rsv", 58, 36, REG_RV, 0, "reads as 0")                                   \
    F(DF_17H_CTL_EVENT_HI, "EventSelectHi", 35, 32, REG_RW, 0, "event, bits 11:8")                 \
    F(DF_17H_CTL_RSV_31, "rsv", 31, 23, REG_RV, 0, "reads as 0")                                   \
    F(DF_17H_CTL_EN, "En", 22, 22, REG_RW, 0, "the counter counts")                                \
    F(DF_17H_CTL_RSV_21, "rsv", 21, 16, REG_RV, 0, "reads as 0")                                   \
    F(DF_17H_CTL_MASK, "UnitMask", 15, 8, REG_RW, 0, "which traffic of the unit")                  \
    F(DF_17H_CTL_EVENT, "EventSelect", 7, 0, REG_RW, 0, "event, bits 7:0: a unit of the fabric")

#define DF_CTL_FIELDS(F)                                                                           \
    F(DF_CTL_RSV_63, "rsv", 63, 38, REG_RV, 0, "reads as 0")                                       \
    F(DF_CTL_EVENT_HI, "EventSelectHi", 37, 32, REG_RW, 0, "event, bits 13:8")                     \
    F(DF_CTL_RSV_31, "rsv", 31, 28, REG_RV, 0, "reads as 0")                                       \
    F(DF_CTL_MASK_HI, "UnitMaskHi", 27, 24, REG_RW, 0, "bits 11:8 of UnitMask")                    \
    F(DF_CTL_RSV_23, "rsv", 23, 23, REG_RV, 0, "reads as 0")                                       \
    F(DF_CTL_EN, "En", 22, 22, REG_RW, 0, "the counter counts")                                    \
    F(DF_CTL_RSV_21, "rsv", 21, 16, REG_RV, 0, "reads as 0")                                       \
    F(DF_CTL_MASK, "UnitMask", 15, 8, REG_RW, 0, "which traffic of the unit, bits 7:0")            \
    F(DF_CTL_EVENT, "EventSelect", 7, 0, REG_RW, 0, "event, bits 7:0: a unit of the fabric")

/* For an L3 and a data fabric. */
#define WRAPPING_CTR_FIELDS(F)                                                                     \
    F(WRAPPING_CTR_RSV_63, "rsv", 63, 48, REG_RV, 0, "reads as 0")                                 \
    F(WRAPPING_CTR_COUNT, "Count", 47, 0, REG_RW, 0, "begins at 0 again when it is full")

enum umc_ctl_field { UMC_CTL_FIELDS(REG_FIELD_INDEX) };
enum umc_ctr_field { UMC_CTR_FIELDS(REG_FIELD_INDEX) };
enum l3_17h_ctl_field { L3_17H_CTL_FIELDS(REG_FIELD_INDEX) };
enum l3_ctl_field { L3_CTL_FIELDS(REG_FIELD_INDEX) };
enum df_17h_ctl_field { DF_17H_CTL_FIELDS(REG_FIELD_INDEX) };
enum df_ctl_field { DF_CTL_FIELDS(REG_FIELD_INDEX) };
enum wrapping_ctr_field { WRAPPING_CTR_FIELDS(REG_FIELD_INDEX) };

#define AMD_UNCORE_MAX_COUNTERS 16 /* in one block */

/* Indices of a bank's registers and a block's held values: counter i's control
 * and its count. */
#define AMD_UNCORE_CTL(i) (2 * (i))
#define AMD_UNCORE_CTR(i) (2 * (i) + 1)
#define AMD_UNCORE_N_REGS (2 * AMD_UNCORE_MAX_COUNTERS)

#define UMC_COUNTERS 4
#define L3_COUNTERS  6

#define DF_17H_COUNTERS 4
#define DF_COUNTERS     16

/* l3_bank and df_bank: from Zen4 on. Zen3's L3 has the same bits, but counts
 * other events. */
extern const struct reg_bank umc_bank, l3_zen1_bank, l3_zen3_bank, l3_bank, df_zen1_bank, df_bank;

#endif
