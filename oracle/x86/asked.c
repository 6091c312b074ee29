/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the names of core PMU events as perf does. */
#include "oracle/x86/asked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PMU "cpu/"

/* Cycles in which an event does not happen: inv, cmask=1. */
#define STALLS (ORACLE_X86_INV | UINT64_C(1) << 24)

/* From snb_hw_cache_extra_regs in events/intel/core.c: the requests, and their
 * responders. Nothing is prefetched here. */
#define RESPONSE   UINT64_C(0x01b7)
#define MISSES(of) (RESPONSE | ORACLE_X86_OF_##of | ORACLE_X86_BY_REMOTE | ORACLE_X86_BY_DRAM)
#define ANY(of)    (MISSES(of) | ORACLE_X86_BY_L3 | ORACLE_X86_BY_DEVICE)
#define NO_REQUEST (RESPONSE | ORACLE_X86_BY_REMOTE | ORACLE_X86_BY_DRAM)

/*
 * The driver's mapping of perf's generic names: the maps of cores in
 * events/amd/core.c and intel_perfmon_event_map in events/intel/core.c, changed
 * by intel_pmu_init() for Sandy Bridge; and the cache events of the same files
 * that cores here count. 0: none.
 */
static const struct generic {
    const char *name;
    uint64_t event[ORACLE_X86_PARTS];
} generic[] = {
    {"cycles", {0x0076, 0x0076, 0x0076, 0x0076, 0x003c}},
    {"cpu-cycles", {0x0076, 0x0076, 0x0076, 0x0076, 0x003c}},
    {"instructions", {0x00c0, 0x00c0, 0x00c0, 0x00c0, 0x00c0}},
    {"cache-references", {0x077d, 0xff60, 0xff60, 0xff60, 0x4f2e}},
    {"cache-misses", {0x077e, 0x0964, 0x0964, 0x0964, 0x412e}},
    {"branch-instructions", {0x00c2, 0x00c2, 0x00c2, 0x00c2, 0x00c4}},
    {"branches", {0x00c2, 0x00c2, 0x00c2, 0x00c2, 0x00c4}},
    {"branch-misses", {0x00c3, 0x00c3, 0x00c3, 0x00c3, 0x00c5}},
    {"bus-cycles", {0, 0, 0, 0, 0x013c}},
    {"ref-cycles", {0, 0, 0, 0x100000120, 0x0300}},
    {"stalled-cycles-frontend", {0x00d0, 0x0287, 0x00a9, 0x00a9, STALLS | 0x010e}},
    {"idle-cycles-frontend", {0x00d0, 0x0287, 0x00a9, 0x00a9, STALLS | 0x010e}},
    {"stalled-cycles-backend", {0x00d1, 0x0187, 0, 0, STALLS | 0x01b1}},
    {"idle-cycles-backend", {0x00d1, 0x0187, 0, 0, STALLS | 0x01b1}},
    {"branch-loads", {0x00c2, 0x00c2, 0x00c2, 0x00c2, 0x00c4}},
    {"branch-load-misses", {0x00c3, 0x00c3, 0x00c3, 0x00c3, 0x00c5}},
    {"L1-dcache-loads", {0x0040, 0x0040, 0x0040, 0x0040, 0xf1d0}},
    {"L1-dcache-load-misses", {0x0141, 0xc860, 0xc860, 0xc860, 0x0151}},
    {"L1-icache-loads", {0x0080, 0x0080, 0x0080, 0x0080, 0}},
    {"L1-icache-load-misses", {0x0081, 0x0081, 0x0081, 0x0081, 0x0280}},
    {"dTLB-loads", {0x0040, 0xff45, 0xff45, 0xff45, 0x81d0}},
    {"dTLB-load-misses", {0x0746, 0xf045, 0xf045, 0xf045, 0x0108}},
    {"iTLB-loads", {0x0080, 0x0084, 0x0084, 0x0084, 0x1085}},
    {"iTLB-load-misses", {0x0385, 0xff85, 0xff85, 0xff85, 0x0185}},
    {"L1-dcache-stores", {0, 0, 0, 0, 0xf2d0}},
    {"dTLB-stores", {0, 0, 0, 0, 0x82d0}},
    {"dTLB-store-misses", {0, 0, 0, 0, 0x0149}},
    {"LLC-loads", {0, 0, 0, 0, ANY(LOADS)}},
    {"LLC-load-misses", {0, 0, 0, 0, MISSES(LOADS) | ORACLE_X86_BY_DEVICE}},
    {"LLC-stores", {0, 0, 0, 0, ANY(STORES)}},
    {"LLC-store-misses", {0, 0, 0, 0, MISSES(STORES) | ORACLE_X86_BY_DEVICE}},
    {"LLC-prefetches", {0, 0, 0, 0, NO_REQUEST | ORACLE_X86_BY_L3 | ORACLE_X86_BY_DEVICE}},
    {"LLC-prefetch-misses", {0, 0, 0, 0, NO_REQUEST | ORACLE_X86_BY_DEVICE}},
    {"node-loads", {0, 0, 0, 0, MISSES(LOADS)}},
    {"node-load-misses", {0, 0, 0, 0, RESPONSE | ORACLE_X86_OF_LOADS | ORACLE_X86_BY_REMOTE}},
    {"node-stores", {0, 0, 0, 0, MISSES(STORES)}},
    {"node-store-misses", {0, 0, 0, 0, RESPONSE | ORACLE_X86_OF_STORES | ORACLE_X86_BY_REMOTE}},
};

