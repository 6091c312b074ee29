/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle of epyc's uncore: names of events, plans, and counts by hand. */
#include "oracle/epyc/uncore.h"
#include "oracle/epyc/uncore_asked.h"
#include "tests/tap.h"

#include <stdlib.h>

#define EN     UINT64_C(0x80000000)
#define SECOND UINT64_C(1000000000)

static void test_asked(void)
{
    static const struct {
        const char *name;
        enum oracle_amd_uncore_asked_kind kind;
        int pmu;
        uint64_t control;
    } rows[] = {
        {"umc_cas_cmd.rd", ORACLE_AMD_UNCORE_ASKED, -1, 0x10a},
        {"umc_cas_cmd.all", ORACLE_AMD_UNCORE_ASKED, -1, 0x00a},
        {"umc_data_slot_clks.wr", ORACLE_AMD_UNCORE_ASKED, -1, 0x214},
        {"umc_mem_clk", ORACLE_AMD_UNCORE_ASKED, -1, 0},
        {"umc_mem_clk.rd", ORACLE_AMD_UNCORE_REFUSED, -1, 0},
        {"umc_nothing", ORACLE_AMD_UNCORE_REFUSED, -1, 0},
        {"umc_cas_cmd.rd:u", ORACLE_AMD_UNCORE_REFUSED, -1, 0},
        {"amd_umc_11/event=0xa,rdwrmask=0x1/", ORACLE_AMD_UNCORE_ASKED, 11, 0x10a},
        {"amd_umc/umc_act_cmd.wr/", ORACLE_AMD_UNCORE_ASKED, -1, 0x205},
        {"amd_umc_3/config=0xfffff/", ORACLE_AMD_UNCORE_ASKED, 3, 0x3ff},
        {"amd_umc_3/event=0xa", ORACLE_AMD_UNCORE_REFUSED, 0, 0},
        {"amd_umc_3/event=0x100/", ORACLE_AMD_UNCORE_REFUSED, 0, 0},
        {"amd_umc_3/event=1/k", ORACLE_AMD_UNCORE_REFUSED, 0, 0},
        {"cycles", ORACLE_AMD_UNCORE_OTHER, 0, 0},
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct oracle_amd_uncore_asked asked;
        char why[ORACLE_WHY] = "";

        is_u64(oracle_amd_uncore_what_is_asked(ORACLE_ZEN4, rows[i].name, &asked, why),
            rows[i].kind, "%s", rows[i].name);
        if (rows[i].kind == ORACLE_AMD_UNCORE_ASKED)
            ok(asked.control == rows[i].control && asked.pmu == rows[i].pmu, "... in a control");
        if (rows[i].kind == ORACLE_AMD_UNCORE_REFUSED)
            ok(*why, "... %s", why);
    }
}

static struct oracle_amd_uncore *begin(
    struct oracle_epyc_plan *plan, const char *const lines[], unsigned n)
{
    const struct oracle_amd_uncore_config config = {
        .sockets = 2, .cpus = 2, .blocks = {3}, .hz = {2400000000}};

    plan->part = ORACLE_ZEN4;

    for (unsigned i = 0; i < n; i++)
        is_str(oracle_epyc_plan_line(plan, lines[i]), NULL, "%s", lines[i]);
    return oracle_amd_uncore_new(&config, plan);
}

