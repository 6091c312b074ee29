/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A core's PMU alone: counting, filters, the two parts, overflow, and the
 * kernel's view. */
#include "models/kunpeng/arm_pmu.h"
#include "tests/tap.h"

static uint64_t no_traffic(const void *self, uint16_t event, uint64_t cycles)
{
    (void)self;
    (void)event;
    (void)cycles;
    return 0;
}

static uint64_t third_cycles(const void *self, uint16_t event, uint64_t cycles)
{
    (void)self;
    return event == 3 ? cycles / 3 : 0;
}

static const struct arm_traffic none = {no_traffic, NULL};

/* A second's work, with a distinct number for each kind. */
static const struct arm_moment later = {
    .activity = {.user = {1000, 300, 200, 100, 0, 0}, .kernel = {50, 7, 5, 9, 4, 3}},
    .context_writes = 2,
    .cycles = 10000};

static struct arm_pmu begin(unsigned n, unsigned hpmn, unsigned el)
{
    struct arm_pmu pmu;

    tap_scribble(&pmu, sizeof(pmu));
    arm_pmu_reset(&pmu, n, hpmn, el);
    return pmu;
}

/* Returns one counter's count of the work with @type. */
static uint64_t counted(uint64_t type, unsigned el)
{
    struct arm_pmu pmu = begin(8, 8, el);

    arm_pmu_program(&pmu, 2, type, 0);
    arm_pmu_enable(&pmu, 4, true);
    arm_pmu_control(&pmu, 1);
    arm_pmu_sync(&pmu, &later, &none);
    return arm_pmu_count(&pmu, 2);
}

#define NSH (UINT64_C(1) << 27)
#define U   (UINT64_C(1) << 30)
#define P   (UINT64_C(1) << 31)

static void test_events(void)
{
    static const struct {
        unsigned event;
        const char *name;
        uint64_t count;
    } known[] = {{0x08, "INST_RETIRED", 1050}, {0x1b, "INST_SPEC", 1050}, {0x06, "LD_RETIRED", 307},
        {0x07, "ST_RETIRED", 205}, {0x13, "MEM_ACCESS", 512}, {0x21, "BR_RETIRED", 109},
        {0x09, "EXC_TAKEN", 4}, {0x0a, "EXC_RETURN", 3}, {0x0b, "CID_WRITE_RETIRED", 2},
        {0x11, "CPU_CYCLES", 4200}, {0x3c, "STALL", 3150}, {0x24, "STALL_BACKEND", 921},
        {0x23, "STALL_FRONTEND", 2229}, {0x00, "SW_INCR", 0}, {0x03, "L1D_CACHE_REFILL", 0}};

    for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        const struct arm_event *event = arm_event_named(known[i].name);
        is_u64(event ? event->number : 0xffff, known[i].event, "%s", known[i].name);
        is_u64(counted(known[i].event | NSH, 2), known[i].count, "... counts %llu",
            (unsigned long long)known[i].count);
    }
    is_u64(counted(0xc000 | NSH, 2), 0, "the null event counts nothing");
    is_u64(counted(0xffff | NSH, 2), 0, "nor does a nonexistent event");
    for (unsigned i = 1; i < arm_n_events; i++)
        if (arm_events[i].number <= arm_events[i - 1].number)
            ok(false, "%s comes in order", arm_events[i].name);
}

/* An atomic operation loads and stores, and is one instruction. */
static void test_atomics(void)
{
    struct arm_pmu pmu = begin(8, 8, 2);
    struct arm_moment moment = later;

    arm_pmu_program(&pmu, 0, 0x23, 100);
    arm_pmu_program(&pmu, 1, 0x24, 0);
    arm_pmu_enable(&pmu, 3, true);
    arm_pmu_sync(&pmu, &moment, &none);
    arm_pmu_control(&pmu, 0xc1);
    moment.activity.user.instructions += 10;
    moment.activity.user.loads += 10;
    moment.activity.user.stores += 10;
    arm_pmu_sync(&pmu, &moment, &none);
    is_u64(arm_pmu_count(&pmu, 0), 100, "ten atomic operations do not wait for instructions");
    is_u64(arm_pmu_count(&pmu, 1), 30, "... only for data, once each");
    is_u64(pmu.overflowed, 0, "... and nothing overflows");
}

