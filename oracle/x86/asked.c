/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the names of core PMU events as perf does. */
#include "oracle/x86/asked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PMU "cpu/"

/* Cycles in which an event does not happen: inv, cmask=1. */
#define STALLS (ORACLE_X86_INV | UINT64_C(1) << 24)

/*
 * The driver's mapping of perf's generic names on AMD: the maps of cores in
 * events/amd/core.c, and the cache events there that cores here count. 0:
 * none.
 */
enum { AMDS = ORACLE_X86_SNB, INTELS = ORACLE_X86_PARTS - ORACLE_X86_SNB };

static const struct amd_generic {
    const char *name;
    uint64_t event[AMDS]; /* family 10h, Zen1, Zen2, Zen4, Zen5 */
} amd_generic[] = {
    {"cycles", {0x0076, 0x0076, 0x0076, 0x0076, 0x0076}},
    {"cpu-cycles", {0x0076, 0x0076, 0x0076, 0x0076, 0x0076}},
    {"instructions", {0x00c0, 0x00c0, 0x00c0, 0x00c0, 0x00c0}},
    {"cache-references", {0x077d, 0xff60, 0xff60, 0xff60, 0xff60}},
    {"cache-misses", {0x077e, 0x0964, 0x0964, 0x0964, 0x0964}},
    {"branch-instructions", {0x00c2, 0x00c2, 0x00c2, 0x00c2, 0x00c2}},
    {"branches", {0x00c2, 0x00c2, 0x00c2, 0x00c2, 0x00c2}},
    {"branch-misses", {0x00c3, 0x00c3, 0x00c3, 0x00c3, 0x00c3}},
    {"ref-cycles", {0, 0, 0, 0x100000120, 0x100000120}},
    {"stalled-cycles-frontend", {0x00d0, 0x0287, 0x00a9, 0x00a9, 0x00a9}},
    {"idle-cycles-frontend", {0x00d0, 0x0287, 0x00a9, 0x00a9, 0x00a9}},
    {"stalled-cycles-backend", {0x00d1, 0x0187, 0, 0, 0}},
    {"idle-cycles-backend", {0x00d1, 0x0187, 0, 0, 0}},
    {"branch-loads", {0x00c2, 0x00c2, 0x00c2, 0x00c2, 0x00c2}},
    {"branch-load-misses", {0x00c3, 0x00c3, 0x00c3, 0x00c3, 0x00c3}},
    {"L1-dcache-loads", {0x0040, 0x0040, 0x0040, 0x0040, 0x0040}},
    {"L1-dcache-load-misses", {0x0141, 0xc860, 0xc860, 0xc860, 0xc860}},
    {"L1-icache-loads", {0x0080, 0x0080, 0x0080, 0x0080, 0x0080}},
    {"L1-icache-load-misses", {0x0081, 0x0081, 0x0081, 0x0081, 0x0081}},
    {"dTLB-loads", {0x0040, 0xff45, 0xff45, 0xff45, 0xff45}},
    {"dTLB-load-misses", {0x0746, 0xf045, 0xf045, 0xf045, 0xf045}},
    {"iTLB-loads", {0x0080, 0x0084, 0x0084, 0x0084, 0x0084}},
    {"iTLB-load-misses", {0x0385, 0xff85, 0xff85, 0xff85, 0xff85}},
};

/*
 * The same on Intel: intel_perfmon_event_map in events/intel/core.c, changed by
 * intel_pmu_init() and intel_pmu_ref_cycles_ext(); the tables
 * snb_hw_cache_event_ids, hsw_..., skl_... and glc_...; and the aliases of the
 * top-down method.
 */
