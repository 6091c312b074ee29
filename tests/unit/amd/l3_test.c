/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The L3's counters of epyc: registers, slices and cores, the wrap, RDPMC, and
 * places. */
#include "tests/epyc_machine.h"

#include "models/epyc/epyc_cpuid.h"

#include <stdlib.h>

#define L3_MSR UINT32_C(0xc0010230)

#define EN     UINT64_C(0x400000)
#define SECOND UINT64_C(1000000000)
#define FULL   UINT64_C(0xffffffffffff)
#define ALL    UINT64_C(0x0300c00000000000) /* both threads, all cores, all slices */
#define MISS   UINT64_C(0x0104)

static struct amd_uncore_box box;
static struct guest guest;

static void traffic(uint64_t now, const char *event, const char *text)
{
    struct traffic_amount what;
    int index = amd_uncore_event_named(box.kind, event);

    if (ok(index >= 0 && !traffic_parse_amount(text, 0, &what) &&
                !amd_uncore_traffic_check(&box, (unsigned)index, &what),
            "%s %s", event, text))
        amd_uncore_traffic_set(&box, now, (unsigned)index, &what);
}

/* Each generation's control, read back after a write of all ones. */
static void test_registers(void)
{
    static const struct {
        enum amd_uncore_kind kind;
        uint64_t control;
    } rows[] = {{AMD_UNCORE_L3_ZEN1, 0xff0f00000040ffff}, {AMD_UNCORE_L3_ZEN3, 0x0307dc000040ffff},
        {AMD_UNCORE_L3, 0x0307dc000040ffff}};

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        amd_uncore_reset(&box, rows[i].kind, 2000000000, 2);
        for (uint32_t offset = 0; offset < 12; offset++)
            is_u64(amd_uncore_read(&box, 0, offset), 0, "register %u after reset", offset);
        amd_uncore_write(&box, 0, 10, UINT64_MAX);
        is_u64(amd_uncore_read(&box, 0, 10), rows[i].control, "the bits of a control");
        amd_uncore_write(&box, 0, 10, 0);
        amd_uncore_write(&box, 0, 11, UINT64_MAX);
        is_u64(amd_uncore_read(&box, 0, 11), FULL, "a counter has 48 bits");
    }
}

static void test_wrap(void)
{
    amd_uncore_reset(&box, AMD_UNCORE_L3, 1000000000, 1);
    traffic(0, "LOOKUP_STATE.L3_MISS", "level 1");
    amd_uncore_write(&box, 0, 1, FULL - 10);
    amd_uncore_write(&box, 0, 0, EN | ALL | MISS);
    is_u64(amd_uncore_read(&box, 10, 1), FULL, "full");
    is_u64(amd_uncore_read(&box, 14, 1), 3, "... and continues from 0");
}

/* 1600 misses a second, 2 CPUs with 8 slices: 100 for each place of a round. */
static void test_parts(void)
{
    static const struct {
        uint64_t control, expected;
        const char *what;
    } rows[] = {
        {ALL | MISS, 1600, "all"},
        {MISS, 0, "no thread"},
        {UINT64_C(0x0200c00000000000) | MISS, 0, "second threads, which do not exist"},
        {UINT64_C(0x0100c00000000000) | MISS, 1600, "first threads"},
        {UINT64_C(0x0105800000000000) | MISS, 200, "slice 5, all cores"},
        {UINT64_C(0x0100440000000000) | MISS, 800, "core 1, all slices"},
        {UINT64_C(0x0100480000000000) | MISS, 0, "core 2, which does not exist"},
        {UINT64_C(0x0107040000000000) | MISS, 100, "core 1, slice 7"},
        {UINT64_C(0x0100000000000000) | MISS, 100, "core 0, slice 0"},
        {ALL | 0x04, 0, "no unit mask"},
        {ALL | 0xfe04, 500, "hits"},
        {ALL | 0xff04, 2100, "all requests"},
        {ALL | 0x7f04, 1600, "some bits of a hit are not enough"},
        {ALL | 0x3fac, 77, "the sum of all sources"},
        {ALL | 0x08ac, 77, "... one of them"},
        {ALL | 0x04ac, 0, "... another"},
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        amd_uncore_reset(&box, AMD_UNCORE_L3, 2000000000, 2);
        traffic(0, "LOOKUP_STATE.L3_MISS", "1600/s");
        traffic(0, "lookup_state.l3_hit", "500/s");
        traffic(0, "XI_SAMPLED_LATENCY.FAR_CACHE", "77/s");
        amd_uncore_write(&box, 0, 0, EN | rows[i].control);
        for (uint64_t ns = 3; ns < SECOND; ns += 12345678)
            amd_uncore_read(&box, ns, 1);
        is_u64(amd_uncore_read(&box, SECOND, 1), rows[i].expected, "%s", rows[i].what);
    }
}

