/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events of a slice of the last-level cache: by the list of Haswell-EP (HSX, version 29). Its maxima are
 * taken from the E5-2600. */
#ifndef PMULAB_MODELS_SNBEP_HSX_CBO_EVENTS_H
#define PMULAB_MODELS_SNBEP_HSX_CBO_EVENTS_H

#include "models/snbep/boxes/rows.h"

/* Entries of the ingress queues and of the table of requests, and credits: the list gives no maxima. */
enum { ENTRIES = 20 };

static const struct box_sub tor[] = {{"OPCODE", 0x01}, {"EVICTION", 0x04}, {"ALL", 0x08}, {"WB", 0x10},
    {"MISS_OPCODE", 0x03}, {"MISS_ALL", 0x0a}, {"LOCAL_OPCODE", 0x21}, {"MISS_LOCAL_OPCODE", 0x23},
    {"LOCAL", 0x28}, {"MISS_LOCAL", 0x2a}, {"NID_OPCODE", 0x41}, {"NID_MISS_OPCODE", 0x43},
    {"NID_EVICTION", 0x44}, {"NID_ALL", 0x48}, {"NID_MISS_ALL", 0x4a}, {"NID_WB", 0x50},
    {"REMOTE_OPCODE", 0x81}, {"MISS_REMOTE_OPCODE", 0x83}, {"REMOTE", 0x88}, {"MISS_REMOTE", 0x8a}};
static const struct box_sub llc_lookup[] = {{"DATA_READ", 0x03}, {"WRITE", 0x05}, {"REMOTE_SNOOP", 0x09},
    {"READ", 0x21}, {"ANY", 0x11}, {"NID", 0x41}};
static const uint32_t llc_lookup_units[] = {0x02, 0x04, 0x08, 0x20, 0x2e, 0x2e};
static const struct box_sub llc_victims[] = {{"M_STATE", 0x01}, {"E_STATE", 0x02}, {"S_STATE", 0x04},
    {"I_STATE", 0x04}, {"F_STATE", 0x08}, {"MISS", 0x10}, {"NID", 0x40}};
static const uint32_t llc_victims_units[] = {0x01, 0x02, 0x04, 0x04, 0x08, 0x10, 0x1f};
static const struct box_sub out_inserts[] = {{"AD_CACHE", 0x01}, {"AK_CACHE", 0x02}, {"BL_CACHE", 0x04},
    {"IV_CACHE", 0x08}, {"AD_CORE", 0x10}, {"AK_CORE", 0x20}, {"BL_CORE", 0x40}};
static const struct box_sub out_starved[] = {
    {"AK_BOTH", 0x02}, {"BL_BOTH", 0x04}, {"IV", 0x08}, {"AD_CORE", 0x10}};
static const struct box_sub out_ads_used[] = {{"AD", 0x01}, {"AK", 0x02}, {"BL", 0x04}};
static const struct box_sub ring_bounces[] = {{"AD", 0x01}, {"AK", 0x02}, {"BL", 0x04}, {"IV", 0x10}};
static const struct box_sub ring_sink_starved[] = {{"AD", 0x01}, {"AK", 0x02}, {"BL", 0x04}, {"IV", 0x08}};
static const struct box_sub in_occupancy[] = {
    {"IRQ", 0x01}, {"IRQ_REJ", 0x02}, {"IPQ", 0x04}, {"PRQ_REJ", 0x20}};
static const struct box_sub in_ext_starved[] = {
    {"IRQ", 0x01}, {"IPQ", 0x02}, {"PRQ", 0x04}, {"ISMQ_BIDS", 0x08}};
static const struct box_sub in_inserts[] = {
    {"IRQ", 0x01}, {"IRQ_REJ", 0x02}, {"IPQ", 0x04}, {"PRQ", 0x10}, {"PRQ_REJ", 0x20}};
