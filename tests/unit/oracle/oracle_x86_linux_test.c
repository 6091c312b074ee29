/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Compares the model with the tables of Linux's driver
 * (arch/x86/events/intel/core.c of Linux 6.12). Each of perf's generic names is
 * an event that counts. The model holds each bit of MSR_OFFCORE_RSP that the
 * driver allows. The fixed counters are the same.
 */
#include "models/x86/core_events.h"
#include "models/x86/intel_core.h"
#include "oracle/x86/asked.h"
#include "tests/tap.h"

#include <string.h>

static const struct part {
    const char *name;
    enum intel_generation generation;
    enum oracle_x86_part part;
    /* intel_snbep_extra_regs, intel_skl_, intel_icl_ and
     * intel_glc_extra_regs */
    uint64_t responses;
    unsigned fixed;     /* FIXED_EVENT_CONSTRAINT's last counter, and one more */
    const char *absent; /* generic names that the driver does not have */
} parts[] = {
    {"snb", INTEL_SNB, ORACLE_X86_SNB, 0x3fffff8fff, 3, "slots "},
    {"ivb", INTEL_IVB, ORACLE_X86_IVB, 0x3fffff8fff, 3, "slots stalled-cycles-backend "},
    {"hsx", INTEL_HSX, ORACLE_X86_HSX, 0x3fffff8fff, 3,
        "slots stalled-cycles-frontend stalled-cycles-backend "},
    {"bdx", INTEL_BDX, ORACLE_X86_BDX, 0x3fffff8fff, 3,
        "slots stalled-cycles-frontend stalled-cycles-backend "},
    {"skx", INTEL_SKX, ORACLE_X86_SKX, 0x3fffff8fff, 3,
        "slots stalled-cycles-frontend stalled-cycles-backend "},
    {"icx", INTEL_ICX, ORACLE_X86_ICX, 0x3fffffbfff, 4,
        "stalled-cycles-frontend stalled-cycles-backend iTLB-loads topdown-slots-issued "
        "topdown-fetch-bubbles "},
    {"spr", INTEL_SPR, ORACLE_X86_SPR, 0x3fffffffff, 4,
        "stalled-cycles-frontend stalled-cycles-backend iTLB-loads node-stores node-store-misses "
        "topdown-slots-issued topdown-fetch-bubbles "},
};

static const char *const names[] = {"cycles", "instructions", "cache-references", "cache-misses",
    "branches", "branch-misses", "bus-cycles", "ref-cycles", "stalled-cycles-frontend",
    "stalled-cycles-backend", "L1-dcache-loads", "L1-dcache-load-misses", "L1-dcache-stores",
    "L1-icache-load-misses", "LLC-loads", "LLC-load-misses", "LLC-stores", "LLC-store-misses",
    "dTLB-loads", "dTLB-load-misses", "dTLB-stores", "dTLB-store-misses", "iTLB-loads",
    "iTLB-load-misses", "branch-loads", "branch-load-misses", "node-loads", "node-load-misses",
    "node-stores", "node-store-misses", "slots", "topdown-slots-issued", "topdown-fetch-bubbles"};

/* Names of events that the driver has and the model does not count: no list
 * gives their meaning. */
static bool unlisted(const struct part *part, const char *name)
{
    return part->part == ORACLE_X86_SPR && !strncmp(name, "branch-load", strlen("branch-load"));
}

/* Whether a list has @name, with a blank after it. */
static bool is_absent(const struct part *part, const char *name)
{
    const char *at = strstr(part->absent, name);

    return at && at[strlen(name)] == ' ' && (at == part->absent || at[-1] == ' ');
}

static void test_names(const struct part *part)
{
    const struct oracle_x86_pmu pmu = oracle_x86_intel(part->part, false);
    const enum x86_family family = intel_core_traits(part->generation)->events;
    unsigned counted = 0, differ = 0;

    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct machine_uncounted event;
        char why[ORACLE_WHY];
        uint64_t selection;
        enum oracle_x86_asked asked = oracle_x86_what_is_asked(&pmu, names[i], &selection, why);
        enum oracle_x86_asked expected = is_absent(part, names[i])  ? ORACLE_X86_OTHER
                                         : unlisted(part, names[i]) ? ORACLE_X86_REFUSED
                                                                    : ORACLE_X86_ASKED;
        bool good = asked == expected;

        if (asked == ORACLE_X86_ASKED) {
            counted++;
            good &= !x86_event_uncounted(
                family, (uint16_t)(selection & 0xff), (uint8_t)(selection >> 8), &event);
        }
        differ += !good;
        if (!good)
            printf("# %s %s: %d, expected %d: %s\n", part->name, names[i], asked, expected, why);
    }
    is_u64(differ, 0, "%s: each generic name is counted, or absent", part->name);
    ok(counted >= 24, "... %u are counted", counted);
}

static void test_registers(const struct part *part)
{
    static struct x86_core core;

    intel_core_reset(&core, part->generation, false);
    intel_core_write(&core, 0x1a6, part->responses);
    is_u64(intel_core_read(&core, 0x1a6), part->responses, "%s: extra_regs", part->name);
    is_u64(intel_core_traits(part->generation)->fixed, part->fixed, "... fixed counters");
    ok(intel_core_has(&core, 0x309 + part->fixed - 1) &&
            !intel_core_has(&core, 0x309 + part->fixed),
        "... as registers");
}

int main(void)
{
    for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        test_names(&parts[i]);
        test_registers(&parts[i]);
    }
    return done_testing();
}
