/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Cascade Lake: Xeon Scalable of the second generation, with persistent memory.
 * Codes and umasks of its additions are from Intel's published event list
 * (CLX), which gives no maximum increments. No list derives one event from
 * another, so each has separate traffic.
 */
#include "models/snbep/variants/skx.h"

/* Entries of queues, assumed to be as many as the write pending queue's. */
#define LEVEL .max = IMC_WPQ_ENTRIES, .rest = -1, .watches = -1

static const struct box_sub check_subs[] = {
    {"HIT", 0x01}, {"MISS_CLEAN", 0x02}, {"MISS_DIRTY", 0x04}};
static const struct box_sub access_subs[] = {{"RD_ACCEPTS", 0x01}, {"RD_REJECTS", 0x02},
    {"WR_ACCEPTS", 0x04}, {"WR_REJECTS", 0x08}, {"NM_RD_CMPS", 0x10}, {"NM_WR_CMPS", 0x20},
    {"FM_RD_CMPS", 0x40}, {"FM_WR_CMPS", 0x80}};
static const struct box_sub reject_subs[] = {
    {"NM_SET_CNFLT", 0x01}, {"FM_ADDR_CNFLT", 0x02}, {"PATROL_SET_CNFLT", 0x04}};
static const struct box_sub occupancy_subs[] = {{"RDS", 0x01}, {"WRS", 0x02}, {"PMM_RDS", 0x04},
    {"PMM_WRS", 0x08}, {"BLOCK_RDS", 0x20}, {"BLOCK_WRS", 0x40}, {"PATROL", 0x80}};
static const struct box_sub insert_subs[] = {{"RDS", 0x01}, {"WRS", 0x02}, {"PMM_RDS", 0x04},
    {"PMM_WRS", 0x08}, {"BLOCK_RDS", 0x10}, {"BLOCK_WRS", 0x20}, {"DEALLOC", 0x40},
    {"PATROL", 0x80}};
static const struct box_sub starved_subs[] = {{"NMRD_SET", 0x01}, {"FMRD_SET", 0x02},
    {"NMWR_SET", 0x04}, {"FMWR_SET", 0x08}, {"NMRD_CLR", 0x10}, {"FMRD_CLR", 0x20},
    {"NMWR_CLR", 0x40}, {"FMWR_CLR", 0x80}};
static const struct box_sub starving_subs[] = {
    {"NMRD", 0x01}, {"FMRD", 0x02}, {"NMWR", 0x04}, {"FMWR", 0x08}};
static const struct box_sub canary_subs[] = {{"ALLOC", 0x01}, {"DEALLOC", 0x02}, {"REJ", 0x04},
    {"VLD", 0x08}, {"NMRD_STARVED", 0x10}, {"NMWR_STARVED", 0x20}, {"FMRD_STARVED", 0x40},
    {"FMWR_STARVED", 0x80}};
static const struct box_sub tagged_subs[] = {{"NEW", 0x01}, {"RD_HIT", 0x02}, {"RD_MISS", 0x04},
    {"DDR4_CMP", 0x08}, {"PMM0_CMP", 0x10}, {"PMM1_CMP", 0x20}, {"PMM2_CMP", 0x40}, {"OCC", 0x80}};
static const struct box_sub read_queue_subs[] = {{"ALL", 0x01}, {"GNT_WAIT", 0x04}};
static const struct box_sub write_queue_subs[] = {{"ALL", 0x01}, {"CAS", 0x02}, {"PWR", 0x04}};
static const struct box_sub command_subs[] = {{"ALL", 0x01}, {"RD", 0x02}, {"WR", 0x04},
    {"UFILL_RD", 0x08}, {"RPQ_GNTS", 0x10}, {"WPQ_GNTS", 0x20}, {"MISC_GNT", 0x40}, {"MISC", 0x80}};
static const struct box_sub more_command_subs[] = {{"OPP_RD", 0x01}, {"NODATA_EXP", 0x02},
    {"NODATA_UNEXP", 0x04}, {"REQS_SLOT0", 0x08}, {"REQS_SLOT1", 0x10}, {"PMM_ECC_ERROR", 0x20},
    {"PMM_ERID_ERROR", 0x40}};
static const struct box_sub mode1_subs[] = {{"RD_CYC", 0x01}, {"WR_CYC", 0x02},
    {"PARTIAL_WR_CYC", 0x04}, {"PARTIAL_WR_ENTER", 0x20}, {"PARTIAL_WR_EXIT", 0x40}};
static const struct box_sub mode2_subs[] = {
    {"PMM_CYC", 0x01}, {"DRAM_CYC", 0x02}, {"PMM_ENTER", 0x04}, {"DRAM_ENTER", 0x08}};

