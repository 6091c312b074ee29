/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A memory channel since Sapphire Rapids. Places of registers are from Linux
 * (spr_uncore_imc), codes and umasks from Intel's published event list (SPR),
 * which gives no maximum increments. The umask of a column command selects
 * kinds with its low bits, and pseudo channels with bits 6 and 7.
 */
#include "models/snbep/imc.h"
#include "models/snbep/box_types.h"
#include "models/snbep/discovered/unit_regs.h"
#include "models/snbep/imc_scoreboard.h"

static const struct box_unit unit_fields = UNIT_FIELDS;
static const struct reg_field box_fields[] = {UNIT_BOX_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctl_fields[] = {UNIT_EVENT_FIELDS(REG_FIELD_ROW, EVENT)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field fixed_fields[] = {IMC_FIXED_CTL_FIELDS(REG_FIELD_ROW, REG_ACTION)};

#define CTR(n)                                                                                     \
    [IMC_CTR0 + (n)] = UNIT_REG("PMON_CTR" #n, 0x08 + 8 * (n), 64, ctr_fields, "counter " #n)
#define CTL(n)                                                                                     \
    [IMC_CTL0 + (n)] =                                                                             \
        UNIT_REG("PMON_CTL" #n, 0x40 + 4 * (n), 32, ctl_fields, "event of counter " #n)

/* All of a channel's registers except the last, a status that no source
 * describes. */
static const struct reg regs[IMC_UNIT_STATUS] = {
    CTR(0),
    CTR(1),
    CTR(2),
    CTR(3),
    [IMC_FIXED_CTR] =
        UNIT_REG("PMON_FIXED_CTR", 0x38, 64, ctr_fields, "counts every second DCLK cycle"),
    CTL(0),
    CTL(1),
    CTL(2),
    CTL(3),
    [IMC_FIXED_CTL] =
        UNIT_REG("PMON_FIXED_CTL", 0x54, 32, fixed_fields, "switches the fixed counter"),
    [IMC_BOX_CTL] = UNIT_REG("PMON_BOX_CTL", 0x00, 32, box_fields, "freezes the box"),
};

const struct reg_bank imc_spr_bank = {"imc-spr",
    "performance monitor of one memory channel, as tables of units list it", REG_SPACE_MMIO,
    REG_BANK_REGS(regs, IMC_UNIT_STATUS)};

/* ---- events ---- */

/* The list names both pseudo channels together. Names of single ones follow
 * from its PCH0 and PCH1. */
#define KIND(name, bit)                                                                            \
    {name "_PCH0", 0x40 | (bit)}, {name "_PCH1", 0x80 | (bit)},                                    \
    {                                                                                              \
        name, 0xc0 | (bit)                                                                         \
    }
#define PLACES                                                                                     \
    {"PCH0", 0x40},                                                                                \
    {                                                                                              \
        "PCH1", 0x80                                                                               \
    }
static const struct box_sub cas_subs[] = {KIND("RD_REG", 0x01), KIND("RD_PRE_REG", 0x02),
    KIND("RD_UNDERFILL", 0x04), KIND("RD_PRE_UNDERFILL", 0x08), KIND("WR_NONPRE", 0x10),
    KIND("WR_PRE", 0x20), PLACES, {"RD", 0xcf}, {"WR", 0xf0}, {"ALL", 0xff}};
static const struct box_sub length_subs[] = {KIND("RD_64B", 0x01), KIND("RD_UFILL_64B", 0x02),
    KIND("WR_64B", 0x04), KIND("RD_32B", 0x08), KIND("RD_UFILL_32B", 0x10), KIND("WR_32B", 0x20),
    PLACES};
enum { CAS_KINDS = 6 };

/* The list has no parts of these. */
static const struct box_sub act_subs[] = {{"ALL", 0xff}};
static const uint32_t act_units[] = {0x1};
static const struct box_sub pcls_subs[] = {{"RD", 0x05}, {"WR", 0x0a}, {"TOTAL", 0x0f}};
static const uint32_t pcls_units[] = {0x1, 0x2, 0x3};

static const struct box_sub pre_subs[] = {{"RD_PCH0", 0x01}, {"WR_PCH0", 0x02},
    {"UFILL_PCH0", 0x04}, {"PGT_PCH0", 0x08}, {"RD_PCH1", 0x10}, {"WR_PCH1", 0x20},
    {"UFILL_PCH1", 0x40}, {"PGT_PCH1", 0x80}, {"RD", 0x11}, {"WR", 0x22}, {"UFILL", 0x44},
    {"PGT", 0x88}, {"ALL", 0xff}};
static const struct box_sub access_subs[] = {{"RD_ACCEPTS", 0x01}, {"RD_REJECTS", 0x02},
    {"WR_ACCEPTS", 0x04}, {"WR_REJECTS", 0x08}, {"NM_RD_CMPS", 0x10}, {"NM_WR_CMPS", 0x20},
    {"FM_RD_CMPS", 0x40}, {"FM_WR_CMPS", 0x80}, {"ACCEPTS", 0x05}, {"REJECTS", 0x0a}};
static const struct box_sub starving_subs[] = {
    {"NM_RD", 0x01}, {"FM_RD", 0x02}, {"NM_WR", 0x04}, {"FM_WR", 0x08}, {"FM_TGR", 0x10}};
static const struct box_sub canary_subs[] = {{"ALLOC", 0x01}, {"DEALLOC", 0x02}, {"VLD", 0x04},
    {"NM_RD_STARVED", 0x08}, {"NM_WR_STARVED", 0x10}, {"FM_RD_STARVED", 0x20},
    {"FM_WR_STARVED", 0x40}, {"FM_TGR_WR_STARVED", 0x80}};
/* The parts of CAS and PWR follow from the other events' parts. */
static const struct box_sub pmm_read_subs[] = {{"ALL_SCH0", 0x01}, {"ALL_SCH1", 0x02},
    {"NO_GNT_SCH0", 0x04}, {"NO_GNT_SCH1", 0x08}, {"GNT_WAIT_SCH0", 0x10}, {"GNT_WAIT_SCH1", 0x20}};
static const struct box_sub pmm_write_subs[] = {{"ALL_SCH0", 0x01}, {"ALL_SCH1", 0x02},
    {"CAS_SCH0", 0x04}, {"CAS_SCH1", 0x08}, {"PWR_SCH0", 0x10}, {"PWR_SCH1", 0x20}, {"ALL", 0x03},
    {"CAS", 0x0c}, {"PWR", 0x30}};

/* clang-format off */
#define EVENTS(E) \
    E(CLOCKTICKS, 0x01, BOX_PLAIN, .clock = true, .halves = true, \
        .prose = "with umask 1 DCLK cycles, with 0 HCLK's, half as many") \
    E(ACT_COUNT, 0x02, BOX_PLAIN, BOX_SUBS(act_subs), .units = act_units, \
        .prose = "DRAM activate commands") \
    E(PRE_COUNT, 0x03, BOX_PLAIN, BOX_SUBS(pre_subs), .prose = "DRAM precharge commands") \
    E(CAS_COUNT, 0x05, BOX_PLAIN, BOX_SUBS(cas_subs), .kinds = CAS_KINDS, .bytes = IMC_CACHE_LINE, \
        .cachelines = {[CACHELINES_READ] = 1, [CACHELINES_WRITTEN] = 5}, \
        .prose = "DRAM column commands: reads and underfill reads, writes, each with or without " \
                 "precharge") \
    E(CAS_ISSUED_REQ_LEN, 0x06, BOX_PLAIN, BOX_SUBS(length_subs), .kinds = CAS_KINDS, \
        .prose = "DRAM column commands by their length") \
    E(RPQ_INSERTS, 0x10, BOX_PLAIN, BOX_SUBS(imc_pch_subs), .cachelines = {[CACHELINES_READ] = 1}, \
        .prose = "allocations in the read pending queue of each pseudo channel") \
    E(RDB_INSERTS, 0x17, BOX_PLAIN, BOX_SUBS(imc_pch_subs), \
        .prose = "allocations in the read data buffers") \
    E(RDB_NE, 0x18, BOX_PLAIN, .sharing = TRAFFIC_TOGETHER, BOX_SUBS(imc_pch_subs), \
        .prose = "cycles in which a read data buffer is not empty") \
    E(RDB_FULL, 0x19, BOX_PLAIN, .prose = "cycles in which the read data buffer is full") \
    E(RDB_OCCUPANCY, 0x1a, IMC_READS, \
        .prose = "entries of the read data buffer, added each cycle") \
    E(WPQ_INSERTS, 0x20, BOX_PLAIN, BOX_SUBS(imc_pch_subs), \
        .cachelines = {[CACHELINES_WRITTEN] = 1}, \
        .prose = "allocations in the write pending queue of each pseudo channel") \
    E(WPQ_READ_HIT, 0x23, BOX_PLAIN, .prose = "reads that found their line there") \
    E(WPQ_WRITE_HIT, 0x24, BOX_PLAIN, .prose = "writes that found their line there") \
    E(POWER_SELF_REFRESH, 0x43, BOX_PLAIN, .prose = "cycles in self-refresh") \
    E(DRAM_PRE_ALL, 0x44, BOX_PLAIN, .prose = "precharge-all commands") \
    E(POWER_CKE_CYCLES, 0x47, BOX_PLAIN, .sharing = TRAFFIC_TOGETHER, BOX_SUBS(imc_cke_subs), \
        .prose = "cycles in which a rank has its clock off") \
    E(RPQ_OCCUPANCY_PCH0, 0x80, IMC_READS, .prose = "entries of that queue, added each cycle") \
    E(RPQ_OCCUPANCY_PCH1, 0x81, IMC_READS, .prose = "entries of that queue, added each cycle") \
    E(WPQ_OCCUPANCY_PCH0, 0x82, IMC_WRITES, .prose = "entries of that queue, added each cycle") \
    E(WPQ_OCCUPANCY_PCH1, 0x83, IMC_WRITES, .prose = "entries of that queue, added each cycle") \
    E(POWER_CHANNEL_PPD, 0x85, BOX_ADDS(4), \
        .prose = "cycles in precharge power-down, up to 4 a cycle") \
    E(POWER_CRIT_THROTTLE_CYCLES, 0x86, BOX_PLAIN, .sharing = TRAFFIC_TOGETHER, \
        BOX_SUBS(imc_slot_subs), \
        .prose = "cycles in which a DIMM is throttled as too hot") \
    E(PCLS, 0xa0, BOX_PLAIN, BOX_SUBS(pcls_subs), .units = pcls_units, \
        .prose = "cache lines that the scheduler pairs") \
    IMC_SCOREBOARD_ROWS(E, imc_prefetch_subs) \
    E(PMM_RPQ_OCCUPANCY, 0xe0, IMC_WRITES, BOX_SUBS(pmm_read_subs), \
        .prose = "reads of persistent memory that are pending, added each cycle") \
    E(PMM_RPQ_INSERTS, 0xe3, BOX_PLAIN, .bytes = IMC_CACHE_LINE, \
        .prose = "reads of persistent memory") \
    E(PMM_WPQ_OCCUPANCY, 0xe4, IMC_WRITES, BOX_SUBS(pmm_write_subs), \
        .prose = "writes of persistent memory that are pending, added each cycle") \
    E(PMM_WPQ_CYCLES_NE, 0xe5, BOX_PLAIN, .prose = "cycles with such a write") \
    E(PMM_WPQ_INSERTS, 0xe7, BOX_PLAIN, .bytes = IMC_CACHE_LINE, \
        .prose = "writes of persistent memory")
/* clang-format on */

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = UNIT_CONTROL(EVENT);

/* Free-running counters: DCLK; cycles in which each pseudo channel's read
 * pending queue has an entry; the same for the write pending queue. No source
 * names their events. */
static const struct box_free free_counts[] = {{.event = EVENT_CLOCKTICKS, .umask = 0x01},
    {.event = EVENT_RPQ_OCCUPANCY_PCH0, .thresh = 1},
    {.event = EVENT_RPQ_OCCUPANCY_PCH1, .thresh = 1},
    {.event = EVENT_WPQ_OCCUPANCY_PCH0, .thresh = 1},
    {.event = EVENT_WPQ_OCCUPANCY_PCH1, .thresh = 1}};

const struct box_type imc_spr_type = {
    .name = "imc",
    .banks = {&imc_spr_bank, &imc_spr_bank},
    .events = &events,
    .clock = BOX_DCLK,
    .n_counters = IMC_N_COUNTERS,
    .ctr0 = IMC_CTR0,
    .ctl0 = IMC_CTL0,
    .fixed_ctr = IMC_FIXED_CTR,
    .fixed_ctl = IMC_FIXED_CTL,
    .fixed_every = 2, /* assumed to be the list's HCLK, as event ff is on Ice Lake-SP */
    .box_ctl = IMC_BOX_CTL,
    .status = BOX_NONE,
    .filter = BOX_NONE,
    .free = free_counts,
    .n_free = sizeof(free_counts) / sizeof(free_counts[0]),
    .control = &control,
    UNIT_TYPE(UNIT_IMC),
};
