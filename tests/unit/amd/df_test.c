/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The data fabric's counters of epyc: registers, events and masks, RDPMC, and
 * places. Also all events of the uncore's blocks, compared with the oracle's
 * lists. */
#include "models/epyc/epyc_cpuid.h"
#include "oracle/epyc/uncore_manual.h"
#include "tests/epyc_machine.h"

#include <stdio.h>
#include <stdlib.h>

#define DF_MSR UINT32_C(0xc0010240)

#define EN     UINT64_C(0x400000)
#define SECOND UINT64_C(1000000000)
#define FULL   UINT64_C(0xffffffffffff)

static struct amd_uncore_box box;
static struct guest guest;

static void traffic(uint64_t now, const char *event, const char *text, unsigned bytes)
{
    struct traffic_amount what;
    int index = amd_uncore_event_named(box.kind, event);

    if (ok(index >= 0 && !traffic_parse_amount(text, bytes, &what) &&
                !amd_uncore_traffic_check(&box, (unsigned)index, &what),
            "%s %s", event, text))
        amd_uncore_traffic_set(&box, now, (unsigned)index, &what);
}

static void test_registers(void)
{
    static const struct {
        enum amd_uncore_kind kind;
        uint64_t control;
        uint32_t last;
    } rows[] = {
        {AMD_UNCORE_DF_ZEN1, 0x1800000f0040ffff, 6}, {AMD_UNCORE_DF, 0x0000003f0f40ffff, 30}};

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        amd_uncore_reset(&box, rows[i].kind, 1800000000, 2);
        amd_uncore_write(&box, 0, rows[i].last, UINT64_MAX);
        is_u64(amd_uncore_read(&box, 0, rows[i].last), rows[i].control, "the bits of a control");
        amd_uncore_write(&box, 0, rows[i].last, 0);
        amd_uncore_write(&box, 0, rows[i].last + 1, UINT64_MAX);
        is_u64(amd_uncore_read(&box, 0, rows[i].last + 1), FULL, "a counter has 48 bits");
    }
}

/* A unit mask selects the event with exactly this mask. A code's bits are in
 * two or three fields. */
static void test_events(void)
{
    static const struct {
        enum amd_uncore_kind kind;
        uint64_t control, expected;
        const char *what;
    } rows[] = {
        {AMD_UNCORE_DF, 0x0740fe1f, 11, "CS0, reads for the same socket"},
        {AMD_UNCORE_DF, 0x0740ff1f, 13, "... writes"},
        {AMD_UNCORE_DF, 0x0f40ff1f, 0, "... all bits of all masks"},
        {AMD_UNCORE_DF, 0x0040fe1f, 0, "... only the low bits of the mask"},
        {AMD_UNCORE_DF, 0x000000050740fe5f, 0, "CCM5's interface is another event"},
        {AMD_UNCORE_DF, 0x000000050b40ff5f, 17, "CCM5_INF1, outbound for the other socket"},
        {AMD_UNCORE_DF, 0x0000000d0f403e1f, 19, "LINK7"},
        {AMD_UNCORE_DF, 0x0000001d0f403e1f, 0, "... with one more bit of the event"},
        {AMD_UNCORE_DF_ZEN1, 0x0000000100403887, 23, "DRAM6"},
        {AMD_UNCORE_DF_ZEN1, 0x0000000100400887, 0, "... a part of the mask"},
        {AMD_UNCORE_DF_ZEN1, 0x0800000100403887, 0, "... with the event's bit 12"},
        {AMD_UNCORE_DF_ZEN1, 0x0000000800400287, 29, "LINK3"},
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        amd_uncore_reset(&box, rows[i].kind, 1800000000, 2);
        if (rows[i].kind == AMD_UNCORE_DF) {
            traffic(0, "CS0.LOCAL_READ", "11/s", 64);
            traffic(0, "CS0.LOCAL_WRITE", "13/s", 64);
            traffic(0, "CCM5_INF1.REMOTE_OUTBOUND", "17/s", 64);
            traffic(0, "LINK7.LOCAL_OUTBOUND", "19/s", 64);
        } else {
            traffic(0, "DRAM6.DATA", "23/s", 64);
            traffic(0, "LINK3.OUTBOUND_DATA", "29/s", 32);
        }
        amd_uncore_write(&box, 0, 0, rows[i].control);
        is_u64(amd_uncore_read(&box, SECOND, 1), rows[i].expected, "%s", rows[i].what);
    }
}

/* Checks each event, by its name in plans. */
static void test_lists(void)
{
    static const enum oracle_amd_uncore_kind same[AMD_UNCORE_N_KINDS] = {
        [AMD_UNCORE_UMC] = ORACLE_UMC,
        [AMD_UNCORE_L3] = ORACLE_L3_ZEN4,
        [AMD_UNCORE_L3_ZEN1] = ORACLE_L3_ZEN1,
        [AMD_UNCORE_L3_ZEN3] = ORACLE_L3_ZEN3,
        [AMD_UNCORE_DF] = ORACLE_DF_ZEN4,
        [AMD_UNCORE_DF_ZEN1] = ORACLE_DF_ZEN1};
    static const unsigned numbers[AMD_UNCORE_N_KINDS] = {9, 14, 7, 7, 136, 12};

    for (unsigned k = 0; k < AMD_UNCORE_N_KINDS; k++) {
        const struct amd_uncore_kind_traits *kind = &amd_uncore_kinds[k];
        unsigned equal = 0;

        is_u64(*kind->n_events, numbers[k], "%s: events", kind->bank->name);
        for (unsigned i = 0; i < *kind->n_events; i++) {
            const struct amd_uncore_event *event = &kind->events[i];
            char name[80];

            snprintf(name, sizeof(name), "%s%s%s", event->name, event->sub ? "." : "",
                event->sub ? event->sub : "");
            int found = oracle_amd_uncore_stream_named(same[k], name);
            const struct oracle_amd_uncore_stream *stream =
                found >= 0 ? &oracle_amd_uncore_streams[same[k]][found] : NULL;
            equal += stream && stream->code == event->code && stream->mask == event->mask &&
                     stream->bytes == event->bytes && stream->clock == event->clock &&
                     stream->everywhere == event->everywhere;
        }
        is_u64(equal, numbers[k], "... are the oracle's");
    }
}

