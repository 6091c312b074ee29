/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory channels of Sapphire Rapids: events by perf's list sapphirerapids;
 * places of registers by Linux's spr_uncore_imc. */
#include "oracle/snbep/imc_scoreboard.h"
#include "oracle/snbep/listed/listed.h"

/* Linux, SNR_IMC_MMIO_PMON_*, from the box's control on. */
static const struct oracle_register registers[] = {ORACLE_IMC_IN_MEMORY};

/* Column commands: bits 5:0 are the kind, 6 and 7 the pseudo channel; so units
 * n and n + 6 are the first and the second channel's. A name with a channel
 * follows from the list's for both. */
#define BOTH(name, bit)                                                                            \
    S(name "_PCH0", 0x40 | (bit)), S(name "_PCH1", 0x80 | (bit)), S(name, 0xc0 | (bit))
static const struct oracle_sub cas_count[] = {S("ALL", 0xff), S("PCH0", 0x40), S("PCH1", 0x80),
    S("RD", 0xcf), BOTH("RD_PRE_REG", 2), BOTH("RD_PRE_UNDERFILL", 8), BOTH("RD_REG", 1),
    BOTH("RD_UNDERFILL", 4), S("WR", 0xf0), BOTH("WR_NONPRE", 0x10), BOTH("WR_PRE", 0x20), END};
static const struct oracle_sub cas_issued_req_len[] = {S("PCH0", 0x40), S("PCH1", 0x80),
    BOTH("RD_32B", 8), BOTH("RD_64B", 1), BOTH("RD_UFILL_32B", 0x10), BOTH("RD_UFILL_64B", 2),
    BOTH("WR_32B", 0x20), BOTH("WR_64B", 4), END};

static const struct oracle_sub act_count[] = {ORACLE_NUMBERED("ALL", 0xff, 1), END};
static const struct oracle_sub pcls[] = {ORACLE_NUMBERED("RD", 5, 1),
    ORACLE_NUMBERED("TOTAL", 0xf, 3), ORACLE_NUMBERED("WR", 0xa, 2), END};
static const struct oracle_sub pre_count[] = {S("ALL", 0xff), S("PGT", 0x88), S("PGT_PCH0", 8),
    S("PGT_PCH1", 0x80), S("RD", 0x11), S("RD_PCH0", 1), S("RD_PCH1", 0x10), S("UFILL", 0x44),
    S("UFILL_PCH0", 4), S("UFILL_PCH1", 0x40), S("WR", 0x22), S("WR_PCH0", 2), S("WR_PCH1", 0x20),
    END};
static const struct oracle_sub pseudo[] = {S("PCH0", 1), S("PCH1", 2), END};
static const struct oracle_sub power_crit_throttle_cycles[] = {S("SLOT0", 1), S("SLOT1", 2), END};
static const struct oracle_sub sb_accesses[] = {S("ACCEPTS", 5), S("FM_RD_CMPS", 0x40),
    S("FM_WR_CMPS", 0x80), S("NM_RD_CMPS", 0x10), S("NM_WR_CMPS", 0x20), S("RD_ACCEPTS", 1),
    S("RD_REJECTS", 2), S("REJECTS", 0xa), S("WR_ACCEPTS", 4), S("WR_REJECTS", 8), END};
static const struct oracle_sub sb_strv[] = {
    S("FM_RD", 2), S("FM_TGR", 0x10), S("FM_WR", 8), S("NM_RD", 1), S("NM_WR", 4), END};
static const struct oracle_sub sb_canary[] = {S("ALLOC", 1), S("DEALLOC", 2),
    S("FM_RD_STARVED", 0x20), S("FM_TGR_WR_STARVED", 0x80), S("FM_WR_STARVED", 0x40),
    S("NM_RD_STARVED", 8), S("NM_WR_STARVED", 0x10), S("VLD", 4), END};