/* 2400 a second, 3 CPUs with 4 slices: 200 for each place of a round. */
static void test_parts_of_zen1(void)
{
    static const struct {
        uint64_t control, expected;
        const char *what;
    } rows[] = {
        {UINT64_C(0xff0f000000000104), 2400, "all"},
        {UINT64_C(0xff00000000000104), 0, "no slice"},
        {UINT64_C(0x000f000000000104), 0, "no thread"},
        {UINT64_C(0xaa0f000000000104), 0, "second threads"},
        {UINT64_C(0x050f000000000104), 1600, "cores 0 and 1"},
        {UINT64_C(0x100a000000000104), 400, "core 2, slices 1 and 3"},
        {UINT64_C(0x0000000000000090), 55, "an event that ignores masks"},
        {UINT64_C(0x0000000000003f9a), 66, "... and another"},
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        amd_uncore_reset(&box, AMD_UNCORE_L3_ZEN1, 2000000000, 3);
        traffic(0, "LOOKUP_STATE.L3_MISS", "2400/s");
        traffic(0, "XI_SYS_FILL_LATENCY", "55/s");
        traffic(0, "XI_CCX_SDP_REQ1.ALL_L3_MISS_REQ_TYPS", "66/s");
        amd_uncore_write(&box, 0, 0, EN | rows[i].control);
        is_u64(amd_uncore_read(&box, SECOND, 1), rows[i].expected, "zen1: %s", rows[i].what);
    }
}

/* The first ten occurrences one by one: the eighth is slice 7 of CPU 0, the
 * ninth slice 0 of CPU 1. */
static void test_order(void)
{
    const uint64_t second_cpu = UINT64_C(0x0100440000000000);

    amd_uncore_reset(&box, AMD_UNCORE_L3, 1000000000, 2);
    traffic(0, "LOOKUP_STATE.L3_MISS", "level 1");
    amd_uncore_write(&box, 0, 0, EN | second_cpu | MISS);
    is_u64(amd_uncore_read(&box, 8, 1), 0, "the first round is CPU 0's");
    is_u64(amd_uncore_read(&box, 10, 1), 2, "... and the next CPU 1's");
    is_u64(amd_uncore_read(&box, 40, 1), 16, "... and so on");
}

static uint64_t rdmsr(unsigned cpu, uint64_t now, uint32_t msr)
{
    const struct sim_access access = {.now = now, .pc = 1, .cpu = cpu};

    return epyc_msr_read(&guest.m, &access, msr);
}

static void wrmsr(unsigned cpu, uint64_t now, uint32_t msr, uint64_t value)
{
    const struct sim_access access = {.now = now, .pc = 1, .cpu = cpu};

    epyc_msr_write(&guest.m, &access, msr, value);
}

