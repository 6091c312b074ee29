/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of events that a memory channel's counters can count, and lookups in it. */
#include "models/snbep/imc_events.h"

#include <strings.h>

#define SUBS(table)  .subs = (table), .n_subs = sizeof(table) / sizeof((table)[0])
#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* Entries of the pending queues: the maximum increments of the occupancy events. */
enum { RPQ_ENTRIES = 22, WPQ_ENTRIES = 32 };

/* Bytes that one CAS moves: x72 channel, burst of 8 (327043-001, derived metrics). */
enum { CACHE_LINE = 64 };

static const struct imc_subevent pre_subs[] = {{"PAGE_MISS", 0x01}, {"PAGE_CLOSE", 0x02}};
static const struct imc_subevent cas_subs[] = {
    {"RD_REG", 0x01},
    {"RD_UNDERFILL", 0x02},
    {"WR_WMM", 0x04},
    {"WR_RMM", 0x08},
    {"RD", 0x03},
    {"WR", 0x0c},
    {"ALL", 0x0f},
};
static const struct imc_subevent refresh_subs[] = {{"PANIC", 0x02}, {"HIGH", 0x04}};
static const struct imc_subevent mode_subs[] = {
    {"READ", 0x01}, {"WRITE", 0x02}, {"PARTIAL", 0x04}, {"ISOCH", 0x08}};
static const struct imc_subevent preemption_subs[] = {{"RD_PREEMPT_RD", 0x01}, {"RD_PREEMPT_WR", 0x02}};
static const struct imc_subevent rank_subs[] = {
    {"RANK0", 0x01},
    {"RANK1", 0x02},
    {"RANK2", 0x04},
    {"RANK3", 0x08},
    {"RANK4", 0x10},
    {"RANK5", 0x20},
    {"RANK6", 0x40},
    {"RANK7", 0x80},
};

/* An event that is just counted: no sub-events, at most 1 per cycle. */
#define PLAIN .max = 1, .rest = -1, .watches = -1

/*
 * The events: E(NAME, code, members of struct imc_event). A row may stand anywhere; another row watches it as
 * EVENT_NAME.
 */
