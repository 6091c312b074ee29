/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Skylake-SP and Cascade Lake, Xeon Scalable of the first and second
 * generation: events by perf's lists skylakex and cascadelakex. */
#include "oracle/snbep/imc_lists.h"

#define S   ORACLE_SUB
#define END ORACLE_NO_SUB

#define SKX_EVENTS                                                                                 \
    ORACLE_IMC_ALL, ORACLE_CACHELINES(0x04, "CAS_COUNT", oracle_cas_skx, false), ORACLE_IMC_LATER, \
        ORACLE_IMC_RANKS(oracle_ddr4_banks, true)

static const struct oracle_event skx_events[] = {SKX_EVENTS, ORACLE_IMC_REFRESH};

/* ---- persistent memory ---- */

static const struct oracle_sub majmode2[] = {
    S("DRAM_CYC", 2), S("DRAM_ENTER", 8), S("PMM_CYC", 1), S("PMM_ENTER", 4), END};
static const struct oracle_sub pmm_cmd1[] = {S("ALL", 1), S("MISC", 0x80), S("MISC_GNT", 0x40),
    S("RD", 2), S("RPQ_GNTS", 0x10), S("UFILL_RD", 8), S("WPQ_GNTS", 0x20), S("WR", 4), END};
static const struct oracle_sub pmm_cmd2[] = {S("NODATA_EXP", 2), S("NODATA_UNEXP", 4),
    S("OPP_RD", 1), S("PMM_ECC_ERROR", 0x20), S("PMM_ERID_ERROR", 0x40), S("REQS_SLOT0", 8),
    S("REQS_SLOT1", 0x10), END};
static const struct oracle_sub pmm_majmode1[] = {S("PARTIAL_WR_CYC", 4),
    S("PARTIAL_WR_ENTER", 0x20), S("PARTIAL_WR_EXIT", 0x40), S("RD_CYC", 1), S("WR_CYC", 2), END};
static const struct oracle_sub pmm_rpq[] = {S("ALL", 1), S("GNT_WAIT", 4), END};
static const struct oracle_sub pmm_wpq[] = {S("ALL", 1), S("CAS", 2), S("PWR", 4), END};
static const struct oracle_sub sb_accesses[] = {S("FM_RD_CMPS", 0x40), S("FM_WR_CMPS", 0x80),
    S("NM_RD_CMPS", 0x10), S("NM_WR_CMPS", 0x20), S("RD_ACCEPTS", 1), S("RD_REJECTS", 2),
    S("WR_ACCEPTS", 4), S("WR_REJECTS", 8), END};
static const struct oracle_sub sb_canary[] = {S("ALLOC", 1), S("DEALLOC", 2),
    S("FMRD_STARVED", 0x40), S("FMWR_STARVED", 0x80), S("NMRD_STARVED", 0x10),
    S("NMWR_STARVED", 0x20), S("REJ", 4), S("VLD", 8), END};
static const struct oracle_sub sb_inserts[] = {S("BLOCK_RDS", 0x10), S("BLOCK_WRS", 0x20),
    S("DEALLOC", 0x40), S("PATROL", 0x80), S("PMM_RDS", 4), S("PMM_WRS", 8), S("RDS", 1),
    S("WRS", 2), END};
static const struct oracle_sub sb_occupancy[] = {S("BLOCK_RDS", 0x20), S("BLOCK_WRS", 0x40),
    S("PATROL", 0x80), S("PMM_RDS", 4), S("PMM_WRS", 8), S("RDS", 1), S("WRS", 2), END};
static const struct oracle_sub sb_reject[] = {
    S("FM_ADDR_CNFLT", 2), S("NM_SET_CNFLT", 1), S("PATROL_SET_CNFLT", 4), END};
static const struct oracle_sub sb_strv_alloc[] = {S("FMRD_CLR", 0x20), S("FMRD_SET", 2),
    S("FMWR_CLR", 0x80), S("FMWR_SET", 8), S("NMRD_CLR", 0x10), S("NMRD_SET", 1),
    S("NMWR_CLR", 0x40), S("NMWR_SET", 4), END};
static const struct oracle_sub sb_strv_occ[] = {
    S("FMRD", 2), S("FMWR", 8), S("NMRD", 1), S("NMWR", 4), END};