static const struct box_sub in_int_starved[] = {{"IRQ", 0x01}, {"IPQ", 0x04}, {"ISMQ", 0x08}, {"PRQ", 0x10}};
static const struct box_sub ring_ad_used[] = {{"UP_EVEN", 0x01}, {"UP_ODD", 0x02}, {"DOWN_EVEN", 0x04},
    {"DOWN_ODD", 0x08}, {"UP", 0x03}, {"DOWN", 0x0c}, {"ALL", 0x0f}};
static const struct box_sub ring_iv_used[] = {{"UP_EVEN", 0x01}, {"UP_ODD", 0x02}, {"DOWN_EVEN", 0x04},
    {"DOWN_ODD", 0x08}, {"UP", 0x03}, {"DN", 0x0c}, {"ANY", 0x0f}, {"DOWN", 0xcc}};
static const struct box_sub in_ipq_retry2[] = {{"AD_SBO", 0x01}, {"TARGET", 0x40}};
static const struct box_sub in_irq_retry2[] = {{"AD_SBO", 0x01}, {"BL_SBO", 0x02}, {"TARGET", 0x40}};
static const struct box_sub in_ipq_retry[] = {
    {"ANY", 0x01}, {"FULL", 0x02}, {"ADDR_CONFLICT", 0x04}, {"QPI_CREDITS", 0x10}};
static const struct box_sub in_irq_retry[] = {{"ANY", 0x01}, {"FULL", 0x02}, {"ADDR_CONFLICT", 0x04},
    {"RTID", 0x08}, {"QPI_CREDITS", 0x10}, {"IIO_CREDITS", 0x20}, {"NID", 0x40}};
static const struct box_sub in_ismq_retry[] = {{"ANY", 0x01}, {"FULL", 0x02}, {"RTID", 0x08},
    {"QPI_CREDITS", 0x10}, {"IIO_CREDITS", 0x20}, {"NID", 0x40}, {"WB_CREDITS", 0x80}};
static const struct box_sub misc[] = {{"RSPI_WAS_FSE", 0x01}, {"WC_ALIASING", 0x02}, {"STARTED", 0x04},
    {"RFO_HIT_S", 0x08}, {"CVZERO_PREFETCH_VICTIM", 0x10}, {"CVZERO_PREFETCH_MISS", 0x20}};
static const struct box_sub qlru[] = {{"AGE0", 0x01}, {"AGE1", 0x02}, {"AGE2", 0x04}, {"AGE3", 0x08},
    {"LRU_DECREMENT", 0x10}, {"VICTIM_NON_ZERO", 0x20}};
static const struct box_sub sbo_credits_acquired[] = {{"AD", 0x01}, {"BL", 0x02}};