static void test_counts(void)
{
    static const char *const lines[] = {"at boot", "umc0 CAS_CMD.RD 100M/s",
        "s1.umc2 CAS_CMD.WR 25%", "at read 1 of umc0.PERF_CTR0", "umc0.PERF_CTR0 = 0xfffffffffffe",
        "at write 1 of cpu0.apic.EILVT1", "cpu1.IBS_CTL = 0", "fault umc0.PERF_CTR0 reads 0"};
    struct oracle_epyc_plan *plan = calloc(1, sizeof(*plan));
    struct oracle_amd_uncore_due due;

    if (!plan)
        abort();
    struct oracle_amd_uncore *m = begin(plan, lines, sizeof(lines) / sizeof(lines[0]));
    unsigned first = oracle_epyc_uncore(ORACLE_UMC, 0, 0),
             other = oracle_epyc_uncore(ORACLE_UMC, 1, 2);
    struct oracle_amd_uncore_box *box = oracle_amd_uncore_box(m, first),
                                 *second = oracle_amd_uncore_box(m, other);
    const struct oracle_amd_uncore_ask ask = {.code = 0xa, .mask = 3};

    ok(box && second && !oracle_amd_uncore_box(m, other + 1) && !oracle_amd_uncore_box(m, 0),
        "the controllers");
    while (oracle_amd_uncore_entry(m, 0, &due))
        ;
    oracle_amd_uncore_write(box, 0, EN | 0x10a);
    oracle_amd_uncore_write(second, 0, EN | 0xa);
    oracle_amd_uncore_advance(box, SECOND);
    oracle_amd_uncore_advance(second, SECOND);
    is_u64(oracle_amd_uncore_read(box, 1), 100000000, "reads");
    is_u64(oracle_amd_uncore_read(second, 1), 600000000,
        "a quarter of the cycles, and reads and writes");
    oracle_amd_uncore_accessed(m, SECOND, first, 1, false);
    ok(oracle_amd_uncore_entry(m, SECOND, &due) && due.was == 100000000,
        "the plan sets the counter");
    oracle_amd_uncore_advance(box, SECOND + 1000);
    is_u64(
        oracle_amd_uncore_read(box, 1), 0x1ffffffffffff, "... which is soon full, and stays full");
    oracle_amd_uncore_write(box, 0, 0x10a);
    oracle_amd_uncore_advance(box, 3 * SECOND);
    is_u64(oracle_amd_uncore_injected(box, 0, &ask, 0, 3 * SECOND), 100000100,
        "injected while it ran");
    is_u64(oracle_amd_uncore_happens(box, &ask, 0, 3 * SECOND), 300000000, "... and in all");
    oracle_amd_uncore_free(m);
    free(plan);
}

/* Registers of a core PMU by their MSRs (asm/msr-index.h). */
static void test_core_registers(void)
{
    static const struct {
        const char *line;
        unsigned reg;
    } rows[] = {{"cpu1.core.PERF_CTL5 = 1", 0xc001020a}, {"cpu1.core.perf_ctr0 = 1", 0xc0010201},
        {"cpu1.core.EVNTSEL3 = 1", 0xc0010003}, {"cpu1.core.PERFCTR0 = 1", 0xc0010004}};
    static const char *const wrong[] = {"cpu1.core.PERF_CTL6 = 1", "cpu1.core.PERF_CTL = 1",
        "cpu1.core.PERF_CTL00 = 1", "cpu1.core.IBS_CTL = 1"};
    struct oracle_epyc_plan *plan = calloc(1, sizeof(*plan));

    if (!plan)
        abort();
    plan->part = ORACLE_ZEN4;
    is_str(oracle_epyc_plan_line(plan, "at boot"), NULL, "a plan");
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        is_str(oracle_epyc_plan_line(plan, rows[i].line), NULL, "%s", rows[i].line);
        is_u64(plan->lines[i].reg, rows[i].reg, "... its MSR");
        is_u64(plan->lines[i].block, oracle_epyc_cpu(1), "... of CPU 1");
    }
    for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        ok(oracle_epyc_plan_line(plan, wrong[i]), "%s is none", wrong[i]);
    free(plan);
}

/* The values of test_gate() in uncore_test.c: one event per ns. */
static void test_gate(void)
{
    static const char *const lines[] = {"at boot", "umc0 CAS_CMD.RD level 1"};
    static const uint64_t held[][3] = {{50, 60, 65}, {0, 10, 15}, {0, 10, 5}};

    for (unsigned gate = ORACLE_NO_GATE; gate <= ORACLE_GATE_CLEARS; gate++) {
        struct oracle_epyc_plan *plan = calloc(1, sizeof(*plan));
        const struct oracle_amd_uncore_config config = {.sockets = 1,
            .cpus = 1,
            .blocks = {1},
            .hz = {1000000000},
            .gate = (enum oracle_umc_gate)gate};
        struct oracle_amd_uncore_due due;

        if (!plan)
            abort();
        plan->part = ORACLE_ZEN4;
        for (unsigned i = 0; i < 2; i++)
            is_str(oracle_epyc_plan_line(plan, lines[i]), NULL, "%s", lines[i]);
        struct oracle_amd_uncore *m = oracle_amd_uncore_new(&config, plan);
        struct oracle_amd_uncore_box *box =
            oracle_amd_uncore_box(m, oracle_epyc_uncore(ORACLE_UMC, 0, 0));

        while (oracle_amd_uncore_entry(m, 0, &due))
            ;
        oracle_amd_uncore_software(box, 1, 50);
        is_u64(oracle_amd_uncore_read(box, 1), held[gate][0], "gate %u: a write", gate);
        oracle_amd_uncore_software(box, 0, EN | 0xa);
        oracle_amd_uncore_advance(box, 10);
        oracle_amd_uncore_software(box, 3, 1000);
        is_u64(oracle_amd_uncore_read(box, 3), 1000, "... while a counter is on");
        oracle_amd_uncore_software(box, 0, 0xa);
        is_u64(oracle_amd_uncore_read(box, 1), held[gate][1], "... a count that is off");
        oracle_amd_uncore_software(box, 0, EN | 0xa);
        oracle_amd_uncore_advance(box, 15);
        is_u64(oracle_amd_uncore_read(box, 1), held[gate][2], "... and on again");
        oracle_amd_uncore_free(m);
        free(plan);
    }
}

