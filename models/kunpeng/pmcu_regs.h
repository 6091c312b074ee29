/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The registers of a PMCU, the unit that reads the core PMUs of a die into
 * memory. Their bits and offsets are defined only here. Source: the driver that
 * HiSilicon posted in February 2023 (see pmcu_regs.c). Addresses are pairs of
 * words, the high one first.
 *
 * F(enumerator, name, first bit, last bit, access, reset, prose)
 */
#ifndef PMULAB_MODELS_KUNPENG_PMCU_REGS_H
#define PMULAB_MODELS_KUNPENG_PMCU_REGS_H

#include "models/reg/bank.h"

#define PMCU_FSM_STATUS_FIELDS(F)                                                                  \
    F(FSM_STATUS_RSV, "rsv", 31, 3, REG_RV, 0, "no driver reads it")                               \
    F(FSM_STATUS_STATE, "state", 2, 0, REG_RO, 0,                                                  \
        "0 idle, 1 sets up a round, 2 counts, 3 reads, 4 breaks off: this model's choice")

#define PMCU_FSM_CFG_FIELDS(F)                                                                     \
    F(FSM_CFG_RSV, "rsv", 31, 20, REG_RV, 0, "drivers write 0")                                    \
    F(FSM_CFG_NR_PMU, "NR_PMU", 19, 16, REG_RW, 0, "counters that a round uses, one event each")   \
    F(FSM_CFG_NR_LOOP, "NR_LOOP", 15, 8, REG_RW, 0, "passes over the event list")                  \
    F(FSM_CFG_EV_LEN, "EV_LEN", 7, 0, REG_RW, 0, "entries of the event list")

#define PMCU_EVENT_BASE_H_FIELDS(F)                                                                \
    F(EVENT_BASE_H_ADDRESS, "address", 31, 0, REG_RW, 0,                                           \
        "bits 63:32 of the event list's physical address")
#define PMCU_EVENT_BASE_L_FIELDS(F)                                                                \
    F(EVENT_BASE_L_ADDRESS, "address", 31, 0, REG_RW, 0, "bits 31:0")
#define PMCU_KILL_BASE_H_FIELDS(F)                                                                 \
    F(KILL_BASE_H_ADDRESS, "address", 31, 0, REG_RW, 0,                                            \
        "bits 63:32 of the output's end; not written")
#define PMCU_KILL_BASE_L_FIELDS(F) F(KILL_BASE_L_ADDRESS, "address", 31, 0, REG_RW, 0, "bits 31:0")
#define PMCU_STORE_BASE_H_FIELDS(F)                                                                \
    F(STORE_BASE_H_ADDRESS, "address", 31, 0, REG_RW, 0, "bits 63:32 of the output's start")
#define PMCU_STORE_BASE_L_FIELDS(F)                                                                \
    F(STORE_BASE_L_ADDRESS, "address", 31, 0, REG_RW, 0, "bits 31:0")

#define PMCU_WAIT_CNT_FIELDS(F)                                                                    \
    F(WAIT_CNT_TICKS, "ticks", 31, 0, REG_RW, 0,                                                   \
        "duration of each round's counting, in ticks of 20 ns")

#define PMCU_FSM_CTRL_FIELDS(F)                                                                    \
    F(FSM_CTRL_RSV, "rsv", 31, 1, REG_RV, 0, "drivers write 0")                                    \
    F(FSM_CTRL_TRIGGER, "TRIGGER", 0, 0, REG_ACTION, 0, "begins a run; no effect while one runs")

#define PMCU_FSM_BRK_FIELDS(F)                                                                     \
    F(FSM_BRK_RSV, "rsv", 31, 1, REG_RV, 0, "drivers write 0")                                     \
    F(FSM_BRK_BRK, "BRK", 0, 0, REG_ACTION, 0, "breaks off; the current round is not stored")

#define PMCU_COMP_FIELDS(F)                                                                        \
    F(COMP_RSV, "rsv", 31, 1, REG_RV, 0, "drivers write 0")                                        \
    F(COMP_ENABLE, "ENABLE", 0, 0, REG_RW, 0,                                                      \
        "compatibility mode: counters from 3 up alone, and no cycle counter")

