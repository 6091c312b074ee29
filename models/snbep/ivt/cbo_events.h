/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events of a slice of the last-level cache: by the list of Ivy Bridge-EP (IVT, version 24). Its maxima are
 * taken from the E5-2600. */
#ifndef PMULAB_MODELS_SNBEP_IVT_CBO_EVENTS_H
#define PMULAB_MODELS_SNBEP_IVT_CBO_EVENTS_H

#include "models/snbep/ivt/rows.h"

/* Entries of the ingress queues and of the table of requests. */
enum { ENTRIES = 20 };

static const struct box_sub egress[] = {{"AD_CACHE", 0x01}, {"AK_CACHE", 0x02}, {"BL_CACHE", 0x04},
    {"IV_CACHE", 0x08}, {"AD_CORE", 0x10}, {"AK_CORE", 0x20}, {"BL_CORE", 0x40}};
static const struct box_sub egress_starved[] = {{"AK_BOTH", 0x02}, {"IV", 0x08}, {"AD_CORE", 0x10}};
static const struct box_sub ads_used[] = {{"AD", 0x01}, {"AK", 0x02}, {"BL", 0x04}};
/* The list has two names for each of 2, 4 and 8, and for 2 of the ingress queues. */
static const struct box_sub bounces[] = {{"AK_CORE", 0x02}, {"AD_IRQ", 0x02}, {"BL_CORE", 0x04}, {"AK", 0x04},
    {"IV_CORE", 0x08}, {"BL", 0x08}, {"IV", 0x10}};
static const struct box_sub sinks[] = {{"AD_IRQ", 0x01}, {"AD_IPQ", 0x02}, {"IV", 0x10}};
static const struct box_sub queues[] = {
    {"IRQ", 0x01}, {"IRQ_REJECTED", 0x02}, {"IRQ_REJ", 0x02}, {"IPQ", 0x04}, {"VFIFO", 0x10}};
static const struct box_sub externally[] = {{"IRQ", 0x01}, {"IPQ", 0x02}, {"PRQ", 0x04}, {"ISMQ_BIDS", 0x08}};
static const struct box_sub internally[] = {{"IRQ", 0x01}, {"IPQ", 0x04}, {"ISMQ", 0x08}};
static const struct box_sub ring[] = {IVT_RING("UP", "DOWN"), {"CW", 0x03}, {"CCW", 0x0c}};
static const struct box_sub iv[] = {IVT_RING("UP", "DOWN"), {"ANY", 0x0f}};
static const struct box_sub ipq_retry[] = {
    {"ANY", 0x01}, {"FULL", 0x02}, {"ADDR_CONFLICT", 0x04}, {"QPI_CREDITS", 0x10}};
static const struct box_sub irq_retry[] = {{"ANY", 0x01}, {"FULL", 0x02}, {"ADDR_CONFLICT", 0x04},
    {"RTID", 0x08}, {"QPI_CREDITS", 0x10}, {"IIO_CREDITS", 0x20}};
static const struct box_sub ismq_retry[] = {{"ANY", 0x01}, {"FULL", 0x02}, {"RTID", 0x08},
    {"QPI_CREDITS", 0x10}, {"IIO_CREDITS", 0x20}, {"WB_CREDITS", 0x80}};
static const struct box_sub lookup[] = {
    {"DATA_READ", 0x03}, {"WRITE", 0x05}, {"REMOTE_SNOOP", 0x09}, {"ANY", 0x11}, {"NID", 0x41}};
static const uint32_t lookup_units[] = {0x2, 0x4, 0x8, 0xe, 0xe};
/* The list lacks MISS_ALL of the first of the two events. */
static const struct box_sub tor[] = {{"OPCODE", 0x01}, {"EVICTION", 0x04}, {"ALL", 0x08}, {"WB", 0x10},
    {"MISS_OPCODE", 0x03}, {"MISS_ALL", 0x0a}, {"LOCAL_OPCODE", 0x21}, {"MISS_LOCAL_OPCODE", 0x23},
    {"LOCAL", 0x28}, {"MISS_LOCAL", 0x2a}, {"NID_OPCODE", 0x41}, {"NID_MISS_OPCODE", 0x43},
    {"NID_EVICTION", 0x44}, {"NID_ALL", 0x48}, {"NID_MISS_ALL", 0x4a}, {"NID_WB", 0x50},
    {"REMOTE_OPCODE", 0x81}, {"MISS_REMOTE_OPCODE", 0x83}, {"REMOTE", 0x88}, {"MISS_REMOTE", 0x8a}};
static const struct box_sub victims[] = {
    {"M_STATE", 0x01}, {"E_STATE", 0x02}, {"S_STATE", 0x04}, {"MISS", 0x08}, {"NID", 0x40}};
