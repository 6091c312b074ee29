/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events of a slice of the last-level cache, from the list of Haswell-EP (HSX,
 * version 29). Maxima are the E5-2600's. */
#ifndef PMULAB_MODELS_SNBEP_HSX_CBO_EVENTS_H
#define PMULAB_MODELS_SNBEP_HSX_CBO_EVENTS_H

#include "models/snbep/boxes/rows.h"

/* Entries of the ingress queues and of the table of requests, and credits. The
 * list gives no maxima. */
enum { ENTRIES = 20 };

static const struct box_sub tor[] = {{"OPCODE", 0x01}, {"EVICTION", 0x04}, {"ALL", 0x08},
    {"WB", 0x10}, {"MISS_OPCODE", 0x03}, {"MISS_ALL", 0x0a}, {"LOCAL_OPCODE", 0x21},
    {"MISS_LOCAL_OPCODE", 0x23}, {"LOCAL", 0x28}, {"MISS_LOCAL", 0x2a}, {"NID_OPCODE", 0x41},
    {"NID_MISS_OPCODE", 0x43}, {"NID_EVICTION", 0x44}, {"NID_ALL", 0x48}, {"NID_MISS_ALL", 0x4a},
    {"NID_WB", 0x50}, {"REMOTE_OPCODE", 0x81}, {"MISS_REMOTE_OPCODE", 0x83}, {"REMOTE", 0x88},
    {"MISS_REMOTE", 0x8a}};
static const struct box_sub llc_lookup[] = {{"DATA_READ", 0x03}, {"WRITE", 0x05},
    {"REMOTE_SNOOP", 0x09}, {"READ", 0x21}, {"ANY", 0x11}, {"NID", 0x41}};
static const struct box_sub llc_victims[] = {BOX_BITS3("M_STATE", "E_STATE", "S_STATE"),
    {"I_STATE", 0x04}, {"F_STATE", 0x08}, {"MISS", 0x10}, {"NID", 0x40}};
static const struct box_sub out_inserts[] = {
    BOX_BITS7("AD_CACHE", "AK_CACHE", "BL_CACHE", "IV_CACHE", "AD_CORE", "AK_CORE", "BL_CORE")};
static const struct box_sub out_starved[] = {
    {"AK_BOTH", 0x02}, {"BL_BOTH", 0x04}, {"IV", 0x08}, {"AD_CORE", 0x10}};
static const struct box_sub out_ads_used[] = {BOX_BITS3("AD", "AK", "BL")};
static const struct box_sub ring_bounces[] = {BOX_BITS3("AD", "AK", "BL"), {"IV", 0x10}};
static const struct box_sub ring_sink_starved[] = {BOX_BITS4("AD", "AK", "BL", "IV")};
static const struct box_sub in_occupancy[] = {
    BOX_BITS3("IRQ", "IRQ_REJ", "IPQ"), {"PRQ_REJ", 0x20}};
static const struct box_sub in_ext_starved[] = {BOX_BITS4("IRQ", "IPQ", "PRQ", "ISMQ_BIDS")};
static const struct box_sub in_inserts[] = {
    BOX_BITS3("IRQ", "IRQ_REJ", "IPQ"), {"PRQ", 0x10}, {"PRQ_REJ", 0x20}};
static const struct box_sub in_int_starved[] = {
    {"IRQ", 0x01}, {"IPQ", 0x04}, {"ISMQ", 0x08}, {"PRQ", 0x10}};
static const struct box_sub ring_ad_used[] = {
    BOX_BITS4("UP_EVEN", "UP_ODD", "DOWN_EVEN", "DOWN_ODD"), {"UP", 0x03}, {"DOWN", 0x0c},
    {"ALL", 0x0f}};
static const struct box_sub ring_iv_used[] = {
    BOX_BITS4("UP_EVEN", "UP_ODD", "DOWN_EVEN", "DOWN_ODD"), {"UP", 0x03}, {"DN", 0x0c},
    {"ANY", 0x0f}, {"DOWN", 0xcc}};
static const struct box_sub in_ipq_retry2[] = {{"AD_SBO", 0x01}, {"TARGET", 0x40}};
static const struct box_sub in_irq_retry2[] = {BOX_BITS2("AD_SBO", "BL_SBO"), {"TARGET", 0x40}};
static const struct box_sub in_ipq_retry[] = {
    BOX_BITS3("ANY", "FULL", "ADDR_CONFLICT"), {"QPI_CREDITS", 0x10}};
static const struct box_sub in_irq_retry[] = {
    BOX_BITS7("ANY", "FULL", "ADDR_CONFLICT", "RTID", "QPI_CREDITS", "IIO_CREDITS", "NID")};
static const struct box_sub in_ismq_retry[] = {BOX_BITS2("ANY", "FULL"), {"RTID", 0x08},
    {"QPI_CREDITS", 0x10}, {"IIO_CREDITS", 0x20}, {"NID", 0x40}, {"WB_CREDITS", 0x80}};
static const struct box_sub misc[] = {BOX_BITS6("RSPI_WAS_FSE", "WC_ALIASING", "STARTED",
    "RFO_HIT_S", "CVZERO_PREFETCH_VICTIM", "CVZERO_PREFETCH_MISS")};
