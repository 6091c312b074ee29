/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Core PMUs of x86: counters under control of their registers. Register and bit
 * numbers: AMD64 APM volume 2, section 13.2; Intel SDM volume 3, section
 * 20.2. */
#include "models/x86/amd_core.h"
#include "models/x86/intel_core.h"
#include "tests/tap.h"

#include <string.h>

static struct x86_core core;

enum { EN = 1 << 22, INT = 1 << 20, OS = 1 << 17, USR = 1 << 16 };
#define ALL_ONES UINT64_C(0xffffffffffff)

static void amd_write(uint32_t msr, uint64_t value)
{
    x86_core_sync(&core);
    amd_core_write(&core, (unsigned)amd_core_at(&core, msr), value);
}

static uint64_t amd_read(uint32_t msr)
{
    x86_core_sync(&core);
    return amd_core_read(&core, (unsigned)amd_core_at(&core, msr));
}

/* A CPU's work: 100 user instructions with 20 branches, 10 of the kernel with
 * 3, and 2 exceptions. */
static void work(void)
{
    core.worked.of[0][X86_INSTRUCTIONS] += 100;
    core.worked.of[0][X86_BRANCHES] += 20;
    core.worked.of[1][X86_INSTRUCTIONS] += 10;
    core.worked.of[1][X86_BRANCHES] += 3;
    core.worked.of[1][X86_EXCEPTIONS] += 2;
}

/* The counters' values after it. */
static const struct {
    uint64_t ctl, counts;
    const char *what;
} zen4[] = {
    {0xc0 | USR | OS, 110, "retired instructions"},
    {0xc0 | USR, 100, "... of users"},
    {0xc0 | OS, 10, "... of the kernel"},
    {0xc0, 0, "... of no privilege"},
    {0x76 | USR | OS, 440, "cycles"},
    {0xc1 | USR | OS, 110, "ops"},
    {0xc2 | USR | OS, 25, "branches, with exceptions and interrupts"},
    {0xc2 | USR, 20, "... without the kernel's exceptions"},
    {0xa9 | USR | OS, 330, "cycles with an empty op queue"},
    {0x100000120 | USR | OS, 440, "cycles of P0's frequency"},
    {0x100000020 | USR | OS, 0, "... only with their unit mask"},
    {0x20 | USR | OS, 0, "an unknown event"},
    {0xc0 | 1 << 24 | USR | OS, 110, "cycles with at least one retired instruction"},
    {0xc0 | 2 << 24 | USR | OS, 0, "... with two"},
    {0xc0 | 1 << 24 | 1 << 23 | USR | OS, 330, "... with none"},
    {0xc0 | 1 << 23 | USR | OS, 110, "Inv without a threshold"},
    {0xc0 | 1 << 24 | 1 << 23 | 1 << 18 | USR | OS, 110, "starts of idle phases"},
    {0xa9 | 1 << 18 | USR | OS, 110, "... by another event"},
};

static void test_events(void)
{
    for (unsigned i = 0; i < sizeof(zen4) / sizeof(zen4[0]); i++) {
        amd_core_reset(&core, AMD_CORE_V2, X86_AMD_ZEN4);
        amd_write(0xc0010200 + 2 * (i % 6), zen4[i].ctl | EN);
        work();
        is_u64(amd_read(0xc0010201 + 2 * (i % 6)), zen4[i].counts, "%s", zen4[i].what);
        amd_write(0xc0010200 + 2 * (i % 6), zen4[i].ctl);
        work();
        is_u64(amd_read(0xc0010201 + 2 * (i % 6)), zen4[i].counts, "... and nothing without En");
    }
}

static void test_old_numbers(void)
{
    amd_core_reset(&core, AMD_CORE_EXTENDED, X86_AMD_ZEN);
    amd_write(0xc0010003, 0xc0 | EN | USR);
    amd_write(0xc0010007, 5);
    work();
    is_u64(amd_read(0xc0010207), 105, "counter 3 of Zen1 has two MSR numbers");
    is_u64(amd_read(0xc0010206), 0xc0 | EN | USR, "... and so does its control");
    ok(amd_core_at(&core, 0xc001020c) < 0 && amd_core_at(&core, 0xc0000300) < 0,
        "... and no others exist");
    amd_core_reset(&core, AMD_CORE_10H, X86_AMD_10H);
    amd_write(0xc0010000, 0x40c0 | EN | USR | OS);
    work();
    is_u64(amd_read(0xc0010004), 110, "family 10h counts");
    ok(amd_core_at(&core, 0xc0010200) < 0, "... and has only the old numbers");
    ok(amd_core_rdpmc(&core, 3) >= 0 && amd_core_rdpmc(&core, 4) < 0, "... for four counters");
}

