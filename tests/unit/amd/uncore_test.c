/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory controllers of epyc: registers, exact counts, full counters, and
 * places. */
#include "tests/epyc_machine.h"

#include <stdlib.h>

#define UMC_MSR UINT32_C(0xc0010800)

enum { CAS = 0xa, RD = 0x100, WR = 0x200 };

#define EN     UINT64_C(0x80000000)
#define SECOND UINT64_C(1000000000)
#define FULL   UINT64_C(0xffffffffffff)
#define OVER   UINT64_C(0x1000000000000)

static struct amd_uncore_box box;
static struct guest guest;

static struct traffic_amount amount(const char *text)
{
    struct traffic_amount amount;

    ok(!traffic_parse_amount(text, 64, &amount), "%s", text);
    return amount;
}

static void traffic(uint64_t now, const char *event, const char *text)
{
    const struct traffic_amount what = amount(text);
    int index = amd_uncore_event_named(AMD_UNCORE_UMC, event);

    if (ok(index >= 0 && !amd_uncore_traffic_check(&box, (unsigned)index, &what), "%s %s", event,
            text))
        amd_uncore_traffic_set(&box, now, (unsigned)index, &what);
}

static void test_registers(void)
{
    amd_uncore_reset(&box, AMD_UNCORE_UMC, 2400000000, 1);
    for (uint32_t offset = 0; offset < 8; offset++)
        is_u64(amd_uncore_read(&box, 0, offset), 0, "register %u after reset", offset);
    amd_uncore_write(&box, 0, 0, UINT64_MAX & ~EN);
    is_u64(amd_uncore_read(&box, 0, 0), 0x3ff, "a control holds its event and its mask");
    amd_uncore_write(&box, 0, 0, UINT64_MAX);
    is_u64(amd_uncore_read(&box, 0, 0), 0x800003ff, "... and whether it counts");
    amd_uncore_write(&box, 0, 7, UINT64_MAX);
    is_u64(amd_uncore_read(&box, 0, 7), OVER | FULL, "a counter has 48 bits and Overflow");
}

/* Four counters of one event, with all masks. */
static void test_masks(void)
{
    static const struct {
        uint64_t mask, expected;
    } rows[] = {{0, 130000000}, {RD, 100000000}, {WR, 30000000}, {RD | WR, 130000000}};

    amd_uncore_reset(&box, AMD_UNCORE_UMC, 2400000000, 1);
    traffic(0, "CAS_CMD.RD", "100M/s");
    traffic(0, "cas_cmd.wr", "30M/s");
    traffic(0, "ACT_CMD.RD", "7M/s");
    for (unsigned i = 0; i < 4; i++)
        amd_uncore_write(&box, 0, AMD_UNCORE_CTL(i), EN | CAS | rows[i].mask);
    for (unsigned i = 0; i < 4; i++)
        is_u64(amd_uncore_read(&box, SECOND, AMD_UNCORE_CTR(i)), rows[i].expected, "mask %u",
            (unsigned)rows[i].mask);
    amd_uncore_write(&box, SECOND, AMD_UNCORE_CTL(0), CAS);
    amd_uncore_write(&box, SECOND, AMD_UNCORE_CTL(1), EN | 0x05);
    amd_uncore_write(&box, SECOND, AMD_UNCORE_CTL(2), EN);
    amd_uncore_write(&box, SECOND, AMD_UNCORE_CTL(3), EN | 0x77);
    is_u64(
        amd_uncore_read(&box, 2 * SECOND, AMD_UNCORE_CTR(0)), 130000000, "one that is off stays");
    is_u64(amd_uncore_read(&box, 2 * SECOND, AMD_UNCORE_CTR(1)), 107000000,
        "... another event continues from there");
    is_u64(amd_uncore_read(&box, 2 * SECOND, AMD_UNCORE_CTR(2)), 2430000000, "... each cycle");
    is_u64(
        amd_uncore_read(&box, 2 * SECOND, AMD_UNCORE_CTR(3)), 130000000, "... a nonexistent event");
}

