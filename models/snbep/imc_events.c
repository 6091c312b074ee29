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

/* Rows that other rows watch. The table below must keep them at these indices; a unit test checks it. */
enum { RPQ_OCCUPANCY = 8, WPQ_OCCUPANCY = 9 };

/* An event that is just counted: no sub-events, at most 1 per cycle. */
#define PLAIN .max = 1, .rest = -1, .watches = -1

const struct imc_event imc_events[] = {
    {0x00, PLAIN, .name = "CLOCKTICKS", .clock = true, .prose = "DCLK cycles"},
    {0x01, PLAIN, .name = "ACT_COUNT", .prose = "DRAM activate commands"},
    {0x02, PLAIN, .name = "PRE_COUNT", SUBS(pre_subs), .prose = "DRAM precharge commands"},
    {0x04, PLAIN, .name = "CAS_COUNT", SUBS(cas_subs), .bytes = CACHE_LINE,
        .prose = "DRAM column commands: reads, underfill reads, writes in write and in read major mode"},
    {0x05, PLAIN, .name = "DRAM_REFRESH", SUBS(refresh_subs), .prose = "refreshes issued"},
    {0x06, PLAIN, .name = "DRAM_PRE_ALL", .prose = "precharge-all commands"},
    {0x07, .max = 1, .rest = 0, .watches = -1, .name = "MAJOR_MODES", SUBS(mode_subs),
        .prose = "cycles in each major mode; one mode at a time, READ when no other is"},
    {0x08, PLAIN, .name = "PREEMPTION", SUBS(preemption_subs), .prose = "reads that preempted a command"},
    [RPQ_OCCUPANCY] = {0x80, .max = RPQ_ENTRIES, .rest = -1, .watches = -1, .name = "RPQ_OCCUPANCY",
        .prose = "entries of the read pending queue, added each cycle"},
    [WPQ_OCCUPANCY] = {0x81, .max = WPQ_ENTRIES, .rest = -1, .watches = -1, .name = "WPQ_OCCUPANCY",
        .prose = "entries of the write pending queue, added each cycle"},
    {0x09, PLAIN, .name = "ECC_CORRECTABLE_ERRORS", .prose = "correctable errors found"},
    {0x10, PLAIN, .name = "RPQ_INSERTS", .prose = "allocations in the read pending queue"},
    {0x11, .max = 1, .rest = -1, .watches = RPQ_OCCUPANCY, .at_least = 1, .name = "RPQ_CYCLES_NE",
        .prose = "cycles in which the read pending queue is not empty"},
    {0x12, .max = 1, .rest = -1, .watches = RPQ_OCCUPANCY, .at_least = RPQ_ENTRIES, .name = "RPQ_CYCLES_FULL",
        .prose = "cycles in which the read pending queue is full"},
    {0x20, PLAIN, .name = "WPQ_INSERTS", .prose = "allocations in the write pending queue"},
    {0x21, .max = 1, .rest = -1, .watches = WPQ_OCCUPANCY, .at_least = 1, .name = "WPQ_CYCLES_NE",
        .prose = "cycles in which the write pending queue is not empty"},
    {0x22, .max = 1, .rest = -1, .watches = WPQ_OCCUPANCY, .at_least = WPQ_ENTRIES, .name = "WPQ_CYCLES_FULL",
        .prose = "cycles in which the write pending queue is full"},
    {0x23, PLAIN, .name = "WPQ_READ_HIT", .prose = "reads that found their line in the write pending queue"},
    {0x24, PLAIN, .name = "WPQ_WRITE_HIT",
        .prose = "writes that found their line in the write pending queue"},
    {0x41, PLAIN, .any = true, .sharing = TRAFFIC_TOGETHER, .name = "POWER_THROTTLE_CYCLES", SUBS(rank_subs),
        .prose = "cycles in which a selected rank is throttled; several ranks add 1 together"},
    {0x43, PLAIN, .name = "POWER_SELF_REFRESH",
        .prose = "cycles in self-refresh; the manual leaves the maximum blank, the model uses 1"},
    {0x83, .max = 16, .any = true, .rest = -1, .watches = -1, .sharing = TRAFFIC_TOGETHER,
        .name = "POWER_CKE_CYCLES", SUBS(rank_subs),
        .prose =
            "cycles in which a selected rank has its clock enabled; the manual lists a maximum of 16 and "
            "says that several ranks add 1 together; the model does the latter"},
    {0x84, PLAIN, .name = "POWER_CHANNEL_DLLOFF", .prose = "cycles with the DLL off"},
    {0x85, .max = 4, .rest = -1, .watches = -1, .name = "POWER_CHANNEL_PPD",
        .prose = "cycles in precharge power-down, up to 4 a cycle"},
    {0x86, PLAIN, .name = "POWER_CRITICAL_THROTTLE_CYCLES", .prose = "cycles throttled as too hot"},
};

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
