/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The registers of HiSilicon's uncore PMUs: DDRC, HHA, L3C, SLLC, PA, CPA and
 * UC. Their bits and offsets are defined only here. Source: Linux's
 * drivers/perf/hisilicon/hisi_uncore_*_pmu.c; HiSilicon has published nothing
 * else. HHA and L3C have one bank for both versions, as their drivers do:
 * version 1 has counters of 48 bits and no filters.
 *
 * F(enumerator, name, first bit, last bit, access, reset, prose) R(enumerator,
 * name, offset, bits, fields, prose)
 */
#ifndef PMULAB_MODELS_KUNPENG_UNCORE_REGS_H
#define PMULAB_MODELS_KUNPENG_UNCORE_REGS_H

#include "models/reg/bank.h"

/* ---- fields that all kinds have ---- */

#define UNCORE_SELECT_FIELDS(F)                                                                    \
    F(SELECT_RSV, "rsv", 31, 8, REG_RV, 0, "drivers write 0")                                      \
    F(SELECT_COUNTERS, "counters", 7, 0, REG_RW, 0, "a bit for each counter: it counts")
#define UNCORE_SELECT16_FIELDS(F)                                                                  \
    F(SELECT16_RSV, "rsv", 31, 16, REG_RV, 0, "drivers write 0")                                   \
    F(SELECT16_COUNTERS, "counters", 15, 0, REG_RW, 0, "a bit for each counter: it counts")