static void test_filters(void)
{
    is_u64(counted(0x08, 2), 1000, "a kernel at EL2 does not count without NSH");
    is_u64(counted(0x08 | P, 2), 1000, "... and P has no effect on it");
    is_u64(counted(0x08 | NSH | U, 2), 50, "U: users do not count");
    is_u64(counted(0x08 | U, 2), 0, "nobody");
    is_u64(counted(0x08 | U | UINT64_C(1) << 28, 2), 1000, "NSU equal to U: they do");
    is_u64(counted(0x08, 1), 1050, "a kernel at EL1 counts");
    is_u64(counted(0x08 | P, 1), 1000, "... unless P is set");
    is_u64(counted(0x08 | P | UINT64_C(1) << 29, 1), 1050, "... and NSK differs");
    is_u64(counted(0x08 | NSH, 1), 1050, "... whatever NSH");
}

static uint64_t cycles(uint64_t type)
{
    struct arm_pmu pmu = begin(8, 8, 2);

    arm_pmu_program(&pmu, 31, type, 0);
    arm_pmu_enable(&pmu, UINT64_C(1) << 31, true);
    arm_pmu_control(&pmu, 1);
    arm_pmu_sync(&pmu, &later, &none);
    return arm_pmu_count(&pmu, 31);
}

static void test_cycles(void)
{
    is_u64(cycles(NSH), 10000, "the cycle counter counts while the CPU is halted");
    is_u64(cycles(0), 4000, "without NSH it counts the users' cycles");
    is_u64(cycles(NSH | U), 6000, "without users it counts the other cycles");
    struct arm_pmu pmu = begin(8, 8, 2);
    struct arm_moment fast = {.activity.user.instructions = 1000, .cycles = 3000};
    arm_pmu_program(&pmu, 31, NSH, 0);
    arm_pmu_enable(&pmu, UINT64_C(1) << 31, true);
    arm_pmu_control(&pmu, 1);
    arm_pmu_sync(&pmu, &fast, &none);
    is_u64(arm_pmu_count(&pmu, 31), 3000, "a guest faster than its clock takes all cycles");
    fast.activity.user.instructions += 1000;
    arm_pmu_program(&pmu, 31, 0, 0);
    arm_pmu_sync(&pmu, &fast, &none);
    is_u64(arm_pmu_count(&pmu, 31), 0, "... and no more");
}

/* A counter's enable bit and its part's switch are independent. */
static void test_parts(void)
{
    struct arm_pmu pmu = begin(8, 3, 2);

    for (unsigned i = 0; i < 8; i++)
        arm_pmu_program(&pmu, i, 0x08 | NSH, 0);
    arm_pmu_enable(&pmu, UINT32_MAX, true);
    ok(!arm_pmu_runs(&pmu), "no part runs without its enable bit");
    arm_pmu_control(&pmu, 1);
    arm_pmu_sync(&pmu, &later, &none);
    ok(arm_pmu_count(&pmu, 2) == 1050 && !arm_pmu_count(&pmu, 3),
        "PMCR.E enables counters below HPMN");
    arm_pmu_control(&pmu, 0);
    arm_pmu_write(&pmu, ARM_MDCR_EL2, 0x83);
    struct arm_moment more = later;
    more.activity.user.instructions += 10;
    arm_pmu_sync(&pmu, &more, &none);
    ok(arm_pmu_count(&pmu, 2) == 1050 && arm_pmu_count(&pmu, 3) == 10 &&
            arm_pmu_count(&pmu, 7) == 10,
        "MDCR_EL2.HPME enables the others");
    is_u64(arm_pmu_count(&pmu, 31), 4000, "... but not cycles");
    arm_pmu_control(&pmu, 6);
    ok(!arm_pmu_count(&pmu, 0) && !arm_pmu_count(&pmu, 7) && !arm_pmu_count(&pmu, 31),
        "P and C from outside reset all");
}

static uint64_t read_of(const struct arm_pmu *pmu, enum arm_reg reg)
{
    uint64_t value = 0x5a5a;

    return arm_pmu_read(pmu, reg, &value) ? value : UINT64_MAX;
}

static void test_kernel_at_el1(void)
{
    struct arm_pmu pmu = begin(8, 3, 1);

    is_u64(read_of(&pmu, ARM_PMCR), 0x48001800, "EL1 sees HPMN counters: PMCR.N is 3");
    ok(!arm_pmu_write(&pmu, ARM_PMEVTYPER0 + 3, 8), "it cannot access a counter of EL2");
    ok(arm_pmu_write(&pmu, ARM_PMEVTYPER0 + 2, 8), "... but the last one below");
    arm_pmu_write(&pmu, ARM_PMCNTENSET, UINT64_MAX);
    is_u64(pmu.enabled, 0x80000007, "it enables only its own counters");
    arm_pmu_program(&pmu, 2, 8, 77);
    arm_pmu_program(&pmu, 5, 8, 99);
    arm_pmu_write(&pmu, ARM_PMCR, 2);
    ok(!arm_pmu_count(&pmu, 2) && arm_pmu_count(&pmu, 5) == 99,
        "PMCR.P resets only its own counters");
    is_u64(read_of(&pmu, ARM_MDCR_EL2), UINT64_MAX, "MDCR_EL2 is undefined there");
    ok(!arm_pmu_write(&pmu, ARM_MDCR_EL2, 8), "... also for writes");
}

