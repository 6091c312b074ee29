/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Registers of the monitors that a socket lists in its tables of units, since
 * Sapphire Rapids. They have the same fields in all kinds. Source: Linux,
 * arch/x86/events/intel/uncore_discovery.h, GENERIC_PMON_*.
 *
 * F(enumerator, name, first bit, last bit, access, reset, prose)
 */
#ifndef PMULAB_MODELS_SNBEP_DISCOVERED_UNIT_REGS_H
#define PMULAB_MODELS_SNBEP_DISCOVERED_UNIT_REGS_H

#include "models/snbep/imc_regs.h"

#define UNIT_BOX_CTL_FIELDS(F)                                                                     \
    F(UNIT_RSV_31, "rsv", 31, 10, REG_RV, 0, "write 0")                                            \
    F(UNIT_RST_CTRS, "rst_ctrs", 9, 9, REG_ACTION, 0, "sets the counters to 0")                    \
    F(UNIT_RST_CTRL, "rst_ctrl", 8, 8, REG_ACTION, 0, "sets the counters' controls to 0")          \
    F(UNIT_RSV_7, "rsv", 7, 1, REG_RV, 0, "write 0")                                               \
    F(UNIT_FRZ, "frz", 0, 0, REG_RW, 0, "freezes all counters of the box")

/* The control of a general counter. It has no enable bit: Linux sets none, and
 * these parts count. @P: prefix of the enumerators. */
#define UNIT_EVENT_FIELDS(F, P)                                                                    \
    F(P##_THRESH, "thresh", 31, 24, REG_RW, 0,                                                     \
        "compared with the increment of each cycle; 0: no comparison")                             \
    F(P##_INVERT, "invert", 23, 23, REG_RW, 0,                                                     \
        "0: true at thresh or above; 1: true below; needs thresh")                                 \
    F(P##_RSV_22, "rsv", 22, 19, REG_RV, 0, "write 0; earlier Xeons have an enable bit, 22")       \
    F(P##_EDGE_DET, "edge_det", 18, 18, REG_RW, 0,                                                 \
        "counts changes from false to true; needs thresh")                                         \
    F(P##_RSV_17, "rsv", 17, 16, REG_RV, 0, "write 0")                                             \
    F(P##_UMASK, "umask", 15, 8, REG_RW, 0, "sub-events; the counter counts their union")          \
    F(P##_EV_SEL, "ev_sel", 7, 0, REG_RW, 0, "event; 0: the counter is off")

#define UNIT_EVENT64_FIELDS(F)                                                                     \
    F(EVENT64_RSV_63, "rsv", 63, 32, REG_RV, 0,                                                    \
        "reads as 0; Linux has more bits of the umask here")                                       \
    UNIT_EVENT_FIELDS(F, EVENT64)

enum unit_box_ctl_field { UNIT_BOX_CTL_FIELDS(REG_FIELD_INDEX) };
enum unit_event_field { UNIT_EVENT_FIELDS(REG_FIELD_INDEX, EVENT) };
enum unit_event64_field { UNIT_EVENT64_FIELDS(REG_FIELD_INDEX) };

/* A register of a bank. @table: of its fields. */
#define UNIT_REG(reg_name, at, bits, table, what)                                                  \
    {                                                                                              \
        .name = (reg_name), .offset = (at), .width = (bits), .numbering = REG_LSB0,                \
        REG_TABLE(table), .prose = (what),                                                         \
        .source = "Linux, arch/x86/events/intel/uncore_discovery.c, uncore_snbep.c: spr_uncore_*"  \
    }

/* A kind with only four counters. @stride: from one control to the next. Its
 * counters are 8 bytes or, in numbers of registers, 1 apart. */
enum { UNIT_BOX_CTL, UNIT_CTL0, UNIT_CTR0 = UNIT_CTL0 + 4, UNIT_REGS = UNIT_CTR0 + 4 };

#define UNIT_FOUR(box_ctl, ctl, stride, ctr, apart, box_fields, ctl_fields, ctr_fields)            \
    {                                                                                              \
        [UNIT_BOX_CTL] = UNIT_REG("BOX_CTL", box_ctl, 32, box_fields, "freezes the box"),          \
        [UNIT_CTL0] = UNIT_REG("CTL0", ctl, 64, ctl_fields, "event of counter 0"),                 \
        [UNIT_CTL0 + 1] =                                                                          \
            UNIT_REG("CTL1", (ctl) + (stride), 64, ctl_fields, "event of counter 1"),              \
        [UNIT_CTL0 + 2] =                                                                          \
            UNIT_REG("CTL2", (ctl) + 2 * (stride), 64, ctl_fields, "event of counter 2"),          \
        [UNIT_CTL0 + 3] =                                                                          \
            UNIT_REG("CTL3", (ctl) + 3 * (stride), 64, ctl_fields, "event of counter 3"),          \
        [UNIT_CTR0] = UNIT_REG("CTR0", ctr, 64, ctr_fields, "counter 0"),                          \
        [UNIT_CTR0 + 1] = UNIT_REG("CTR1", (ctr) + (apart), 64, ctr_fields, "counter 1"),          \
        [UNIT_CTR0 + 2] = UNIT_REG("CTR2", (ctr) + 2 * (apart), 64, ctr_fields, "counter 2"),      \
        [UNIT_CTR0 + 3] = UNIT_REG("CTR3", (ctr) + 3 * (apart), 64, ctr_fields, "counter 3"),      \
    }

/* The fields of a control; @P as above. */
#define UNIT_CONTROL(P)                                                                            \
    {                                                                                              \
        .ev_sel = P##_EV_SEL, .umask = P##_UMASK, .edge = P##_EDGE_DET, .en = BOX_NONE,            \
        .invert = P##_INVERT, .thresh = P##_THRESH, .ext = BOX_NONE, .tid_en = BOX_NONE,           \
        .occ_edge = BOX_NONE, .occ_invert = BOX_NONE                                               \
    }

#define UNIT_FIELDS                                                                                \
    {                                                                                              \
        .frz = UNIT_FRZ, .rst_ctrl = UNIT_RST_CTRL, .rst_ctrs = UNIT_RST_CTRS                      \
    }

/* Members of a kind's row: of all kinds, and of those with four counters. */
#define UNIT_TYPE(number)                                                                          \
    .frz_alone = true, .unit = &unit_fields, .listed = true, .unit_type = (number)
#define UNIT_TYPE_FOUR(bank, number)                                                               \
    .banks = {&(bank), &(bank)}, .n_counters = 4, .ctr0 = UNIT_CTR0, .ctl0 = UNIT_CTL0,            \
    .fixed_ctr = BOX_NONE, .fixed_ctl = BOX_NONE, .box_ctl = UNIT_BOX_CTL, .status = BOX_NONE,     \
    .filter = BOX_NONE, UNIT_TYPE(number)

/* Numbers of kinds in the tables: indices into Linux's spr_uncores. */
enum unit_number { UNIT_PCU = 4, UNIT_IMC = 6, UNIT_M2M = 7 };

#endif
