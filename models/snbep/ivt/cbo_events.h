/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events of a slice of the last-level cache, from the list of Ivy Bridge-EP
 * (IVT, version 24). Maxima are the E5-2600's. */
#ifndef PMULAB_MODELS_SNBEP_IVT_CBO_EVENTS_H
#define PMULAB_MODELS_SNBEP_IVT_CBO_EVENTS_H

#include "models/snbep/ivt/rows.h"

/* Entries of the ingress queues and of the table of requests. */
enum { ENTRIES = 20 };

static const struct box_sub egress[] = {
    BOX_BITS7("AD_CACHE", "AK_CACHE", "BL_CACHE", "IV_CACHE", "AD_CORE", "AK_CORE", "BL_CORE")};
static const struct box_sub egress_starved[] = {{"AK_BOTH", 0x02}, {"IV", 0x08}, {"AD_CORE", 0x10}};
static const struct box_sub ads_used[] = {BOX_BITS3("AD", "AK", "BL")};
/* The list has two names for each of 2, 4 and 8, and for 2 of the ingress
 * queues. */
static const struct box_sub bounces[] = {{"AK_CORE", 0x02}, {"AD_IRQ", 0x02}, {"BL_CORE", 0x04},
    {"AK", 0x04}, {"IV_CORE", 0x08}, {"BL", 0x08}, {"IV", 0x10}};
static const struct box_sub sinks[] = {BOX_BITS2("AD_IRQ", "AD_IPQ"), {"IV", 0x10}};
static const struct box_sub queues[] = {
    BOX_BITS2("IRQ", "IRQ_REJECTED"), {"IRQ_REJ", 0x02}, {"IPQ", 0x04}, {"VFIFO", 0x10}};
static const struct box_sub externally[] = {BOX_BITS4("IRQ", "IPQ", "PRQ", "ISMQ_BIDS")};
static const struct box_sub internally[] = {{"IRQ", 0x01}, {"IPQ", 0x04}, {"ISMQ", 0x08}};
static const struct box_sub ring[] = {IVT_RING("UP", "DOWN"), {"CW", 0x03}, {"CCW", 0x0c}};
static const struct box_sub iv[] = {IVT_RING("UP", "DOWN"), {"ANY", 0x0f}};
static const struct box_sub ipq_retry[] = {
    BOX_BITS3("ANY", "FULL", "ADDR_CONFLICT"), {"QPI_CREDITS", 0x10}};
static const struct box_sub irq_retry[] = {
    BOX_BITS6("ANY", "FULL", "ADDR_CONFLICT", "RTID", "QPI_CREDITS", "IIO_CREDITS")};
static const struct box_sub ismq_retry[] = {BOX_BITS2("ANY", "FULL"), {"RTID", 0x08},
    {"QPI_CREDITS", 0x10}, {"IIO_CREDITS", 0x20}, {"WB_CREDITS", 0x80}};
static const struct box_sub lookup[] = {
    {"DATA_READ", 0x03}, {"WRITE", 0x05}, {"REMOTE_SNOOP", 0x09}, {"ANY", 0x11}, {"NID", 0x41}};
/* The list lacks MISS_ALL for the first of the two events. */
static const struct box_sub tor[] = {{"OPCODE", 0x01}, {"EVICTION", 0x04}, {"ALL", 0x08},
    {"WB", 0x10}, {"MISS_OPCODE", 0x03}, {"MISS_ALL", 0x0a}, {"LOCAL_OPCODE", 0x21},
    {"MISS_LOCAL_OPCODE", 0x23}, {"LOCAL", 0x28}, {"MISS_LOCAL", 0x2a}, {"NID_OPCODE", 0x41},
    {"NID_MISS_OPCODE", 0x43}, {"NID_EVICTION", 0x44}, {"NID_ALL", 0x48}, {"NID_MISS_ALL", 0x4a},
    {"NID_WB", 0x50}, {"REMOTE_OPCODE", 0x81}, {"MISS_REMOTE_OPCODE", 0x83}, {"REMOTE", 0x88},
    {"MISS_REMOTE", 0x8a}};
static const struct box_sub victims[] = {
    BOX_BITS4("M_STATE", "E_STATE", "S_STATE", "MISS"), {"NID", 0x40}};
