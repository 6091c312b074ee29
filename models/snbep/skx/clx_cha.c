/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a slice of the last-level cache with its home agent, of Cascade Lake, which has persistent
 * memory. */
#include "models/snbep/hsx/msr.h"
#include "models/snbep/skx/cha_filter.h"
#include "models/snbep/skx/cha_rows.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {PMON_CTL_FIELDS(REG_FIELD_ROW, REG_RW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field filter0_fields[] = {CHA_FILTER0_FIELDS(REG_FIELD_ROW)};
static const struct reg_field filter1_fields[] = {CHA_FILTER1_FIELDS(REG_FIELD_ROW)};
static const struct reg regs[] = {HSX_MSR_FOUR(box_ctl_fields, ctl_fields, 0x8, ctr_fields),
    [HSX_FILTER] = HSX_MSR("FILTER0", 0x5, 64, filter0_fields, "what of the events counts, for all counters"),
    [HSX_FILTER + 1] = HSX_MSR("FILTER1", 0x6, 64, filter1_fields, "its second half: bits 63:32 of config1")};

const struct reg_bank clx_cha_bank = {
    "cha-clx", "the same of Cascade Lake", REG_SPACE_MSR, regs, sizeof(regs) / sizeof(regs[0])};

static const struct box_sub pmm_memmode_nm_setconflicts[] = {
    {"SF", 0x01}, {"LLC", 0x02}, {"TOR", 0x04}, {"TOR_REJECT", 0x08}, {"IODC", 0x10}};

#define EVENTS(E)                                                                                            \
    CHA_ROWS(E)                                                                                              \
    CHA_TOR_ROWS(E)                                                                                          \
    MESH_ROWS(E)                                                                                             \
    MESH_AG1_BL_ROW(E, )                                                                                     \
    E(PMM_MEMMODE_NM_SETCONFLICTS, 0x64, BOX_PLAIN, BOX_SUBS(pmm_memmode_nm_setconflicts),                   \
        .prose = "conflicts of the sets of near memory, by where they were seen")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = MSR_BOX_CONTROL;

const struct box_type clx_cha_type = {
    HSX_MSR_TYPE(clx_cha_bank),
    .name = "cha",
    .filter = HSX_FILTER,
    .selects = cha_selects,
    .mark = cha_mark,
    .marks = CHA_MARKS,
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
};