static const uint32_t victims_units[] = {0x1, 0x2, 0x4, 0x8, 0xf};
static const struct box_sub misc[] = {
    {"RSPI_WAS_FSE", 0x01}, {"WC_ALIASING", 0x02}, {"STARTED", 0x04}, {"RFO_HIT_S", 0x08}};
static const struct box_sub qlru[] = {{"AGE0", 0x01}, {"AGE1", 0x02}, {"AGE2", 0x04}, {"AGE3", 0x08},
    {"LRU_DECREMENT", 0x10}, {"VICTIM_NON_ZERO", 0x20}};

#define ON_01 .counters = BOX_ON_01
#define ON_23 .counters = BOX_ON_23

#define EVENTS(E)                                                                                            \
    E(CLOCKTICKS, 0x00, BOX_CLOCK, .prose = "uncore clock cycles")                                           \
    E(TxR_INSERTS, 0x02, BOX_PLAIN, ON_01, BOX_SUBS(egress), .prose = "allocations in the egress queue")     \
    E(TxR_STARVED, 0x03, BOX_PLAIN, ON_01, BOX_SUBS(egress_starved),                                         \
        .prose = "cycles of starvation of the egress queue")                                                 \
    E(TxR_ADS_USED, 0x04, BOX_PLAIN, ON_01, BOX_SUBS(ads_used), .prose = "uses of a ring by the egress")     \
    E(RING_BOUNCES, 0x05, BOX_PLAIN, ON_01, BOX_SUBS(bounces), .prose = "messages that bounced on the ring") \
    E(RING_SINK_STARVED, 0x06, BOX_PLAIN, ON_01, BOX_SUBS(sinks),                                            \
        .prose = "cycles in which a sink of the ring is starved")                                            \
    E(RING_SRC_THRTL, 0x07, BOX_PLAIN, ON_01, .prose = "cycles in which the ring's source is throttled")     \
    E(RxR_OCCUPANCY, 0x11, BOX_EACH(ENTRIES), .counters = BOX_ON_0, BOX_SUBS(queues),                        \
        .prose = "entries of the ingress queues, added each cycle")                                          \
    E(RxR_EXT_STARVED, 0x12, BOX_ANY, ON_01, BOX_SUBS(externally),                                           \
        .prose = "cycles in which an ingress queue is starved by the others")                                \
    E(RxR_INSERTS, 0x13, BOX_PLAIN, ON_01, BOX_SUBS(queues), .prose = "allocations in the ingress queues")   \
    E(RxR_INT_STARVED, 0x14, BOX_ANY, ON_01, BOX_SUBS(internally),                                           \
        .prose = "cycles in which an ingress queue is starved by itself")                                    \
    E(RING_AD_USED, 0x1b, BOX_ANY, ON_23, BOX_SUBS(ring), BOX_RING("AD"))                                    \
    E(RING_AK_USED, 0x1c, BOX_ANY, ON_23, BOX_SUBS(ring), BOX_RING("AK"))                                    \
    E(RING_BL_USED, 0x1d, BOX_ANY, ON_23, BOX_SUBS(ring), BOX_RING("BL"))                                    \
    E(RING_IV_USED, 0x1e, BOX_ANY, ON_23, BOX_SUBS(iv), BOX_RING("IV"))                                      \
    E(RxR_IPQ_RETRY, 0x31, BOX_PLAIN, ON_01, BOX_SUBS(ipq_retry),                                            \
        .prose = "probes that had to be retried; those for credits, of the filter's links")                  \
    E(RxR_IRQ_RETRY, 0x32, BOX_PLAIN, ON_01, BOX_SUBS(irq_retry), .prose = "requests that were rejected")    \
    E(RxR_ISMQ_RETRY, 0x33, BOX_PLAIN, ON_01, BOX_SUBS(ismq_retry), .prose = "responses that were rejected") \
    E(LLC_LOOKUP, 0x34, BOX_PLAIN, ON_01, BOX_SUBS(lookup), .units = lookup_units,                           \
        .prose = "lookups of the cache in a state of the filter's; bit 0 of the umask must be set")          \
    E(TOR_INSERTS, 0x35, BOX_PLAIN, ON_01, BOX_SUBS(tor), .prose = "allocations in the table of requests")   \
    E(TOR_OCCUPANCY, 0x36, BOX_EACH(ENTRIES), .counters = BOX_ON_0, BOX_SUBS(tor),                           \
        .prose = "entries of the table of requests, added each cycle")                                       \
    E(LLC_VICTIMS, 0x37, BOX_PLAIN, ON_01, BOX_SUBS(victims), .units = victims_units,                        \
        .prose = "lines that had to make room, by their state")                                              \
    E(MISC, 0x39, BOX_PLAIN, ON_01, BOX_SUBS(misc), .prose = "what has no event of its own")                 \
    E(QLRU, 0x3c, BOX_PLAIN, ON_01, BOX_SUBS(qlru),                                                          \
        .prose = "ages of lines that were set, or met at a victim")

BOX_EVENT_LIST(events, EVENTS);

#endif