static const struct oracle_sub sb_tagged[] = {S("DDR4_CMP", 8), S("NEW", 1), S("OCC", 0x80),
    S("PMM0_CMP", 0x10), S("PMM1_CMP", 0x20), S("PMM2_CMP", 0x40), S("RD_HIT", 2), S("RD_MISS", 4),
    END};
static const struct oracle_sub tagchk[] = {
    S("HIT", 1), S("MISS_CLEAN", 2), S("MISS_DIRTY", 4), END};

/* The list has no maxima: levels are limited to 32 here. */
enum { MOST = 32 };

static const struct oracle_event clx_events[] = {
    SKX_EVENTS,
    ORACLE_SUBS(0xed, "MAJMODE2", majmode2),
    ORACLE_SUBS(0xea, "PMM_CMD1", pmm_cmd1),
    ORACLE_SUBS(0xeb, "PMM_CMD2", pmm_cmd2),
    ORACLE_SUBS(0xec, "PMM_MAJMODE1", pmm_majmode1),
    ORACLE_PLAIN(0xe2, "PMM_RPQ_CYCLES_FULL"),
    ORACLE_PLAIN(0xe1, "PMM_RPQ_CYCLES_NE"),
    ORACLE_CACHELINES(0xe3, "PMM_RPQ_INSERTS", NULL, false),
    ORACLE_QUEUE(0xe0, MOST, "PMM_RPQ_OCCUPANCY", pmm_rpq),
    ORACLE_PLAIN(0xe6, "PMM_WPQ_CYCLES_FULL"),
    ORACLE_PLAIN(0xe5, "PMM_WPQ_CYCLES_NE"),
    ORACLE_CACHELINES(0xe7, "PMM_WPQ_INSERTS", NULL, false),
    ORACLE_QUEUE(0xe4, MOST, "PMM_WPQ_OCCUPANCY", pmm_wpq),
    ORACLE_PLAIN(0xe8, "PMM_WPQ_PCOMMIT"),
    ORACLE_PLAIN(0xe9, "PMM_WPQ_PCOMMIT_CYC"),
    ORACLE_SUBS(0xd2, "SB_ACCESSES", sb_accesses),
    ORACLE_SUBS(0xd9, "SB_CANARY", sb_canary),
    ORACLE_PLAIN(0xd1, "SB_CYCLES_FULL"),
    ORACLE_PLAIN(0xd0, "SB_CYCLES_NE"),
    ORACLE_SUBS(0xd6, "SB_INSERTS", sb_inserts),
    ORACLE_QUEUE(0xd5, MOST, "SB_OCCUPANCY", sb_occupancy),
    ORACLE_SUBS(0xd4, "SB_REJECT", sb_reject),
    ORACLE_SUBS(0xd7, "SB_STRV_ALLOC", sb_strv_alloc),
    ORACLE_QUEUE(0xd8, MOST, "SB_STRV_OCC", sb_strv_occ),
    ORACLE_SUBS(0xdd, "SB_TAGGED", sb_tagged),
    ORACLE_SUBS(0xd3, "TAGCHK", tagchk),
};

/* ---- the rest ---- */

/* A line of 64 bytes, printed in bytes. */
#define SKX_NAMES                                                                                  \
    {"llc_misses.mem_read", 0x0304, 64, "Bytes"}, {"llc_misses.mem_write", 0x0c04, 64, "Bytes"},   \
    {                                                                                              \
        "unc_m_clockticks_f", 0x00ff, 1, ""                                                        \
    }

static const struct oracle_alias skx_names[] = {SKX_NAMES, {NULL, 0, 0, NULL}};
static const struct oracle_alias clx_names[] = {SKX_NAMES,
    {"unc_m_pmm_bandwidth.read", 0x00e3, 6.103515625e-5, "MB/sec"},
    {"unc_m_pmm_bandwidth.write", 0x00e7, 6.103515625e-5, "MB/sec"}, {NULL, 0, 0, NULL}};

/* Linux, skx_uncore_imc: with inv. */
static const struct oracle_kind skx = ORACLE_IMC(
    skx_events, .aliases = oracle_imc_aliases_later, .names = skx_names, .frz_alone = true);
static const struct oracle_kind clx = ORACLE_IMC(
    clx_events, .aliases = oracle_imc_aliases_later, .names = clx_names, .frz_alone = true);

