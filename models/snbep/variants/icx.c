/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ice Lake-SP: Xeon Scalable of the third generation. It has twelve channels,
 * three to a memory controller. Their registers are in the socket's window of
 * memory. Places and IDs are from Linux's table (icx_uncore_*), codes and
 * umasks from Intel's published event list (ICX). The list has two pseudo
 * channels in place of its predecessors' single queue, and no maximum
 * increments.
 */
#include "models/snbep/imc_scoreboard.h"
#include "models/snbep/socket/window_regs.h"
#include "models/snbep/variants/tables.h"

/* The list names only one of ALL's three bits. The other names are from earlier
 * lists. */
static const struct box_sub act_subs[] = {{"RD", 0x01}, {"WR", 0x02}, {"BYP", 0x08}, {"ALL", 0x0b}};
static const struct box_sub pre_subs[] = {
    {"RD", 0x04}, {"WR", 0x08}, {"PGT", 0x10}, {"PAGE_MISS", 0x0c}, {"ALL", 0x1c}};
static const struct box_sub cas_subs[] = {{"RD_REG", 0x01}, {"RD_PRE_REG", 0x02},
    {"RD_UNDERFILL", 0x04}, {"RD_PRE_UNDERFILL", 0x08}, {"WR_NONPRE", 0x10}, {"WR_PRE", 0x20},
    {"RD", 0x0f}, {"WR", 0x30}, {"ALL", 0x3f}};
static const struct box_sub refresh_subs[] = {
    {"OPPORTUNISTIC", 0x01}, {"PANIC", 0x02}, {"HIGH", 0x04}};
static const struct box_sub pcls_subs[] = {{"RD", 0x01}, {"WR", 0x02}, {"TOTAL", 0x04}};
static const struct box_sub access_subs[] = {{"RD_ACCEPTS", 0x01}, {"RD_REJECTS", 0x02},
    {"WR_ACCEPTS", 0x04}, {"WR_REJECTS", 0x08}, {"NM_RD_CMPS", 0x10}, {"NM_WR_CMPS", 0x20},
    {"FM_RD_CMPS", 0x40}, {"FM_WR_CMPS", 0x80}, {"NMRD_CMPS", 0x10}, {"NMWR_CMPS", 0x20},
    {"FMRD_CMPS", 0x40}, {"FMWR_CMPS", 0x80}, {"ACCEPTS", 0x05}, {"REJECTS", 0x0a}};
/* Each unit has two names in the list. */
static const struct box_sub starving_subs[] = {{"NM_RD", 0x01}, {"FM_RD", 0x02}, {"NM_WR", 0x04},
    {"FM_WR", 0x08}, {"FM_TGR", 0x10}, {"NMRD", 0x01}, {"FMRD", 0x02}, {"NMWR", 0x04},
    {"FMWR", 0x08}, {"FMTGR", 0x10}};
static const struct box_sub canary_subs[] = {{"ALLOC", 0x01}, {"DEALLOC", 0x02}, {"VLD", 0x04},
    {"NM_RD_STARVED", 0x08}, {"NM_WR_STARVED", 0x10}, {"FM_RD_STARVED", 0x20},
    {"FM_WR_STARVED", 0x40}, {"FM_TGR_WR_STARVED", 0x80}, {"NMRD_STARVED", 0x08},
    {"NMWR_STARVED", 0x10}, {"FMRD_STARVED", 0x20}, {"FMWR_STARVED", 0x40},
    {"FMTGRWR_STARVED", 0x80}};
static const struct box_sub prefetching_subs[] = {
    {"ALL", 0x01}, {"DDR", 0x02}, {"PMM", 0x04}, {"PMEM", 0x04}};
