/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The counters of AMD's uncore: of each memory controller (UMC), of a node's data fabric (DF), and of an L3.
 * A block has pairs of a control (PERF_CTLn) and a counter (PERF_CTRn) with neighbouring numbers. Their bits
 * are defined only here. Sources: AMD's Processor Programming Reference (PPR) for family 17h model 31h
 * (55803) and for family 19h model 11h (55901), sections "MSRs - MSRC001_0xxx"; Linux,
 * arch/x86/events/amd/uncore.c and arch/x86/include/asm/perf_event.h.
 *
 * F(enumerator, name, first bit, last bit, access, reset, prose)
 */
#ifndef PMULAB_MODELS_AMD_UNCORE_REGS_H
#define PMULAB_MODELS_AMD_UNCORE_REGS_H

#include "models/reg/bank.h"

#define UMC_CTL_FIELDS(F)                                                                                    \
    F(UMC_CTL_RSV_63, "rsv", 63, 32, REG_RV, 0, "reads as 0")                                                \
    F(UMC_CTL_EN, "En", 31, 31, REG_RW, 0, "the counter counts")                                             \
    F(UMC_CTL_RSV_30, "rsv", 30, 10, REG_RV, 0, "reads as 0")                                                \
    F(UMC_CTL_MASK, "RdWrMask", 9, 8, REG_RW, 0, "1: for reads; 2: for writes; 0 and 3: for both")           \
    F(UMC_CTL_EVENT, "EventSelect", 7, 0, REG_RW, 0, "event")

/* It stays at its last value when it is full. */
#define UMC_CTR_FIELDS(F)                                                                                    \
    F(UMC_CTR_RSV_63, "rsv", 63, 49, REG_RV, 0, "reads as 0")                                                \
    F(UMC_CTR_OVERFLOW, "Overflow", 48, 48, REG_RW, 0, "an event came when Count was full")                  \
    F(UMC_CTR_COUNT, "Count", 47, 0, REG_RW, 0, "stays full: it does not begin at 0 again")

enum umc_ctl_field { UMC_CTL_FIELDS(REG_FIELD_INDEX) };
enum umc_ctr_field { UMC_CTR_FIELDS(REG_FIELD_INDEX) };

#define AMD_UNCORE_MAX_COUNTERS 16 /* of one block */

/* Indices of a bank's registers and a block's held values: counter i's control and its count. */
#define AMD_UNCORE_CTL(i) (2 * (i))
#define AMD_UNCORE_CTR(i) (2 * (i) + 1)
#define AMD_UNCORE_N_REGS (2 * AMD_UNCORE_MAX_COUNTERS)

#define UMC_COUNTERS 4

extern const struct reg_bank umc_bank;

#endif