static const struct intel_generic {
    const char *name;
    uint64_t event[INTELS]; /* SNB, IVB, HSX, BDX, SKX, ICX, SPR */
} intel_generic[] = {
    {"cycles", {0x003c, 0x003c, 0x003c, 0x003c, 0x003c, 0x003c, 0x003c}},
    {"cpu-cycles", {0x003c, 0x003c, 0x003c, 0x003c, 0x003c, 0x003c, 0x003c}},
    {"instructions", {0x00c0, 0x00c0, 0x00c0, 0x00c0, 0x00c0, 0x00c0, 0x00c0}},
    {"cache-references", {0x4f2e, 0x4f2e, 0x4f2e, 0x4f2e, 0x4f2e, 0x4f2e, 0x4f2e}},
    {"cache-misses", {0x412e, 0x412e, 0x412e, 0x412e, 0x412e, 0x412e, 0x412e}},
    {"branch-instructions", {0x00c4, 0x00c4, 0x00c4, 0x00c4, 0x00c4, 0x00c4, 0x00c4}},
    {"branches", {0x00c4, 0x00c4, 0x00c4, 0x00c4, 0x00c4, 0x00c4, 0x00c4}},
    {"branch-misses", {0x00c5, 0x00c5, 0x00c5, 0x00c5, 0x00c5, 0x00c5, 0x00c5}},
    {"bus-cycles", {0x013c, 0x013c, 0x013c, 0x013c, 0x013c, 0x013c, 0x013c}},
    {"ref-cycles", {0x0300, 0x0300, 0x0300, 0x0300, 0x0300, 0x0300, 0x013c}},
    {"stalled-cycles-frontend", {STALLS | 0x010e, STALLS | 0x010e, 0, 0, 0, 0, 0}},
    {"idle-cycles-frontend", {STALLS | 0x010e, STALLS | 0x010e, 0, 0, 0, 0, 0}},
    {"stalled-cycles-backend", {STALLS | 0x01b1, 0, 0, 0, 0, 0, 0}},
    {"idle-cycles-backend", {STALLS | 0x01b1, 0, 0, 0, 0, 0, 0}},
    {"branch-loads", {0x00c4, 0x00c4, 0x00c4, 0x00c4, 0x00c4, 0x00c4, 0x04c4}},
    {"branch-load-misses", {0x00c5, 0x00c5, 0x00c5, 0x00c5, 0x00c5, 0x00c5, 0x04c5}},
    {"L1-dcache-loads", {0xf1d0, 0xf1d0, 0x81d0, 0x81d0, 0x81d0, 0x81d0, 0x81d0}},
    {"L1-dcache-load-misses", {0x0151, 0x0151, 0x0151, 0x0151, 0x0151, 0x0151, 0xe124}},
    {"L1-dcache-stores", {0xf2d0, 0xf2d0, 0x82d0, 0x82d0, 0x82d0, 0x82d0, 0x82d0}},
    {"L1-dcache-store-misses", {0x0851, 0x0851, 0, 0, 0, 0, 0}},
    {"L1-icache-load-misses", {0x0280, 0x0280, 0x0280, 0x0280, 0x0283, 0x0283, 0xe424}},
    {"dTLB-loads", {0x81d0, 0x81d0, 0x81d0, 0x81d0, 0x81d0, 0x81d0, 0x81d0}},
    {"dTLB-load-misses", {0x0108, 0x8108, 0x0108, 0x0108, 0x0e08, 0x0e08, 0x0e12}},
    {"dTLB-stores", {0x82d0, 0x82d0, 0x82d0, 0x82d0, 0x82d0, 0x82d0, 0x82d0}},
    {"dTLB-store-misses", {0x0149, 0x0149, 0x0149, 0x0149, 0x0e49, 0x0e49, 0x0e13}},
    {"iTLB-loads", {0x1085, 0x1085, 0x6085, 0x6085, 0x2085, 0, 0}},
    {"iTLB-load-misses", {0x0185, 0x0185, 0x0185, 0x0185, 0x0e85, 0x0e85, 0x0e11}},
    {"slots", {0, 0, 0, 0, 0, 0x0400, 0x0400}},
    {"topdown-retiring", {0, 0, 0, 0, 0, 0x8000, 0x8000}},
    {"topdown-bad-spec", {0, 0, 0, 0, 0, 0x8100, 0x8100}},
    {"topdown-fe-bound", {0, 0, 0, 0, 0, 0x8200, 0x8200}},
    {"topdown-be-bound", {0, 0, 0, 0, 0, 0x8300, 0x8300}},
    {"topdown-heavy-ops", {0, 0, 0, 0, 0, 0, 0x8400}},
    {"topdown-br-mispredict", {0, 0, 0, 0, 0, 0, 0x8500}},
    {"topdown-fetch-lat", {0, 0, 0, 0, 0, 0, 0x8600}},
    {"topdown-mem-bound", {0, 0, 0, 0, 0, 0, 0x8700}},
    {"topdown-slots-issued", {0x010e, 0x010e, 0x010e, 0x010e, 0x010e, 0, 0}},
    {"topdown-slots-retired", {0x02c2, 0x02c2, 0x02c2, 0x02c2, 0x02c2, 0, 0}},
    {"topdown-fetch-bubbles", {0x019c, 0x019c, 0x019c, 0x019c, 0x019c, 0, 0}},
};

/* Events of responses, with the value of their register:
 * snb_hw_cache_extra_regs and so on. */
