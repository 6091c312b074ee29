/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of a PMCU's registers, for the register file and `pmulab
 * describe`. */
#include "models/kunpeng/pmcu_regs.h"

#include <stddef.h>

static const struct reg_field fsm_status_fields[] = {PMCU_FSM_STATUS_FIELDS(REG_FIELD_ROW)};
static const struct reg_field fsm_cfg_fields[] = {PMCU_FSM_CFG_FIELDS(REG_FIELD_ROW)};
static const struct reg_field event_base_h_fields[] = {PMCU_EVENT_BASE_H_FIELDS(REG_FIELD_ROW)};
static const struct reg_field event_base_l_fields[] = {PMCU_EVENT_BASE_L_FIELDS(REG_FIELD_ROW)};
static const struct reg_field kill_base_h_fields[] = {PMCU_KILL_BASE_H_FIELDS(REG_FIELD_ROW)};
static const struct reg_field kill_base_l_fields[] = {PMCU_KILL_BASE_L_FIELDS(REG_FIELD_ROW)};
static const struct reg_field store_base_h_fields[] = {PMCU_STORE_BASE_H_FIELDS(REG_FIELD_ROW)};
static const struct reg_field store_base_l_fields[] = {PMCU_STORE_BASE_L_FIELDS(REG_FIELD_ROW)};
static const struct reg_field wait_cnt_fields[] = {PMCU_WAIT_CNT_FIELDS(REG_FIELD_ROW)};
static const struct reg_field fsm_ctrl_fields[] = {PMCU_FSM_CTRL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field fsm_brk_fields[] = {PMCU_FSM_BRK_FIELDS(REG_FIELD_ROW)};
static const struct reg_field comp_fields[] = {PMCU_COMP_FIELDS(REG_FIELD_ROW)};
static const struct reg_field int_en_fields[] = {PMCU_INT_EN_FIELDS(REG_FIELD_ROW)};
static const struct reg_field int_msk_fields[] = {PMCU_INT_MSK_FIELDS(REG_FIELD_ROW)};
static const struct reg_field int_stat_fields[] = {PMCU_INT_STAT_FIELDS(REG_FIELD_ROW)};
static const struct reg_field int_clr_fields[] = {PMCU_INT_CLR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field pmcr_fields[] = {PMCU_PMCR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field pmccfiltr_fields[] = {PMCU_PMCCFILTR_FIELDS(REG_FIELD_ROW)};

#define DRIVER "hisi_pmcu driver, RFC of 6 February 2023, patch 2/4"

#define PMCU_REG(reg_name, at, table, what, but)                                                   \
    {                                                                                              \
        .name = (reg_name), .offset = (at), .width = 32, .numbering = REG_LSB0, REG_TABLE(table),  \
        .prose = (what), .source = DRIVER, .not_modelled = (but)                                   \
    }

static const struct reg regs[PMCU_N_REGS] = {
    [PMCU_FSM_STATUS] = PMCU_REG("FSM_STATUS", 0x0, fsm_status_fields, "the unit's state",
        "silicon's values: no document or driver gives them"),
    [PMCU_FSM_CFG] = PMCU_REG("FSM_CFG", 0x4, fsm_cfg_fields,
        "NR_LOOP passes over EV_LEN events, NR_PMU in each round; latched by TRIGGER",
        "silicon with NR_PMU above 8 (COMP: 5), here taken for that; with a field 0, here no "
        "round"),
    [PMCU_EVENT_BASE_H] = PMCU_REG("EVENT_BASE_H", 0x8, event_base_h_fields,
        "address of the event list: 32 bits per event", NULL),
    [PMCU_EVENT_BASE_L] =
        PMCU_REG("EVENT_BASE_L", 0xc, event_base_l_fields, "its lower half", NULL),
    [PMCU_KILL_BASE_H] = PMCU_REG("KILL_BASE_H", 0x10, kill_base_h_fields,
        "end of the output memory: a subsample that does not fit is "
        "not stored, and the run breaks off",
        "the status that silicon raises there is not documented: here BRK"),
    [PMCU_KILL_BASE_L] = PMCU_REG("KILL_BASE_L", 0x14, kill_base_l_fields, "its lower half", NULL),
    [PMCU_STORE_BASE_H] =
        PMCU_REG("STORE_BASE_H", 0x18, store_base_h_fields, "address of the first subsample", NULL),
    [PMCU_STORE_BASE_L] =
        PMCU_REG("STORE_BASE_L", 0x1c, store_base_l_fields, "its lower half", NULL),
    [PMCU_WAIT_CNT] = PMCU_REG(
        "WAIT_CNT", 0x20, wait_cnt_fields, "time from start to stop of a round's counters", NULL),
    [PMCU_FSM_CTRL] = PMCU_REG("FSM_CTRL", 0x38, fsm_ctrl_fields, "begins a run", NULL),
    [PMCU_FSM_BRK] = PMCU_REG("FSM_BRK", 0x3c, fsm_brk_fields, "ends a run early",
        "silicon's behaviour when nothing runs is not documented: here nothing"),
    [PMCU_COMP] =
        PMCU_REG("COMP", 0x44, comp_fields, "leaves the low counters to other users", NULL),
    [PMCU_INT_EN] = PMCU_REG("INT_EN", 0x100, int_en_fields, "status that may interrupt", NULL),
    [PMCU_INT_MSK] = PMCU_REG("INT_MSK", 0x104, int_msk_fields, "status that is masked", NULL),
    [PMCU_INT_STAT] = PMCU_REG("INT_STAT", 0x108, int_stat_fields,
        "what happened; set even if INT_EN or INT_MSK suppress the interrupt", NULL),
    [PMCU_INT_CLR] = PMCU_REG("INT_CLR", 0x10c, int_clr_fields, "clears status", NULL),
    [PMCU_PMCR] = PMCU_REG("PMCR", 0x200, pmcr_fields,
        "each core's PMCR from the start of a round; without E, P and C from its stop. Drivers "
        "write 0xc1",
        "the register's purpose is inferred from its name and value"),
    [PMCU_PMCCFILTR] = PMCU_REG("PMCCFILTR", 0x204, pmccfiltr_fields,
        "each core's PMCCFILTR from the setup of a round", NULL),
};

const struct reg_bank pmcu_bank = {"pmcu", "the unit that reads the core PMUs of a die into memory",
    REG_SPACE_MMIO, REG_BANK_REGS(regs, PMCU_N_REGS)};