#define PMM_ROWS(E)                                                                                \
    E(SB_CYCLES_NE, 0xd0, BOX_PLAIN, .prose = "cycles in which the scoreboard is not empty")       \
    E(SB_CYCLES_FULL, 0xd1, BOX_PLAIN, .prose = "cycles in which the scoreboard is full")          \
    E(SB_ACCESSES, 0xd2, BOX_PLAIN, BOX_SUBS(access_subs), .prose = "accesses to the scoreboard")  \
    E(TAGCHK, 0xd3, BOX_PLAIN, BOX_SUBS(check_subs), .prose = "tags compared, memory as a cache")  \
    E(SB_REJECT, 0xd4, BOX_PLAIN, BOX_SUBS(reject_subs),                                           \
        .prose = "requests that the scoreboard refused")                                           \
    E(SB_OCCUPANCY, 0xd5, LEVEL, BOX_SUBS(occupancy_subs),                                         \
        .prose = "its entries, added each cycle")                                                  \
    E(SB_INSERTS, 0xd6, BOX_PLAIN, BOX_SUBS(insert_subs), .prose = "its allocations")              \
    E(SB_STRV_ALLOC, 0xd7, BOX_PLAIN, BOX_SUBS(starved_subs),                                      \
        .prose = "marks of starving requests")                                                     \
    E(SB_STRV_OCC, 0xd8, LEVEL, BOX_SUBS(starving_subs),                                           \
        .prose = "starving requests, added each cycle")                                            \
    E(SB_CANARY, 0xd9, BOX_PLAIN, BOX_SUBS(canary_subs),                                           \
        .prose = "states of the scoreboard's canary")                                              \
    E(SB_TAGGED, 0xdd, BOX_PLAIN, BOX_SUBS(tagged_subs), .prose = "tagged requests")               \
    E(PMM_RPQ_OCCUPANCY, 0xe0, LEVEL, BOX_SUBS(read_queue_subs),                                   \
        .prose = "reads of persistent memory that are pending, added each cycle")                  \
    E(PMM_RPQ_CYCLES_NE, 0xe1, BOX_PLAIN, .prose = "cycles with such a read")                      \
    E(PMM_RPQ_CYCLES_FULL, 0xe2, BOX_PLAIN, .prose = "cycles in which their queue is full")        \
    E(PMM_RPQ_INSERTS, 0xe3, BOX_PLAIN, .bytes = IMC_CACHE_LINE,                                   \
        .prose = "reads of persistent memory")                                                     \
    E(PMM_WPQ_OCCUPANCY, 0xe4, LEVEL, BOX_SUBS(write_queue_subs),                                  \
        .prose = "writes of persistent memory that are pending, added each cycle")                 \
    E(PMM_WPQ_CYCLES_NE, 0xe5, BOX_PLAIN, .prose = "cycles with such a write")                     \
    E(PMM_WPQ_CYCLES_FULL, 0xe6, BOX_PLAIN, .prose = "cycles in which their queue is full")        \
    E(PMM_WPQ_INSERTS, 0xe7, BOX_PLAIN, .bytes = IMC_CACHE_LINE,                                   \
        .prose = "writes of persistent memory")                                                    \
    E(PMM_WPQ_PCOMMIT, 0xe8, BOX_PLAIN, .prose = "commits of writes")                              \
    E(PMM_WPQ_PCOMMIT_CYC, 0xe9, BOX_PLAIN, .prose = "cycles in commits of writes")                \
    E(PMM_CMD1, 0xea, BOX_PLAIN, BOX_SUBS(command_subs), .prose = "commands to persistent memory") \
    E(PMM_CMD2, 0xeb, BOX_PLAIN, BOX_SUBS(more_command_subs), .prose = "further commands")         \
    E(PMM_MAJMODE1, 0xec, BOX_PLAIN, BOX_SUBS(mode1_subs), .prose = "its major modes")             \
    E(MAJMODE2, 0xed, BOX_PLAIN, BOX_SUBS(mode2_subs),                                             \
        .prose = "major modes of both kinds of memory")

/* Its list lacks the row of refreshes. */
#define EVENTS(E) SKX_EVENTS(E) PMM_ROWS(E)
BOX_EVENT_LIST(imc_clx_events, EVENTS);

const struct box_type imc_clx_type = {
    IMC_TYPE(imc_clx_bank, imc_clx_bank),
    .events = &imc_clx_events,
    .frz_alone = true,
};
static const struct snbep_function functions[] = {SKX_FUNCTIONS};
static const struct snbep_place boxes[] = {
    SKX_BOXES(imc_clx_type), SKX_MORE_BOXES(clx_cha_type, clx_m2m_type)};

const struct snbep_variant variant_clx = {.number = VARIANT_CLX,
    .name = "clx",
    .prose = "Cascade Lake, Xeon Scalable of the second generation",
    .revision = 0x07,
    SKX_VARIANT};
