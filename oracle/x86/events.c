/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The counts of events, by the tables of their meaning. */
#include "oracle/x86/events.h"

#include <strings.h>

/* An instruction's cycles without its events. */
enum { WAITING = 3, CYCLES = 1 + WAITING };

#define I(did) ORACLE_X86_##did

static bool is_amd(const struct oracle_x86_pmu *pmu)
{
    return oracle_x86_maker(pmu) == ORACLE_AMD;
}

/* The amounts of the response event. */
static const struct response {
    uint64_t of, by;
    uint8_t did;
} responses[] = {
    {ORACLE_X86_OF_LOADS, ORACLE_X86_BY_L3, I(LOAD_L3)},
    {ORACLE_X86_OF_LOADS, ORACLE_X86_BY_REMOTE, I(LOAD_REMOTE)},
    {ORACLE_X86_OF_LOADS, ORACLE_X86_BY_DRAM, I(LOAD_DRAM)},
    {ORACLE_X86_OF_LOADS, ORACLE_X86_BY_DEVICE, I(LOAD_DEVICE)},
    {ORACLE_X86_OF_STORES, ORACLE_X86_BY_L3, I(STORE_L3)},
    {ORACLE_X86_OF_STORES, ORACLE_X86_BY_REMOTE, I(STORE_REMOTE)},
    {ORACLE_X86_OF_STORES, ORACLE_X86_BY_DRAM, I(STORE_DRAM)},
    {ORACLE_X86_OF_STORES, ORACLE_X86_BY_DEVICE, I(STORE_DEVICE)},
    {ORACLE_X86_OF_FETCHES, ORACLE_X86_BY_L3, I(FETCH_L3)},
    {ORACLE_X86_OF_FETCHES, ORACLE_X86_BY_REMOTE, I(FETCH_REMOTE)},
    {ORACLE_X86_OF_FETCHES, ORACLE_X86_BY_DRAM, I(FETCH_DRAM)},
};

enum { N_RESPONSES = sizeof(responses) / sizeof(responses[0]) };

bool oracle_x86_event_named(const struct oracle_x86_pmu *pmu, const char *name, uint64_t *event)
{
    const struct oracle_x86_name *n = is_amd(pmu) ? oracle_amd_names : oracle_intel_names;

    for (; n->parts; n++)
        if (n->parts & 1u << pmu->part && !strcasecmp(n->name, name)) {
            *event = n->event;
            return true;
        }
    return false;
}

uint64_t oracle_x86_event_bits(const struct oracle_x86_pmu *pmu)
{
    return ORACLE_X86_EVENT | ORACLE_X86_UMASK |
           (is_amd(pmu) ? ORACLE_X86_EVENT_HIGH : ORACLE_X86_RESPONSES);
}

static bool selects(
    const struct oracle_x86_pmu *pmu, uint64_t selection, const struct oracle_x86_event *event)
{
    uint64_t number = (selection & ORACLE_X86_EVENT) | (is_amd(pmu) ? selection >> 32 & 0xf : 0)
                                                           << 8;
    uint64_t umask = selection >> 8 & 0xff;

    if (!(event->parts & 1u << pmu->part) || event->number != number)
        return false;
    return is_amd(pmu) ? !event->umask || event->umask & umask : event->umask == umask;
}

static uint64_t mask_of(uint64_t selection)
{
    return (selection & ORACLE_X86_CMASK) >> 24;
}

/* A counter mask selects cycles with at least that many events. With edge
 * detection, only cycles in which that begins. */
static uint64_t counts_of(
    const struct oracle_x86_event *event, uint64_t selection, const uint64_t *did)
{
    uint64_t n = did[event->did] + (event->too == ORACLE_X86_N_DIDS ? 0 : did[event->too]);
    uint64_t mask = mask_of(selection), reached = mask ? mask : 1;
    bool active = event->active >= reached, waiting = event->waiting >= reached;

    if (selection & ORACLE_X86_EDGE)
        return active == waiting ? 0 : n;
    return mask ? n * (active + (waiting ? WAITING : 0u))
                : n * (event->active + event->waiting * (unsigned)WAITING);
}

/* The same of waits. In each of their cycles, an instruction waits as in its
 * own. */
static uint64_t waits_of(
    const struct oracle_x86_event *event, uint64_t selection, const uint64_t *did)
{
    uint64_t mask = mask_of(selection);

    if (event->did != ORACLE_X86_INSTRUCTIONS || selection & ORACLE_X86_EDGE)
        return 0;
    return did[ORACLE_X86_WAITED] * (mask ? event->waiting >= mask : event->waiting);
}