#define EVENTS(E)                                                                                            \
    E(CLOCKTICKS, 0x00, BOX_CLOCK, .prose = "uncore clock cycles")                                           \
    E(TxR_INSERTS, 0x02, BOX_PLAIN, BOX_SUBS(out_inserts), .prose = "allocations in the egress queue")       \
    E(TxR_STARVED, 0x03, BOX_PLAIN, BOX_SUBS(out_starved),                                                   \
        .prose = "cycles of starvation of the egress queue")                                                 \
    E(TxR_ADS_USED, 0x04, BOX_PLAIN, BOX_SUBS(out_ads_used), .prose = "uses of a ring by the egress")        \
    E(RING_BOUNCES, 0x05, BOX_PLAIN, BOX_SUBS(ring_bounces), .prose = "messages that bounced on the ring")   \
    E(RING_SINK_STARVED, 0x06, BOX_PLAIN, BOX_SUBS(ring_sink_starved),                                       \
        .prose = "cycles in which a sink of the ring is starved")                                            \
    E(RING_SRC_THRTL, 0x07, BOX_PLAIN, .prose = "cycles in which the ring's source is throttled")            \
    E(FAST_ASSERTED, 0x09, BOX_PLAIN, .counters = BOX_ON_01,                                                 \
        .prose = "cycles with a distress signal, its own or another's")                                      \
    E(BOUNCE_CONTROL, 0x0a, BOX_PLAIN, .prose = "bounce control, of which its list says no more")            \
    E(RxR_OCCUPANCY, 0x11, BOX_EACH(ENTRIES), .counters = BOX_ON_0, BOX_SUBS(in_occupancy),                  \
        .prose = "entries of the ingress queues, added each cycle")                                          \
    E(RxR_EXT_STARVED, 0x12, BOX_ANY, BOX_SUBS(in_ext_starved),                                              \
        .prose = "cycles in which an ingress queue is starved by the others")                                \
    E(RxR_INSERTS, 0x13, BOX_PLAIN, BOX_SUBS(in_inserts), .prose = "allocations in the ingress queues")      \
    E(RxR_INT_STARVED, 0x14, BOX_ANY, BOX_SUBS(in_int_starved),                                              \
        .prose = "cycles in which an ingress queue is starved by itself")                                    \
    E(RING_AD_USED, 0x1b, BOX_ANY, BOX_SUBS(ring_ad_used), BOX_RING("AD"))                                   \
    E(RING_AK_USED, 0x1c, BOX_ANY, BOX_SUBS(ring_ad_used), BOX_RING("AK"))                                   \
    E(RING_BL_USED, 0x1d, BOX_ANY, BOX_SUBS(ring_ad_used), BOX_RING("BL"))                                   \
    E(RING_IV_USED, 0x1e, BOX_ANY, BOX_SUBS(ring_iv_used), BOX_RING("IV"))                                   \
    E(RxR_IPQ_RETRY2, 0x28, BOX_PLAIN, BOX_SUBS(in_ipq_retry2),                                              \
        .prose = "probes that had to be retried, further reasons")                                           \
    E(RxR_IRQ_RETRY2, 0x29, BOX_PLAIN, BOX_SUBS(in_irq_retry2),                                              \
        .prose = "requests that were rejected, further reasons")                                             \
    E(RxR_ISMQ_RETRY2, 0x2a, BOX_PLAIN, BOX_SUBS(in_irq_retry2),                                             \
        .prose = "responses that were rejected, further reasons")                                            \
    E(RxR_IPQ_RETRY, 0x31, BOX_PLAIN, BOX_SUBS(in_ipq_retry), .prose = "probes that had to be retried")      \
    E(RxR_IRQ_RETRY, 0x32, BOX_PLAIN, BOX_SUBS(in_irq_retry), .prose = "requests that were rejected")        \
    E(RxR_ISMQ_RETRY, 0x33, BOX_PLAIN, BOX_SUBS(in_ismq_retry), .prose = "responses that were rejected")     \
    E(LLC_LOOKUP, 0x34, BOX_PLAIN, BOX_SUBS(llc_lookup), .units = llc_lookup_units,                          \
        .prose = "lookups of the cache in a state of the filter's; bit 0 of the umask must be set")          \
    E(TOR_INSERTS, 0x35, BOX_PLAIN, BOX_SUBS(tor), .prose = "allocations in the table of requests")          \
    E(TOR_OCCUPANCY, 0x36, BOX_EACH(ENTRIES), .counters = BOX_ON_0, BOX_SUBS(tor),                           \
        .prose = "entries of the table of requests, added each cycle")                                       \
    E(LLC_VICTIMS, 0x37, BOX_PLAIN, BOX_SUBS(llc_victims), .units = llc_victims_units,                       \
        .prose = "lines that had to make room, by their state")                                              \
    E(MISC, 0x39, BOX_PLAIN, BOX_SUBS(misc), .prose = "what has no event of its own")                        \
    E(QLRU, 0x3c, BOX_PLAIN, BOX_SUBS(qlru), .prose = "ages of lines that were set, or met at a victim")     \
    E(SBO_CREDITS_ACQUIRED, 0x3d, BOX_PLAIN, BOX_SUBS(sbo_credits_acquired),                                 \
        .prose = "credits of the ring's bridge acquired")                                                    \
    E(SBO_CREDIT_OCCUPANCY, 0x3e, BOX_EACH(ENTRIES), .counters = BOX_ON_0, BOX_SUBS(sbo_credits_acquired),   \
        .prose = "credits of the ring's bridge in use, added each cycle")

BOX_EVENT_LIST(events, EVENTS);

#endif