static const struct box_sub pmm_read_subs[] = {{"ALL", 0x01}, {"NO_GNT", 0x02}, {"GNT_WAIT", 0x04}};
static const struct box_sub pmm_write_subs[] = {{"ALL", 0x01}, {"CAS", 0x02}, {"PWR", 0x04}};
static const struct box_sub command_subs[] = {{"ALL", 0x01}, {"RD", 0x02}, {"WR", 0x04},
    {"UFILL_RD", 0x08}, {"RPQ_GNTS", 0x10}, {"WPQ_GNTS", 0x20}, {"MISC_GNT", 0x40}, {"MISC", 0x80}};
static const struct box_sub more_command_subs[] = {{"OPP_RD", 0x01}, {"NODATA_EXP", 0x02},
    {"NODATA_UNEXP", 0x04}, {"REQS_SLOT0", 0x08}, {"REQS_SLOT1", 0x10}, {"PMM_ECC_ERROR", 0x20},
    {"PMM_ERID_ERROR", 0x40}, {"PMM_ERID_STARVED", 0x80}};

/* A queue's cycles follow from its occupancy. Events of both pseudo channels
 * have no such occupancy. */
#define FULL(of, entries) .max = 1, .rest = -1, .watches = EVENT_##of, .at_least = (entries)