enum { N_GENERIC = sizeof(generic) / sizeof(generic[0]) };

struct reading {
    const struct oracle_x86_pmu *pmu;
    uint64_t *selection;
    char *why;
};

/* AMD's "event" has 12 bits in two places, "config:0-7,32-35". While terms are
 * read, it is kept in these bits, which no format uses. */
enum { SPREAD = 52, SPREAD_BITS = 12 };

static const struct oracle_format amd[] = {{"event", SPREAD, SPREAD_BITS}, {"umask", 8, 8},
    {"edge", 18, 1}, {"inv", 23, 1}, {"cmask", 24, 8}};
static const struct oracle_format intel[] = {{"event", 0, 8}, {"umask", 8, 8}, {"edge", 18, 1},
    {"pc", 19, 1}, {"any", 21, 1}, {"inv", 23, 1}, {"cmask", 24, 8}, {"offcore_rsp", 64, 64}};

static bool generic_named(const struct oracle_x86_pmu *pmu, const char *name, uint64_t *config)
{
    for (unsigned i = 0; i < N_GENERIC; i++)
        if (!strcmp(generic[i].name, name) && generic[i].event[pmu->part]) {
            *config = generic[i].event[pmu->part];
            return true;
        }
    return false;
}

/* "r00c0" */
static bool raw(const char *name, uint64_t *config)
{
    if (*name != 'r' || !name[1] || name[1 + strspn(name + 1, "0123456789abcdefABCDEF")])
        return false;
    *config = strtoull(name + 1, NULL, 16);
    return true;
}

static bool any_named(const struct oracle_x86_pmu *pmu, const char *name, uint64_t *config)
{
    return raw(name, config) || generic_named(pmu, name, config) ||
           oracle_x86_event_named(pmu, name, config);
}

/* As struct oracle_terms' named(). */
static bool named(void *self, const char *name, uint64_t *config)
{
    return any_named(self, name, config);
}

/* Moves the second part of AMD's event to its place. */
static uint64_t gathered(uint64_t config)
{
    uint64_t event = config >> SPREAD;

    return (config & (~UINT64_C(0) >> SPREAD_BITS)) | (event & 0xff) | (event >> 8) << 32;
}

/* perf-list(1): G without H selects only guests, exclude_host. On AMD Linux
 * sets GuestOnly. On Intel it leaves the counter out of the global control, so
 * nothing shows that the counter is on. */
static bool guests_alone(const struct reading *r, const char *letters)
{
    if (!strchr(letters, 'G') || strchr(letters, 'H'))
        return true;
    *r->selection |= ORACLE_X86_GUEST_ONLY;
    return oracle_x86_maker(r->pmu) == ORACLE_AMD ||
           oracle_refuse(
               r->why, "a counter of guests alone is never on here, so that G cannot be proved");
}