/* Linux, skx_uncore_pci_ids; skx_count_chabox(): all 28. */
#define FUNCTION(name, kind, n, clock, device, function, id, bus)                                  \
    {                                                                                              \
        name #n, kind, n, clock, device, function, id, bus                                         \
    }
#define STACKS(name, kind)                                                                         \
    ORACLE_FOUR_AT(name, kind, ORACLE_UCLK, 0, 1, 2, 3), ORACLE_AT(name, kind, 4, ORACLE_UCLK),    \
        ORACLE_AT(name, kind, 5, ORACLE_UCLK)
#define BOXES(imc, cha, m2m)                                                                       \
    FUNCTION("imc", imc, 0, 0, 10, 2, 0x20428086, 1),                                              \
        FUNCTION("imc", imc, 1, 0, 10, 6, 0x20468086, 1),                                          \
        FUNCTION("imc", imc, 2, 0, 11, 2, 0x204a8086, 1),                                          \
        FUNCTION("imc", imc, 3, 0, 12, 2, 0x20428086, 1),                                          \
        FUNCTION("imc", imc, 4, 0, 12, 6, 0x20468086, 1),                                          \
        FUNCTION("imc", imc, 5, 0, 13, 2, 0x204a8086, 1),                                          \
        ORACLE_FOUR_AT("cha", cha, ORACLE_UCLK, 0, 1, 2, 3),                                       \
        ORACLE_FOUR_AT("cha", cha, ORACLE_UCLK, 4, 5, 6, 7),                                       \
        ORACLE_FOUR_AT("cha", cha, ORACLE_UCLK, 8, 9, 10, 11),                                     \
        ORACLE_FOUR_AT("cha", cha, ORACLE_UCLK, 12, 13, 14, 15),                                   \
        ORACLE_FOUR_AT("cha", cha, ORACLE_UCLK, 16, 17, 18, 19),                                   \
        ORACLE_FOUR_AT("cha", cha, ORACLE_UCLK, 20, 21, 22, 23),                                   \
        ORACLE_FOUR_AT("cha", cha, ORACLE_UCLK, 24, 25, 26, 27),                                   \
        {"pcu", &oracle_skx_pcu, 0, ORACLE_PCLK, 0, 0, 0, 0},                                      \
        {"ubox-msr", &oracle_skx_ubox, 0, ORACLE_UCLK, 0, 0, 0, 0},                                \
        FUNCTION("m2m", m2m, 0, ORACLE_UCLK, 8, 0, 0x20668086, 1),                                 \
        FUNCTION("m2m", m2m, 1, ORACLE_UCLK, 9, 0, 0x20668086, 1),                                 \
        FUNCTION("upi", &oracle_skx_upi, 0, ORACLE_QFCLK, 14, 0, 0x20588086, 2),                   \
        FUNCTION("upi", &oracle_skx_upi, 1, ORACLE_QFCLK, 15, 0, 0x20588086, 2),                   \
        FUNCTION("upi", &oracle_skx_upi, 2, ORACLE_QFCLK, 16, 0, 0x20588086, 2),                   \
        FUNCTION("m3upi", &oracle_skx_m3upi, 0, ORACLE_UCLK, 18, 1, 0x204d8086, 2),                \
        FUNCTION("m3upi", &oracle_skx_m3upi, 1, ORACLE_UCLK, 18, 2, 0x204e8086, 2),                \
        FUNCTION("m3upi", &oracle_skx_m3upi, 2, ORACLE_UCLK, 18, 5, 0x204d8086, 2),                \
        STACKS("iio", &oracle_skx_iio), STACKS("irp", &oracle_skx_irp),                            \
        STACKS("iio-free", &oracle_skx_iio_free), STACKS("iio-clock", &oracle_skx_iio_clock)

static const struct oracle_place skx_boxes[] = {BOXES(&skx, &oracle_skx_cha, &oracle_skx_m2m)};
static const struct oracle_place clx_boxes[] = {BOXES(&clx, &oracle_clx_cha, &oracle_clx_m2m)};

const struct oracle_variant oracle_skx = {
    "skx", ORACLE_X86_SKX, skx_boxes, ORACLE_COUNT(skx_boxes), NULL, 0, 1300000000};
const struct oracle_variant oracle_clx = {
    "clx", ORACLE_X86_SKX, clx_boxes, ORACLE_COUNT(clx_boxes), NULL, 0, 1300000000};