/* clang-format off */
#define EVENTS(E) \
    E(CLOCKTICKS, 0x00, BOX_PLAIN, .clock = true, .prose = "DCLK cycles") \
    E(ACT_COUNT, 0x01, BOX_PLAIN, BOX_SUBS(act_subs), .prose = "DRAM activate commands") \
    E(PRE_COUNT, 0x02, BOX_PLAIN, BOX_SUBS(pre_subs), .prose = "DRAM precharge commands") \
    E(CAS_COUNT, 0x04, BOX_PLAIN, BOX_SUBS(cas_subs), .bytes = IMC_CACHE_LINE, \
        .cachelines = {[CACHELINES_READ] = 1, [CACHELINES_WRITTEN] = 5}, \
        .prose = "DRAM column commands: reads and underfill reads, writes, each with or without " \
                 "precharge") \
    E(RPQ_INSERTS, 0x10, BOX_PLAIN, BOX_SUBS(imc_pch_subs), .cachelines = {[CACHELINES_READ] = 1}, \
        .prose = "allocations in the read pending queue of each pseudo channel") \
    E(RPQ_CYCLES_NE, 0x11, BOX_PLAIN, .sharing = TRAFFIC_TOGETHER, BOX_SUBS(imc_pch_subs), \
        .prose = "cycles in which a pseudo channel's read pending queue is not empty") \
    E(RPQ_CYCLES_FULL_PCH0, 0x12, FULL(RPQ_OCCUPANCY_PCH0, IMC_RPQ_ENTRIES), \
        .prose = "cycles in which pseudo channel 0's read pending queue is full") \
    E(RPQ_CYCLES_FULL_PCH1, 0x15, FULL(RPQ_OCCUPANCY_PCH1, IMC_RPQ_ENTRIES), \
        .prose = "cycles in which pseudo channel 1's read pending queue is full") \
    E(WPQ_CYCLES_FULL_PCH1, 0x16, FULL(WPQ_OCCUPANCY_PCH1, IMC_WPQ_ENTRIES), \
        .prose = "cycles in which pseudo channel 1's write pending queue is full") \
    E(RDB_INSERTS, 0x17, BOX_PLAIN, .prose = "allocations in the read data buffer") \
    E(RDB_NOT_EMPTY, 0x18, FULL(RDB_OCCUPANCY, 1), \
        .prose = "cycles in which the read data buffer is not empty") \
    E(RDB_FULL, 0x19, FULL(RDB_OCCUPANCY, IMC_RPQ_ENTRIES), \
        .prose = "cycles in which the read data buffer is full") \
    E(RDB_OCCUPANCY, 0x1a, IMC_READS, \
        .prose = "entries of the read data buffer, added each cycle") \
    E(WPQ_INSERTS, 0x20, BOX_PLAIN, BOX_SUBS(imc_pch_subs), \
        .cachelines = {[CACHELINES_WRITTEN] = 1}, \
        .prose = "allocations in the write pending queue of each pseudo channel") \
    E(WPQ_CYCLES_NE, 0x21, BOX_PLAIN, .sharing = TRAFFIC_TOGETHER, BOX_SUBS(imc_pch_subs), \
        .prose = "cycles in which a pseudo channel's write pending queue is not empty") \
    E(WPQ_CYCLES_FULL_PCH0, 0x22, FULL(WPQ_OCCUPANCY_PCH0, IMC_WPQ_ENTRIES), \
        .prose = "cycles in which pseudo channel 0's write pending queue is full") \
    E(WPQ_READ_HIT, 0x23, BOX_PLAIN, BOX_SUBS(imc_pch_subs), \
        .prose = "reads that found their line there") \
    E(WPQ_WRITE_HIT, 0x24, BOX_PLAIN, BOX_SUBS(imc_pch_subs), \
        .prose = "writes that found their line there") \
    E(PARITY_ERRORS, 0x2c, BOX_PLAIN, .prose = "parity errors") \
    E(POWER_SELF_REFRESH, 0x43, BOX_PLAIN, .prose = "cycles in self-refresh") \
    E(DRAM_PRE_ALL, 0x44, BOX_PLAIN, .prose = "precharge-all commands") \
    E(DRAM_REFRESH, 0x45, BOX_PLAIN, BOX_SUBS(refresh_subs), .prose = "refreshes issued") \
    E(POWER_THROTTLE_CYCLES, 0x46, BOX_PLAIN, .sharing = TRAFFIC_TOGETHER, \
        BOX_SUBS(imc_slot_subs), \
        .prose = "cycles in which a DIMM is throttled") \
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
    E(PCLS, 0xa0, BOX_PLAIN, BOX_SUBS(pcls_subs), .prose = "cache lines that the scheduler pairs") \
    IMC_SCOREBOARD_ROWS(E, prefetching_subs) \
    E(PMM_RPQ_OCCUPANCY, 0xe0, IMC_WRITES, BOX_SUBS(pmm_read_subs), \
        .prose = "reads of persistent memory that are pending, added each cycle") \
    E(PMM_RPQ_CYCLES_NE, 0xe1, BOX_PLAIN, .prose = "cycles with such a read") \
    E(PMM_RPQ_CYCLES_FULL, 0xe2, BOX_PLAIN, .prose = "cycles in which their queue is full") \
    E(PMM_RPQ_INSERTS, 0xe3, BOX_PLAIN, .bytes = IMC_CACHE_LINE, \
        .prose = "reads of persistent memory") \
    E(PMM_WPQ_OCCUPANCY, 0xe4, IMC_WRITES, BOX_SUBS(pmm_write_subs), \
        .prose = "writes of persistent memory that are pending, added each cycle") \
    E(PMM_WPQ_CYCLES_NE, 0xe5, BOX_PLAIN, .prose = "cycles with such a write") \
    E(PMM_WPQ_CYCLES_FULL, 0xe6, BOX_PLAIN, .prose = "cycles in which their queue is full") \
    E(PMM_WPQ_INSERTS, 0xe7, BOX_PLAIN, .bytes = IMC_CACHE_LINE, \
        .prose = "writes of persistent memory") \
    E(PMM_WPQ_FLUSH, 0xe8, BOX_PLAIN, .prose = "flushes of writes") \
    E(PMM_WPQ_FLUSH_CYC, 0xe9, BOX_PLAIN, .prose = "cycles in flushes of writes") \
    E(PMM_CMD1, 0xea, BOX_PLAIN, BOX_SUBS(command_subs), .prose = "commands to persistent memory") \
    E(PMM_CMD2, 0xeb, BOX_PLAIN, BOX_SUBS(more_command_subs), .prose = "further commands")
/* clang-format on */