/* p, precise, is IBS on AMD and PEBS on Intel, and does not count here. h
 * selects a hypervisor, which is absent here. H selects the host, which this
 * machine is. */
static bool modifiers(const struct reading *r, const char *letters)
{
    if (letters[strspn(letters, "ukhHGIDSeW")])
        return oracle_refuse(r->why, "expected modifiers u, k, h, H or G, got %.64s", letters);
    if (strpbrk(letters, "ukh"))
        *r->selection &= ~(strchr(letters, 'u') ? 0 : ORACLE_X86_USR) &
                         ~(strchr(letters, 'k') ? 0 : ORACLE_X86_OS);
    return guests_alone(r, letters);
}

/* X86_RAW_EVENT_MASK and AMD64_RAW_EVENT_MASK: other bits of attr.config are
 * not part of the event. */
static bool finish(const struct reading *r, uint64_t config)
{
    const uint64_t taken =
        oracle_x86_event_bits(r->pmu) | ORACLE_X86_EDGE | ORACLE_X86_INV | ORACLE_X86_CMASK;

    static const uint64_t nothing[ORACLE_X86_N_DIDS];
    uint64_t amount;

    *r->selection = (config & taken) | ORACLE_X86_USR | ORACLE_X86_OS;
    return oracle_x86_counted(r->pmu, *r->selection, nothing, &amount) ||
           oracle_refuse(r->why, "it is not modelled: its counter counts nothing");
}

/* intel_snbep_extra_regs: an event of responses also takes config1; either of
 * the two events will do. */
static uint64_t responding(const uint64_t config[2])
{
    if (oracle_x86_response_event(config[0]) < 0)
        return config[0];
    return oracle_x86_response(config[1]) | (config[0] & ~(ORACLE_X86_EVENT | ORACLE_X86_UMASK));
}

/* "cpu/TERMS/MODIFIERS" */
static bool of_pmu(const struct reading *r, const char *name)
{
    const bool is_amd = oracle_x86_maker(r->pmu) == ORACLE_AMD;
    const struct oracle_terms known = {is_amd ? amd : intel,
        is_amd ? sizeof(amd) / sizeof(amd[0]) : sizeof(intel) / sizeof(intel[0]),
        "event, umask, edge, inv, cmask, config or an event's name", named,
        (void *)(uintptr_t)r->pmu};
    const char *first = name + strlen(PMU), *second = strchr(first, '/');
    uint64_t config[2] = {0, 0};

    if (!second)
        return oracle_refuse(r->why, "expected cpu/TERMS/");
    return oracle_terms(&known, first, (size_t)(second - first), config, r->why) &&
           finish(r, is_amd ? gathered(config[0]) : responding(config)) &&
           modifiers(r, second + 1 + (second[1] == ':'));
}

/* "NAME:MODIFIERS" */
static enum oracle_x86_asked by_name(const struct reading *r, const char *name)
{
    const char *colon = strchr(name, ':');
    uint64_t config;
    char copy[256];

    if ((size_t)snprintf(copy, sizeof(copy), "%.*s", (int)strcspn(name, ":"), name) >=
            sizeof(copy) ||
        !any_named(r->pmu, copy, &config))
        return ORACLE_X86_OTHER;
    return finish(r, config) && (!colon || modifiers(r, colon + 1)) ? ORACLE_X86_ASKED
                                                                    : ORACLE_X86_REFUSED;
}

enum oracle_x86_asked oracle_x86_what_is_asked(
    const struct oracle_x86_pmu *pmu, const char *name, uint64_t *selection, char why[ORACLE_WHY])
{
    const struct reading r = {pmu, selection, why};
    bool is_pmu = !strncmp(name, PMU, strlen(PMU));

    *selection = 0;
    why[0] = '\0';
    if (!is_pmu && strchr(name, '/'))
        return ORACLE_X86_OTHER;
    if (is_pmu)
        return of_pmu(&r, name) ? ORACLE_X86_ASKED : ORACLE_X86_REFUSED;
    return by_name(&r, name);
}