uint64_t oracle_x86_waited(
    const struct oracle_x86_waits *waits, const uint64_t did[ORACLE_X86_N_DIDS])
{
    const uint64_t l3_loads = did[I(LOAD_L3)] - did[I(LOAD_PEER)],
                   l3_fetches = did[I(FETCH_L3)] - did[I(FETCH_PEER)];
    const uint64_t loads = did[I(LOAD_L1)] * waits->l1 + did[I(LOAD_L2)] * waits->l2 +
                           l3_loads * waits->l3 + did[I(LOAD_PEER)] * waits->peer +
                           did[I(LOAD_REMOTE)] * waits->remote + did[I(LOAD_DRAM)] * waits->dram +
                           did[I(LOAD_DEVICE)] * waits->device;
    const uint64_t fetches =
        did[I(FETCH_L2)] * waits->l2 + l3_fetches * waits->l3 + did[I(FETCH_PEER)] * waits->peer +
        did[I(FETCH_REMOTE)] * waits->remote + did[I(FETCH_DRAM)] * waits->dram;
    const uint64_t hits = did[I(LOAD_TLB_HITS)] + did[I(STORE_TLB_HITS)] + did[I(ITLB_HITS)];
    const uint64_t walks = did[I(LOAD_WALKS)] + did[I(STORE_WALKS)] + did[I(ITLB_WALKS)];

    return loads + fetches + hits * waits->tlb2 + walks * waits->walk +
           did[I(SLOW_BRANCHES)] * waits->branch;
}

/* Returns the number of the response event's amounts in @selection, and adds
 * them to *@amount. Each is one event in its cycle. */
static unsigned of_responses(
    uint64_t selection, const uint64_t did[ORACLE_X86_N_DIDS], uint64_t *amount)
{
    unsigned n = 0;

    for (unsigned i = 0; i < N_RESPONSES; i++)
        if (responses[i].of & selection && responses[i].by & selection) {
            const struct oracle_x86_event one = {
                .active = 1, .did = responses[i].did, .too = ORACLE_X86_N_DIDS};
            *amount += counts_of(&one, selection, did);
            n++;
        }
    return n;
}

bool oracle_x86_of_nobody(const struct oracle_x86_pmu *pmu, uint64_t selection)
{
    return is_amd(pmu) &&
           !(selection & ORACLE_X86_GUEST_ONLY) != !(selection & ORACLE_X86_HOST_ONLY);
}

bool oracle_x86_counted(const struct oracle_x86_pmu *pmu, uint64_t selection,
    const uint64_t did[ORACLE_X86_N_DIDS], uint64_t *amount)
{
    const struct oracle_x86_event *e = is_amd(pmu) ? oracle_amd_events : oracle_intel_events;
    const bool inverse = selection & ORACLE_X86_INV && !(selection & ORACLE_X86_EDGE);
    const bool is_response = oracle_x86_response_event(pmu, selection) >= 0;
    unsigned n = 0;

    *amount = 0;
    if (oracle_x86_of_nobody(pmu, selection))
        return true;
    if (is_response)
        n = of_responses(selection, did, amount);
    for (; e->parts && !is_response; e++)
        if (selects(pmu, selection, e)) {
            *amount += counts_of(e, selection, did) + waits_of(e, selection, did);
            n++;
        }
    if (n && inverse && mask_of(selection))
        *amount = did[ORACLE_X86_INSTRUCTIONS] * CYCLES + did[ORACLE_X86_WAITED] - *amount;
    /* Several events may share a cycle. */
    if (is_response)
        return !(selection & (ORACLE_X86_CMASK | ORACLE_X86_EDGE | ORACLE_X86_BY_SOME));
    return n == 1 || (n && !(selection & (ORACLE_X86_CMASK | ORACLE_X86_EDGE)));
}

/* The longest wait of an instruction with a fetch, a branch and up to four
 * accesses. */
static uint64_t most_waits(const struct oracle_x86_waits *w)
{
    const unsigned all[] = {w->l1, w->l2, w->l3, w->peer, w->remote, w->dram, w->device};
    unsigned most = 0;

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        most = all[i] > most ? all[i] : most;
    return 5 * ((uint64_t)most + (w->walk > w->tlb2 ? w->walk : w->tlb2)) + w->branch;
}

uint64_t oracle_x86_most(const struct oracle_x86_pmu *pmu, uint64_t selection)
{
    uint64_t did[ORACLE_X86_N_DIDS], amount;

    for (unsigned i = 0; i < ORACLE_X86_N_DIDS; i++)
        did[i] = 1;
    did[ORACLE_X86_WAITED] = most_waits(&pmu->waits);
    return oracle_x86_counted(pmu, selection, did, &amount) && amount > CYCLES ? amount : CYCLES;
}