static void test_moments(void)
{
    static struct amd_uncore_box other;

    amd_uncore_reset(&box, AMD_UNCORE_UMC, 2400000000, 1);
    traffic(0, "CAS_CMD.RD", "12345678/s");
    amd_uncore_write(&box, 0, 0, EN | CAS);
    memcpy(&other, &box, sizeof(other));
    for (uint64_t ns = 1; ns < SECOND; ns += 7654321)
        amd_uncore_read(&other, ns, 1);
    is_u64(amd_uncore_read(&other, SECOND, 1), 12345678, "frequent reads change nothing");
    is_u64(amd_uncore_read(&box, SECOND, 1), 12345678, "... nor does a lack of reads");
    traffic(SECOND, "CAS_CMD.RD", "640 MB/s");
    is_u64(amd_uncore_read(&box, 2 * SECOND, 1), 22345678, "bytes are bursts of 64");
    traffic(2 * SECOND, "CAS_CMD.RD", "off");
    is_u64(amd_uncore_read(&box, 9 * SECOND, 1), 22345678, "... and 0 is no bursts");
}

/* While no control has En, counters hold, and writes of them do nothing. */
static void test_gate(void)
{
    for (int gate = AMD_UNCORE_NO_GATE; gate < AMD_UNCORE_N_GATES; gate++) {
        amd_uncore_reset(&box, AMD_UNCORE_UMC, 1000000000, 1);
        box.gate = (enum amd_uncore_gate)gate;
        traffic(0, "CAS_CMD.RD", "level 1");
        amd_uncore_write(&box, 0, 1, 50);
        is_u64(
            amd_uncore_read(&box, 0, 1), gate ? 0 : 50, "gate %d: a write while all is off", gate);
        amd_uncore_write(&box, 0, 0, EN | CAS);
        amd_uncore_write(&box, 10, 3, 1000);
        is_u64(amd_uncore_read(&box, 10, 3), 1000, "... another counter's while one is on");
        is_u64(amd_uncore_read(&box, 10, 1), gate ? 10 : 60, "... which counts");
        amd_uncore_write(&box, 10, 0, CAS);
        is_u64(amd_uncore_read(&box, 20, 1), gate ? 10 : 60, "... and holds when it is off");
        amd_uncore_write(&box, 20, 7, 5);
        amd_uncore_write(&box, 20, 6, EN | CAS);
        is_u64(amd_uncore_read(&box, 20, 1),
            gate == AMD_UNCORE_CLEARS ? 0
            : gate                    ? 10
                                      : 60,
            "... until another one is on");
        is_u64(amd_uncore_read(&box, 25, 7), gate ? 5 : 10, "... whose count was not set");
        amd_uncore_write(&box, 25, 0, EN | CAS);
        is_u64(amd_uncore_read(&box, 30, 7), gate ? 10 : 15, "... and continues with the next");
    }
}

