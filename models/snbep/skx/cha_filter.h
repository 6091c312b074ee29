/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The filter of a slice since Skylake-SP, of two registers: Linux, SKX_CHA_MSR_PMON_BOX_FILTER_*. Traffic's
 * marks are what the filter would have to hold to let it through, its second register above bit 31, and
 * in a bit that the filter reserves whether a request misses.
 */
#ifndef PMULAB_MODELS_SNBEP_SKX_CHA_FILTER_H
#define PMULAB_MODELS_SNBEP_SKX_CHA_FILTER_H

#include "models/snbep/box_type.h"

#define CHA_FILTER0_FIELDS(F)                                                                                \
    F(CHA_F0_RSV_63, "rsv", 63, 27, REG_RV, 0, "reads as 0")                                                 \
    F(CHA_F0_STATE, "state", 26, 17, REG_RW, 0, "states of the line, for LLC_LOOKUP; a union")               \
    F(CHA_F0_RSV_16, "rsv", 16, 13, REG_RV, 0, "write 0")                                                    \
    F(CHA_F0_LINK, "link", 12, 9, REG_RW, 0, "held, without effect")                                         \
    F(CHA_F0_TID, "tid", 8, 0, REG_RW, 0, "thread, for controls with tid_en")

#define CHA_FILTER1_FIELDS(F)                                                                                \
    F(CHA_F1_RSV_63, "rsv", 63, 32, REG_RV, 0, "reads as 0")                                                 \
    F(CHA_F1_ISOC, "isoc", 31, 31, REG_RW, 0, "of entries in the table only isochronous ones count")         \
    F(CHA_F1_NC, "nc", 30, 30, REG_RW, 0, "likewise non-coherent ones")                                      \
    F(CHA_F1_C6, "c6", 29, 29, REG_RW, 0, "likewise those for C6")                                           \
    F(CHA_F1_OPC1, "opc1", 28, 19, REG_RW, 0, "a second opcode")                                             \
    F(CHA_F1_OPC0, "opc0", 18, 9, REG_RW, 0, "opcode of entries in the table; both 0: any")                  \
    F(CHA_F1_RSV_8, "rsv", 8, 6, REG_RV, 0, "write 0")                                                       \
    F(CHA_F1_NOT_NM, "not_nm", 5, 5, REG_RW, 0, "entries for other than near memory")                        \
    F(CHA_F1_NM, "nm", 4, 4, REG_RW, 0, "entries for near memory; neither: both")                            \
    F(CHA_F1_ALL_OPC, "all_opc", 3, 3, REG_RW, 0, "any opcode")                                              \
    F(CHA_F1_RSV_2, "rsv", 2, 2, REG_RV, 0, "write 0")                                                       \
    F(CHA_F1_LOC, "loc", 1, 1, REG_RW, 0, "entries for this socket's memory")                                \
    F(CHA_F1_REM, "rem", 0, 0, REG_RW, 0, "entries for another socket's; neither: both")

enum cha_filter0_field { CHA_FILTER0_FIELDS(REG_FIELD_INDEX) };
enum cha_filter1_field { CHA_FILTER1_FIELDS(REG_FIELD_INDEX) };

/* As struct box_type's selects() and mark(). */
bool cha_selects(
    const struct box *box, const struct box_event *event, uint64_t ctl, const struct box_flow *flow);
bool cha_mark(const char *name, unsigned value, box_marks *marks);

#define CHA_MARKS "opc=CODE, state=0 to 9, tid=0 to 511 or one of miss, remote, nm, nc, c6, isoc=1"

#endif