#define PMCU_INT_FIELDS(F, p, access, done, brk)                                                   \
    F(p##_RSV, "rsv", 31, 2, REG_RV, 0, "drivers write 0")                                         \
    F(p##_BRK, "BRK", 1, 1, access, 0, brk)                                                        \
    F(p##_DONE, "DONE", 0, 0, access, 0, done)
#define PMCU_INT_EN_FIELDS(F)                                                                      \
    PMCU_INT_FIELDS(F, INT_EN, REG_RW, "status DONE may interrupt", "status BRK may interrupt")
#define PMCU_INT_MSK_FIELDS(F)                                                                     \
    PMCU_INT_FIELDS(F, INT_MSK, REG_RW, "1: masked, even if enabled", "1: masked, even if enabled")
#define PMCU_INT_STAT_FIELDS(F)                                                                    \
    PMCU_INT_FIELDS(F, INT_STAT, REG_RO, "all rounds are stored",                                  \
        "broken off, by FSM_BRK or at the end of memory")
#define PMCU_INT_CLR_FIELDS(F)                                                                     \
    PMCU_INT_FIELDS(F, INT_CLR, REG_ACTION, "clears status DONE", "clears status BRK")

#define PMCU_PMCR_FIELDS(F)                                                                        \
    F(PMCU_PMCR_RSV, "rsv", 31, 8, REG_RV, 0, "drivers write 0")                                   \
    F(PMCU_PMCR_LP, "LP", 7, 7, REG_RW, 0, "event counters overflow at 2^64")                      \
    F(PMCU_PMCR_LC, "LC", 6, 6, REG_RW, 0, "the cycle counter overflows at 2^64")                  \
    F(PMCU_PMCR_DP, "DP", 5, 5, REG_RW, 0, "held, without effect")                                 \
    F(PMCU_PMCR_X, "X", 4, 4, REG_RW, 0, "held, without effect")                                   \
    F(PMCU_PMCR_D, "D", 3, 3, REG_RW, 0, "held, without effect")                                   \
    F(PMCU_PMCR_C, "C", 2, 2, REG_RW, 0, "resets the cycle counter as a round starts")             \
    F(PMCU_PMCR_P, "P", 1, 1, REG_RW, 0, "resets all event counters as a round starts")            \
    F(PMCU_PMCR_E, "E", 0, 0, REG_RW, 0, "counters run during rounds")

#define PMCU_PMCCFILTR_FIELDS(F)                                                                   \
    F(PMCU_PMCCFILTR_P, "P", 31, 31, REG_RW, 0, "cycles of EL1 do not count")                      \
    F(PMCU_PMCCFILTR_U, "U", 30, 30, REG_RW, 0, "cycles of EL0 do not count")                      \
    F(PMCU_PMCCFILTR_NSK, "NSK", 29, 29, REG_RW, 0,                                                \
        "differs from P: cycles of non-secure EL1 do not count")                                   \
    F(PMCU_PMCCFILTR_NSU, "NSU", 28, 28, REG_RW, 0,                                                \
        "differs from U: cycles of non-secure EL0 do not count")                                   \
    F(PMCU_PMCCFILTR_NSH, "NSH", 27, 27, REG_RW, 0, "cycles of EL2 count")                         \
    F(PMCU_PMCCFILTR_M, "M", 26, 26, REG_RW, 0, "held: nothing runs in EL3")                       \
    F(PMCU_PMCCFILTR_LOW, "low", 25, 24, REG_RW, 0, "held, without effect")                        \
    F(PMCU_PMCCFILTR_RSV, "rsv", 23, 0, REG_RV, 0, "only bits 31:24 mean something")

enum pmcu_fsm_status_field { PMCU_FSM_STATUS_FIELDS(REG_FIELD_INDEX) };
enum pmcu_fsm_cfg_field { PMCU_FSM_CFG_FIELDS(REG_FIELD_INDEX) };
enum pmcu_fsm_ctrl_field { PMCU_FSM_CTRL_FIELDS(REG_FIELD_INDEX) };
enum pmcu_fsm_brk_field { PMCU_FSM_BRK_FIELDS(REG_FIELD_INDEX) };
enum pmcu_comp_field { PMCU_COMP_FIELDS(REG_FIELD_INDEX) };
enum pmcu_int_en_field { PMCU_INT_EN_FIELDS(REG_FIELD_INDEX) };
enum pmcu_int_msk_field { PMCU_INT_MSK_FIELDS(REG_FIELD_INDEX) };
enum pmcu_int_stat_field { PMCU_INT_STAT_FIELDS(REG_FIELD_INDEX) };
enum pmcu_int_clr_field { PMCU_INT_CLR_FIELDS(REG_FIELD_INDEX) };
enum pmcu_pmcr_field { PMCU_PMCR_FIELDS(REG_FIELD_INDEX) };
enum pmcu_pmccfiltr_field { PMCU_PMCCFILTR_FIELDS(REG_FIELD_INDEX) };

enum pmcu_reg {
    PMCU_FSM_STATUS,
    PMCU_FSM_CFG,
    PMCU_EVENT_BASE_H,
    PMCU_EVENT_BASE_L,
    PMCU_KILL_BASE_H,
    PMCU_KILL_BASE_L,
    PMCU_STORE_BASE_H,
    PMCU_STORE_BASE_L,
    PMCU_WAIT_CNT,
    PMCU_FSM_CTRL,
    PMCU_FSM_BRK,
    PMCU_COMP,
    PMCU_INT_EN,
    PMCU_INT_MSK,
    PMCU_INT_STAT,
    PMCU_INT_CLR,
    PMCU_PMCR,
    PMCU_PMCCFILTR,
    PMCU_N_REGS,
};

#define PMCU_WINDOW  0x400     /* bytes of a PMCU's address window */
#define PMCU_TICK_HZ 50000000u /* clock of WAIT_CNT */

extern const struct reg_bank pmcu_bank;

#endif
