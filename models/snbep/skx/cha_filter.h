/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The registers of a slice since Skylake-SP, and its filter, two of them:
 * Linux, SKX_CHA_MSR_PMON_BOX_FILTER_*. */
#ifndef PMULAB_MODELS_SNBEP_SKX_CHA_FILTER_H
#define PMULAB_MODELS_SNBEP_SKX_CHA_FILTER_H

#include "models/snbep/boxes/cbo_filter.h"
#include "models/snbep/hsx/msr.h"

#define CHA_FILTER0_FIELDS(F)                                                                      \
    F(CHA_F0_RSV_63, "rsv", 63, 27, REG_RV, 0, "reads as 0")                                       \
    F(CHA_F0_STATE, "state", 26, 17, REG_RW, 0, "states of the line, for LLC_LOOKUP; a union")     \
    F(CHA_F0_RSV_16, "rsv", 16, 13, REG_RV, 0, "write 0")                                          \
    F(CHA_F0_LINK, "link", 12, 9, REG_RW, 0, "held, without effect")                               \
    F(CHA_F0_TID, "tid", 8, 0, REG_RW, 0, "thread, for controls with tid_en")

#define CHA_FILTER1_FIELDS(F)                                                                      \
    F(CHA_F1_RSV_63, "rsv", 63, 32, REG_RV, 0, "reads as 0")                                       \
    F(CHA_F1_ISOC, "isoc", 31, 31, REG_RW, 0, "only isochronous entries of the table count")       \
    F(CHA_F1_NC, "nc", 30, 30, REG_RW, 0, "the same for non-coherent ones")                        \
    F(CHA_F1_C6, "c6", 29, 29, REG_RW, 0, "the same for C6")                                       \
    F(CHA_F1_OPC1, "opc1", 28, 19, REG_RW, 0, "a second opcode")                                   \
    F(CHA_F1_OPC0, "opc0", 18, 9, REG_RW, 0, "opcode of entries in the table; both 0: any")        \
    F(CHA_F1_RSV_8, "rsv", 8, 6, REG_RV, 0, "write 0")                                             \
    F(CHA_F1_NOT_NM, "not_nm", 5, 5, REG_RW, 0, "entries for other than near memory")              \
    F(CHA_F1_NM, "nm", 4, 4, REG_RW, 0, "entries for near memory; neither: both")                  \
    F(CHA_F1_ALL_OPC, "all_opc", 3, 3, REG_RW, 0, "any opcode")                                    \
    F(CHA_F1_RSV_2, "rsv", 2, 2, REG_RV, 0, "write 0")                                             \
    F(CHA_F1_LOC, "loc", 1, 1, REG_RW, 0, "entries for this socket's memory")                      \
    F(CHA_F1_REM, "rem", 0, 0, REG_RW, 0, "entries for another socket's; neither: both")

enum cha_filter0_field { CHA_FILTER0_FIELDS(REG_FIELD_INDEX) };
enum cha_filter1_field { CHA_FILTER1_FIELDS(REG_FIELD_INDEX) };

/* Defines the registers of a bank, the same in all products that have the box.
 * Each has a separate table, whose address identifies the names of events. */
enum { CHA_REGS = HSX_FILTER + 2 };
#define CHA_REG_TABLE                                                                              \
    static const struct reg_field box_ctl_fields[] = {                                             \
        IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};                            \
    static const struct reg_field ctl_fields[] = {PMON_CTL_FIELDS(REG_FIELD_ROW, REG_RW)};         \
    static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};                  \
    static const struct reg_field filter0_fields[] = {CHA_FILTER0_FIELDS(REG_FIELD_ROW)};          \
    static const struct reg_field filter1_fields[] = {CHA_FILTER1_FIELDS(REG_FIELD_ROW)};          \
    static const struct reg regs[CHA_REGS] = {                                                     \
        HSX_MSR_FOUR(box_ctl_fields, ctl_fields, 0x8, ctr_fields),                                 \
        [HSX_FILTER] =                                                                             \
            HSX_MSR("FILTER0", 0x5, 64, filter0_fields, "filters the events of all counters"),     \
        [HSX_FILTER + 1] =                                                                         \
            HSX_MSR("FILTER1", 0x6, 64, filter1_fields, "its second half: bits 63:32 of config1")}

extern const struct cbo_layout cha_layout;

/* Members of a kind's row. */
#define CHA_TYPE(bank)                                                                             \
    HSX_MSR_TYPE(bank),                                                                            \
        .name = "cha", .filter = HSX_FILTER, .selects = cbo_selects, .mark = cbo_mark,             \
        .layout = &cha_layout, .clock = BOX_UCLK,                                                  \
        .marks = "opc=CODE, state=0 to 9, tid=0 to 511 or one of miss, remote, nm, nc, c6, isoc=1"

#endif