static const struct box_sub misc[] = {
    BOX_BITS4("RSPI_WAS_FSE", "WC_ALIASING", "STARTED", "RFO_HIT_S")};
static const struct box_sub qlru[] = {
    BOX_BITS6("AGE0", "AGE1", "AGE2", "AGE3", "LRU_DECREMENT", "VICTIM_NON_ZERO")};

#define EVENTS(E)                                                                                  \
    E(CLOCKTICKS, 0x00, BOX_CLOCK, .prose = "uncore clock cycles")                                 \
    E(TxR_INSERTS, 0x02, ON_01, BOX_COUNTS(egress, "allocations in the egress queue"))             \
    E(TxR_STARVED, 0x03, ON_01,                                                                    \
        BOX_COUNTS(egress_starved, "cycles of starvation of the egress queue"))                    \
    E(TxR_ADS_USED, 0x04, ON_01, BOX_COUNTS(ads_used, "uses of a ring by the egress"))             \
    E(RING_BOUNCES, 0x05, ON_01, BOX_COUNTS(bounces, "messages that bounced on the ring"))         \
    E(RING_SINK_STARVED, 0x06, ON_01,                                                              \
        BOX_COUNTS(sinks, "cycles in which a sink of the ring is starved"))                        \
    E(RING_SRC_THRTL, 0x07, ON_01, BOX_COUNT("cycles in which the ring's source is throttled"))    \
    E(RxR_OCCUPANCY, 0x11, ON_0, BOX_LEVELS(queues, "entries of the ingress queues"))              \
    E(RxR_EXT_STARVED, 0x12, ON_01,                                                                \
        BOX_CYCLES(externally, "cycles in which other queues starve an ingress queue"))            \
    E(RxR_INSERTS, 0x13, ON_01, BOX_COUNTS(queues, "allocations in the ingress queues"))           \
    E(RxR_INT_STARVED, 0x14, ON_01,                                                                \
        BOX_CYCLES(internally, "cycles in which an ingress queue starves itself"))                 \
    E(RING_AD_USED, 0x1b, BOX_ANY, ON_23, BOX_SUBS(ring), BOX_RING("AD"))                          \
    E(RING_AK_USED, 0x1c, BOX_ANY, ON_23, BOX_SUBS(ring), BOX_RING("AK"))                          \
    E(RING_BL_USED, 0x1d, BOX_ANY, ON_23, BOX_SUBS(ring), BOX_RING("BL"))                          \
    E(RING_IV_USED, 0x1e, BOX_ANY, ON_23, BOX_SUBS(iv), BOX_RING("IV"))                            \
    E(RxR_IPQ_RETRY, 0x31, ON_01,                                                                  \
        BOX_COUNTS(                                                                                \
            ipq_retry, "probes that had to be retried; those for credits, of the filter's links")) \
    E(RxR_IRQ_RETRY, 0x32, ON_01, BOX_COUNTS(irq_retry, "requests that were rejected"))            \
    E(RxR_ISMQ_RETRY, 0x33, ON_01, BOX_COUNTS(ismq_retry, "responses that were rejected"))         \
    E(LLC_LOOKUP, 0x34, .unit_bits = 0x0e, ON_01,                                                  \
        BOX_COUNTS(lookup,                                                                         \
            "lookups of the cache in a state of the filter's; bit 0 of the umask must be set"))    \
    E(TOR_INSERTS, 0x35, ON_01, BOX_COUNTS(tor, "allocations in the table of requests"))           \
    E(TOR_OCCUPANCY, 0x36, ON_0, BOX_LEVELS(tor, "entries of the table of requests"))              \
    E(LLC_VICTIMS, 0x37, .unit_bits = 0x0f, ON_01,                                                 \
        BOX_COUNTS(victims, "lines that had to make room, by their state"))                        \
    E(MISC, 0x39, ON_01, BOX_COUNTS(misc, "occurrences without a separate event"))                 \
    E(QLRU, 0x3c, ON_01, BOX_COUNTS(qlru, "ages of lines that were set, or met at a victim"))

BOX_EVENT_LIST(events, EVENTS);

#endif