static const struct intel_generic intel_responses[] = {
    {"LLC-loads", {0x10081, 0x10081, 0x10001, 0x10001, 0x3fc0010001, 0x3fc0010001, 0x10001}},
    {"LLC-load-misses", {0x3fffc00081, 0x3fffc00081, 0x3fb8400001, 0x1fbc000001, 0x3ffc020001,
                            0x3ffc020001, 0x3fbfc00001}},
    {"LLC-stores", {0x10102, 0x10102, 0x10002, 0x10002, 0x3fc0010002, 0x3fc0010002, 0x3f3ffc0002}},
    {"LLC-store-misses", {0x3fffc00102, 0x3fffc00102, 0x3fb8400002, 0x1fbc000002, 0x3ffc020002,
                             0x3ffc020002, 0x3f3fc00002}},
    {"LLC-prefetches", {0x10030, 0x10030, 0, 0, 0, 0, 0}},
    {"LLC-prefetch-misses", {0x3fffc00030, 0x3fffc00030, 0, 0, 0, 0, 0}},
    {"node-loads", {0x1fffc00081, 0x1fffc00081, 0x1f80400001, 0x1f84000001, 0x1fc4000001,
                       0x1fc4000001, 0x10c000001}},
    {"node-load-misses", {0x1fff800081, 0x1fff800081, 0x1fb8000001, 0x1fb8000001, 0x1ff8000001,
                             0x1ff8000001, 0x3fb3000001}},
    {"node-stores",
        {0x1fffc00102, 0x1fffc00102, 0x1f80400002, 0x1f84000002, 0x1fc4000002, 0x1fc4000002, 0}},
    {"node-store-misses",
        {0x1fff800102, 0x1fff800102, 0x1fb8000002, 0x1fb8000002, 0x1ff8000002, 0x1ff8000002, 0}},
    {"node-prefetches", {0x1fffc00030, 0x1fffc00030, 0, 0, 0, 0, 0}},
    {"node-prefetch-misses", {0x1fff800030, 0x1fff800030, 0, 0, 0, 0, 0}},
};

enum {
    N_AMD = sizeof(amd_generic) / sizeof(amd_generic[0]),
    N_INTEL = sizeof(intel_generic) / sizeof(intel_generic[0]),
    N_RESPONSES = sizeof(intel_responses) / sizeof(intel_responses[0]),
};

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

static uint64_t amd_event(const struct oracle_x86_pmu *pmu, const char *name)
{
    for (unsigned i = 0; i < N_AMD; i++)
        if (!strcmp(amd_generic[i].name, name))
            return amd_generic[i].event[pmu->part];
    return 0;
}

static uint64_t intel_event(const struct oracle_x86_pmu *pmu, const char *name)
{
    const unsigned part = pmu->part - ORACLE_X86_SNB;

    for (unsigned i = 0; i < N_INTEL; i++)
        if (!strcmp(intel_generic[i].name, name))
            return intel_generic[i].event[part];
    for (unsigned i = 0; i < N_RESPONSES; i++)
        if (!strcmp(intel_responses[i].name, name) && intel_responses[i].event[part])
            return oracle_x86_response(pmu, intel_responses[i].event[part]);
    return 0;
}

static bool generic_named(const struct oracle_x86_pmu *pmu, const char *name, uint64_t *config)
{
    const bool amds = oracle_x86_maker(pmu) == ORACLE_AMD;
    uint64_t event = amds ? amd_event(pmu, name) : intel_event(pmu, name);

    if (event)
        *config = event;
    return event;
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

/* INTEL_TD_METRIC_RETIRING and so on: perf's figure is a share of slots. */
static bool is_metric(const struct oracle_x86_pmu *pmu, uint64_t config)
{
    return pmu->part >= ORACLE_X86_ICX && !(config & ORACLE_X86_EVENT) && config & 0x8000;
}

/* X86_RAW_EVENT_MASK and AMD64_RAW_EVENT_MASK: other bits of attr.config are
 * not part of the event. */
static bool finish(const struct reading *r, uint64_t config)
{
    const uint64_t taken =
        oracle_x86_event_bits(r->pmu) | ORACLE_X86_EDGE | ORACLE_X86_INV | ORACLE_X86_CMASK;

    static const uint64_t nothing[ORACLE_X86_N_DIDS];
    uint64_t amount;

    if (is_metric(r->pmu, config))
        return oracle_refuse(
            r->why, "Linux derives it from slots and MSR_PERF_METRICS, whose reads are proved");
    *r->selection = oracle_x86_same(r->pmu, config & taken) | ORACLE_X86_USR | ORACLE_X86_OS;
    return oracle_x86_counted(r->pmu, *r->selection, nothing, &amount) ||
           oracle_refuse(r->why, "it is not modelled: its counter counts nothing");
}

/* intel_snbep_extra_regs: an event of responses also takes config1; either of
 * the two events will do. */
static uint64_t responding(const struct oracle_x86_pmu *pmu, const uint64_t config[2])
{
    if (oracle_x86_response_event(pmu, config[0]) < 0)
        return config[0];
    return oracle_x86_response(pmu, config[1]) |
           (config[0] & ~(ORACLE_X86_EVENT | ORACLE_X86_UMASK));
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
           finish(r, is_amd ? gathered(config[0]) : responding(r->pmu, config)) &&
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
