/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sub-events of memory channels. */
#include "oracle/snbep/imc_lists.h"

#define S   ORACLE_SUB
#define N   ORACLE_NUMBERED
#define END ORACLE_NO_SUB

#define CAS                                                                                        \
    S("RD_REG", 1), S("RD_UNDERFILL", 2), S("RD", 3), S("WR_WMM", 4), S("WR_RMM", 8),              \
        S("WR", 0xc), S("ALL", 0xf)
#define CAS_LATER CAS, S("RD_WMM", 0x10), S("RD_RMM", 0x20)

const struct oracle_sub oracle_cas[] = {CAS, END};
const struct oracle_sub oracle_cas_later[] = {CAS_LATER, END};
const struct oracle_sub oracle_cas_skx[] = {
    CAS_LATER, S("RD_ISOCH", 0x40), S("WR_ISOCH", 0x80), END};
const struct oracle_sub oracle_refresh[] = {S("PANIC", 2), S("HIGH", 4), END};
const struct oracle_sub oracle_modes[] = {
    S("READ", 1), S("WRITE", 2), S("PARTIAL", 4), S("ISOCH", 8), END};
const struct oracle_sub oracle_preemption[] = {S("RD_PREEMPT_RD", 1), S("RD_PREEMPT_WR", 2), END};
const struct oracle_sub oracle_ranks[] = {S("RANK0", 1), S("RANK1", 2), S("RANK2", 4),
    S("RANK3", 8), S("RANK4", 0x10), S("RANK5", 0x20), S("RANK6", 0x40), S("RANK7", 0x80), END};
const struct oracle_sub oracle_pre[] = {S("PAGE_MISS", 1), S("PAGE_CLOSE", 2), END};
const struct oracle_sub oracle_act_later[] = {S("RD", 1), S("WR", 2), S("BYP", 8), END};
const struct oracle_sub oracle_pre_later[] = {
    S("PAGE_MISS", 1), S("PAGE_CLOSE", 2), S("RD", 4), S("WR", 8), S("BYP", 0x10), END};
const struct oracle_sub oracle_prio[] = {
    S("LOW", 1), S("MED", 2), S("HIGH", 4), S("PANIC", 8), END};
const struct oracle_sub oracle_byp[] = {S("ACT", 1), S("CAS", 2), S("PRE", 4), END};
const struct oracle_sub oracle_wmm[] = {
    S("LOW_THRESH", 1), S("STARVE", 2), S("VMSE_RETRY", 4), END};
const struct oracle_sub oracle_vmse[] = {S("WMM", 1), S("RMM", 2), END};
const struct oracle_sub oracle_banks[] = {S("BANK0", 1), S("BANK1", 2), S("BANK2", 4),
    S("BANK3", 8), S("BANK4", 0x10), S("BANK5", 0x20), S("BANK6", 0x40), S("BANK7", 0x80), END};
const struct oracle_sub oracle_ddr4_banks[] = {N("BANK0", 0, 0x1), N("BANK1", 1, 0x2),
    N("BANK2", 2, 0x4), N("BANK3", 3, 0x8), N("BANK4", 4, 0x10), N("BANK5", 5, 0x20),
    N("BANK6", 6, 0x40), N("BANK7", 7, 0x80), N("BANK8", 8, 0x100), N("BANK9", 9, 0x200),
    N("BANK10", 10, 0x400), N("BANK11", 11, 0x800), N("BANK12", 12, 0x1000),
    N("BANK13", 13, 0x2000), N("BANK14", 14, 0x4000), N("BANK15", 15, 0x8000),
    N("ALLBANKS", 0x10, 0xffff), N("BANKG0", 0x11, 0xf), N("BANKG1", 0x12, 0xf0),
    N("BANKG2", 0x13, 0xf00), N("BANKG3", 0x14, 0xf000), END};
