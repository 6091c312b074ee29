/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Events of memory channels, as pieces of each generation's list. The E5-2600's
 * are from the guide, from page 63 on. Those after it are from Intel's event
 * lists of the products (as in perf: ivytown, haswellx, broadwellx,
 * broadwellde, skylakex, cascadelakex).
 */
#ifndef PMULAB_ORACLE_SNBEP_IMC_LISTS_H
#define PMULAB_ORACLE_SNBEP_IMC_LISTS_H

#include "oracle/perf/terms.h"
#include "oracle/snbep/manual.h"

#define ORACLE_COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* An event that adds what happens: at most @max a cycle, of a queue; 1; of
 * sub-events; of numbered ones. */
#define ORACLE_QUEUE(code, max, name, subs)                                                        \
    {                                                                                              \
        code, max, name, subs, ORACLE_ADDS, 0, 0, 0, false, 0                                      \
    }
#define ORACLE_PLAIN(code, name)      ORACLE_QUEUE(code, 1, name, NULL)
#define ORACLE_SUBS(code, name, subs) ORACLE_QUEUE(code, 1, name, subs)
#define ORACLE_CACHELINES(code, name, subs, numbered)                                              \
    {                                                                                              \
        code, 1, name, subs, ORACLE_ADDS, 0, 64, 0, numbered, 0                                    \
    }

extern const struct oracle_sub oracle_cas[], oracle_cas_later[], oracle_cas_skx[], oracle_refresh[];
extern const struct oracle_sub oracle_modes[], oracle_preemption[], oracle_ranks[], oracle_pre[];
extern const struct oracle_sub oracle_act_later[], oracle_pre_later[], oracle_prio[], oracle_byp[];
extern const struct oracle_sub oracle_wmm[], oracle_vmse[], oracle_banks[], oracle_ddr4_banks[];

/* Queues: 22 entries for reads, 32 for writes. The guide omits
 * POWER_SELF_REFRESH's maximum; 1 is assumed. It lists 16 for POWER_CKE_CYCLES,
 * but also says that several ranks together add 1. The oracle uses 1. */
#define ORACLE_IMC_ALL                                                                             \
    {0x00, 1, "CLOCKTICKS", NULL, ORACLE_CLOCK, 0, 0, 0, false, 0},                                \
        ORACLE_PLAIN(0x06, "DRAM_PRE_ALL"),                                                        \
        {0x07, 1, "MAJOR_MODES", oracle_modes, ORACLE_DEFAULT, 0, 0, 0, false, 0},                 \
        ORACLE_SUBS(0x08, "PREEMPTION", oracle_preemption),                                        \
        ORACLE_PLAIN(0x09, "ECC_CORRECTABLE_ERRORS"), ORACLE_PLAIN(0x10, "RPQ_INSERTS"),           \
        {0x11, 1, "RPQ_CYCLES_NE", NULL, ORACLE_NOT_EMPTY, 0x80, 0, 0, false, 0},                  \
        {0x12, 1, "RPQ_CYCLES_FULL", NULL, ORACLE_FULL, 0x80, 0, 0, false, 0},                     \
        ORACLE_PLAIN(0x20, "WPQ_INSERTS"),                                                         \
        {0x21, 1, "WPQ_CYCLES_NE", NULL, ORACLE_NOT_EMPTY, 0x81, 0, 0, false, 0},                  \
        {0x22, 1, "WPQ_CYCLES_FULL", NULL, ORACLE_FULL, 0x81, 0, 0, false, 0},                     \
        ORACLE_PLAIN(0x23, "WPQ_READ_HIT"), ORACLE_PLAIN(0x24, "WPQ_WRITE_HIT"),                   \
        {0x41, 1, "POWER_THROTTLE_CYCLES", oracle_ranks, ORACLE_ANY, 0, 0, 0, false, 0},           \
        ORACLE_PLAIN(0x43, "POWER_SELF_REFRESH"), ORACLE_QUEUE(0x80, 22, "RPQ_OCCUPANCY", NULL),   \
        ORACLE_QUEUE(0x81, 32, "WPQ_OCCUPANCY", NULL),                                             \
        {0x83, 16, "POWER_CKE_CYCLES", oracle_ranks, ORACLE_ANY, 0, 0, 0, false, 0},               \
        ORACLE_PLAIN(0x84, "POWER_CHANNEL_DLLOFF"),                                                \
        ORACLE_QUEUE(0x85, 4, "POWER_CHANNEL_PPD", NULL),                                          \
        ORACLE_PLAIN(0x86, "POWER_CRITICAL_THROTTLE_CYCLES")

#define ORACLE_IMC_REFRESH ORACLE_SUBS(0x05, "DRAM_REFRESH", oracle_refresh)