static const struct box_sub qlru[] = {
    BOX_BITS6("AGE0", "AGE1", "AGE2", "AGE3", "LRU_DECREMENT", "VICTIM_NON_ZERO")};
static const struct box_sub sbo_credits_acquired[] = {BOX_BITS2("AD", "BL")};

#define EVENTS(E)                                                                                  \
    E(CLOCKTICKS, 0x00, BOX_CLOCK, .prose = "uncore clock cycles")                                 \
    E(TxR_INSERTS, 0x02, BOX_COUNTS(out_inserts, "allocations in the egress queue"))               \
    E(TxR_STARVED, 0x03, BOX_COUNTS(out_starved, "cycles of starvation of the egress queue"))      \
    E(TxR_ADS_USED, 0x04, BOX_COUNTS(out_ads_used, "uses of a ring by the egress"))                \
    E(RING_BOUNCES, 0x05, BOX_COUNTS(ring_bounces, "messages that bounced on the ring"))           \
    E(RING_SINK_STARVED, 0x06,                                                                     \
        BOX_COUNTS(ring_sink_starved, "cycles in which a sink of the ring is starved"))            \
    E(RING_SRC_THRTL, 0x07, BOX_COUNT("cycles in which the ring's source is throttled"))           \
    E(FAST_ASSERTED, 0x09, ON_01,                                                                  \
        BOX_COUNT("cycles with a distress signal, its own or another's"))                          \
    E(BOUNCE_CONTROL, 0x0a, BOX_COUNT("bounce control; the list gives no details"))                \
    E(RxR_OCCUPANCY, 0x11, ON_0, BOX_LEVELS(in_occupancy, "entries of the ingress queues"))        \
    E(RxR_EXT_STARVED, 0x12,                                                                       \
        BOX_CYCLES(in_ext_starved, "cycles in which other queues starve an ingress queue"))        \
    E(RxR_INSERTS, 0x13, BOX_COUNTS(in_inserts, "allocations in the ingress queues"))              \
    E(RxR_INT_STARVED, 0x14,                                                                       \
        BOX_CYCLES(in_int_starved, "cycles in which an ingress queue starves itself"))             \
    E(RING_AD_USED, 0x1b, BOX_ANY, BOX_SUBS(ring_ad_used), BOX_RING("AD"))                         \
    E(RING_AK_USED, 0x1c, BOX_ANY, BOX_SUBS(ring_ad_used), BOX_RING("AK"))                         \
    E(RING_BL_USED, 0x1d, BOX_ANY, BOX_SUBS(ring_ad_used), BOX_RING("BL"))                         \
    E(RING_IV_USED, 0x1e, BOX_ANY, BOX_SUBS(ring_iv_used), BOX_RING("IV"))                         \
    E(RxR_IPQ_RETRY2, 0x28,                                                                        \
        BOX_COUNTS(in_ipq_retry2, "probes that had to be retried, further reasons"))               \
    E(RxR_IRQ_RETRY2, 0x29,                                                                        \
        BOX_COUNTS(in_irq_retry2, "requests that were rejected, further reasons"))                 \
    E(RxR_ISMQ_RETRY2, 0x2a,                                                                       \
        BOX_COUNTS(in_irq_retry2, "responses that were rejected, further reasons"))                \
    E(RxR_IPQ_RETRY, 0x31, BOX_COUNTS(in_ipq_retry, "probes that had to be retried"))              \
    E(RxR_IRQ_RETRY, 0x32, BOX_COUNTS(in_irq_retry, "requests that were rejected"))                \
    E(RxR_ISMQ_RETRY, 0x33, BOX_COUNTS(in_ismq_retry, "responses that were rejected"))             \
    E(LLC_LOOKUP, 0x34, .unit_bits = 0x2e,                                                         \
        BOX_COUNTS(llc_lookup,                                                                     \
            "lookups of the cache in a state of the filter's; bit 0 of the umask must be set"))    \
    E(TOR_INSERTS, 0x35, BOX_COUNTS(tor, "allocations in the table of requests"))                  \
    E(TOR_OCCUPANCY, 0x36, ON_0, BOX_LEVELS(tor, "entries of the table of requests"))              \
    E(LLC_VICTIMS, 0x37, .unit_bits = 0x1f,                                                        \
        BOX_COUNTS(llc_victims, "lines that had to make room, by their state"))                    \
    E(MISC, 0x39, BOX_COUNTS(misc, "occurrences without a separate event"))                        \
    E(QLRU, 0x3c, BOX_COUNTS(qlru, "ages of lines that were set, or met at a victim"))             \
    E(SBO_CREDITS_ACQUIRED, 0x3d,                                                                  \
        BOX_COUNTS(sbo_credits_acquired, "credits of the ring's bridge acquired"))                 \
    E(SBO_CREDIT_OCCUPANCY, 0x3e, ON_0,                                                            \
        BOX_LEVELS(sbo_credits_acquired, "credits of the ring's bridge in use"))

BOX_EVENT_LIST(events, EVENTS);

#endif