#define UNCORE_INT_FIELDS(F, p, n, access, reset, prose)                                           \
    F(p##_RSV, "rsv", 31, n, REG_RV, 0, "drivers write 0")                                         \
    F(p##_COUNTERS, "counters", (n)-1, 0, access, reset, prose)
#define UNCORE_MASK_FIELDS(F)                                                                      \
    UNCORE_INT_FIELDS(                                                                             \
        F, MASK, 8, REG_RW, 0xff, "a bit for each counter; 1: its overflow does not interrupt")
#define UNCORE_STATUS_FIELDS(F)                                                                    \
    UNCORE_INT_FIELDS(F, STATUS, 8, REG_RO, 0, "counters that overflowed")
#define UNCORE_CLEAR_FIELDS(F)                                                                     \
    UNCORE_INT_FIELDS(F, CLEAR, 8, REG_ACTION, 0, "clears these bits of the status")
#define UNCORE_MASK16_FIELDS(F)                                                                    \
    UNCORE_INT_FIELDS(F, MASK16, 16, REG_RW, 0xffff,                                               \
        "a bit for each counter; 1: its overflow does not interrupt")
#define UNCORE_STATUS16_FIELDS(F)                                                                  \
    UNCORE_INT_FIELDS(F, STATUS16, 16, REG_RO, 0, "counters that overflowed")
#define UNCORE_CLEAR16_FIELDS(F)                                                                   \
    UNCORE_INT_FIELDS(F, CLEAR16, 16, REG_ACTION, 0, "clears these bits of the status")

/* Four counters' events; the event of counter i is field 3 - i % 4. */
#define UNCORE_TYPE_FIELDS(F)                                                                      \
    F(TYPE_EVENT3, "event3", 31, 24, REG_RW, 0, "event of the last of these four counters")        \
    F(TYPE_EVENT2, "event2", 23, 16, REG_RW, 0, "event of the third")                              \
    F(TYPE_EVENT1, "event1", 15, 8, REG_RW, 0, "event of the second")                              \
    F(TYPE_EVENT0, "event0", 7, 0, REG_RW, 0, "event of the first")
#define UNCORE_TYPE1_FIELDS(F)                                                                     \
    F(TYPE1_RSV, "rsv", 31, 8, REG_RV, 0, "drivers write 0")                                       \
    F(TYPE1_EVENT, "event", 7, 0, REG_RW, 0, "event of the counter")

#define UNCORE_VERSION_FIELDS(F)                                                                   \
    F(VERSION_NUMBER, "number", 31, 0, REG_RO, 0x30, "0x30: version 2, 0x20: version 1")

#define UNCORE_COUNT32_FIELDS(F)                                                                   \
    F(COUNT32_COUNT, "count", 31, 0, REG_RW, 0, "events; overflows at 2^32")
#define UNCORE_COUNT48_FIELDS(F)                                                                   \
    F(COUNT48_RSV, "rsv", 63, 48, REG_RV, 0, "reads as 0")                                         \
    F(COUNT48_COUNT, "count", 47, 0, REG_RW, 0, "events; overflows at 2^48")
#define UNCORE_COUNT64_FIELDS(F)                                                                   \
    F(COUNT64_COUNT, "count", 63, 0, REG_RW, 0,                                                    \
        "events; overflows at 2^64. Version 1 of HHA and L3C has bits 47:0 of it")

/* ---- control registers ---- */

#define UNCORE_DDRC_PERF_CTRL_FIELDS(F)                                                            \
    F(DDRC_PERF_CTRL_RSV, "rsv", 31, 2, REG_RV, 0, "drivers write back the read value")            \
    F(DDRC_PERF_CTRL_EN, "en", 1, 1, REG_RW, 0, "the selected counters count")                     \
    F(DDRC_PERF_CTRL_LOW, "low", 0, 0, REG_RV, 0, "drivers write back the read value")

/* DDRC version 2, HHA, PA and CPA. */
#define UNCORE_PERF_CTRL_FIELDS(F)                                                                 \
    F(PERF_CTRL_RSV, "rsv", 31, 1, REG_RV, 0, "drivers write back the read value")                 \
    F(PERF_CTRL_EN, "en", 0, 0, REG_RW, 0, "the selected counters count")

#define UNCORE_HHA_SRCID_CTRL_FIELDS(F)                                                            \
    F(HHA_SRCID_TRACETAG_EN, "tracetag_en", 31, 31, REG_RW, 0, "counts tagged requests alone")     \
    F(HHA_SRCID_MSK, "srcid_msk", 30, 20, REG_RW, 0, "bits of the ID that are not compared")       \
    F(HHA_SRCID_RSV, "rsv", 19, 17, REG_RV, 0, "drivers write back the read value")                \
    F(HHA_SRCID_CMD, "srcid_cmd", 16, 6, REG_RW, 0, "ID of the sources that count")                \
    F(HHA_SRCID_RSV2, "rsv2", 5, 3, REG_RV, 0, "drivers write back the read value")                \
    F(HHA_SRCID_EN, "srcid_en", 2, 2, REG_RW, 0, "compares the ID of the source")                  \
    F(HHA_SRCID_RSV3, "rsv3", 1, 0, REG_RV, 0, "drivers write back the read value")

#define UNCORE_DATSRC_CTRL_FIELDS(F)                                                               \
    F(DATSRC_CTRL_RSV, "rsv", 31, 24, REG_RV, 0, "drivers write back the read value")              \
    F(DATSRC_CTRL_SKT_EN, "datsrc_skt_en", 23, 23, REG_RW, 0, "held, without effect")              \
    F(DATSRC_CTRL_LOW, "low", 22, 0, REG_RV, 0, "drivers write back the read value")

#define UNCORE_L3C_PERF_CTRL_FIELDS(F)                                                             \
    F(L3C_PERF_CTRL_TRACETAG_EN, "tracetag_en", 31, 31, REG_RW, 0,                                 \
        "counts the tagged type of request alone")                                                 \
    F(L3C_PERF_CTRL_RSV, "rsv", 30, 21, REG_RV, 0, "drivers write back the read value")            \
    F(L3C_PERF_CTRL_CORE_EN, "core_en", 20, 20, REG_RW, 0, "counts the cores of CORE_CTRL alone")  \
    F(L3C_PERF_CTRL_RSV2, "rsv2", 19, 17, REG_RV, 0, "drivers write back the read value")          \
    F(L3C_PERF_CTRL_EN, "en", 16, 16, REG_RW, 1, "the selected counters count")                    \
    F(L3C_PERF_CTRL_LOW, "low", 15, 0, REG_RV, 0, "drivers write back the read value")

#define UNCORE_L3C_CORE_CTRL_FIELDS(F)                                                             \
    F(L3C_CORE_CTRL_RSV, "rsv", 31, 8, REG_RV, 0, "drivers write 0")                               \
    F(L3C_CORE_CTRL_CORES, "cores", 7, 0, REG_RW, 0,                                               \
        "a bit for each core of the cluster: it counts")

#define UNCORE_TRACETAG_CTRL_FIELDS(F, p, source)                                                  \
    F(p##_RSV, "rsv", 31, 10, REG_RV, 0, "drivers write back the read value")                      \
    F(p##_REQ, "req", 9, 7, REG_RW, 0,                                                             \
        "type of request: 4 read, 5 write, 6 atomic store, 7 other atomic operations")             \
    F(p##_RSV2, "rsv2", 6, 4, REG_RV, 0, "drivers write back the read value")                      \
    F(p##_SOURCE_EN, source, 3, 3, REG_RW, 0, "tags by source")                                    \
    F(p##_REQ_EN, "req_en", 2, 2, REG_RW, 0, "tags by type of request")                            \
    F(p##_RSV3, "rsv3", 1, 1, REG_RV, 0, "drivers write back the read value")                      \
    F(p##_MARK_EN, "mark_en", 0, 0, REG_RW, 0, "tags requests at all")
#define UNCORE_L3C_TRACETAG_CTRL_FIELDS(F) UNCORE_TRACETAG_CTRL_FIELDS(F, L3C_TRACETAG, "core_en")
#define UNCORE_UC_TRACETAG_CTRL_FIELDS(F)  UNCORE_TRACETAG_CTRL_FIELDS(F, UC_TRACETAG, "srcid_en")

/* As UNCORE_TYPE_FIELDS. */
#define UNCORE_DATSRC_TYPE_FIELDS(F)                                                               \
    F(DATSRC_TYPE3, "source3", 31, 24, REG_RW, 0,                                                  \
        "where the data of the last of these four counters come from")                             \
    F(DATSRC_TYPE2, "source2", 23, 16, REG_RW, 0, "the third's")                                   \
    F(DATSRC_TYPE1, "source1", 15, 8, REG_RW, 0, "the second's")                                   \
    F(DATSRC_TYPE0, "source0", 7, 0, REG_RW, 0, "the first's; 0: from anywhere")

#define UNCORE_SLLC_PERF_CTRL_FIELDS(F)                                                            \
    F(SLLC_PERF_CTRL_RSV, "rsv", 31, 6, REG_RV, 0, "drivers write back the read value")            \
    F(SLLC_PERF_CTRL_TGTID_EN, "tgtid_en", 5, 5, REG_RW, 0, "compares the ID of the target")       \
    F(SLLC_PERF_CTRL_SRCID_EN, "srcid_en", 4, 4, REG_RW, 0, "compares the ID of the source")       \
    F(SLLC_PERF_CTRL_RSV2, "rsv2", 3, 3, REG_RV, 0, "drivers write back the read value")           \
    F(SLLC_PERF_CTRL_TRACETAG_EN, "tracetag_en", 2, 2, REG_RW, 0, "counts tagged requests alone")  \
    F(SLLC_PERF_CTRL_FILT_EN, "filt_en", 1, 1, REG_RW, 0, "all of these filters")                  \
    F(SLLC_PERF_CTRL_EN, "en", 0, 0, REG_RW, 0, "the selected counters count")

#define UNCORE_SLLC_SRCID_CTRL_FIELDS(F)                                                           \
    F(SLLC_SRCID_RSV, "rsv", 31, 23, REG_RV, 0, "drivers write 0")                                 \
    F(SLLC_SRCID_MSK, "srcid_msk", 22, 12, REG_RW, 0, "bits of the ID that are not compared")      \
    F(SLLC_SRCID_CMD, "srcid_cmd", 11, 1, REG_RW, 0, "ID of the sources that count")               \
    F(SLLC_SRCID_LOW, "low", 0, 0, REG_RV, 0, "drivers write 0")
#define UNCORE_SLLC_TGTID_CTRL_FIELDS(F)                                                           \
    F(SLLC_TGTID_RSV, "rsv", 31, 23, REG_RV, 0, "drivers write 0")                                 \
    F(SLLC_TGTID_MAX, "tgtid_max", 22, 12, REG_RW, 0, "highest ID of the targets that count")      \
    F(SLLC_TGTID_MIN, "tgtid_min", 11, 1, REG_RW, 0, "lowest ID of the targets that count")        \
    F(SLLC_TGTID_LOW, "low", 0, 0, REG_RV, 0, "drivers write 0")

#define UNCORE_PA_TT_CTRL_FIELDS(F)                                                                \
    F(PA_TT_RSV, "rsv", 31, 5, REG_RV, 0, "drivers write back the read value")                     \
    F(PA_TT_TRACETAG_EN, "tracetag_en", 4, 4, REG_RW, 0, "counts tagged requests alone")           \
    F(PA_TT_LOW, "low", 3, 0, REG_RV, 0, "drivers write back the read value")
#define UNCORE_PA_ID_FIELDS(F, p, name)                                                            \
    F(p##_RSV, "rsv", 31, 23, REG_RV, 0, "drivers write 0")                                        \
    F(p##_MSK, name "_msk", 22, 12, REG_RW, 0, "bits of the ID that are not compared")             \
    F(p##_EN, name "_en", 11, 11, REG_RW, 0, "compares the ID")                                    \
    F(p##_CMD, name "_cmd", 10, 0, REG_RW, 0, "ID that counts")
#define UNCORE_PA_TGTID_CTRL_FIELDS(F) UNCORE_PA_ID_FIELDS(F, PA_TGTID, "tgtid")
#define UNCORE_PA_SRCID_CTRL_FIELDS(F) UNCORE_PA_ID_FIELDS(F, PA_SRCID, "srcid")

#define UNCORE_CPA_CFG_FIELDS(F)                                                                   \
    F(CPA_CFG_RSV, "rsv", 31, 10, REG_RV, 0, "drivers write back the read value")                  \
    F(CPA_CFG_PM_OFF, "pm_off", 9, 9, REG_RW, 0,                                                   \
        "no power management, so the counters have a clock")                                       \
    F(CPA_CFG_LOW, "low", 8, 0, REG_RV, 0, "drivers write back the read value")

#define UNCORE_UC_EVENT_CTRL_FIELDS(F)                                                             \
    F(UC_EVENT_CTRL_RSV, "rsv", 31, 30, REG_RV, 0, "drivers write back the read value")            \
    F(UC_EVENT_CTRL_TRACETAG_EN, "tracetag_en", 29, 29, REG_RW, 0,                                 \
        "held, without effect: no driver sets it")                                                 \
    F(UC_EVENT_CTRL_URING, "uring", 28, 27, REG_RW, 0,                                             \
        "channel of events 0x47 to 0x59 that count: 1 and 3 uring_ext, 2 uring, 0 both")           \
    F(UC_EVENT_CTRL_EN, "en", 26, 26, REG_RW, 0, "the selected counters count, and can be set")    \
    F(UC_EVENT_CTRL_RSV2, "rsv2", 25, 8, REG_RV, 0, "drivers write back the read value")           \
    F(UC_EVENT_CTRL_COUNTERS, "counters", 7, 0, REG_RW, 0, "a bit for each counter: it counts")
#define UNCORE_UC_SRCID_CTRL_FIELDS(F)                                                             \
    F(UC_SRCID_RSV, "rsv", 31, 15, REG_RV, 0, "drivers write back the read value")                 \
    F(UC_SRCID_ID, "srcid", 14, 1, REG_RW, 0, "ID of the source that counts")                      \
    F(UC_SRCID_LOW, "low", 0, 0, REG_RV, 0, "drivers write back the read value")

/* All lists of fields, for enumerators and tables: L(enumerator of the list,
 * list). */
#define UNCORE_FIELD_LISTS(L)                                                                      \
    L(select, UNCORE_SELECT_FIELDS)                                                                \
    L(select16, UNCORE_SELECT16_FIELDS)                                                            \
    L(mask, UNCORE_MASK_FIELDS)                                                                    \
    L(status, UNCORE_STATUS_FIELDS)                                                                \
    L(clear, UNCORE_CLEAR_FIELDS)                                                                  \
    L(mask16, UNCORE_MASK16_FIELDS)                                                                \
    L(status16, UNCORE_STATUS16_FIELDS)                                                            \
    L(clear16, UNCORE_CLEAR16_FIELDS)                                                              \
    L(type, UNCORE_TYPE_FIELDS)                                                                    \
    L(type1, UNCORE_TYPE1_FIELDS)                                                                  \
    L(version, UNCORE_VERSION_FIELDS)                                                              \
    L(count32, UNCORE_COUNT32_FIELDS)                                                              \
    L(count48, UNCORE_COUNT48_FIELDS)                                                              \
    L(count64, UNCORE_COUNT64_FIELDS)                                                              \
    L(ddrc_perf_ctrl, UNCORE_DDRC_PERF_CTRL_FIELDS)                                                \
    L(perf_ctrl, UNCORE_PERF_CTRL_FIELDS)                                                          \
    L(hha_srcid_ctrl, UNCORE_HHA_SRCID_CTRL_FIELDS)                                                \
    L(datsrc_ctrl, UNCORE_DATSRC_CTRL_FIELDS)                                                      \
    L(l3c_perf_ctrl, UNCORE_L3C_PERF_CTRL_FIELDS)                                                  \
    L(l3c_core_ctrl, UNCORE_L3C_CORE_CTRL_FIELDS)                                                  \
    L(l3c_tracetag_ctrl, UNCORE_L3C_TRACETAG_CTRL_FIELDS)                                          \
    L(datsrc_type, UNCORE_DATSRC_TYPE_FIELDS)                                                      \
    L(sllc_perf_ctrl, UNCORE_SLLC_PERF_CTRL_FIELDS)                                                \
    L(sllc_srcid_ctrl, UNCORE_SLLC_SRCID_CTRL_FIELDS)                                              \
    L(sllc_tgtid_ctrl, UNCORE_SLLC_TGTID_CTRL_FIELDS)                                              \
    L(pa_tt_ctrl, UNCORE_PA_TT_CTRL_FIELDS)                                                        \
    L(pa_tgtid_ctrl, UNCORE_PA_TGTID_CTRL_FIELDS)                                                  \
    L(pa_srcid_ctrl, UNCORE_PA_SRCID_CTRL_FIELDS)                                                  \
    L(cpa_cfg, UNCORE_CPA_CFG_FIELDS)                                                              \
    L(uc_event_ctrl, UNCORE_UC_EVENT_CTRL_FIELDS)                                                  \
    L(uc_tracetag_ctrl, UNCORE_UC_TRACETAG_CTRL_FIELDS)                                            \
    L(uc_srcid_ctrl, UNCORE_UC_SRCID_CTRL_FIELDS)

#define UNCORE_FIELD_ENUM(list, FIELDS) enum uncore_##list##_field{FIELDS(REG_FIELD_INDEX)};
UNCORE_FIELD_LISTS(UNCORE_FIELD_ENUM)
#undef UNCORE_FIELD_ENUM

/* ---- registers ---- */

#define UNCORE_EIGHT_COUNTERS(R, p, name, at, count)                                               \
    R(p##_CNT0, name "0", (at), 64, count, "counter 0")                                            \
    R(p##_CNT1, name "1", (at) + 0x08, 64, count, "counter 1")                                     \
    R(p##_CNT2, name "2", (at) + 0x10, 64, count, "counter 2")                                     \
    R(p##_CNT3, name "3", (at) + 0x18, 64, count, "counter 3")                                     \
    R(p##_CNT4, name "4", (at) + 0x20, 64, count, "counter 4")                                     \
    R(p##_CNT5, name "5", (at) + 0x28, 64, count, "counter 5")                                     \
    R(p##_CNT6, name "6", (at) + 0x30, 64, count, "counter 6")                                     \
    R(p##_CNT7, name "7", (at) + 0x38, 64, count, "counter 7")

#define UNCORE_TWO_TYPES(R, p, at)                                                                 \
    R(p##_TYPE0, "EVENT_TYPE0", (at), 32, type, "events of counters 0 to 3")                       \
    R(p##_TYPE1, "EVENT_TYPE1", (at) + 4, 32, type, "events of counters 4 to 7")

#define UNCORE_INTERRUPTS(R, p, mask_at, status_at, clear_at)                                      \
    R(p##_INT_MASK, "INT_MASK", mask_at, 32, mask, "which overflows do not interrupt")             \
    R(p##_INT_STATUS, "INT_STATUS", status_at, 32, status, "overflows; set even if masked")        \
    R(p##_INT_CLEAR, "INT_CLEAR", clear_at, 32, clear, "clears overflows")

#define UNCORE_DDRC_REGS(R)                                                                        \
    R(DDRC_PERF_CTRL, "PERF_CTRL", 0x010, 32, ddrc_perf_ctrl, "starts and stops all counters")     \
    R(DDRC_FLUX_WR, "FLUX_WR", 0x380, 32, count32, "counter 0, of event flux_wr")                  \
    R(DDRC_FLUX_RD, "FLUX_RD", 0x384, 32, count32, "counter 1, of event flux_rd")                  \
    R(DDRC_FLUX_WCMD, "FLUX_WCMD", 0x388, 32, count32, "counter 2, of event flux_wcmd")            \
    R(DDRC_FLUX_RCMD, "FLUX_RCMD", 0x38c, 32, count32, "counter 3, of event flux_rcmd")            \
    R(DDRC_PRE_CMD, "PRE_CMD", 0x3c0, 32, count32, "counter 4, of event pre_cmd")                  \
    R(DDRC_ACT_CMD, "ACT_CMD", 0x3c4, 32, count32, "counter 5, of event act_cmd")                  \
    R(DDRC_RNK_CHG, "RNK_CHG", 0x3cc, 32, count32, "counter 6, of event rnk_chg")                  \
    R(DDRC_RW_CHG, "RW_CHG", 0x3d0, 32, count32, "counter 7, of event rw_chg")                     \
    R(DDRC_EVENT_CTRL, "EVENT_CTRL", 0x6c0, 32, select, "selects counters")                        \
    UNCORE_INTERRUPTS(R, DDRC, 0x6c8, 0x6cc, 0x6d0)                                                \
    R(DDRC_VERSION, "VERSION", 0x710, 32, version, "version of the PMU")

#define UNCORE_DDRC2_REGS(R)                                                                       \
    UNCORE_INTERRUPTS(R, DDRC2, 0x528, 0x52c, 0x530)                                               \
    R(DDRC2_VERSION, "VERSION", 0x710, 32, version, "version of the PMU")                          \
    UNCORE_EIGHT_COUNTERS(R, DDRC2, "EVENT_CNT", 0xe00, count48)                                   \
    R(DDRC2_EVENT_CTRL, "EVENT_CTRL", 0xe70, 32, select, "selects counters")                       \
    R(DDRC2_TYPE0, "EVENT_TYPE0", 0xe74, 32, type1, "event of counter 0")                          \
    R(DDRC2_TYPE1, "EVENT_TYPE1", 0xe78, 32, type1, "event of counter 1")                          \
    R(DDRC2_TYPE2, "EVENT_TYPE2", 0xe7c, 32, type1, "event of counter 2")                          \
    R(DDRC2_TYPE3, "EVENT_TYPE3", 0xe80, 32, type1, "event of counter 3")                          \
    R(DDRC2_TYPE4, "EVENT_TYPE4", 0xe84, 32, type1, "event of counter 4")                          \
    R(DDRC2_TYPE5, "EVENT_TYPE5", 0xe88, 32, type1, "event of counter 5")                          \
    R(DDRC2_TYPE6, "EVENT_TYPE6", 0xe8c, 32, type1, "event of counter 6")                          \
    R(DDRC2_TYPE7, "EVENT_TYPE7", 0xe90, 32, type1, "event of counter 7")                          \
    R(DDRC2_PERF_CTRL, "PERF_CTRL", 0xea0, 32, perf_ctrl, "starts and stops all counters")

#define UNCORE_HHA_REGS(R)                                                                         \
    R(HHA_INT_MASK, "INT_MASK", 0x804, 32, mask16, "which overflows do not interrupt")             \
    R(HHA_INT_STATUS, "INT_STATUS", 0x808, 32, status16, "overflows; set even if masked")          \
    R(HHA_INT_CLEAR, "INT_CLEAR", 0x80c, 32, clear16, "clears overflows")                          \
    R(HHA_DATSRC_CTRL, "DATSRC_CTRL", 0x1bf0, 32, datsrc_ctrl, "sources of data in other sockets") \
    R(HHA_VERSION, "VERSION", 0x1cf0, 32, version, "version of the PMU")                           \
    R(HHA_PERF_CTRL, "PERF_CTRL", 0x1e00, 32, perf_ctrl, "starts and stops all counters")          \
    R(HHA_EVENT_CTRL, "EVENT_CTRL", 0x1e04, 32, select16, "selects counters; version 2 has eight") \
    R(HHA_SRCID_CTRL, "SRCID_CTRL", 0x1e08, 32, hha_srcid_ctrl,                                    \
        "filters of all counters; version 2 alone")                                                \
    UNCORE_TWO_TYPES(R, HHA, 0x1e80)                                                               \
    R(HHA_TYPE2, "EVENT_TYPE2", 0x1e88, 32, type, "events of counters 8 to 11, version 1 alone")   \
    R(HHA_TYPE3, "EVENT_TYPE3", 0x1e8c, 32, type, "events of counters 12 to 15, version 1 alone")  \
    UNCORE_EIGHT_COUNTERS(R, HHA, "EVENT_CNT", 0x1f00, count64)                                    \
    R(HHA_CNT8, "EVENT_CNT8", 0x1f40, 64, count64, "counter 8, version 1 alone")                   \
    R(HHA_CNT9, "EVENT_CNT9", 0x1f48, 64, count64, "counter 9, version 1 alone")                   \
    R(HHA_CNT10, "EVENT_CNT10", 0x1f50, 64, count64, "counter 10, version 1 alone")                \
    R(HHA_CNT11, "EVENT_CNT11", 0x1f58, 64, count64, "counter 11, version 1 alone")                \
    R(HHA_CNT12, "EVENT_CNT12", 0x1f60, 64, count64, "counter 12, version 1 alone")                \
    R(HHA_CNT13, "EVENT_CNT13", 0x1f68, 64, count64, "counter 13, version 1 alone")                \
    R(HHA_CNT14, "EVENT_CNT14", 0x1f70, 64, count64, "counter 14, version 1 alone")                \
    R(HHA_CNT15, "EVENT_CNT15", 0x1f78, 64, count64, "counter 15, version 1 alone")

#define UNCORE_L3C_REGS(R)                                                                         \
    R(L3C_PERF_CTRL, "PERF_CTRL", 0x408, 32, l3c_perf_ctrl,                                        \
        "starts and stops all counters; filters")                                                  \
    UNCORE_INTERRUPTS(R, L3C, 0x800, 0x808, 0x80c)                                                 \
    R(L3C_CORE_CTRL, "CORE_CTRL", 0x1b04, 32, l3c_core_ctrl, "cores that count; version 2 alone")  \
    R(L3C_TRACETAG_CTRL, "TRACETAG_CTRL", 0x1b20, 32, l3c_tracetag_ctrl,                           \
        "the tagged part; only version 2")                                                         \
    R(L3C_DATSRC_TYPE0, "DATSRC_TYPE0", 0x1b48, 32, datsrc_type,                                   \
        "sources of data, counters 0 to 3; version 2 alone")                                       \
    R(L3C_DATSRC_TYPE1, "DATSRC_TYPE1", 0x1b4c, 32, datsrc_type, "counters 4 to 7")                \
    R(L3C_DATSRC_CTRL, "DATSRC_CTRL", 0x1bf0, 32, datsrc_ctrl, "sources of data in other sockets") \
    R(L3C_EVENT_CTRL, "EVENT_CTRL", 0x1c00, 32, select, "selects counters")                        \
    R(L3C_VERSION, "VERSION", 0x1cf0, 32, version, "version of the PMU")                           \
    UNCORE_TWO_TYPES(R, L3C, 0x1d00)                                                               \
    UNCORE_EIGHT_COUNTERS(R, L3C, "CNTR", 0x1e00, count64)

#define UNCORE_SLLC_REGS(R)                                                                        \
    UNCORE_INTERRUPTS(R, SLLC, 0x814, 0x818, 0x81c)                                                \
    R(SLLC_PERF_CTRL, "PERF_CTRL", 0x1c00, 32, sllc_perf_ctrl,                                     \
        "starts and stops all counters; filters")                                                  \
    R(SLLC_SRCID_CTRL, "SRCID_CTRL", 0x1c04, 32, sllc_srcid_ctrl, "sources that count")            \
    R(SLLC_TGTID_CTRL, "TGTID_CTRL", 0x1c08, 32, sllc_tgtid_ctrl, "targets that count")            \
    R(SLLC_EVENT_CTRL, "EVENT_CTRL", 0x1c14, 32, select, "selects counters")                       \
    UNCORE_TWO_TYPES(R, SLLC, 0x1c18)                                                              \
    R(SLLC_VERSION, "VERSION", 0x1cf0, 32, version, "version of the PMU")                          \
    UNCORE_EIGHT_COUNTERS(R, SLLC, "EVENT_CNT", 0x1d00, count64)

#define UNCORE_PA_REGS(R)                                                                          \
    R(PA_PERF_CTRL, "PERF_CTRL", 0x1c00, 32, perf_ctrl, "starts and stops all counters")           \
    R(PA_EVENT_CTRL, "EVENT_CTRL", 0x1c04, 32, select, "selects counters")                         \
    R(PA_TT_CTRL, "TT_CTRL", 0x1c08, 32, pa_tt_ctrl, "filter by tags")                             \
    R(PA_TGTID_CTRL, "TGTID_CTRL", 0x1c14, 32, pa_tgtid_ctrl, "targets that count")                \
    R(PA_SRCID_CTRL, "SRCID_CTRL", 0x1c18, 32, pa_srcid_ctrl, "sources that count")                \
    UNCORE_INTERRUPTS(R, PA, 0x1c70, 0x1c78, 0x1c7c)                                               \
    UNCORE_TWO_TYPES(R, PA, 0x1c80)                                                                \
    R(PA_VERSION, "VERSION", 0x1cf0, 32, version, "version of the PMU")                            \
    UNCORE_EIGHT_COUNTERS(R, PA, "EVENT_CNT", 0x1d00, count64)

#define UNCORE_CPA_REGS(R)                                                                         \
    R(CPA_CFG, "CFG", 0x534, 32, cpa_cfg, "power management")                                      \
    R(CPA_PERF_CTRL, "PERF_CTRL", 0x1c00, 32, perf_ctrl, "starts and stops all counters")          \
    R(CPA_EVENT_CTRL, "EVENT_CTRL", 0x1c04, 32, select, "selects counters")                        \
    UNCORE_INTERRUPTS(R, CPA, 0x1c70, 0x1c78, 0x1c7c)                                              \
    UNCORE_TWO_TYPES(R, CPA, 0x1c80)                                                               \
    R(CPA_VERSION, "VERSION", 0x1cf0, 32, version, "version of the PMU")                           \
    UNCORE_EIGHT_COUNTERS(R, CPA, "EVENT_CNT", 0x1d00, count64)

#define UNCORE_UC_REGS(R)                                                                          \
    UNCORE_INTERRUPTS(R, UC, 0x800, 0x808, 0x80c)                                                  \
    R(UC_TRACETAG_CTRL, "TRACETAG_CTRL", 0x1b2c, 32, uc_tracetag_ctrl, "the tagged part")          \
    R(UC_SRCID_CTRL, "SRCID_CTRL", 0x1b40, 32, uc_srcid_ctrl, "source that counts")                \
    R(UC_EVENT_CTRL, "EVENT_CTRL", 0x1c00, 32, uc_event_ctrl,                                      \
        "selects, starts and stops counters")                                                      \
    R(UC_VERSION, "VERSION", 0x1cf0, 32, version, "version of the PMU")                            \
    UNCORE_TWO_TYPES(R, UC, 0x1d00)                                                                \
    UNCORE_EIGHT_COUNTERS(R, UC, "CNTR", 0x1e00, count64)

/* Every bank: B(its name, its registers, prose). */
#define UNCORE_BANKS(B)                                                                            \
    B(ddrc, DDRC, "DDR memory controller of hip08, a channel")                                     \
    B(hha, HHA, "Hydra home agent, between a die's caches and memory")                             \
    B(l3c, L3C, "L3 cache of a cluster")                                                           \
    B(ddrc2, DDRC2, "DDR memory controller of hip09, a part of a channel")                         \
    B(sllc, SLLC, "super L3 cache: links a die's caches to others")                                \
    B(pa, PA, "protocol adapter of an I/O die: links sockets")                                     \
    B(cpa, CPA, "coherency protocol agent of an I/O die")                                          \
    B(uc, UC, "unified cache of a cluster's part")

#define UNCORE_REG_ENUM(id, name, at, bits, fields, prose) id,
#define UNCORE_BANK_ENUM(bank, REGS, prose)                                                        \
    enum uncore_##bank##_reg{UNCORE_##REGS##_REGS(UNCORE_REG_ENUM) UNCORE_##REGS##_N_REGS};
UNCORE_BANKS(UNCORE_BANK_ENUM)
#undef UNCORE_BANK_ENUM
#undef UNCORE_REG_ENUM

#define UNCORE_BANK_EXTERN(bank, REGS, prose) extern const struct reg_bank uncore_##bank##_bank;
UNCORE_BANKS(UNCORE_BANK_EXTERN)
#undef UNCORE_BANK_EXTERN

enum {
    UNCORE_MAX_REGS = UNCORE_HHA_N_REGS, /* of a bank */
    UNCORE_WINDOW = 0x2000,              /* bytes of a PMU's address window that have registers */
};

#endif
