/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * LDBAR, a special purpose register of each thread. IBM numbering: bit 0 is the
 * most significant. Source: the kernel's Documentation/powerpc/imc.rst.
 *
 * F(enumerator, name, first bit, last bit, access, reset, prose)
 */
#ifndef PMULAB_MODELS_POWER9_LDBAR_REGS_H
#define PMULAB_MODELS_POWER9_LDBAR_REGS_H

#include "models/reg/bank.h"

#define LDBAR_FIELDS(F)                                                                            \
    F(LDBAR_ENABLE, "enable", 0, 0, REG_RW, 0, "the thread's counts accumulate in memory")         \
    F(LDBAR_TRACE, "trace", 1, 1, REG_RW, 0,                                                       \
        "0: accumulation mode; 1: trace mode, in which Linux leaves enable at 0")                  \
    F(LDBAR_RSV_2, "rsv", 2, 3, REG_RV, 0, "reserved")                                             \
    F(LDBAR_SCOPE, "scope", 4, 6, REG_RW, 0, "PB scope")                                           \
    F(LDBAR_RSV_7, "rsv", 7, 7, REG_RV, 0, "reserved")                                             \
    F(LDBAR_ADDRESS, "address", 8, 50, REG_RW, 0,                                                  \
        "counter address: the memory's, in units of 8 KiB")                                        \
    F(LDBAR_RSV_51, "rsv", 51, 63, REG_RV, 0, "reserved")

enum ldbar_field { LDBAR_FIELDS(REG_FIELD_INDEX) };

enum cpu_reg { CPU_LDBAR, CPU_N_REGS };

#define LDBAR_SPR 850 /* its number */

/* Offsets are SPR numbers. */
extern const struct reg_bank cpu_bank;

enum ldbar_mode { LDBAR_OFF, LDBAR_ACCUMULATES, LDBAR_TRACES };

/* The mode of a thread with @ldbar while collection runs. Without memory it
 * does nothing. */
enum ldbar_mode ldbar_mode(uint64_t ldbar);

/* The physical address in @ldbar. */
uint64_t ldbar_address(uint64_t ldbar);

#endif