static const struct oracle_sub pmm_rpq_occupancy[] = {S("ALL_SCH0", 1), S("ALL_SCH1", 2),
    S("GNT_WAIT_SCH0", 0x10), S("GNT_WAIT_SCH1", 0x20), S("NO_GNT_SCH0", 4), S("NO_GNT_SCH1", 8),
    END};
static const struct oracle_sub pmm_wpq_occupancy[] = {S("ALL", 3), S("ALL_SCH0", 1),
    S("ALL_SCH1", 2), S("CAS", 0xc), S("CAS_SCH0", 4), S("CAS_SCH1", 8), S("PWR", 0x30),
    S("PWR_SCH0", 0x10), S("PWR_SCH1", 0x20), END};

#define KINDS(code, name, subs, bytes)                                                             \
    {                                                                                              \
        code, 1, name, subs, ORACLE_PSEUDO, 0, bytes, 0, false, 0                                  \
    }
#define PARTS(code, name, subs)                                                                    \
    {                                                                                              \
        code, 1, name, subs, ORACLE_ADDS, 0, 0, 0, true, 0                                         \
    }

static const struct oracle_event events[] = {
    {0x01, 1, "CLOCKTICKS", NULL, ORACLE_HALVES, 0, 0, 0, false, 0},
    PARTS(0x02, "ACT_COUNT", act_count),
    ORACLE_SUBS(0x03, "PRE_COUNT", pre_count),
    KINDS(0x05, "CAS_COUNT", cas_count, 64),
    KINDS(0x06, "CAS_ISSUED_REQ_LEN", cas_issued_req_len, 0),
    ORACLE_SUBS(0x10, "RPQ_INSERTS", pseudo),
    ORACLE_SUBS(0x17, "RDB_INSERTS", pseudo),
    EACH(0x18, 1, "RDB_NE", pseudo, 0),
    ORACLE_PLAIN(0x19, "RDB_FULL"),
    ORACLE_QUEUE(0x1a, READS, "RDB_OCCUPANCY", NULL),
    ORACLE_SUBS(0x20, "WPQ_INSERTS", pseudo),
    ORACLE_PLAIN(0x23, "WPQ_READ_HIT"),
    ORACLE_PLAIN(0x24, "WPQ_WRITE_HIT"),
    ORACLE_PLAIN(0x43, "POWER_SELF_REFRESH"),
    ORACLE_PLAIN(0x44, "DRAM_PRE_ALL"),
    EACH(0x47, 1, "POWER_CKE_CYCLES", oracle_power_cke_cycles, 0),
    ORACLE_QUEUE(0x80, READS, "RPQ_OCCUPANCY_PCH0", NULL),
    ORACLE_QUEUE(0x81, READS, "RPQ_OCCUPANCY_PCH1", NULL),
    ORACLE_QUEUE(0x82, WRITES, "WPQ_OCCUPANCY_PCH0", NULL),
    ORACLE_QUEUE(0x83, WRITES, "WPQ_OCCUPANCY_PCH1", NULL),
    ORACLE_QUEUE(0x85, 4, "POWER_CHANNEL_PPD", NULL),
    EACH(0x86, 1, "POWER_CRIT_THROTTLE_CYCLES", power_crit_throttle_cycles, 0),
    PARTS(0xa0, "PCLS", pcls),
    ORACLE_SCOREBOARD(sb_accesses, sb_strv, sb_canary, oracle_sb_pref),
    ORACLE_QUEUE(0xe0, WRITES, "PMM_RPQ_OCCUPANCY", pmm_rpq_occupancy),
    ORACLE_CACHELINES(0xe3, "PMM_RPQ_INSERTS", NULL, false),
    ORACLE_QUEUE(0xe4, WRITES, "PMM_WPQ_OCCUPANCY", pmm_wpq_occupancy),
    ORACLE_PLAIN(0xe5, "PMM_WPQ_CYCLES_NE"),
    ORACLE_CACHELINES(0xe7, "PMM_WPQ_INSERTS", NULL, false),
};