BOX_EVENT_LIST(imc_icx_events, EVENTS);

/* The events of free-running counters. No source names them. */
static const struct box_free free_counts[IMC_N_FREE] = {
    [IMC_FREE_DCLK] = {.event = EVENT_CLOCKTICKS},
    [IMC_FREE_READ] = {.event = EVENT_CAS_COUNT, .umask = 0x0f},
    [IMC_FREE_WRITE] = {.event = EVENT_CAS_COUNT, .umask = 0x30},
    [IMC_FREE_PMM_READ] = {.event = EVENT_PMM_RPQ_INSERTS},
    [IMC_FREE_PMM_WRITE] = {.event = EVENT_PMM_WPQ_INSERTS}};

static const struct box_events no_events = {NULL, 0};

const struct box_type imc_free_type = {
    .name = "imc-free",
    .banks = {[IMC_SILICON] = &imc_free_bank, [IMC_GUIDE] = &imc_free_bank},
    .events = &no_events,
    .clock = BOX_DCLK,
    .sums = 3,
    .fixed_ctr = BOX_NONE,
    .fixed_ctl = BOX_NONE,
    .box_ctl = BOX_NONE,
    .status = BOX_NONE,
    .filter = BOX_NONE,
    .control = &imc_control,
};

const struct box_type imc_icx_type = {
    IMC_TYPE(imc_icx_bank, imc_icx_bank),
    .events = &imc_icx_events,
    .frz_alone = true,
    .free = free_counts,
    .n_free = COUNT(free_counts),
    /* its list calls event ff, the fixed counter's, HCLOCKTICKS: half the clock
     * */
    .fixed_every = 2,
};

/* The UBOX. Functions without a monitor exist only if Linux must find them. */
static const struct snbep_function functions[] = {
    {0x00, 0, 0x3450, SYSTEM_PERIPHERAL, 0},
    {0x00, 1, 0x3451, SYSTEM_PERIPHERAL, 0},
};

/* Linux: SNR_IMC_MMIO_PMON_BOX_CTL and SNR_IMC_MMIO_OFFSET, from a controller's
 * first byte on. */
#define CHANNEL(number, controller, channel)                                                       \
    {                                                                                              \
        .name = "imc" #number, .type = &imc_icx_type, .index = (number),                           \
        .base = WINDOW_MEM(controller) + 0x22800 + 0x4000 * (channel)                              \
    }
#define CONTROLLER(a, b, c, controller)                                                            \
    CHANNEL(a, controller, 0), CHANNEL(b, controller, 1), CHANNEL(c, controller, 2)

/* The controller's own counters are at its first byte. */
#define FREE_RUNNING(controller)                                                                   \
    {                                                                                              \
        .name = "imc-free" #controller, .type = &imc_free_type, .index = (controller),             \
        .base = WINDOW_MEM(controller)                                                             \
    }

static const struct snbep_place boxes[] = {
    CONTROLLER(0, 1, 2, 0),
    CONTROLLER(3, 4, 5, 1),
    CONTROLLER(6, 7, 8, 2),
    CONTROLLER(9, 10, 11, 3),
    FREE_RUNNING(0),
    FREE_RUNNING(1),
    FREE_RUNNING(2),
    FREE_RUNNING(3),
};

const struct snbep_variant variant_icx = {
    .number = VARIANT_ICX,
    .name = "icx",
    .prose = "Ice Lake-SP, Xeon Scalable of the third generation",
    .revision = 0x04,
    .n_buses = 1,
    .buses = {{0x7e}, {0xfe}},
    .functions = functions,
    .n_functions = COUNT(functions),
    .boxes = boxes,
    .n_boxes = COUNT(boxes),
    .ubox_device = 0x00,
    .ubox = &ubox_skx_bank,
    .window = true,
    .second = &window_bank,
    .second_function = 1,
    .package = &snbep_package_bank,
    .clocks = VARIANT_CLOCKS,
};
