/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ice Lake-SP, Xeon Scalable of the third generation: events by perf's list
 * icelakex; places of registers by Linux's icx_uncore_imc. */
#include "oracle/snbep/imc_scoreboard.h"

#define S   ORACLE_SUB
#define END ORACLE_NO_SUB

/* Linux, SNR_IMC_MMIO_PMON_*, from the box's control on; Linux has no status;
 * it is assumed to follow. */
static const struct oracle_register registers[] = {
    ORACLE_IMC_IN_MEMORY, {"PMON_UNIT_STATUS", 0x5c, 4, ORACLE_IS_STATUS, 0}};

/* The list has ALL; it names only one of its three bits. */
static const struct oracle_sub act_count[] = {
    S("ALL", 0xb), S("BYP", 8), S("RD", 1), S("WR", 2), END};
static const struct oracle_sub pre_count[] = {
    S("ALL", 0x1c), S("PAGE_MISS", 0xc), S("PGT", 0x10), S("RD", 4), S("WR", 8), END};
static const struct oracle_sub cas_count[] = {S("ALL", 0x3f), S("RD", 0xf), S("RD_PRE_REG", 2),
    S("RD_PRE_UNDERFILL", 8), S("RD_REG", 1), S("RD_UNDERFILL", 4), S("WR", 0x30),
    S("WR_NONPRE", 0x10), S("WR_PRE", 0x20), END};
static const struct oracle_sub rpq_inserts[] = {S("PCH0", 1), S("PCH1", 2), END};
static const struct oracle_sub dram_refresh[] = {
    S("HIGH", 4), S("OPPORTUNISTIC", 1), S("PANIC", 2), END};
static const struct oracle_sub power_throttle_cycles[] = {S("SLOT0", 1), S("SLOT1", 2), END};
static const struct oracle_sub pcls[] = {S("RD", 1), S("TOTAL", 4), S("WR", 2), END};
static const struct oracle_sub sb_accesses[] = {S("ACCEPTS", 5), S("FMRD_CMPS", 0x40),
    S("FMWR_CMPS", 0x80), S("FM_RD_CMPS", 0x40), S("FM_WR_CMPS", 0x80), S("NMRD_CMPS", 0x10),
    S("NMWR_CMPS", 0x20), S("NM_RD_CMPS", 0x10), S("NM_WR_CMPS", 0x20), S("RD_ACCEPTS", 1),
    S("RD_REJECTS", 2), S("REJECTS", 0xa), S("WR_ACCEPTS", 4), S("WR_REJECTS", 8), END};
static const struct oracle_sub sb_strv_alloc[] = {S("FMRD", 2), S("FMTGR", 0x10), S("FMWR", 8),
    S("FM_RD", 2), S("FM_TGR", 0x10), S("FM_WR", 8), S("NMRD", 1), S("NMWR", 4), S("NM_RD", 1),
    S("NM_WR", 4), END};
static const struct oracle_sub sb_canary[] = {S("ALLOC", 1), S("DEALLOC", 2),
    S("FMRD_STARVED", 0x20), S("FMTGRWR_STARVED", 0x80), S("FMWR_STARVED", 0x40),
    S("FM_RD_STARVED", 0x20), S("FM_TGR_WR_STARVED", 0x80), S("FM_WR_STARVED", 0x40),
    S("NMRD_STARVED", 8), S("NMWR_STARVED", 0x10), S("NM_RD_STARVED", 8), S("NM_WR_STARVED", 0x10),
    S("VLD", 4), END};
static const struct oracle_sub sb_pref_occupancy[] = {
    S("ALL", 1), S("DDR", 2), S("PMEM", 4), S("PMM", 4), END};
static const struct oracle_sub pmm_rpq_occupancy[] = {
    S("ALL", 1), S("GNT_WAIT", 4), S("NO_GNT", 2), END};
static const struct oracle_sub pmm_wpq_occupancy[] = {S("ALL", 1), S("CAS", 2), S("PWR", 4), END};
static const struct oracle_sub pmm_cmd1[] = {S("ALL", 1), S("MISC", 0x80), S("MISC_GNT", 0x40),
    S("RD", 2), S("RPQ_GNTS", 0x10), S("UFILL_RD", 8), S("WPQ_GNTS", 0x20), S("WR", 4), END};
static const struct oracle_sub pmm_cmd2[] = {S("NODATA_EXP", 2), S("NODATA_UNEXP", 4),
    S("OPP_RD", 1), S("PMM_ECC_ERROR", 0x20), S("PMM_ERID_ERROR", 0x40),
    S("PMM_ERID_STARVED", 0x80), S("REQS_SLOT0", 8), S("REQS_SLOT1", 0x10), END};