static void test_overflow(void)
{
    amd_core_reset(&core, AMD_CORE_V2, X86_AMD_ZEN4);
    is_u64(core.left, X86_NEVER, "after a reset nothing can overflow");
    amd_write(0xc0010201, ALL_ONES - 9);
    amd_write(0xc0010200, 0x76 | EN | INT | USR);
    is_u64(core.left, 3, "ten cycles left are three instructions of four");
    core.worked.of[0][X86_INSTRUCTIONS] += 2;
    is_u64(x86_core_sync(&core), 0, "after two it has not overflowed");
    is_u64(core.left, 1, "... and one instruction is left");
    core.worked.of[0][X86_INSTRUCTIONS]++;
    is_u64(x86_core_sync(&core), 1, "... after three it has");
    is_u64(amd_read(0xc0010201), 2, "... and keeps counting");
    is_u64(amd_read(0xc0000300), 1, "... and sets its status bit");
    amd_write(0xc0000302, ~UINT64_C(1));
    is_u64(amd_read(0xc0000300), 1, "clearing other bits keeps it");
    amd_write(0xc0000300, 0);
    is_u64(amd_read(0xc0000300), 1, "... and so does a write of the status");
    amd_write(0xc0000302, 1);
    is_u64(amd_read(0xc0000300), 0, "... and it can be cleared");
    amd_write(0xc0000303, 0x20);
    is_u64(amd_read(0xc0000300), 0x20, "... and set");
    amd_write(0xc0000301, 0);
    is_u64(core.left, X86_NEVER, "the global control stops it");
    ok(!x86_core_runs(&core), "... and all others");
    amd_write(0xc0000301, 1);
    amd_write(0xc0010200, 0x76 | EN | USR);
    ok(x86_core_runs(&core) && core.left == X86_NEVER, "without Int no overflow is expected");
}

/* PPR: HWCR's bit 30 lets IRPERF count. A write of bits 24 and above 30 has no
 * effect. */
static void test_amd_free_running(void)
{
    amd_core_reset(&core, AMD_CORE_V2, X86_AMD_ZEN4);
    ok(amd_core_at(&core, 0xe7) < 0 && amd_core_at(&core, 0xc00000e9) < 0 &&
            amd_core_at(&core, 0xc0010015) < 0,
        "without the option, MPERF and the others are QEMU's");
    core.free_running = true;
    ok(x86_core_runs(&core) && core.left == X86_NEVER, "they always count, and interrupt nobody");
    work();
    is_u64(amd_read(0xe7), 440, "MPERF counts 4 cycles an instruction");
    core.worked.of[1][X86_WAITED] += 7;
    is_u64(amd_read(0xe8), 447, "... and APERF, also those that instructions wait");
    is_u64(amd_read(0xc00000e7), 447, "... and so do the copies");
    is_u64(amd_read(0xc00000e9), 0, "IRPERF counts nothing before it is enabled");
    amd_write(0xc0010015, UINT64_C(0xffffffff40000000));
    is_u64(amd_read(0xc0010015), 0x41000000, "HWCR has IRPerfEn and TscFreqSel");
    work();
    is_u64(amd_read(0xc00000e9), 110, "then it counts instructions");
    amd_write(0xc00000e8, 1);
    is_u64(amd_read(0xe8), 887, "a write of a copy has no effect");
    amd_write(0xe8, UINT64_MAX - 439);
    work();
    is_u64(amd_read(0xc00000e8), 0, "APERF has 64 bits");
    is_u64(amd_read(0xe7), 1327, "... and MPERF does not change with it");
    amd_core_reset(&core, AMD_CORE_10H, X86_AMD_10H);
    core.free_running = true;
    ok(amd_core_at(&core, 0xe8) < 0, "family 10h's are not modelled");
}