static void plan(const char *const lines[], unsigned n)
{
    struct epyc_plan_text *text = malloc(sizeof(*text));
    char wrong[PLAN_TEXT_WRONG] = "";

    if (!text)
        abort();
    epyc_plan_begin(text, &guest.m);
    for (unsigned i = 0; i < n; i++)
        ok(epyc_plan_line(text, lines[i], wrong), "%s%s", lines[i], wrong);
    ok(!epyc_plan_line(text, "l30 LOOKUP_STATE.L3_MISS 1/s", wrong), "no such block: %s", wrong);
    ok(!epyc_plan_line(text, "l3 CAS_CMD.RD 1/s", wrong), "no such stream: %s", wrong);
    free(text);
}

static void test_machine(void)
{
    static const char *const lines[] = {
        "at boot", "l3 LOOKUP_STATE.L3_MISS 1M/s", "s1.l3 LOOKUP_STATE.L3_MISS 3M/s"};
    const struct sim_access second = {.now = SECOND, .pc = 1, .cpu = 2};
    const struct reg_bank *bank;
    char name[MACHINE_BLOCK_NAME];
    uint64_t base;

    guest_start(&guest, "sockets=2 cpus=4");
    plan(lines, 3);
    ok(epyc_has_msr(&guest.m, L3_MSR + 11) && !epyc_has_msr(&guest.m, L3_MSR + 12) &&
            !epyc_has_msr(&guest.m, L3_MSR - 1),
        "six counters");
    ok(epyc_has_rdpmc(&guest.m, 10) && epyc_has_rdpmc(&guest.m, 15) && epyc_has_rdpmc(&guest.m, 5),
        "RDPMC has these and the core's counters");
    wrmsr(1, 0, L3_MSR + 10, EN | ALL | MISS);
    wrmsr(3, 0, L3_MSR + 10, EN | ALL | MISS);
    ok(!epyc_enabled(&guest.m), "the counters need no instructions");
    is_u64(rdmsr(0, SECOND, L3_MSR + 11), 1000000, "a CPU of the first socket");
    is_u64(epyc_rdpmc(&guest.m, &second, 15), 3000000, "... and of the second, by RDPMC");
    ok(epyc_model.block(guest.records[guest.n_records - 1].block, name, sizeof(name), &bank),
        "in the trace");
    is_str(name, "s1.l3", "... with its name");
    is_str(bank->name, "l3", "... with its bank");
    is_u64(guest.records[guest.n_records - 1].offset, 11, "... as a read of its counter");
    ok(epyc_model.base(epyc_block(EPYC_L3, IBS_ZEN4, 1), &base), "... with its base");
    is_u64(base, L3_MSR, "... is the same for each socket");
}

static void test_variants(void)
{
    static const struct {
        const char *option, *bank;
        enum ibs_variant variant;
    } rows[] = {{"variant=fam10h", NULL, IBS_FAM10H}, {"variant=zen1", "l3-zen1", IBS_ZEN1},
        {"variant=zen2", "l3-zen1", IBS_ZEN2}, {"variant=zen3", "l3-zen3", IBS_ZEN3},
        {"variant=zen4", "l3", IBS_ZEN4}, {"variant=zen5", "l3", IBS_ZEN5},
        {"variant=zen6", "l3", IBS_ZEN6}};

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct reg_bank *bank = epyc_bank(epyc_block(EPYC_L3, rows[i].variant, 0));
        uint32_t regs[4] = {0};

        guest_start(&guest, rows[i].option);
        is_str(bank ? bank->name : NULL, rows[i].bank, "%s: the bank", rows[i].option);
        ok(epyc_has_msr(&guest.m, L3_MSR) == (bank != NULL), "... the registers");
        ok(epyc_has_rdpmc(&guest.m, 10) == (bank != NULL), "... RDPMC");
        epyc_cpuid(&guest.m, 0x80000001, 0, regs);
        ok((regs[CPUID_ECX] >> 28 & 1) == (bank != NULL), "... CPUID");
    }
}

int main(void)
{
    test_registers();
    test_wrap();
    test_parts();
    test_parts_of_zen1();
    test_order();
    test_machine();
    test_variants();
    return done_testing();
}