static void test_kernel_at_el2(void)
{
    struct arm_pmu pmu = begin(8, 8, 2);

    is_u64(read_of(&pmu, ARM_PMCR), 0x48004000, "EL2 sees all: PMCR.N is 8");
    is_u64(read_of(&pmu, ARM_MDCR_EL2), 8, "HPMN after reset");
    arm_pmu_write(&pmu, ARM_PMCR, 0xffffffff);
    is_u64(read_of(&pmu, ARM_PMCR), 0x480040f9, "PMCR holds E, D, X, DP, LC and LP");
    ok(!arm_pmu_write(&pmu, ARM_PMEVCNTR0 + 8, 1), "a nonexistent counter");
    ok(arm_pmu_write(&pmu, ARM_PMEVCNTR0 + 7, UINT64_C(0x123456789abcdef0)), "the last counter");
    is_u64(read_of(&pmu, ARM_PMEVCNTR0 + 7), UINT64_C(0x123456789abcdef0), "... has 64 bits");
    arm_pmu_write(&pmu, ARM_PMSELR, 7);
    is_u64(read_of(&pmu, ARM_PMXEVCNTR), UINT64_C(0x123456789abcdef0),
        "PMXEVCNTR is the selected counter");
    arm_pmu_write(&pmu, ARM_PMXEVTYPER, 0xffff0008);
    is_u64(read_of(&pmu, ARM_PMEVTYPER0 + 7), 0xffff0008, "PMXEVTYPER too");
    arm_pmu_write(&pmu, ARM_PMSELR, 31);
    arm_pmu_write(&pmu, ARM_PMXEVTYPER, NSH);
    is_u64(read_of(&pmu, ARM_PMCCFILTR), NSH, "with 31 it is the cycle counter's filter");
    is_u64(read_of(&pmu, ARM_PMXEVCNTR), UINT64_MAX, "... and not a counter");
    arm_pmu_write(&pmu, ARM_PMCNTENSET, 0xff);
    arm_pmu_write(&pmu, ARM_PMCNTENCLR, 0x0f);
    is_u64(read_of(&pmu, ARM_PMCNTENSET), 0xf0, "set and clear");
    is_u64(read_of(&pmu, ARM_CONTEXTIDR_EL1), UINT64_MAX, "CONTEXTIDR is not the PMU's");
    is_u64(read_of(&pmu, ARM_PMCEID0) & UINT32_MAX, 0x080e0fc1,
        "PMCEID0: SW_INCR, 06 to 0b, CPU_CYCLES, BR_PRED, MEM_ACCESS, INST_SPEC");
    is_u64(read_of(&pmu, ARM_PMCEID1), 0x1c00001a,
        "PMCEID1: BR_RETIRED, the stalls, OP_RETIRED and OP_SPEC");
}

/* Arm ARM D19.5: pairs of registers that set and clear the same bits, one for
 * each existing counter. */
static void test_masks(void)
{
    static const enum arm_reg pairs[3][2] = {{ARM_PMCNTENSET, ARM_PMCNTENCLR},
        {ARM_PMOVSSET, ARM_PMOVSCLR}, {ARM_PMINTENSET, ARM_PMINTENCLR}};

    for (unsigned i = 0; i < 3; i++) {
        struct arm_pmu pmu = begin(8, 8, 2);
        const char *name = arm_bank.regs[pairs[i][0]].name;
        ok(arm_pmu_write(&pmu, pairs[i][0], UINT64_C(0xffffffff000005a5)), "%s can be written",
            name);
        is_u64(read_of(&pmu, pairs[i][0]), 0xa5, "... without nonexistent counters");
        ok(arm_pmu_write(&pmu, pairs[i][0], 0x80000042), "... again");
        is_u64(read_of(&pmu, pairs[i][0]), 0x800000e7, "... which adds");
        is_u64(read_of(&pmu, pairs[i][1]), 0x800000e7, "... and reads the same by the other name");
        ok(arm_pmu_write(&pmu, pairs[i][1], 0x80000003), "... which can be written");
        is_u64(read_of(&pmu, pairs[i][0]), 0xe4, "... and clears");
        is_u64(pmu.enabled | pmu.overflowed | pmu.interrupts, 0xe4, "... of only one mask");
        pmu = begin(31, 31, 2);
        arm_pmu_write(&pmu, pairs[i][0], UINT64_MAX);
        is_u64(read_of(&pmu, pairs[i][0]), 0xffffffff, "31 event counters and cycles are 32 bits");
    }
}