static uint64_t rdpmc(unsigned cpu, uint64_t now, uint32_t counter)
{
    const struct sim_access access = {.now = now, .pc = 1, .cpu = cpu};

    return epyc_rdpmc(&guest.m, &access, counter);
}

static void wrmsr(unsigned cpu, uint64_t now, uint32_t msr, uint64_t value)
{
    const struct sim_access access = {.now = now, .pc = 1, .cpu = cpu};

    epyc_msr_write(&guest.m, &access, msr, value);
}

static void test_rdpmc(void)
{
    guest_start(&guest, "sockets=2 cpus=4");
    for (unsigned i = 0; i < 16; i++) {
        wrmsr(1, 0, DF_MSR + 2 * i + 1, 100 + i);
        wrmsr(2, 0, DF_MSR + 2 * i + 1, 200 + i);
    }
    for (unsigned i = 0; i < 16; i++) {
        is_u64(rdpmc(0, 1, i < 4 ? 6 + i : 12 + i), 100 + i, "counter %u by RDPMC", i);
        is_u64(rdpmc(3, 1, i < 4 ? 6 + i : 12 + i), 200 + i, "... of the other socket");
    }
    ok(epyc_has_rdpmc(&guest.m, 27) && !epyc_has_rdpmc(&guest.m, 28), "there are no more counters");
    guest_start(&guest, "variant=zen3");
    ok(epyc_has_rdpmc(&guest.m, 9) && epyc_has_rdpmc(&guest.m, 15) && !epyc_has_rdpmc(&guest.m, 16),
        "before Zen4 there are four");
}

static void test_variants(void)
{
    static const struct {
        const char *option, *bank;
        enum ibs_variant variant;
        unsigned counters;
        uint32_t perfmon;
    } rows[] = {{"variant=fam10h", NULL, IBS_FAM10H, 0, 0},
        {"variant=zen1", "df-zen1", IBS_ZEN1, 4, 0}, {"variant=zen3", "df-zen1", IBS_ZEN3, 4, 0},
        {"variant=zen4", "df", IBS_ZEN4, 16, 0x304006},
        {"variant=zen6", "df", IBS_ZEN6, 16, 0x404006}};

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct reg_bank *bank = epyc_bank(epyc_block(EPYC_DF, rows[i].variant, 1));
        uint32_t regs[4] = {0}, perfmon[4] = {0};

        guest_start(&guest, rows[i].option);
        is_str(bank ? bank->name : NULL, rows[i].bank, "%s: the bank", rows[i].option);
        ok(!rows[i].counters || epyc_has_msr(&guest.m, DF_MSR + 2 * rows[i].counters - 1),
            "... the last");
        ok(!epyc_has_msr(&guest.m, DF_MSR + 2 * rows[i].counters), "... and no more");
        epyc_cpuid(&guest.m, 0x80000001, 0, regs);
        ok((regs[CPUID_ECX] >> 24 & 1) == (bank != NULL), "... CPUID");
        epyc_cpuid(&guest.m, 0x80000022, 0, perfmon);
        is_u64(perfmon[CPUID_EBX], rows[i].perfmon, "... and with PerfMonV2 their number");
    }
}

static void test_machine(void)
{
    static const char *const lines[] = {
        "at boot", "df CS3.LOCAL_READ 64 MB/s", "s1.df CS3.LOCAL_READ 25%"};
    struct epyc_plan_text *text = malloc(sizeof(*text));
    char wrong[PLAN_TEXT_WRONG] = "";

    if (!text)
        abort();
    guest_start(&guest, "sockets=2 fclk=2000");
    epyc_plan_begin(text, &guest.m);
    for (unsigned i = 0; i < 3; i++)
        ok(epyc_plan_line(text, lines[i], wrong), "%s%s", lines[i], wrong);
    ok(!epyc_plan_line(text, "df DRAM0.DATA 1/s", wrong), "no such event: %s", wrong);
    free(text);
    wrmsr(0, 0, DF_MSR + 30, EN | UINT64_C(0x0700fedf));
    wrmsr(1, 0, DF_MSR + 30, EN | UINT64_C(0x0700fedf));
    is_u64(rdpmc(0, SECOND, 27), 1000000, "beats of 64 bytes");
    is_u64(rdpmc(1, SECOND, 27), 500000000, "a quarter of the fabric's cycles");
}

int main(void)
{
    test_registers();
    test_events();
    test_lists();
    test_rdpmc();
    test_variants();
    test_machine();
    return done_testing();
}
