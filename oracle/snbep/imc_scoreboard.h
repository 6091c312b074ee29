/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The common part of memory channels of Ice Lake-SP and Sapphire Rapids:
 * registers in memory (Linux, SNR_IMC_MMIO_PMON_*, from the box's control on),
 * and events of the scoreboard by both lists.
 */
#ifndef PMULAB_ORACLE_SNBEP_IMC_SCOREBOARD_H
#define PMULAB_ORACLE_SNBEP_IMC_SCOREBOARD_H

#include "oracle/snbep/imc_lists.h"

#define ORACLE_IMC_IN_MEMORY                                                                       \
    {"PMON_CTR0", 0x08, 8, ORACLE_IS_CTR, 0}, {"PMON_CTR1", 0x10, 8, ORACLE_IS_CTR, 1},            \
        {"PMON_CTR2", 0x18, 8, ORACLE_IS_CTR, 2}, {"PMON_CTR3", 0x20, 8, ORACLE_IS_CTR, 3},        \
        {"PMON_FIXED_CTR", 0x38, 8, ORACLE_IS_FIXED_CTR, 0},                                       \
        {"PMON_CTL0", 0x40, 4, ORACLE_IS_CTL, 0}, {"PMON_CTL1", 0x44, 4, ORACLE_IS_CTL, 1},        \
        {"PMON_CTL2", 0x48, 4, ORACLE_IS_CTL, 2}, {"PMON_CTL3", 0x4c, 4, ORACLE_IS_CTL, 3},        \
        {"PMON_FIXED_CTL", 0x54, 4, ORACLE_IS_FIXED_CTL, 0},                                       \
    {                                                                                              \
        "PMON_BOX_CTL", 0x00, 4, ORACLE_IS_BOX_CTL, 0                                              \
    }

/* The lists omit maxima: queues are as in earlier generations. */
enum { READS = 22, WRITES = 32 };

static const struct oracle_sub oracle_power_cke_cycles[] = {ORACLE_SUB("LOW_0", 1),
    ORACLE_SUB("LOW_1", 2), ORACLE_SUB("LOW_2", 4), ORACLE_SUB("LOW_3", 8), ORACLE_NO_SUB};
static const struct oracle_sub oracle_tagchk[] = {ORACLE_SUB("HIT", 1), ORACLE_SUB("MISS_CLEAN", 2),
    ORACLE_SUB("MISS_DIRTY", 4), ORACLE_SUB("NM_RD_HIT", 8), ORACLE_SUB("NM_WR_HIT", 0x10),
    ORACLE_NO_SUB};
static const struct oracle_sub oracle_sb_reject[] = {ORACLE_SUB("CANARY", 8),
    ORACLE_SUB("DDR_EARLY_CMP", 0x20), ORACLE_SUB("FM_ADDR_CNFLT", 2),
    ORACLE_SUB("NM_SET_CNFLT", 1), ORACLE_SUB("PATROL_SET_CNFLT", 4), ORACLE_NO_SUB};
static const struct oracle_sub oracle_sb_occupancy[] = {ORACLE_SUB("BLOCK_RDS", 0x20),
    ORACLE_SUB("BLOCK_WRS", 0x40), ORACLE_SUB("PMM_RDS", 4), ORACLE_SUB("PMM_WRS", 8),
    ORACLE_SUB("RDS", 1), ORACLE_NO_SUB};
static const struct oracle_sub oracle_sb_inserts[] = {ORACLE_SUB("BLOCK_RDS", 0x10),
    ORACLE_SUB("BLOCK_WRS", 0x20), ORACLE_SUB("PMM_RDS", 4), ORACLE_SUB("PMM_WRS", 8),
    ORACLE_SUB("RDS", 1), ORACLE_SUB("WRS", 2), ORACLE_NO_SUB};
static const struct oracle_sub oracle_sb_tagged[] = {ORACLE_SUB("DDR4_CMP", 8),
    ORACLE_SUB("NEW", 1), ORACLE_SUB("OCC", 0x80), ORACLE_SUB("PMM0_CMP", 0x10),
    ORACLE_SUB("PMM1_CMP", 0x20), ORACLE_SUB("PMM2_CMP", 0x40), ORACLE_SUB("RD_HIT", 2),
    ORACLE_SUB("RD_MISS", 4), ORACLE_NO_SUB};
static const struct oracle_sub oracle_sb_pref[] = {
    ORACLE_SUB("ALL", 1), ORACLE_SUB("DDR", 2), ORACLE_SUB("PMM", 4), ORACLE_NO_SUB};

/* Sub-events that differ: for accesses, starving requests, the canary, and held
 * prefetches. */
#define ORACLE_SCOREBOARD(accesses, starving, canary, held)                                        \
    ORACLE_PLAIN(0xd0, "SB_CYCLES_NE"), ORACLE_PLAIN(0xd1, "SB_CYCLES_FULL"),                      \
        ORACLE_SUBS(0xd2, "SB_ACCESSES", accesses), ORACLE_SUBS(0xd3, "TAGCHK", oracle_tagchk),    \
        ORACLE_SUBS(0xd4, "SB_REJECT", oracle_sb_reject),                                          \
        ORACLE_QUEUE(0xd5, WRITES, "SB_OCCUPANCY", oracle_sb_occupancy),                           \
        ORACLE_SUBS(0xd6, "SB_INSERTS", oracle_sb_inserts),                                        \
        ORACLE_SUBS(0xd7, "SB_STRV_ALLOC", starving),                                              \
        ORACLE_QUEUE(0xd8, WRITES, "SB_STRV_OCC", starving),                                       \
        ORACLE_SUBS(0xd9, "SB_CANARY", canary),                                                    \
        ORACLE_SUBS(0xda, "SB_PREF_INSERTS", oracle_sb_pref),                                      \
        ORACLE_QUEUE(0xdb, WRITES, "SB_PREF_OCCUPANCY", held),                                     \
        ORACLE_SUBS(0xdd, "SB_TAGGED", oracle_sb_tagged),                                          \
        ORACLE_SUBS(0xde, "SB_STRV_DEALLOC", starving)

#endif