/* One CAS command per line. */
static void test_lines(void)
{
    static const char *const lines[] = {"at boot", "memory guest", "at step 2", "memory off"};
    struct oracle_epyc_plan *plan = calloc(1, sizeof(*plan));
    struct oracle_amd_uncore_due due;

    if (!plan)
        abort();
    struct oracle_amd_uncore *m = begin(plan, lines, sizeof(lines) / sizeof(lines[0]));
    const unsigned block = oracle_epyc_uncore(ORACLE_UMC, 1, 2);
    struct oracle_amd_uncore_box *box = oracle_amd_uncore_box(m, block);
    const struct oracle_amd_uncore_ask reads = {.code = 0xa, .mask = 1},
                                       both = {.code = 0xa, .mask = 3},
                                       rows = {.code = 0x5, .mask = 3};

    ok(!oracle_amd_uncore_cachelines(m, 1, block, false, 1),
        "lines before the scenario enables them");
    while (oracle_amd_uncore_entry(m, 10, &due))
        ;
    oracle_amd_uncore_write(box, 0, EN | 0x10a);
    oracle_amd_uncore_write(box, 2, EN | 0xa);
    oracle_amd_uncore_write(box, 4, EN | 0x5);
    ok(oracle_amd_uncore_cachelines(m, 100, block, false, 7) &&
            oracle_amd_uncore_cachelines(m, 200, block, true, 5),
        "... and then");
    is_u64(oracle_amd_uncore_read(box, 1), 7, "reads");
    is_u64(oracle_amd_uncore_read(box, 3), 12, "reads and writes");
    is_u64(oracle_amd_uncore_read(box, 5), 0, "another command");
    oracle_amd_uncore_write(box, 0, 0x10a);
    ok(oracle_amd_uncore_cachelines(m, 300, block, false, 9), "more");
    is_u64(oracle_amd_uncore_read(box, 1), 7, "a counter that is off");
    is_u64(oracle_amd_uncore_injected(box, 0, &reads, 10, 300), 7, "injected while it ran");
    is_u64(oracle_amd_uncore_injected(box, 1, &both, 100, 300), 14, "... later than a moment");
    is_u64(oracle_amd_uncore_injected(box, 1, &both, 10, 200), 12, "... and not later than one");
    is_u64(oracle_amd_uncore_happens(box, &both, 10, 300), 21, "... and in all");
    is_u64(oracle_amd_uncore_happens(box, &rows, 10, 300), 0, "... of another command");
    oracle_amd_uncore_step(m, 400, 2, false);
    ok(oracle_amd_uncore_entry(m, 400, &due), "the scenario ends them");
    ok(!oracle_amd_uncore_cachelines(m, 500, block, false, 1), "... and enables no more");
    ok(!oracle_amd_uncore_cachelines(m, 500, block + 1, false, 1), "no such controller");
    oracle_amd_uncore_free(m);
    free(plan);
}

static void test_refused(void)
{
    static const char *const lines[] = {"umc0 CAS_CMD.RD 1M/s", "at read 1 of umc0.PERF_CTR4",
        "at read 1 of umc16.PERF_CTR0", "at read 1 of cpu0.apic.EILVT4",
        "at read 1 of cpu0.NOTHING"};
    struct oracle_epyc_plan *plan = calloc(1, sizeof(*plan));

    if (!plan)
        abort();
    plan->part = ORACLE_ZEN4;
    for (unsigned i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        ok(oracle_epyc_plan_line(plan, lines[i]), "refused: %s", lines[i]);
    is_str(oracle_epyc_plan_line(plan, "at boot"), NULL, "a moment");
    ok(oracle_epyc_plan_line(plan, "umc0 MEM_CLK 1M/s"), "refused: traffic of a clock");
    ok(oracle_epyc_plan_line(plan, "cpu0 CAS_CMD.RD 1M/s"), "refused: traffic of a CPU");
    free(plan);
}

int main(void)
{
    test_asked();
    test_counts();
    test_core_registers();
    test_gate();
    test_lines();
    test_refused();
    return done_testing();
}
