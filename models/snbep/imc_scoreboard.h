/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events of a memory channel's scoreboard, common to Ice Lake-SP and Sapphire
 * Rapids, and their common sub-events. */
#ifndef PMULAB_MODELS_SNBEP_IMC_SCOREBOARD_H
#define PMULAB_MODELS_SNBEP_IMC_SCOREBOARD_H

#include "models/snbep/imc_events.h"

/* Entries of queues, assumed to be the same number as on their predecessors. */
#define IMC_READS  .max = IMC_RPQ_ENTRIES, .rest = -1, .watches = -1
#define IMC_WRITES .max = IMC_WPQ_ENTRIES, .rest = -1, .watches = -1

static const struct box_sub imc_pch_subs[] = {{"PCH0", 0x01}, {"PCH1", 0x02}};
static const struct box_sub imc_slot_subs[] = {{"SLOT0", 0x01}, {"SLOT1", 0x02}};
static const struct box_sub imc_cke_subs[] = {
    {"LOW_0", 0x01}, {"LOW_1", 0x02}, {"LOW_2", 0x04}, {"LOW_3", 0x08}};
static const struct box_sub imc_check_subs[] = {{"HIT", 0x01}, {"MISS_CLEAN", 0x02},
    {"MISS_DIRTY", 0x04}, {"NM_RD_HIT", 0x08}, {"NM_WR_HIT", 0x10}};
static const struct box_sub imc_reject_subs[] = {{"NM_SET_CNFLT", 0x01}, {"FM_ADDR_CNFLT", 0x02},
    {"PATROL_SET_CNFLT", 0x04}, {"CANARY", 0x08}, {"DDR_EARLY_CMP", 0x20}};
static const struct box_sub imc_occupancy_subs[] = {
    {"RDS", 0x01}, {"PMM_RDS", 0x04}, {"PMM_WRS", 0x08}, {"BLOCK_RDS", 0x20}, {"BLOCK_WRS", 0x40}};
static const struct box_sub imc_insert_subs[] = {{"RDS", 0x01}, {"WRS", 0x02}, {"PMM_RDS", 0x04},
    {"PMM_WRS", 0x08}, {"BLOCK_RDS", 0x10}, {"BLOCK_WRS", 0x20}};
static const struct box_sub imc_prefetch_subs[] = {{"ALL", 0x01}, {"DDR", 0x02}, {"PMM", 0x04}};
static const struct box_sub imc_tagged_subs[] = {{"NEW", 0x01}, {"RD_HIT", 0x02}, {"RD_MISS", 0x04},
    {"DDR4_CMP", 0x08}, {"PMM0_CMP", 0x10}, {"PMM1_CMP", 0x20}, {"PMM2_CMP", 0x40}, {"OCC", 0x80}};

/* The including file's tables: access_subs, starving_subs, canary_subs.
 * @prefetching: the table for held prefetches. */
/* clang-format off */
#define IMC_SCOREBOARD_ROWS(E, prefetching) \
    E(SB_CYCLES_NE, 0xd0, BOX_PLAIN, .prose = "cycles in which the scoreboard is not empty") \
    E(SB_CYCLES_FULL, 0xd1, BOX_PLAIN, .prose = "cycles in which the scoreboard is full") \
    E(SB_ACCESSES, 0xd2, BOX_PLAIN, BOX_SUBS(access_subs), .prose = "accesses to the scoreboard") \
    E(TAGCHK, 0xd3, BOX_PLAIN, BOX_SUBS(imc_check_subs), \
        .prose = "tags compared, memory as a cache") \
    E(SB_REJECT, 0xd4, BOX_PLAIN, BOX_SUBS(imc_reject_subs), \
        .prose = "requests that the scoreboard refused") \
    E(SB_OCCUPANCY, 0xd5, IMC_WRITES, BOX_SUBS(imc_occupancy_subs), \
        .prose = "its entries, added each cycle") \
    E(SB_INSERTS, 0xd6, BOX_PLAIN, BOX_SUBS(imc_insert_subs), .prose = "its allocations") \
    E(SB_STRV_ALLOC, 0xd7, BOX_PLAIN, BOX_SUBS(starving_subs), \
        .prose = "marks of starving requests set") \
    E(SB_STRV_OCC, 0xd8, IMC_WRITES, BOX_SUBS(starving_subs), \
        .prose = "starving requests, added each cycle") \
    E(SB_CANARY, 0xd9, BOX_PLAIN, BOX_SUBS(canary_subs), \
        .prose = "states of the scoreboard's canary") \
    E(SB_PREF_INSERTS, 0xda, BOX_PLAIN, BOX_SUBS(imc_prefetch_subs), .prose = "its prefetches") \
    E(SB_PREF_OCCUPANCY, 0xdb, IMC_WRITES, BOX_SUBS(prefetching), \
        .prose = "prefetches that it holds, added each cycle") \
    E(SB_TAGGED, 0xdd, BOX_PLAIN, BOX_SUBS(imc_tagged_subs), .prose = "tagged requests") \
    E(SB_STRV_DEALLOC, 0xde, BOX_PLAIN, BOX_SUBS(starving_subs), \
        .prose = "marks of starving taken back")
/* clang-format on */

#endif