/* Readable and writable registers: PMSWINC is write-only, PMCEID0 and 1 are
 * read-only. */
static void test_directions(void)
{
    static const struct {
        enum arm_reg reg;
        bool reads, writes;
    } known[] = {{ARM_PMCR, true, true}, {ARM_PMSWINC, false, true}, {ARM_PMSELR, true, true},
        {ARM_PMCEID0, true, false}, {ARM_PMCEID1, true, false}, {ARM_PMCCNTR, true, true},
        {ARM_PMCCFILTR, true, true}, {ARM_PMXEVTYPER, true, true}, {ARM_PMXEVCNTR, true, true},
        {ARM_MDCR_EL2, true, true}, {ARM_CONTEXTIDR_EL1, false, false},
        {ARM_CONTEXTIDR_EL2, false, false}, {ARM_CONTEXTIDR_EL12, false, false},
        {ARM_PMEVCNTR0, true, true}, {ARM_PMEVCNTR0 + 7, true, true},
        {ARM_PMEVCNTR0 + 8, false, false}, {ARM_PMEVTYPER0, true, true},
        {ARM_PMEVTYPER0 + 7, true, true}, {ARM_PMEVTYPER0 + 8, false, false},
        {ARM_PMEVCNTR0 + 30, false, false}, {ARM_PMEVTYPER0 + 30, false, false}};

    for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        struct arm_pmu pmu = begin(8, 8, 2);
        const char *name = arm_bank.regs[known[i].reg].name;
        is_u64(read_of(&pmu, known[i].reg) != UINT64_MAX, known[i].reads, "%s: to read", name);
        is_u64(arm_pmu_write(&pmu, known[i].reg, 8), known[i].writes, "%s: to write", name);
    }
}

static void count(struct arm_pmu *pmu, uint64_t instructions)
{
    struct arm_moment moment = pmu->seen;

    moment.activity.user.instructions += instructions;
    arm_pmu_sync(pmu, &moment, &none);
}

static void test_overflow(void)
{
    struct arm_pmu pmu = begin(8, 4, 2);

    arm_pmu_write(&pmu, ARM_MDCR_EL2, 0x84);
    arm_pmu_program(&pmu, 0, 8, 0xfffffff0);
    arm_pmu_program(&pmu, 5, 8, 0xfffffff0);
    arm_pmu_enable(&pmu, 0x21, true);
    arm_pmu_control(&pmu, 1);
    is_u64(arm_pmu_patience(&pmu), UINT64_MAX, "no overflow is due");
    arm_pmu_write(&pmu, ARM_PMINTENSET, 0x21);
    is_u64(arm_pmu_patience(&pmu), 16, "at least 16 more");
    count(&pmu, 15);
    ok(!pmu.overflowed && !arm_pmu_interrupts(&pmu), "not yet");
    count(&pmu, 1);
    is_u64(read_of(&pmu, ARM_PMOVSCLR), 0x21, "at 2^32");
    ok(arm_pmu_interrupts(&pmu), "... which interrupts");
    is_u64(arm_pmu_count(&pmu, 0), UINT64_C(1) << 32, "counters have 64 bits");
    arm_pmu_write(&pmu, ARM_PMOVSCLR, 0x1);
    ok(arm_pmu_interrupts(&pmu), "the other part still overflows");
    arm_pmu_write(&pmu, ARM_MDCR_EL2, 0x04);
    ok(!arm_pmu_interrupts(&pmu), "... unless its part is off");
    arm_pmu_write(&pmu, ARM_PMOVSCLR, 0x20);
    arm_pmu_write(&pmu, ARM_MDCR_EL2, 0x84);
    arm_pmu_control(&pmu, 0xc1);
    arm_pmu_program(&pmu, 0, 8, UINT64_MAX - 1);
    arm_pmu_program(&pmu, 5, 8, 0xffffffff);
    count(&pmu, 1);
    is_u64(pmu.overflowed, 0x20, "with LP; the counter of EL2 uses HLP");
    count(&pmu, 1);
    is_u64(pmu.overflowed, 0x21, "... and overflows at 2^64");
    arm_pmu_write(&pmu, ARM_PMOVSSET, 0x80000000);
    is_u64(pmu.overflowed, 0x80000021, "PMOVSSET");
}