static void test_intel_free_running(void)
{
    intel_core_reset(&core, INTEL_SKX, false);
    ok(!intel_core_has(&core, 0xe8) && !intel_core_lacks(&core, 0xe8),
        "without the option, APERF is QEMU's");
    core.free_running = true;
    work();
    x86_core_sync(&core);
    is_u64(intel_core_read(&core, 0xe7), 220, "MPERF counts 2 reference cycles an instruction");
    is_u64(intel_core_read(&core, 0xe8), 440, "... and APERF 4 core cycles");
    intel_core_write(&core, 0xe8, UINT64_C(0xfffffffffffffff0));
    work();
    x86_core_sync(&core);
    is_u64(intel_core_read(&core, 0xe8), 424, "it has 64 bits, all of which can be written");
}

/* Mispredictions are counted one by one. */
static void test_met(void)
{
    amd_core_reset(&core, AMD_CORE_V2, X86_AMD_ZEN4);
    amd_write(0xc0010201, ALL_ONES - 1);
    amd_write(0xc0010200, 0xc3 | EN | INT | USR | OS);
    is_u64(x86_core_follows(&core), X86_FOLLOW_BRANCHES, "branches are needed");
    is_u64(core.left, X86_NEVER, "... and instructions schedule no overflow");
    x86_core_meets(&core, true, X86_MISPREDICTED);
    ok(core.left != 0, "one of two");
    x86_core_meets(&core, false, X86_MISPREDICTED);
    is_u64(core.left, 0, "... and an update is due");
    is_u64(x86_core_sync(&core), 1, "... as it has overflowed");
    amd_write(0xc0010200, 0xff45 | EN | USR);
    is_u64(x86_core_follows(&core), X86_FOLLOW_ALL, "a TLB event needs all instructions");
}

/* ---- Intel ---- */

static void intel_write(uint32_t msr, uint64_t value)
{
    x86_core_sync(&core);
    intel_core_write(&core, msr, value);
}

static uint64_t intel_read(uint32_t msr)
{
    x86_core_sync(&core);
    return intel_core_read(&core, msr);
}

static void test_intel(void)
{
    intel_core_reset(&core, INTEL_SNB, false);
    is_u64(intel_read(0x38f), 0xf, "after a reset general counters may count");
    intel_write(0x187, 0xc0 | EN | USR | OS);
    intel_write(0x188, 0xc4 | EN | OS);
    intel_write(0x189, 0x1c0 | EN | USR);
    intel_write(0x38d, 0xb3);
    work();
    is_u64(intel_read(0xc2), 110, "instructions");
    is_u64(intel_read(0xc3), 3, "the kernel's branches, without exceptions");
    is_u64(intel_read(0xc4), 100, "another event that counts instructions");
    is_u64(intel_read(0x309), 0, "... and no fixed counter counts");
    intel_write(0x38f, UINT64_C(0x700000000));
    work();
    is_u64(intel_read(0xc2), 110, "the global control stops general counters");
    is_u64(intel_read(0x309), 110, "... and starts fixed ones: instructions");
    is_u64(intel_read(0x30a), 440, "core cycles");
    is_u64(intel_read(0x30b), 0, "... and a field of 0 stops one");
    intel_write(0x38d, 0x200);
    work();
    is_u64(intel_read(0x30b), 200, "reference cycles of users, two for each instruction");
    is_u64(intel_read(0x309), 110, "... and no other counter");
}

static void test_intel_overflow(void)
{
    intel_core_reset(&core, INTEL_SNB, false);
    intel_write(0xc1, 0x80000000);
    is_u64(intel_read(0xc1), UINT64_C(0xffff80000000), "bit 31 is extended into the count");
    intel_write(0xc1, UINT64_C(0x100000005));
    is_u64(intel_read(0xc1), 5, "... and higher bits are ignored");
    intel_write(0x30a, ALL_ONES - 3);
    is_u64(intel_read(0x30a), ALL_ONES - 3, "a fixed counter takes 48 bits");
    intel_write(0x38d, 0xb0);
    intel_write(0x38f, UINT64_C(0x200000000));
    is_u64(core.left, 1, "four cycles are one instruction");
    core.worked.of[1][X86_INSTRUCTIONS]++;
    is_u64(x86_core_sync(&core), 1 << 9, "fixed counter 1 overflows");
    is_u64(intel_read(0x30a), 0, "... to 0");
    is_u64(intel_read(0x38e), UINT64_C(0x200000000), "... and sets bit 33");
    intel_write(0x390, UINT64_C(0x200000000));
    is_u64(intel_read(0x38e), 0, "... until it is cleared");
    is_u64(intel_core_rdpmc(&core, 0x40000002), 0x30b, "RDPMC 4000_0002");
    is_u64(intel_core_rdpmc(&core, 3), 0xc4, "RDPMC 3");
    ok(!intel_core_rdpmc(&core, 4) && !intel_core_rdpmc(&core, 0x40000003) &&
            !intel_core_rdpmc(&core, 0x20000000),
        "no other counters, and no metrics");
    intel_write(0x4c1, UINT64_C(0xff00000000000005));
    is_u64(intel_read(0xc1), 5, "IA32_A_PMC0 takes 48 bits");
    intel_write(0x4c1, UINT64_C(0x800000000005));
    is_u64(intel_read(0x4c1), UINT64_C(0x800000000005), "... all of them");
}