/* A clock of 1 GHz and one event per cycle, so one per nanosecond. */
static void test_full(void)
{
    amd_uncore_reset(&box, AMD_UNCORE_UMC, 1000000000, 1);
    traffic(0, "CAS_CMD.RD", "level 1");
    amd_uncore_write(&box, 0, 1, FULL - 10);
    amd_uncore_write(&box, 0, 0, EN | CAS);
    is_u64(amd_uncore_read(&box, 10, 1), FULL, "full");
    is_u64(amd_uncore_read(&box, 11, 1), OVER | FULL, "... and one more sets Overflow");
    is_u64(amd_uncore_read(&box, 5000, 1), OVER | FULL, "... and stays full");
    amd_uncore_write(&box, 5000, 1, 0);
    is_u64(amd_uncore_read(&box, 5100, 1), 100, "software sets it to 0, and it counts again");
    amd_uncore_preset(&box, 5100, 1, FULL - 100, true);
    is_u64(amd_uncore_read(&box, 6000, 1), OVER | FULL, "a jump fills it at once");
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

/* @absent: traffic of a controller that does not exist. */
static void plan(const char *const lines[], unsigned n, const char *absent)
{
    struct epyc_plan_text *text = malloc(sizeof(*text));
    char wrong[PLAN_TEXT_WRONG] = "";

    if (!text)
        abort();
    epyc_plan_begin(text, &guest.m);
    for (unsigned i = 0; i < n; i++)
        ok(epyc_plan_line(text, lines[i], wrong), "%s%s", lines[i], wrong);
    ok(!epyc_plan_line(text, absent, wrong), "no such controller: %s", wrong);
    ok(!epyc_plan_line(text, "umc0 CAS_CMD 1/s", wrong), "no such stream: %s", wrong);
    ok(!epyc_plan_line(text, "umc0 MEM_CLK 1/s", wrong), "no traffic for a clock: %s", wrong);
    ok(!epyc_plan_line(text, "umc0.PERF_CTL0 += 1", wrong), "no counter: %s", wrong);
    ok(epyc_plan_line(text, "umc2 CAS_CMD.RD 550M/s", wrong), "DDR5-4800: reads%s", wrong);
    ok(epyc_plan_line(text, "umc2 CAS_CMD.WR 50M/s", wrong), "... and writes fill the bus%s",
        wrong);
    ok(epyc_plan_line(text, "umc0 CAS_CMD.WR 600M/s", wrong), "... of each controller%s", wrong);
    ok(!epyc_plan_line(text, "umc2 CAS_CMD.WR 50000001/s", wrong), "... and no more");
    is_str(wrong,
        "umc2 CAS_CMD.WR '50000001/s': the data bus carries at most 600000000/s of this event, as "
        "each takes 4 cycles",
        "... says why");
    free(text);
}

static void test_machine(void)
{
    static const char *const lines[] = {"at boot", "umc2 CAS_CMD.RD 1M/s",
        "s1.umc2 CAS_CMD.RD 3M/s", "at read 1 of s1.umc2.PERF_CTR1", "s1.umc2.PERF_CTR1 += 0x10"};
    const struct reg_bank *bank;
    char name[MACHINE_BLOCK_NAME];
    uint64_t base;

    guest_start(&guest, "sockets=2 cpus=4 umcs=3");
    plan(lines, 5, "umc3 CAS_CMD.RD 1/s");
    ok(epyc_has_msr(&guest.m, UMC_MSR + 23) && !epyc_has_msr(&guest.m, UMC_MSR + 24) &&
            !epyc_has_msr(&guest.m, UMC_MSR - 1),
        "three controllers with four counters");
    wrmsr(1, 0, UMC_MSR + 18, EN | CAS);
    wrmsr(3, 0, UMC_MSR + 18, EN | CAS);
    is_u64(rdmsr(0, SECOND, UMC_MSR + 19), 1000000, "a CPU of the first socket");
    is_u64(rdmsr(2, SECOND, UMC_MSR + 19), 3000000, "... and of the second, whose CPUs share it");
    is_u64(rdmsr(2, SECOND, UMC_MSR + 19), 3000016, "a moment of the plan");
    ok(epyc_model.block(guest.records[guest.n_records - 1].block, name, sizeof(name), &bank) ||
            epyc_model.block(guest.records[guest.n_records - 2].block, name, sizeof(name), &bank),
        "the block in the trace");
    is_str(name, "s1.umc2", "... has its name");
    ok(epyc_model.base(epyc_block(EPYC_UMC, IBS_ZEN4, 18), &base), "... with its base");
    is_u64(base, UMC_MSR + 16, "... after two others");
    guest_start(&guest, "variant=zen3");
    ok(!epyc_has_msr(&guest.m, UMC_MSR), "none before Zen4");
}

/* The block of the last access in the trace. */
static void last_block_is(const char *expected)
{
    const struct reg_bank *bank;
    char name[MACHINE_BLOCK_NAME] = "";

    for (unsigned i = guest.n_records;
         i-- && !epyc_model.block(guest.records[i].block, name, sizeof(name), &bank);)
        ;
    is_str(name, expected, "the access in the trace is to %s", expected);
}

/* Zen4 has twelve controllers per socket. */
static void test_twelve(void)
{
    static const char *const lines[] = {
        "at boot", "umc1 CAS_CMD.RD 5M/s", "umc9 CAS_CMD.RD 1M/s", "s1.umc11 CAS_CMD.RD 3M/s"};

    guest_start(&guest, "sockets=2 cpus=2 umcs=12");
    plan(lines, 4, "umc12 CAS_CMD.RD 1/s");
    wrmsr(0, 0, UMC_MSR + 9 * 8, EN | CAS);
    last_block_is("umc9");
    wrmsr(1, 0, UMC_MSR + 11 * 8, EN | CAS);
    last_block_is("s1.umc11");
    is_u64(rdmsr(0, SECOND, UMC_MSR + 9 * 8 + 1), 1000000, "controller 9 counts its own");
    is_u64(
        rdmsr(1, SECOND, UMC_MSR + 11 * 8 + 1), 3000000, "... as does controller 11 of socket 1");
}

/* MSRs of a socket's controllers are consecutive: the sixteen of Zen6, and a
 * mask with holes. */
static void test_numbers(void)
{
    uint32_t perfmon[4] = {0};

    guest_start(&guest, "variant=zen6");
    ok(epyc_has_msr(&guest.m, UMC_MSR + 127) && !epyc_has_msr(&guest.m, UMC_MSR + 128),
        "Zen6 has sixteen controllers");
    epyc_cpuid(&guest.m, 0x80000022, 0, perfmon);
    ok(perfmon[0] == 0x11 && perfmon[1] == 0x404006 && perfmon[2] == 0xffff && perfmon[3] == 0xf84,
        "... with 64 counters in EBX 23:16, bit 4 of EAX, and EDX, as on the part");
    guest_start(&guest, "umcmask=0x6db");
    ok(epyc_has_msr(&guest.m, UMC_MSR + 63) && !epyc_has_msr(&guest.m, UMC_MSR + 64),
        "a mask of eight controllers has eight");
    epyc_cpuid(&guest.m, 0x80000022, 0, perfmon);
    ok(perfmon[1] == 0x204006 && perfmon[2] == 0x6db, "... with 32 counters");
    guest_start(&guest, "variant=zen3");
    epyc_cpuid(&guest.m, 0x80000022, 0, perfmon);
    ok(!perfmon[1] && !perfmon[2] && !perfmon[3], "Zen3 reports none");
}

/* Lines go to six controllers round-robin. */
static void test_lines(void)
{
    static const char *const lines[] = {"at boot", "memory guest", "at step 1", "memory off"};
    unsigned found = 0;

    guest_start(&guest, "sockets=2 cpus=4 umcs=3");
    plan(lines, 4, "umc3 CAS_CMD.RD 1/s");
    ok(!guest.m.cachelines.on, "lines are off");
    wrmsr(3, 1, UMC_MSR + 8, EN | CAS | RD); /* s1.umc1 is number 4 */
    wrmsr(3, 1, UMC_MSR + 10, EN | CAS | WR);
    wrmsr(3, 1, UMC_MSR + 12, EN | CAS);
    wrmsr(3, 1, UMC_MSR + 14, EN | 0x05);
    ok(guest.m.cachelines.on, "... before the plan's moment");
    for (unsigned line = 0; line < 60; line++)
        epyc_cacheline(&guest.m, line, line < 48 ? CACHELINES_READ : CACHELINES_WRITTEN);
    is_u64(rdmsr(2, 2, UMC_MSR + 9), 8, "reads");
    is_u64(rdmsr(2, 2, UMC_MSR + 11), 2, "writes");
    is_u64(rdmsr(2, 2, UMC_MSR + 13), 10, "both");
    is_u64(rdmsr(2, 2, UMC_MSR + 15), 0, "other commands");
    for (unsigned i = 0; i < guest.n_records; i++)
        if (guest.records[i].kind == TRACE_CACHELINES &&
            guest.records[i].block ==
                epyc_block(EPYC_UMC, guest.m.config.variant, EPYC_MAX_UMCS + 1))
            found +=
                guest.records[i].value == (guest.records[i].offset == CACHELINES_WRITTEN ? 2 : 8);
    is_u64(found, 2, "the trace has both totals");
    epyc_step(&guest.m, &(struct sim_access){.now = 3}, 1, false);
    ok(!guest.m.cachelines.on, "the plan ends them");
    guest_start(&guest, "variant=zen3");
    struct epyc_plan_text *text = malloc(sizeof(*text));
    char wrong[PLAN_TEXT_WRONG] = "";
    if (!text)
        abort();
    epyc_plan_begin(text, &guest.m);
    ok(epyc_plan_line(text, "at boot", wrong) && !epyc_plan_line(text, "memory guest", wrong),
        "zen3: %s", wrong);
    free(text);
}

int main(void)
{
    test_registers();
    test_masks();
    test_gate();
    test_moments();
    test_full();
    test_machine();
    test_twelve();
    test_numbers();
    test_lines();
    return done_testing();
}