#define EACH(code, max, name, subs)                                                                \
    {                                                                                              \
        code, max, name, subs, ORACLE_EACH, 0, 0, 0, false, 0                                      \
    }
#define FULL(code, name, queue)                                                                    \
    {                                                                                              \
        code, 1, name, NULL, ORACLE_FULL, queue, 0, 0, false, 0                                    \
    }

static const struct oracle_event events[] = {
    {0x00, 1, "CLOCKTICKS", NULL, ORACLE_CLOCK, 0, 0, 0, false, 0},
    ORACLE_SUBS(0x01, "ACT_COUNT", act_count),
    ORACLE_SUBS(0x02, "PRE_COUNT", pre_count),
    ORACLE_CACHELINES(0x04, "CAS_COUNT", cas_count, false),
    ORACLE_SUBS(0x10, "RPQ_INSERTS", rpq_inserts),
    EACH(0x11, 1, "RPQ_CYCLES_NE", rpq_inserts),
    FULL(0x12, "RPQ_CYCLES_FULL_PCH0", 0x80),
    FULL(0x15, "RPQ_CYCLES_FULL_PCH1", 0x81),
    FULL(0x16, "WPQ_CYCLES_FULL_PCH1", 0x83),
    ORACLE_PLAIN(0x17, "RDB_INSERTS"),
    {0x18, 1, "RDB_NOT_EMPTY", NULL, ORACLE_NOT_EMPTY, 0x1a, 0, 0, false, 0},
    FULL(0x19, "RDB_FULL", 0x1a),
    ORACLE_QUEUE(0x1a, READS, "RDB_OCCUPANCY", NULL),
    ORACLE_SUBS(0x20, "WPQ_INSERTS", rpq_inserts),
    EACH(0x21, 1, "WPQ_CYCLES_NE", rpq_inserts),
    FULL(0x22, "WPQ_CYCLES_FULL_PCH0", 0x82),
    ORACLE_SUBS(0x23, "WPQ_READ_HIT", rpq_inserts),
    ORACLE_SUBS(0x24, "WPQ_WRITE_HIT", rpq_inserts),
    ORACLE_PLAIN(0x2c, "PARITY_ERRORS"),
    ORACLE_PLAIN(0x43, "POWER_SELF_REFRESH"),
    ORACLE_PLAIN(0x44, "DRAM_PRE_ALL"),
    ORACLE_SUBS(0x45, "DRAM_REFRESH", dram_refresh),
    EACH(0x46, 1, "POWER_THROTTLE_CYCLES", power_throttle_cycles),
    EACH(0x47, 1, "POWER_CKE_CYCLES", oracle_power_cke_cycles),
    ORACLE_QUEUE(0x80, READS, "RPQ_OCCUPANCY_PCH0", NULL),
    ORACLE_QUEUE(0x81, READS, "RPQ_OCCUPANCY_PCH1", NULL),
    ORACLE_QUEUE(0x82, WRITES, "WPQ_OCCUPANCY_PCH0", NULL),
    ORACLE_QUEUE(0x83, WRITES, "WPQ_OCCUPANCY_PCH1", NULL),
    ORACLE_QUEUE(0x85, 4, "POWER_CHANNEL_PPD", NULL),
    EACH(0x86, 1, "POWER_CRIT_THROTTLE_CYCLES", power_throttle_cycles),
    ORACLE_SUBS(0xa0, "PCLS", pcls),
    ORACLE_SCOREBOARD(sb_accesses, sb_strv_alloc, sb_canary, sb_pref_occupancy),
    ORACLE_QUEUE(0xe0, WRITES, "PMM_RPQ_OCCUPANCY", pmm_rpq_occupancy),
    ORACLE_PLAIN(0xe1, "PMM_RPQ_CYCLES_NE"),
    ORACLE_PLAIN(0xe2, "PMM_RPQ_CYCLES_FULL"),
    ORACLE_CACHELINES(0xe3, "PMM_RPQ_INSERTS", NULL, false),
    ORACLE_QUEUE(0xe4, WRITES, "PMM_WPQ_OCCUPANCY", pmm_wpq_occupancy),
    ORACLE_PLAIN(0xe5, "PMM_WPQ_CYCLES_NE"),
    ORACLE_PLAIN(0xe6, "PMM_WPQ_CYCLES_FULL"),
    ORACLE_CACHELINES(0xe7, "PMM_WPQ_INSERTS", NULL, false),
    ORACLE_PLAIN(0xe8, "PMM_WPQ_FLUSH"),
    ORACLE_PLAIN(0xe9, "PMM_WPQ_FLUSH_CYC"),
    ORACLE_SUBS(0xea, "PMM_CMD1", pmm_cmd1),
    ORACLE_SUBS(0xeb, "PMM_CMD2", pmm_cmd2),
};