/* Architectural versions 4 and 5: SDM volume 3, sections 20.2.4 and 20.2.5. */
static void test_versions(void)
{
    intel_core_reset(&core, INTEL_SNB, false);
    ok(!intel_core_has(&core, 0x391) && !intel_core_has(&core, 0xc5) && intel_core_has(&core, 0xc4),
        "version 3: no GLOBAL_STATUS_SET, four counters");
    intel_core_reset(&core, INTEL_SNB, true);
    ok(intel_core_has(&core, 0xc8) && intel_core_has(&core, 0x18d) && intel_core_has(&core, 0x4c8),
        "without a second thread, eight");
    is_u64(intel_read(0x38f), 0xff, "... all of them may count");
    intel_core_reset(&core, INTEL_SKX, false);
    intel_write(0x391, UINT64_C(0x70000000f) | UINT64_C(1) << 48);
    is_u64(intel_read(0x38e), UINT64_C(0x70000000f), "GLOBAL_STATUS_SET sets the counters' bits");
    intel_write(0x390, UINT64_C(0x200000001));
    is_u64(intel_read(0x38e), UINT64_C(0x50000000e), "... GLOBAL_STATUS_RESET clears some");
    intel_write(0x391, UINT64_C(1) << 58);
    is_u64(intel_read(0x38e), UINT64_C(0x50000000e), "without branch records LBR_Frz stays clear");
    core.lbr = true;
    intel_write(0x391, UINT64_C(1) << 58);
    intel_write(0x390, 2);
    is_u64(intel_read(0x38e), UINT64_C(1) << 58 | UINT64_C(0x50000000c),
        "with them it is set, and a counter's clear leaves it");
    intel_write(0x390, UINT64_C(1) << 58);
    is_u64(intel_read(0x38e), UINT64_C(0x50000000c), "... its own does not");
    is_u64(intel_read(0x392), 0, "no counter is in use");
    intel_write(0x187, 0x3c);
    intel_write(0x38d, 0x200);
    is_u64(intel_read(0x392), UINT64_C(0x400000002), "... by its event, or its fixed enables");
    intel_write(0x189, UINT64_C(1) << 20);
    is_u64(intel_read(0x392), UINT64_C(0x8000000400000002), "... and one interrupts");
    intel_write(0x38f, UINT64_MAX);
    is_u64(intel_read(0x38f), UINT64_C(0x70000000f), "version 4 has no metrics to enable");
    is_u64(intel_read(0x345), 0x3005, "its capabilities");
    intel_write(0x345, 0);
    is_u64(intel_read(0x345), 0x3005, "... which software cannot change");
}

/* SDM volume 3, section 20.3.9.3. A cycle of Ice Lake has five slots. */
static void test_slots(void)
{
    intel_core_reset(&core, INTEL_ICX, false);
    intel_write(0x38f, UINT64_MAX);
    is_u64(intel_read(0x38f), UINT64_C(0x1000f000000ff), "eight counters, four fixed, metrics");
    is_u64(intel_core_rdpmc(&core, 0x20000000), 0x329, "RDPMC 2000_0000");
    intel_write(0x38d, 0x3000);
    is_u64(intel_read(0x329), 0, "no slots, no shares");
    work();
    is_u64(intel_read(0x30c), 110 * 20, "20 slots for each instruction");
    is_u64(intel_read(0x329), 0xf2000d, "13/255 retire, the front end has the rest");
    intel_write(0x329, 0);
    is_u64(intel_read(0x329), 0, "software clears the shares");
    intel_write(0x38f, 0xff);
    work();
    is_u64(intel_read(0x329), 0, "... which need the global enable");
    intel_write(0x38f, UINT64_C(0x1000800000000));
    work();
    intel_write(0x38f, 0);
    is_u64(intel_read(0x329), 0xf2000d, "... and stay when it ends");
    intel_core_reset(&core, INTEL_SPR, false);
    intel_write(0x38d, 0x3000);
    intel_write(0x38f, UINT64_C(0x1000800000000));
    work();
    is_u64(intel_read(0x30c), 110 * 24, "Sapphire Rapids has six slots");
    is_u64(intel_read(0x329), UINT64_C(0x00bf000000f4000b), "... and the second level of shares");
}