/* The bit that defines where a counter overflows: PMCR.LP below HPMN,
 * MDCR_EL2.HLP from there on, PMCR.LC for cycles. */
static void test_lengths(void)
{
    static const struct {
        uint64_t pmcr, mdcr;
        unsigned counter;
        bool overflows; /* at 2^32 */
    } cases[] = {{0x01, 0x84, 0, true}, {0x81, 0x84, 0, false},
        {0x01, 0x84 | UINT64_C(1) << 26, 0, true}, {0x01, 0x84, 5, true}, {0x81, 0x84, 5, true},
        {0x01, 0x84 | UINT64_C(1) << 26, 5, false}, {0x01, 0x84, 31, true}, {0x41, 0x84, 31, false},
        {0x81, 0x84 | UINT64_C(1) << 26, 31, true}};

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arm_pmu pmu = begin(8, 4, 2);
        struct arm_moment moment = {.activity.user.instructions = 16, .cycles = 64};

        arm_pmu_write(&pmu, ARM_MDCR_EL2, cases[i].mdcr);
        arm_pmu_program(&pmu, cases[i].counter, cases[i].counter == 31 ? NSH : 8, 0xfffffff0);
        arm_pmu_enable(&pmu, UINT64_C(1) << cases[i].counter, true);
        arm_pmu_control(&pmu, cases[i].pmcr);
        arm_pmu_sync(&pmu, &moment, &none);
        ok(arm_pmu_count(&pmu, cases[i].counter) > UINT32_MAX &&
                !pmu.overflowed == !cases[i].overflows,
            "counter %u with PMCR %llx, MDCR_EL2 %llx: %s at 2^32", cases[i].counter,
            (unsigned long long)cases[i].pmcr, (unsigned long long)cases[i].mdcr,
            cases[i].overflows ? "overflows" : "counts on");
    }
}

static void test_others(void)
{
    static const struct arm_traffic traffic = {third_cycles, NULL};
    struct arm_pmu pmu = begin(8, 8, 2);

    arm_pmu_program(&pmu, 0, 3, 0);
    arm_pmu_program(&pmu, 1, 0, 0);
    arm_pmu_enable(&pmu, 3, true);
    arm_pmu_write(&pmu, ARM_PMSWINC, 2);
    is_u64(arm_pmu_count(&pmu, 1), 0, "SW_INCR does not count while the PMU is off");
    arm_pmu_control(&pmu, 1);
    arm_pmu_write(&pmu, ARM_PMSWINC, 3);
    is_u64(arm_pmu_count(&pmu, 1), 1, "SW_INCR counts");
    is_u64(arm_pmu_count(&pmu, 0), 0, "... where it is the counted event");
    arm_pmu_program(&pmu, 0, 0, 0);
    arm_pmu_write(&pmu, ARM_PMSWINC, 1);
    is_u64(arm_pmu_count(&pmu, 0), 1, "... also on the first counter");
    arm_pmu_program(&pmu, 0, 3, 0);
    arm_pmu_sync(&pmu, &(struct arm_moment){.cycles = 100}, &traffic);
    arm_pmu_sync(&pmu, &(struct arm_moment){.cycles = 200}, &traffic);
    is_u64(arm_pmu_count(&pmu, 0), 66, "traffic adds up over any split into intervals");
    is_u64(arm_pmu_count(&pmu, 30), 0, "a nonexistent counter reads 0");
}

/* With 31 event counters, the maximum, the cycle counter is still separate. */
static void test_most_counters(void)
{
    struct arm_pmu pmu = begin(31, 31, 2);

    for (unsigned i = 0; i < 32; i++)
        arm_pmu_program(&pmu, i, NSH | 8, 0);
    arm_pmu_enable(&pmu, UINT32_MAX, true);
    arm_pmu_control(&pmu, 1);
    arm_pmu_sync(&pmu, &later, &none);
    for (unsigned i = 0; i < 31; i++)
        is_u64(arm_pmu_count(&pmu, i), 1050, "counter %u counts instructions", i);
    is_u64(arm_pmu_count(&pmu, 31), 10000, "... and the last, cycles");
}

int main(void)
{
    test_events();
    test_atomics();
    test_filters();
    test_cycles();
    test_parts();
    test_kernel_at_el1();
    test_kernel_at_el2();
    test_masks();
    test_directions();
    test_overflow();
    test_lengths();
    test_others();
    test_most_counters();
    return done_testing();
}