/* All cachelines use the first pseudo channel. An umask without a kind selects
 * all of its kinds; @umask is the unit's. */
static const struct oracle_cacheline cachelines[] = {
    {0x05, 0x41, false}, /* CAS_COUNT.RD_REG_PCH0 */
    {0x05, 0x50, true},  /* CAS_COUNT.WR_NONPRE_PCH0 */
    {0x10, 0x01, false}, /* RPQ_INSERTS.PCH0 */
    {0x20, 0x01, true},  /* WPQ_INSERTS.PCH0 */
    {0, 0, false},
};

/* Linux, spr_uncore_imc_events. Its clockticks is the list's HCLOCKTICKS. */
static const struct oracle_alias aliases[] = {{"clockticks", 0x0001, 1, ""},
    {"cas_count_read", 0xcf05, 6.103515625e-5, "MiB"},
    {"cas_count_write", 0xf005, 6.103515625e-5, "MiB"}, {NULL, 0, 0, NULL}};
/* Names without a sub-event, but with an umask. */
static const struct oracle_alias names[] = {{"unc_m_clockticks", 0x0101, 1, ""},
    {"unc_m_hclockticks", 0x0001, 1, ""}, {"unc_m_dram_pre_all", 0x0344, 1, ""},
    {"unc_m_rdb_inserts", 0x0317, 1, ""}, {"unc_m_rdb_ne", 0x0318, 1, ""},
    {"unc_m_rdb_not_empty", 0x0318, 1, ""}, {NULL, 0, 0, NULL}};

/* The fixed counter is assumed to count HCLK, half the clock, as on Ice
 * Lake-SP. */
#define CHANNEL                                                                                    \
    .registers = registers, .n_registers = ORACLE_COUNT(registers), .cachelines = cachelines,      \
    .general = 4, .fixed = true, .fixed_every = 2, .bits = 48, .frz_alone = true,                  \
    .events = events, .n_events = ORACLE_COUNT(events), .file = __FILE__, LISTED_FIELDS,           \
    LISTED_FORMATS

const struct oracle_kind oracle_spr_imc = {
    .pmu = "uncore_imc", .list = "unc_m_", .aliases = aliases, .names = names, CHANNEL};

/* No list has names for it. The driver knows no fixed counter and does not open
 * it. */
const struct oracle_kind oracle_type_imc = {.pmu = "uncore_type_6", .fixed_hidden = true, CHANNEL};

/* Linux, spr_imc_freerunning and spr_uncore_imc_freerunning_events. Cycles of a
 * queue are assumed to be the cycles with an entry, separately for each pseudo
 * channel. */
static const struct oracle_register free_registers[] = {
    {"FREE_DCLK", 0x22b0, 8, ORACLE_IS_CTR, 0},
    {"FREE_RPQ_CYCLES", 0x2318, 8, ORACLE_IS_CTR, 1},
    {"FREE_WPQ_CYCLES", 0x2320, 8, ORACLE_IS_CTR, 2},
};
static const struct oracle_free free_counters[] = {
    {0x10ff, 0x00000101, 0}, {0x20ff, 0x01000080, 0x01000081}, {0x21ff, 0x01000082, 0x01000083}};
static const struct oracle_format free_formats[] = {{"event", 0, 8}, {"umask", 8, 8}};
static const struct oracle_alias free_aliases[] = {{"dclk", 0x10ff, 1, ""},
    {"rpq_cycles", 0x20ff, 1, ""}, {"wpq_cycles", 0x21ff, 1, ""}, {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_spr_imc_free = {
    .pmu = "uncore_imc_free_running",
    .list = "unc_m_",
    .registers = free_registers,
    .n_registers = ORACLE_COUNT(free_registers),
    .general = 3,
    .bits = 48,
    .free = free_counters,
    .part = &oracle_spr_imc,
    .joined = 2,
    .formats = free_formats,
    .n_formats = ORACLE_COUNT(free_formats),
    .aliases = free_aliases,
};
