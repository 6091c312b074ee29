/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sub-events of memory channels' events. */
#include "models/snbep/imc_events.h"

#define CAS_SUBS                                                                                   \
    {"RD_REG", 0x01}, {"RD_UNDERFILL", 0x02}, {"WR_WMM", 0x04},                                    \
    {                                                                                              \
        "WR_RMM", 0x08                                                                             \
    }
#define CAS_UNIONS                                                                                 \
    {"RD", 0x03}, {"WR", 0x0c},                                                                    \
    {                                                                                              \
        "ALL", 0x0f                                                                                \
    }
#define CAS_SUBS_IVT                                                                               \
    {"RD_WMM", 0x10},                                                                              \
    {                                                                                              \
        "RD_RMM", 0x20                                                                             \
    }

const struct box_sub imc_cas_subs[] = {CAS_SUBS, CAS_UNIONS};
const struct box_sub imc_cas_ivt_subs[] = {CAS_SUBS, CAS_SUBS_IVT, CAS_UNIONS};
const struct box_sub imc_cas_skx_subs[] = {
    CAS_SUBS, CAS_SUBS_IVT, {"RD_ISOCH", 0x40}, {"WR_ISOCH", 0x80}, CAS_UNIONS};
const struct box_sub imc_act_subs[] = {{"RD", 0x01}, {"WR", 0x02}, {"BYP", 0x08}};
const struct box_sub imc_pre_subs[] = {
    {"PAGE_MISS", 0x01}, {"PAGE_CLOSE", 0x02}, {"RD", 0x04}, {"WR", 0x08}, {"BYP", 0x10}};
const struct box_sub imc_refresh_subs[] = {{"PANIC", 0x02}, {"HIGH", 0x04}};
const struct box_sub imc_mode_subs[] = {
    {"READ", 0x01}, {"WRITE", 0x02}, {"PARTIAL", 0x04}, {"ISOCH", 0x08}};
const struct box_sub imc_preemption_subs[] = {{"RD_PREEMPT_RD", 0x01}, {"RD_PREEMPT_WR", 0x02}};
const struct box_sub imc_bypass_subs[] = {{"ACT", 0x01}, {"CAS", 0x02}, {"PRE", 0x04}};
const struct box_sub imc_priority_subs[] = {
    {"LOW", 0x01}, {"MED", 0x02}, {"HIGH", 0x04}, {"PANIC", 0x08}};
const struct box_sub imc_vmse_subs[] = {{"WMM", 0x01}, {"RMM", 0x02}};
const struct box_sub imc_wmm_subs[] = {
    {"LOW_THRESH", 0x01}, {"STARVE", 0x02}, {"VMSE_RETRY", 0x04}};

/* An event's eight sub-events with a bit each, named after a numbered object.
 * */
#define EIGHT(what)                                                                                \
    {what "0", 0x01}, {what "1", 0x02}, {what "2", 0x04}, {what "3", 0x08}, {what "4", 0x10},      \
        {what "5", 0x20}, {what "6", 0x40},                                                        \
    {                                                                                              \
        what "7", 0x80                                                                             \
    }

const struct box_sub imc_rank_subs[] = {EIGHT("RANK")};
const struct box_sub imc_bank_subs[] = {EIGHT("BANK")};

/* The sixteen banks of DDR4, numbered; all of them; and groups of four. */
const struct box_sub imc_ddr4_bank_subs[] = {{"BANK0", 0}, {"BANK1", 1}, {"BANK2", 2}, {"BANK3", 3},
    {"BANK4", 4}, {"BANK5", 5}, {"BANK6", 6}, {"BANK7", 7}, {"BANK8", 8}, {"BANK9", 9},
    {"BANK10", 10}, {"BANK11", 11}, {"BANK12", 12}, {"BANK13", 13}, {"BANK14", 14}, {"BANK15", 15},
    {"ALLBANKS", 0x10}, {"BANKG0", 0x11}, {"BANKG1", 0x12}, {"BANKG2", 0x13}, {"BANKG3", 0x14}};
const uint32_t imc_ddr4_bank_units[] = {1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6,
    1 << 7, 1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15, 0xffff, 0x000f,
    0x00f0, 0x0f00, 0xf000};