/* Slow clocks count with the instructions since boot. */
static void test_clocks(void)
{
    intel_core_reset(&core, INTEL_HSX, false);
    intel_write(0x186, 0x13c | EN | USR);
    core.worked.of[0][X86_BUS] += 22;
    is_u64(intel_read(0xc1), 22, "bus cycles of 100 MHz");
    intel_core_reset(&core, INTEL_SKX, false);
    intel_write(0x186, 0x13c | EN | USR);
    core.worked.of[0][X86_CRYSTAL] += 5;
    is_u64(intel_read(0xc1), 5, "... since Skylake, of a crystal's 25 MHz");
    struct x86_worked worked = {0};
    x86_worked_take(&worked, &(struct sim_activity){.user = {.instructions = 119}});
    is_u64(worked.of[0][X86_BUS], 23, "119 instructions are 23 cycles of 100 MHz");
    is_u64(worked.of[0][X86_CRYSTAL], 5, "... and 5 of 25 MHz");
}

/* SDM volume 2, CPUID; silicon/intel-cpuid.facts has what machines show. */
static void test_intel_cpuid(void)
{
    static const struct {
        enum intel_generation generation;
        bool alone;
        uint32_t regs[4];
    } parts[] = {
        {INTEL_SNB, false, {0x07300403, 0, 0, 0x603}},
        {INTEL_HSX, true, {0x07300803, 0, 0, 0x603}},
        {INTEL_SKX, false, {0x07300404, 0, 0, 0x603}},
        {INTEL_ICX, false, {0x08300805, 0, 0xf, 0x8604}},
        {INTEL_ICX, true, {0x08300805, 0, 0xf, 0x8604}},
        {INTEL_SPR, false, {0x08300805, 0, 0xf, 0x8604}},
    };

    for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        uint32_t regs[4];

        intel_core_cpuid(parts[i].generation, parts[i].alone, regs);
        for (unsigned r = 0; r < 4; r++)
            is_u64(regs[r], parts[i].regs[r], "generation %u, register %u", parts[i].generation, r);
    }
}

/* SDM volume 2, RDMSR: #GP if the address is reserved or unimplemented. The
 * numbers: volume 4, table 2-2. */
static void test_lacking(void)
{
    static const struct {
        enum intel_generation generation;
        bool alone;
        uint32_t there, missing;
        const char *what;
    } cases[] = {{INTEL_SNB, false, 0xc4, 0xc5, "four counters beside a sibling"},
        {INTEL_SNB, false, 0x189, 0x18a, "... with selects"},
        {INTEL_SNB, false, 0x4c4, 0x4c5, "... of full width"},
        {INTEL_SNB, true, 0xc8, 0x30c, "three fixed counters"},
        {INTEL_BDX, false, 0x390, 0x391, "status is set from version 4 on"},
        {INTEL_SKX, false, 0x392, 0x329, "slots are Ice Lake-SP's"}};
    static const uint32_t others[] = {0x10, 0xc9, 0xce, 0x18e, 0x30d, 0x393, 0x4c9, 0xc00, 0x700};

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        intel_core_reset(&core, cases[i].generation, cases[i].alone);
        ok(!intel_core_lacks(&core, cases[i].there), "%s: not %x", cases[i].what, cases[i].there);
        ok(intel_core_lacks(&core, cases[i].missing), "... but %x", cases[i].missing);
    }
    intel_core_reset(&core, INTEL_ICX, false);
    ok(!intel_core_lacks(&core, 0x30c), "Ice Lake-SP has a fourth fixed counter");
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        ok(!intel_core_lacks(&core, others[i]), "no core PMU has %x", others[i]);
}

int main(void)
{
    test_events();
    test_old_numbers();
    test_overflow();
    test_amd_free_running();
    test_intel_free_running();
    test_met();
    test_intel();
    test_intel_overflow();
    test_versions();
    test_slots();
    test_clocks();
    test_intel_cpuid();
    test_lacking();
    return done_testing();
}