#define EVENTS(E)                                                                                            \
    E(CLOCKTICKS, 0x00, PLAIN, .clock = true, .prose = "DCLK cycles")                                        \
    E(ACT_COUNT, 0x01, PLAIN, .prose = "DRAM activate commands")                                             \
    E(PRE_COUNT, 0x02, PLAIN, SUBS(pre_subs), .prose = "DRAM precharge commands")                            \
    E(CAS_COUNT, 0x04, PLAIN, SUBS(cas_subs), .bytes = CACHE_LINE,                                           \
        .prose = "DRAM column commands: reads, underfill reads, writes in write and in read major mode")     \
    E(DRAM_REFRESH, 0x05, PLAIN, SUBS(refresh_subs), .prose = "refreshes issued")                            \
    E(DRAM_PRE_ALL, 0x06, PLAIN, .prose = "precharge-all commands")                                          \
    E(MAJOR_MODES, 0x07, .max = 1, .rest = 0, .watches = -1, SUBS(mode_subs),                                \
        .prose = "cycles in each major mode; one mode at a time, READ when no other is")                     \
    E(PREEMPTION, 0x08, PLAIN, SUBS(preemption_subs), .prose = "reads that preempted a command")             \
    E(RPQ_OCCUPANCY, 0x80, .max = RPQ_ENTRIES, .rest = -1, .watches = -1,                                    \
        .prose = "entries of the read pending queue, added each cycle")                                      \
    E(WPQ_OCCUPANCY, 0x81, .max = WPQ_ENTRIES, .rest = -1, .watches = -1,                                    \
        .prose = "entries of the write pending queue, added each cycle")                                     \
    E(ECC_CORRECTABLE_ERRORS, 0x09, PLAIN, .prose = "correctable errors found")                              \
    E(RPQ_INSERTS, 0x10, PLAIN, .prose = "allocations in the read pending queue")                            \
    E(RPQ_CYCLES_NE, 0x11, .max = 1, .rest = -1, .watches = EVENT_RPQ_OCCUPANCY, .at_least = 1,              \
        .prose = "cycles in which the read pending queue is not empty")                                      \
    E(RPQ_CYCLES_FULL, 0x12, .max = 1, .rest = -1, .watches = EVENT_RPQ_OCCUPANCY, .at_least = RPQ_ENTRIES,  \
        .prose = "cycles in which the read pending queue is full")                                           \
    E(WPQ_INSERTS, 0x20, PLAIN, .prose = "allocations in the write pending queue")                           \
    E(WPQ_CYCLES_NE, 0x21, .max = 1, .rest = -1, .watches = EVENT_WPQ_OCCUPANCY, .at_least = 1,              \
        .prose = "cycles in which the write pending queue is not empty")                                     \
    E(WPQ_CYCLES_FULL, 0x22, .max = 1, .rest = -1, .watches = EVENT_WPQ_OCCUPANCY, .at_least = WPQ_ENTRIES,  \
        .prose = "cycles in which the write pending queue is full")                                          \
    E(WPQ_READ_HIT, 0x23, PLAIN, .prose = "reads that found their line in the write pending queue")          \
    E(WPQ_WRITE_HIT, 0x24, PLAIN, .prose = "writes that found their line in the write pending queue")        \
    E(POWER_THROTTLE_CYCLES, 0x41, PLAIN, .any = true, .sharing = TRAFFIC_TOGETHER, SUBS(rank_subs),         \
        .prose = "cycles in which a selected rank is throttled; several ranks add 1 together")               \
    E(POWER_SELF_REFRESH, 0x43, PLAIN,                                                                       \
        .prose = "cycles in self-refresh; the manual leaves the maximum blank, the model uses 1")            \
    E(POWER_CKE_CYCLES, 0x83, .max = 16, .any = true, .rest = -1, .watches = -1,                             \
        .sharing = TRAFFIC_TOGETHER, SUBS(rank_subs),                                                        \
        .prose = "cycles in which a selected rank has its clock enabled; the manual lists a maximum of 16 "  \
                 "and says that several ranks add 1 together; the model does the latter")                    \
    E(POWER_CHANNEL_DLLOFF, 0x84, PLAIN, .prose = "cycles with the DLL off")                                 \
    E(POWER_CHANNEL_PPD, 0x85, .max = 4, .rest = -1, .watches = -1,                                          \
        .prose = "cycles in precharge power-down, up to 4 a cycle")                                          \
    E(POWER_CRITICAL_THROTTLE_CYCLES, 0x86, PLAIN, .prose = "cycles throttled as too hot")

#define EVENT_INDEX(NAME, ...) EVENT_##NAME,
enum { EVENTS(EVENT_INDEX) };

#define EVENT_ROW(NAME, CODE, ...) [EVENT_##NAME] = {CODE, .name = #NAME, __VA_ARGS__},
const struct imc_event imc_events[] = {EVENTS(EVENT_ROW)};

const unsigned imc_n_events = COUNT(imc_events);
_Static_assert(COUNT(imc_events) <= IMC_MAX_EVENTS, "a box has room for every event");

int imc_event_coded(uint8_t code)
{
    for (unsigned i = 0; i < imc_n_events; i++)
        if (imc_events[i].code == code)
            return (int)i;
    return -1;
}

int imc_event_named(const char *name)
{
    for (unsigned i = 0; i < imc_n_events; i++)
        if (!strcasecmp(imc_events[i].name, name))
            return (int)i;
    return -1;
}

int imc_umask_named(const struct imc_event *event, const char *name)
{
    for (unsigned i = 0; i < event->n_subs; i++)
        if (!strcasecmp(event->subs[i].name, name))
            return event->subs[i].umask;
    return -1;
}

const char *imc_umask_name(const struct imc_event *event, uint8_t umask)
{
    for (unsigned i = 0; i < event->n_subs; i++)
        if (event->subs[i].umask == umask)
            return event->subs[i].name;
    return NULL;
}

unsigned imc_n_units(const struct imc_event *event)
{
    uint8_t all = 1;
    unsigned n = 0;

    for (unsigned i = 0; i < event->n_subs; i++)
        all |= event->subs[i].umask;
    for (; all; all >>= 1)
        n++;
    return n;
}
