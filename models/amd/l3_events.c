/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The events of an L3 cache, of three generations. */
#include "models/amd/uncore_events.h"

#include <stddef.h>

/* Unit masks of lookups: misses, and all others, which no document
 * distinguishes. */
enum { MISS = 0x01, ALL_BUT_MISS = 0xfe };

#define EVENT(at, bits, text, part, what)                                                          \
    {                                                                                              \
        .code = (at), .mask = (bits), .name = (text), .sub = (part), .prose = (what)               \
    }
/* "Ignores SliceMask and ThreadMask." */
#define EVERYWHERE(at, bits, text, part, what)                                                     \
    {                                                                                              \
        .code = (at), .mask = (bits), .name = (text), .sub = (part), .prose = (what),              \
        .everywhere = true                                                                         \
    }

#define LOOKUPS                                                                                    \
    EVENT(0x04, MISS, "LOOKUP_STATE", "L3_MISS", "requests, by the lookup's result"),              \
        EVENT(0x04, ALL_BUT_MISS, "LOOKUP_STATE", "L3_HIT", "")

#define BEFORE_ZEN4                                                                                \
    EVENT(0x01, 0x80, "REQUEST_G1", "CACHING_L3_CACHE_ACCESSES", "requests of cores"), LOOKUPS,    \
        EVENT(0x06, MISS, "COMB_CLSTR_STATE", "REQUEST_MISS", "misses, by the state of the line"), \
        EVENT(0x06, ALL_BUT_MISS, "COMB_CLSTR_STATE", "OTHER_L3_MISS_TYPS", ""),                   \
        EVERYWHERE(0x90, 0, "XI_SYS_FILL_LATENCY", NULL,                                           \
            "misses that wait, summed over all cycles; a sixteenth of it")

const struct amd_uncore_event l3_zen1_events[] = {
    BEFORE_ZEN4,
    EVERYWHERE(
        0x9a, 0x3f, "XI_CCX_SDP_REQ1", "ALL_L3_MISS_REQ_TYPS", "misses that go to the data fabric"),
};

const struct amd_uncore_event l3_zen3_events[] = {
    BEFORE_ZEN4,
    EVERYWHERE(0x9a, 0xff, "XI_CCX_SDP_REQ1", NULL, "misses that go to the data fabric"),
};

#define BY_SOURCE(code, name, what)                                                                \
    EVENT(code, 0x01, name, "DRAM_NEAR", what), EVENT(code, 0x02, name, "DRAM_FAR", ""),           \
        EVENT(code, 0x04, name, "NEAR_CACHE", ""), EVENT(code, 0x08, name, "FAR_CACHE", ""),       \
        EVENT(code, 0x10, name, "EXT_NEAR", ""), EVENT(code, 0x20, name, "EXT_FAR", "")

const struct amd_uncore_event l3_events[] = {
    LOOKUPS,
    BY_SOURCE(0xac, "XI_SAMPLED_LATENCY",
        "latency of sampled misses, summed, in steps of 10 ns, by the data's source"),
    BY_SOURCE(0xad, "XI_SAMPLED_LATENCY_REQUESTS", "sampled misses, by the data's source"),
};

const unsigned l3_zen1_n_events = sizeof(l3_zen1_events) / sizeof(l3_zen1_events[0]);
const unsigned l3_zen3_n_events = sizeof(l3_zen3_events) / sizeof(l3_zen3_events[0]);
const unsigned l3_n_events = sizeof(l3_events) / sizeof(l3_events[0]);