/* Since Ivy Bridge; until Broadwell; DDR3's and DDR4's banks. */
#define ORACLE_IMC_LATER                                                                           \
    ORACLE_SUBS(0x01, "ACT_COUNT", oracle_act_later),                                              \
        ORACLE_SUBS(0x02, "PRE_COUNT", oracle_pre_later),                                          \
        ORACLE_PLAIN(0x42, "POWER_PCU_THROTTLING"), ORACLE_SUBS(0xa0, "RD_CAS_PRIO", oracle_prio), \
        ORACLE_SUBS(0xa1, "BYP_CMDS", oracle_byp), ORACLE_SUBS(0xc0, "WMM_TO_RMM", oracle_wmm),    \
        ORACLE_PLAIN(0xc1, "WRONG_MM")
#define ORACLE_IMC_VMSE                                                                            \
    ORACLE_SUBS(0x90, "VMSE_WR_PUSH", oracle_vmse),                                                \
        ORACLE_QUEUE(0x91, 32, "VMSE_MXB_WR_OCCUPANCY", NULL)
#define ORACLE_IMC_RANKS(banks, numbered)                                                          \
    ORACLE_CACHELINES(0xb0, "RD_CAS_RANK0", banks, numbered),                                      \
        ORACLE_CACHELINES(0xb1, "RD_CAS_RANK1", banks, numbered),                                  \
        ORACLE_CACHELINES(0xb2, "RD_CAS_RANK2", banks, numbered),                                  \
        ORACLE_CACHELINES(0xb3, "RD_CAS_RANK3", banks, numbered),                                  \
        ORACLE_CACHELINES(0xb4, "RD_CAS_RANK4", banks, numbered),                                  \
        ORACLE_CACHELINES(0xb5, "RD_CAS_RANK5", banks, numbered),                                  \
        ORACLE_CACHELINES(0xb6, "RD_CAS_RANK6", banks, numbered),                                  \
        ORACLE_CACHELINES(0xb7, "RD_CAS_RANK7", banks, numbered),                                  \
        ORACLE_CACHELINES(0xb8, "WR_CAS_RANK0", banks, numbered),                                  \
        ORACLE_CACHELINES(0xb9, "WR_CAS_RANK1", banks, numbered),                                  \
        ORACLE_CACHELINES(0xba, "WR_CAS_RANK2", banks, numbered),                                  \
        ORACLE_CACHELINES(0xbb, "WR_CAS_RANK3", banks, numbered),                                  \
        ORACLE_CACHELINES(0xbc, "WR_CAS_RANK4", banks, numbered),                                  \
        ORACLE_CACHELINES(0xbd, "WR_CAS_RANK5", banks, numbered),                                  \
        ORACLE_CACHELINES(0xbe, "WR_CAS_RANK6", banks, numbered),                                  \
        ORACLE_CACHELINES(0xbf, "WR_CAS_RANK7", banks, numbered)

/* Linux: format/, and events/ with clockticks as the fixed counter and as event
 * 0. */
extern const struct oracle_register oracle_imc_registers[12];
extern const struct oracle_cacheline oracle_imc_cachelines[];
extern const struct oracle_format oracle_imc_formats[5];
extern const struct oracle_alias oracle_imc_aliases[4], oracle_imc_aliases_later[4];

/* A kind of memory channel in configuration space. Its list of events and the
 * further arguments differ. */
#define ORACLE_IMC(table, ...)                                                                     \
    ORACLE_IMC_AT(oracle_imc_registers, oracle_imc_cachelines, table, __VA_ARGS__)

/* The same with its registers @regs elsewhere, and other events of @moved
 * lines. */
#define ORACLE_IMC_AT(regs, moved, table, ...)                                                     \
    {                                                                                              \
        .pmu = "uncore_imc", .list = "unc_m_", .registers = regs,                                  \
        .n_registers = ORACLE_COUNT(regs), .cachelines = moved, .general = 4, .fixed = true,       \
        .bits = 48, .box_held = ORACLE_BOX_FRZ | ORACLE_BOX_FRZ_EN | ORACLE_BOX_OV_EN,             \
        .box_resets = ORACLE_BOX_RST_CTRL | ORACLE_BOX_RST_CTRS, .fields = ORACLE_IMC_FIELDS,      \
        .two_documents = true, .events = table, .n_events = ORACLE_COUNT(table), .file = __FILE__, \
        .formats = oracle_imc_formats, .n_formats = ORACLE_COUNT(oracle_imc_formats), __VA_ARGS__  \
    }

/* Guide, page 61, table 2-61: PMON_CTL. The other bits are reserved. */
#define ORACLE_IMC_FIELDS                                                                          \
    {                                                                                              \
        .ev_sel = 0xff, .umask = 0xff00, .edge = UINT64_C(1) << 18, .en = UINT64_C(1) << 22,       \
        .invert = UINT64_C(1) << 23, .thresh = 0xff000000                                          \
    }

#endif