/* All cachelines use the first pseudo channel. */
static const struct oracle_cacheline cachelines[] = {
    {0x04, 0x01, false}, /* CAS_COUNT.RD_REG */
    {0x04, 0x10, true},  /* CAS_COUNT.WR_NONPRE */
    {0x10, 0x01, false}, /* RPQ_INSERTS.PCH0 */
    {0x20, 0x01, true},  /* WPQ_INSERTS.PCH0 */
    {0, 0, false},
};

/* Linux, snr_uncore_imc_events. */
static const struct oracle_alias aliases[] = {{"clockticks", 0x0000, 1, ""},
    {"cas_count_read", 0x0f04, 6.103515625e-5, "MiB"},
    {"cas_count_write", 0x3004, 6.103515625e-5, "MiB"}, {NULL, 0, 0, NULL}};
static const struct oracle_alias names[] = {
    {"unc_m_hclockticks", 0x00ff, 1, ""}, {NULL, 0, 0, NULL}};

/* The fixed counter counts the list's HCLOCKTICKS, at half the clock. */
static const struct oracle_kind imc = ORACLE_IMC_AT(registers, cachelines, events,
    .aliases = aliases, .names = names, .frz_alone = true, .fixed_every = 2);

/* Linux, icx_imc_freerunning and icx_uncore_imc_freerunning_events; the list
 * has the clock's name. No source says which events of the channels they
 * follow; events with the same meaning are used. */
static const struct oracle_register free_registers[] = {
    {"FREE_DCLK", 0x22b0, 8, ORACLE_IS_CTR, 0},
    {"FREE_DDR_READ", 0x2290, 8, ORACLE_IS_CTR, 1},
    {"FREE_DDR_WRITE", 0x2298, 8, ORACLE_IS_CTR, 2},
    {"FREE_DDRT_READ", 0x22a0, 8, ORACLE_IS_CTR, 3},
    {"FREE_DDRT_WRITE", 0x22a8, 8, ORACLE_IS_CTR, 4},
};
static const struct oracle_free free_counters[] = {{0x10ff, 0x0000, 0}, {0x20ff, 0x0f04, 0},
    {0x21ff, 0x3004, 0}, {0x30ff, 0x00e3, 0}, {0x31ff, 0x00e7, 0}};
static const struct oracle_format free_formats[] = {{"event", 0, 8}, {"umask", 8, 8}};
static const struct oracle_alias free_aliases[] = {{"dclk", 0x10ff, 1, ""},
    {"read", 0x20ff, 6.103515625e-5, "MiB"}, {"write", 0x21ff, 6.103515625e-5, "MiB"},
    {"ddrt_read", 0x30ff, 6.103515625e-5, "MiB"}, {"ddrt_write", 0x31ff, 6.103515625e-5, "MiB"},
    {NULL, 0, 0, NULL}};
static const struct oracle_alias free_names[] = {
    {"unc_m_clockticks_freerun", 0x10ff, 1, ""}, {NULL, 0, 0, NULL}};

static const struct oracle_kind imc_free = {
    .pmu = "uncore_imc_free_running",
    .list = "unc_m_",
    .registers = free_registers,
    .n_registers = ORACLE_COUNT(free_registers),
    .general = 5,
    .bits = 48,
    .free = free_counters,
    .part = &imc,
    .joined = 3,
    .cachelines = cachelines,
    .formats = free_formats,
    .n_formats = ORACLE_COUNT(free_formats),
    .aliases = free_aliases,
    .names = free_names,
};

/* Linux, icx_uncore_imc: in memory. */
static const struct oracle_place boxes[] = {
    ORACLE_FOUR_AT("imc", &imc, 0, 0, 1, 2, 3),
    ORACLE_FOUR_AT("imc", &imc, 0, 4, 5, 6, 7),
    ORACLE_FOUR_AT("imc", &imc, 0, 8, 9, 10, 11),
    ORACLE_FOUR_AT("imc-free", &imc_free, 0, 0, 1, 2, 3),
};

const struct oracle_variant oracle_icx = {
    "icx", ORACLE_X86_ICX, boxes, ORACLE_COUNT(boxes), NULL, 0, 0};
