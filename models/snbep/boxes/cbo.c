/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a slice of the last-level cache: 327043-001, section 2.3. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/cbo_filter.h"
#include "models/snbep/boxes/msr_box.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {PMON_CTL_FIELDS(REG_FIELD_ROW, REG_RW)};
static const struct reg_field filter_fields[] = {CBO_FILTER_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {PMON_CTR44_FIELDS(REG_FIELD_ROW)};
static const struct reg regs[MSR_BOX_REGS] =
    MSR_BOX_FOUR(box_ctl_fields, ctl_fields, filter_fields, ctr_fields);

_Static_assert(
    (int)CTR44_EVENT_COUNT == (int)CTR_EVENT_COUNT, "a counter's count is the same field");

const struct reg_bank cbo_bank = {"cbo",
    "last-level cache slice monitor; register number is D00 + 20 a slice plus the offset",
    REG_SPACE_MSR, REG_BANK_REGS(regs, MSR_BOX_REGS)};

/* Entries of the ingress queues and of the table of requests: the table's
 * maxima. */
enum { ENTRIES = 20 };

static const struct box_sub egress[] = {{"AD_CACHE", 0x01}, {"AK_CACHE", 0x02}, {"BL_CACHE", 0x04},
    {"IV_CACHE", 0x08}, {"AD_CORE", 0x10}, {"AK_CORE", 0x20}, {"BL_CORE", 0x40}};
static const struct box_sub egress_starved[] = {{"AK", 0x02}, {"BL", 0x04}};
static const struct box_sub bounces[] = {{"AK_CORE", 0x02}, {"BL_CORE", 0x04}, {"IV_CORE", 0x08}};
static const struct box_sub sinks[] = {
    {"AD_CACHE", 0x01}, {"AK_CORE", 0x02}, {"BL_CORE", 0x04}, {"IV_CORE", 0x08}};
static const struct box_sub queues[] = {
    {"IRQ", 0x01}, {"IRQ_REJECTED", 0x02}, {"IPQ", 0x04}, {"VFIFO", 0x10}};
static const struct box_sub externally[] = {
    {"IRQ", 0x01}, {"IPQ", 0x02}, {"ISMQ", 0x04}, {"ISMQ_BIDS", 0x08}};
static const struct box_sub internally[] = {{"IRQ", 0x01}, {"IPQ", 0x04}, {"ISMQ", 0x08}};
static const struct box_sub ring[] = {
    {"UP_EVEN", 0x01}, {"UP_ODD", 0x02}, {"DOWN_EVEN", 0x04}, {"DOWN_ODD", 0x08}};
static const struct box_sub iv[] = {
    {"UP_EVEN", 0x01}, {"UP_ODD", 0x02}, {"DOWN_EVEN", 0x04}, {"DOWN_ODD", 0x08}, {"ANY", 0x0f}};
static const struct box_sub ipq_retry[] = {
    {"ANY", 0x01}, {"FULL", 0x02}, {"ADDR_CONFLICT", 0x04}, {"QPI_CREDITS", 0x10}};
static const struct box_sub irq_retry[] = {
    {"ANY", 0x01}, {"FULL", 0x02}, {"ADDR_CONFLICT", 0x04}, {"RTID", 0x08}, {"QPI_CREDITS", 0x10}};
static const struct box_sub ismq_retry[] = {
    {"ANY", 0x01}, {"FULL", 0x02}, {"RTID", 0x08}, {"QPI_CREDITS", 0x10}, {"IIO_CREDITS", 0x20}};
static const struct box_sub misc[] = {
    {"RSPI_WAS_FSE", 0x01}, {"WC_ALIASING", 0x02}, {"STARTED", 0x04}, {"RFO_HIT_S", 0x08}};

static const struct box_sub lookup[] = {
    {"DATA_READ", 0x03}, {"WRITE", 0x05}, {"REMOTE_SNOOP", 0x09}, {"NID", 0x41}};
static const struct box_sub victims[] = {
    {"M_STATE", 0x01}, {"E_STATE", 0x02}, {"S_STATE", 0x04}, {"MISS", 0x08}, {"NID", 0x40}};
static const struct box_sub inserts[] = {{"OPCODE", 0x01}, {"EVICTION", 0x04}, {"WB", 0x10},
    {"MISS_OPCODE", 0x03}, {"MISS_ALL", 0x0a}, {"NID_OPCODE", 0x41}, {"NID_EVICTION", 0x44},
    {"NID_ALL", 0x48}, {"NID_WB", 0x50}, {"NID_MISS_OPCODE", 0x43}, {"NID_MISS_ALL", 0x4a}};
static const struct box_sub occupancy[] = {{"OPCODE", 0x01}, {"EVICTION", 0x04}, {"ALL", 0x08},
    {"MISS_OPCODE", 0x03}, {"MISS_ALL", 0x0a}, {"NID_OPCODE", 0x41}, {"NID_EVICTION", 0x44},
    {"NID_ALL", 0x48}, {"NID_MISS_OPCODE", 0x43}, {"NID_MISS_ALL", 0x4a}};

#define EVENTS(E)                                                                                  \
    E(CLOCKTICKS, 0x00, BOX_CLOCK, .prose = "uncore clock cycles")                                 \
    E(TxR_INSERTS, 0x02, BOX_PLAIN, ON_01, BOX_SUBS(egress),                                       \
        .prose = "allocations in the egress queue")                                                \
    E(TxR_STARVED, 0x03, BOX_PLAIN, ON_01, BOX_SUBS(egress_starved),                               \
        .prose = "cycles of starvation of the egress queue")                                       \
    E(TxR_ADS_USED, 0x04, BOX_PLAIN, ON_01, .prose = "uses of the egress's address slots")         \
    E(RING_BOUNCES, 0x05, BOX_PLAIN, ON_01, BOX_SUBS(bounces),                                     \
        .prose = "responses that bounced on the ring")                                             \
    E(RING_SINK_STARVED, 0x06, BOX_PLAIN, ON_01, BOX_SUBS(sinks),                                  \
        .prose = "cycles in which a sink of the ring is starved")                                  \
    E(RING_SRC_THRTL, 0x07, BOX_PLAIN, ON_01,                                                      \
        .prose = "cycles in which the ring's source is throttled")                                 \
    E(RxR_OCCUPANCY, 0x11, BOX_EACH(ENTRIES), .counters = BOX_ON_0, BOX_SUBS(queues),              \
        .prose = "entries of the ingress queues, added each cycle")                                \
    E(RxR_EXT_STARVED, 0x12, BOX_ANY, ON_01, BOX_SUBS(externally),                                 \
        .prose = "cycles in which other queues starve an ingress queue")                           \
    E(RxR_INSERTS, 0x13, BOX_PLAIN, ON_01, BOX_SUBS(queues),                                       \
        .prose = "allocations in the ingress queues")                                              \
    E(RxR_INT_STARVED, 0x14, BOX_ANY, ON_01, BOX_SUBS(internally),                                 \
        .prose = "cycles in which an ingress queue starves itself")                                \
    E(RING_AD_USED, 0x1b, BOX_ANY, ON_23, BOX_SUBS(ring), BOX_RING("AD"))                          \
    E(RING_AK_USED, 0x1c, BOX_ANY, ON_23, BOX_SUBS(ring), BOX_RING("AK"))                          \
    E(RING_BL_USED, 0x1d, BOX_ANY, ON_23, BOX_SUBS(ring), BOX_RING("BL"))                          \
    E(RING_IV_USED, 0x1e, BOX_ANY, ON_23, BOX_SUBS(iv), BOX_RING("IV"))                            \
    E(ISMQ_DRD_MISS_OCC, 0x21, BOX_ADDS(ENTRIES), ON_01,                                           \
        .prose = "data reads that missed, in the ISMQ, added each cycle")                          \
    E(RxR_IPQ_RETRY, 0x31, BOX_PLAIN, ON_01, BOX_SUBS(ipq_retry),                                  \
        .prose = "probes that had to be retried")                                                  \
    E(RxR_IRQ_RETRY, 0x32, BOX_PLAIN, ON_01, BOX_SUBS(irq_retry),                                  \
        .prose = "requests that were rejected")                                                    \
    E(RxR_ISMQ_RETRY, 0x33, BOX_PLAIN, ON_01, BOX_SUBS(ismq_retry),                                \
        .prose = "responses that were rejected")                                                   \
    E(LLC_LOOKUP, 0x34, BOX_PLAIN, ON_01, BOX_SUBS(lookup), .unit_bits = 0x0e,                     \
        .prose =                                                                                   \
            "lookups of the cache in a state of the filter's; bit 0 of the umask must be set")     \
    E(TOR_INSERTS, 0x35, BOX_PLAIN, ON_01, BOX_SUBS(inserts),                                      \
        .prose = "allocations in the table of requests")                                           \
    E(TOR_OCCUPANCY, 0x36, BOX_EACH(ENTRIES), .counters = BOX_ON_0, BOX_SUBS(occupancy),           \
        .prose = "entries of the table of requests, added each cycle")                             \
    E(LLC_VICTIMS, 0x37, BOX_PLAIN, ON_01, BOX_SUBS(victims), .unit_bits = 0x0f,                   \
        .prose = "lines that had to make room, by their state")                                    \
    E(MISC, 0x39, BOX_PLAIN, ON_01, BOX_SUBS(misc), .prose = "occurrences without a separate event")

BOX_EVENT_LIST(events, EVENTS);

/* 327043-001, page 34, and the tables of umasks. */
static const struct cbo_layout layout = {
    .filter = &regs[MSR_FILTER],
    .opc = {0, CBO_FILTER_OPC},
    .state = {0, CBO_FILTER_STATE},
    .nid = {0, CBO_FILTER_NID},
    .tid = {0, CBO_FILTER_TID},
    .most_state = 4,
    .most_nid = 7,
    .misses = 1u << 9,
};

static const struct box_control control = MSR_BOX_CONTROL;

const struct box_type cbo_type = {
    MSR_BOX_TYPE(cbo_bank),
    .name = "cbo",
    .selects = cbo_selects,
    .mark = cbo_mark,
    .layout = &layout,
    .marks = "opc=CODE, state=0 to 4 (I, S, E, M, F), nid=0 to 7, tid=0 to 31 or miss=1",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
};
