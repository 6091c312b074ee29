/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows and sub-events of the home agent in the E5-2600 and its successors. */
#ifndef PMULAB_MODELS_SNBEP_BOXES_HA_ROWS_H
#define PMULAB_MODELS_SNBEP_BOXES_HA_ROWS_H

#include "models/snbep/boxes/rows.h"
#include "models/snbep/pmon_regs.h"

static const struct box_sub ha_lookup[] = {{"SNP", 0x01}, {"NO_SNP", 0x02}};
static const struct box_sub ha_update[] = {{"SET", 0x01}, {"CLEAR", 0x02}, {"ANY", 0x03}};
static const struct box_sub ha_bl[] = {{"DRS_CACHE", 0x01}, {"DRS_CORE", 0x02}, {"DRS_QPI", 0x04}};
static const struct box_sub ha_bypass[] = {{"TAKEN", 0x01}, {"NOT_TAKEN", 0x02}};
static const struct box_sub ha_channels[] = {
    {"CHN0", 0x01}, {"CHN1", 0x02}, {"CHN2", 0x04}, {"CHN3", 0x08}};
static const struct box_sub ha_writes[] = {{"FULL", 0x01}, {"PARTIAL", 0x02}, {"FULL_ISOCH", 0x04},
    {"PARTIAL_ISOCH", 0x08}, {"ALL", 0x0f}};
static const struct box_sub ha_regions0[] = {{"REGION0", 0x01}, {"REGION1", 0x02},
    {"REGION2", 0x04}, {"REGION3", 0x08}, {"REGION4", 0x10}, {"REGION5", 0x20}, {"REGION6", 0x40},
    {"REGION7", 0x80}};
static const struct box_sub ha_regions8[] = {
    {"REGION8", 0x01}, {"REGION9", 0x02}, {"REGION10", 0x04}, {"REGION11", 0x08}};
static const struct box_sub ha_schedulers[] = {{"SCHED0", 0x01}, {"SCHED1", 0x02}, {"ALL", 0x03}};

#define HA_ROWS(E)                                                                                 \
    E(CLOCKTICKS, 0x00, BOX_CLOCK, .prose = "uncore clock cycles")                                 \
    E(TxR_BL, 0x10, BOX_PLAIN, BOX_SUBS(ha_bl),                                                    \
        .prose = "data sent on the BL ring, by destination")                                       \
    E(DIRECT2CORE_COUNT, 0x11, BOX_PLAIN, .prose = "data sent directly to the core")               \
    E(DIRECT2CORE_CYCLES_DISABLED, 0x12, BOX_PLAIN,                                                \
        .prose = "cycles with direct-to-core disabled")                                            \
    E(DIRECT2CORE_TXN_OVERRIDE, 0x13, BOX_PLAIN, .prose = "reads with direct-to-core overridden")  \
    E(BYPASS_IMC, 0x14, BOX_PLAIN, BOX_SUBS(ha_bypass),                                            \
        .prose = "reads that could bypass the queue to memory")                                    \
    E(RPQ_CYCLES_NO_REG_CREDITS, 0x15, BOX_EACH(4), BOX_SUBS(ha_channels),                         \
        .prose = "cycles without a regular credit for reads of a channel")                         \
    E(RPQ_CYCLES_NO_SPEC_CREDITS, 0x16, BOX_EACH(4), BOX_SUBS(ha_channels),                        \
        .prose = "cycles without a special credit for reads of a channel")                         \
    E(WPQ_CYCLES_NO_REG_CREDITS, 0x18, BOX_EACH(4), BOX_SUBS(ha_channels),                         \
        .prose = "cycles without a regular credit for writes of a channel")                        \
    E(WPQ_CYCLES_NO_SPEC_CREDITS, 0x19, BOX_EACH(4), BOX_SUBS(ha_channels),                        \
        .prose = "cycles without a special credit for writes of a channel")                        \
    E(IMC_WRITES, 0x1a, BOX_PLAIN, BOX_SUBS(ha_writes), .prose = "writes sent to memory")          \
    E(TAD_REQUESTS_G0, 0x1b, BOX_ADDS(2), BOX_SUBS(ha_regions0),                                   \
        .prose = "requests to regions 0 to 7 of target addresses")                                 \
    E(TAD_REQUESTS_G1, 0x1c, BOX_ADDS(2), BOX_SUBS(ha_regions8),                                   \
        .prose = "requests to regions 8 to 11")                                                    \
    E(IMC_RETRY, 0x1e, BOX_PLAIN, .prose = "requests to memory that were repeated")

/* The directory of Ivy Bridge-EP has more states. */
#define HA_DIRECTORY_ROWS(E)                                                                       \
    E(DIRECTORY_LOOKUP, 0x0c, BOX_PLAIN, BOX_SUBS(ha_lookup),                                      \
        .prose = "lookups in the directory, by whether a snoop follows")                           \
    E(DIRECTORY_UPDATE, 0x0d, BOX_PLAIN, BOX_SUBS(ha_update),                                      \
        .prose = "directory bits set or cleared")

/* Entries of an egress queue. No list gives a maximum of the occupancy events.
 * */
enum { EGRESS_ENTRIES = 32 };

/* An egress queue: allocations, occupancy, cycles with an entry, cycles when
 * full. */
#define HA_EGRESS(E, of, code)                                                                     \
    E(TxR_##of##_INSERTS, code, BOX_PLAIN, BOX_SUBS(ha_schedulers),                                \
        .prose = "allocations in the " #of " egress queue")                                        \
    E(TxR_##of##_OCCUPANCY, code + 1, BOX_EACH(EGRESS_ENTRIES), BOX_SUBS(ha_schedulers),           \
        .prose =                                                                                   \
            "entries of the " #of " egress queue, added each cycle; its lists give no maximum")    \
    E(TxR_##of##_CYCLES_NE, code + 2, BOX_FROM(TxR_##of##_OCCUPANCY, 1), BOX_SUBS(ha_schedulers),  \
        .prose = "cycles in which the " #of " egress queue is not empty")                          \
    E(TxR_##of##_CYCLES_FULL, code + 3, BOX_FROM(TxR_##of##_OCCUPANCY, EGRESS_ENTRIES),            \
        BOX_SUBS(ha_schedulers), .prose = "cycles in which the " #of " egress queue is full")

#endif
