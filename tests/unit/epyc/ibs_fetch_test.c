/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The fetch engine: its tagging, latching and starting of the counter, and the
 * writes of Linux and other software. */
#include "tests/ibs_cpu.h"

static const struct memory_outcome hit = {.level = MEMORY_L1, .cycles = 4};
static const struct memory_outcome l2_hit = {
    .level = MEMORY_L2, .cycles = 14, .tlb = MEMORY_TLB_L2, .refill = 7, .op_cache_miss = true};
static const struct memory_outcome dram = {.level = MEMORY_DRAM,
    .cycles = 360,
    .tlb = MEMORY_TLB_WALK,
    .refill = 36,
    .page = MEMORY_2M,
    .op_cache_miss = true};

static struct ibs cpu;

static uint64_t cnt(void)
{
    return rd(&cpu, MSR_FETCH_CTL) >> 16 & 0xffff;
}

/* Starts @variant's engine in a way valid for all generations: without En, then
 * with it. */
static void start(enum ibs_variant variant, uint64_t ctl)
{
    tap_scribble(&cpu, sizeof(cpu));
    ibs_reset(&cpu, variant, 1);
    wr(&cpu, MSR_FETCH_CTL, ctl);
    wr(&cpu, MSR_FETCH_CTL, ctl | FETCH_CTL_EN);
}

/* Tags the next fetch, of an instruction at KERNEL_PC. */
static enum ibs_result tagged(const struct memory_outcome *memory)
{
    struct sim_op op = plain_op(KERNEL_PC);

    op.pc_physical = 0x1234000;
    ibs_count_fetches(&cpu, ibs_fetch_left(&cpu));
    return ibs_fetch_tagged(&cpu, &op, memory);
}

/* ---- counting ---- */

static void test_counting(void)
{
    tap_scribble(&cpu, sizeof(cpu));
    ibs_reset(&cpu, IBS_ZEN4, 1);
    is_u64(ibs_fetch_left(&cpu), IBS_NEVER, "an engine that is off tags nothing");
    start(IBS_ZEN4, 0x1000);
    is_u64(ibs_fetch_left(&cpu), 0x10000, "MaxCnt 0x1000 is a period of 0x10000");
    ibs_count_fetches(&cpu, 0x1234);
    is_u64(cnt(), 0x123, "Cnt shows bits 19:4 while it runs");
    ibs_count_fetches(&cpu, 0x10000);
    is_u64(ibs_fetch_left(&cpu), 0, "the next one is tagged");
    is_u64(cnt(), 0x1000, "... and the counter waits at the period");
    start(IBS_ZEN4, 0xffff);
    is_u64(ibs_fetch_left(&cpu), 0xffff0, "the longest period");
    start(IBS_ZEN4, 0x0f000000 | 0x1000);
    is_u64(ibs_fetch_left(&cpu), 0x1000, "the counter starts at Cnt");
    start(IBS_ZEN4, 0x20000000 | 0x1000);
    is_u64(ibs_fetch_left(&cpu), 0, "a counter above the period has reached it");
    start(IBS_ZEN4, 0);
    ibs_count_fetches(&cpu, 0x180020);
    is_u64(ibs_fetch_left(&cpu), IBS_NEVER, "MaxCnt 0: nothing is ever tagged");
    is_u64(cnt(), 0x8002, "... the counter runs and wraps at 20 bits");
}

static void test_random(void)
{
    unsigned seen = 0;

    for (unsigned i = 0; i < 1000; i++) {
        if (!i)
            start(IBS_ZEN4, FETCH_CTL_RAND | 0x10);
        else
            wr(&cpu, MSR_FETCH_CTL, FETCH_CTL_RAND | FETCH_CTL_EN | 0x10);
        uint64_t left = ibs_fetch_left(&cpu);
        if (left < 0x100 - 15 || left > 0x100)
            seen |= 0x80000000;
        else
            seen |= 1u << (0x100 - left);
        tagged(&hit);
    }
    is_u64(seen, 0xffff, "RandEn: the period is short by 0 to 15, each of them");
    is_u64(cnt(), 0x10, "... and a sample's Cnt is still MaxCnt");
}

/* The raw fetch samples of real parts in silicon/amd-ibs.facts, with 7 and 199
 * cycles; here with up to 1300. Cnt is MaxCnt, and settings stay. A fetch that
 * hits has no miss and no refill. With L3MissOnly each sample misses all. */
static void test_raw_samples(void)
{
    static const struct {
        enum ibs_variant variant;
        uint64_t ctl, sample; /* without Lat */
        enum memory_level level;
        const char *what;
    } raw[] = {{IBS_ZEN2, FETCH_CTL_RAND | 0xffff, 0x02170000ffffffff, MEMORY_L1,
                   "Zen2: RandEn, the longest period, a hit"},
        {IBS_ZEN3, FETCH_CTL_RAND | 0xffff, 0x02170000ffffffff, MEMORY_L1, "Zen3: the same"},
        {IBS_ZEN4, FETCH_CTL_L3ONLY | 8, 0x3c1f000000080008, MEMORY_DRAM,
            "Zen4: L3MissOnly, period 128"}};

    for (unsigned i = 0; i < sizeof(raw) / sizeof(raw[0]); i++) {
        const bool filters = raw[i].level == MEMORY_DRAM;
        unsigned good = 0, filtered = 0;

        ibs_reset(&cpu, raw[i].variant, i);
        for (unsigned n = 0; n < 10000; n++) {
            const struct memory_outcome memory = {
                .level = raw[i].level, .cycles = 1 + n % 1300, .op_cache_miss = filters};

            wr(&cpu, MSR_FETCH_CTL, raw[i].ctl);
            wr(&cpu, MSR_FETCH_CTL, raw[i].ctl | FETCH_CTL_EN);
            filtered += filters && tagged(n % 2 ? &hit : &l2_hit) == IBS_FILTERED;
            good += tagged(&memory) == IBS_LATCHED &&
                    rd(&cpu, MSR_FETCH_CTL) == (raw[i].sample | (uint64_t)memory.cycles << 32) &&
                    rd(&cpu, MSR_FETCH_EXTD) == 0;
        }
        is_u64(good, 10000, "%s", raw[i].what);
        is_u64(filtered, filters ? 10000 : 0, "... and no sample of another fetch");
    }
}

/* Linux arms Zen6's engine with Dis set, then clears Dis. */
static void test_random_behind_dis(void)
{
    unsigned seen = 0;

    tap_scribble(&cpu, sizeof(cpu));
    ibs_reset(&cpu, IBS_ZEN6, 1);
    for (unsigned i = 0; i < 1000; i++) {
        wr(&cpu, MSR_FETCH_CTL2, 1);
        wr(&cpu, MSR_FETCH_CTL, FETCH_CTL_RAND | FETCH_CTL_EN | 0x10);
        wr(&cpu, MSR_FETCH_CTL2, 0);
        uint64_t left = ibs_fetch_left(&cpu);
        seen |= left < 0x100 - 15 || left > 0x100 ? 0x80000000 : 1u << (0x100 - left);
        tagged(&hit);
    }
    is_u64(
        seen, 0xffff, "RandEn on Zen6, written while Dis is set: short by 0 to 15, each of them");
}

/* Writes that load Cnt, by generation. */
static void test_edge(void)
{
    for (unsigned v = 0; v < IBS_N_VARIANTS; v++) {
        bool edge = v == IBS_ZEN1 || v == IBS_ZEN2;
        const char *name = ibs_traits((enum ibs_variant)v)->name;
        start((enum ibs_variant)v, 0x100);
        ibs_count_fetches(&cpu, 0x400);
        wr(&cpu, MSR_FETCH_CTL, FETCH_CTL_EN | 0x100);
        is_u64(ibs_fetch_left(&cpu), edge ? 0xc00 : 0x1000,
            "%s: Cnt written while En stays 1 is %s", name, edge ? "ignored" : "taken");
        wr(&cpu, MSR_FETCH_CTL, 0x100);
        wr(&cpu, MSR_FETCH_CTL, FETCH_CTL_EN | 0x100);
        is_u64(ibs_fetch_left(&cpu), 0x1000, "... it is loaded when En goes from 0 to 1");
    }
}

/* ---- latching ---- */

static void test_hit(void)
{
    start(IBS_ZEN4, FETCH_CTL_RAND | 0x100);
    is_u64(tagged(&hit), IBS_LATCHED, "a sample");
    is_u64(rd(&cpu, MSR_FETCH_CTL), 0x0217000401000100,
        "RandEn, Comp, PhyAddrValid, Val, En, 4 cycles, counts");
    is_u64(rd(&cpu, MSR_FETCH_LIN), KERNEL_PC, "linear address");
    is_u64(rd(&cpu, MSR_FETCH_PHYS), 0x1234000, "physical address");
    is_u64(rd(&cpu, MSR_FETCH_EXTD), 0, "no refill");
    ok(!ibs_fetch_counts(&cpu) && ibs_fetch_enabled(&cpu), "counting stops, the engine stays on");
    uint64_t held = rd(&cpu, MSR_FETCH_CTL);
    ibs_count_fetches(&cpu, 1000);
    is_u64(rd(&cpu, MSR_FETCH_CTL), held, "... so nothing changes");
    ok(!wr(&cpu, MSR_FETCH_CTL, FETCH_CTL_VAL), "Val 1 with En 0 does not interrupt");
    ok(!ibs_fetch_enabled(&cpu) && rd(&cpu, MSR_FETCH_CTL) & FETCH_CTL_VAL, "... and is stored");
}

static void test_misses(void)
{
    start(IBS_ZEN4, 0x100);
    tagged(&l2_hit);
    is_u64(rd(&cpu, MSR_FETCH_CTL), 0x109f001501000100,
        "L2 hit: OcMiss, L1TlbMiss, IcMiss, 21 cycles");
    is_u64(rd(&cpu, MSR_FETCH_EXTD), 7, "... of which 7 for the TLB");
    start(IBS_ZEN4, 0x100);
    tagged(&dram);
    is_u64(
        rd(&cpu, MSR_FETCH_CTL), 0x35bf018c01000100, "memory: all levels missed, 2 MB, 396 cycles");
    is_u64(rd(&cpu, MSR_FETCH_EXTD), 36, "... of which 36 for the walk");
    start(IBS_ZEN3, 0x100);
    tagged(&dram);
    is_u64(rd(&cpu, MSR_FETCH_CTL), 0x05df018c01000100,
        "Zen3: no L3Miss or OcMiss, and 2 MB is code 2");
    start(IBS_FAM10H, 0x100);
    tagged(&dram);
    is_u64(rd(&cpu, MSR_FETCH_CTL), 0x01bf018c01000100, "family 10h: also no L2Miss");
    ok(!ibs_has(&cpu, MSR(MSR_FETCH_EXTD)), "... and no cycles of the refill");
}

static void test_pages(void)
{
    static const uint64_t codes[IBS_N_VARIANTS][3] = {
        {0, 1, 2}, {0, 1, 2}, {0, 1, 2}, {0, 2, 3}, {0, 1, 2}, {0, 1, 2}, {0, 1, 2}};

    for (unsigned v = 0; v < IBS_N_VARIANTS; v++)
        for (unsigned page = 0; page < 3; page++) {
            struct memory_outcome m = {.level = MEMORY_L1, .page = (enum memory_page)page};
            start((enum ibs_variant)v, 0x100);
            tagged(&m);
            is_u64(rd(&cpu, MSR_FETCH_CTL) >> 53 & 3, codes[v][page], "%s: code of page size %u",
                ibs_traits((enum ibs_variant)v)->name, page);
        }
}

static void test_aborted(void)
{
    struct sim_op op = plain_op(0x401000);

    op.pc_physical = SIM_OP_NO_PHYSICAL;
    op.retired = false;
    start(IBS_ZEN4, 0x100);
    ibs_count_fetches(&cpu, 0x1000);
    is_u64(ibs_fetch_tagged(&cpu, &op, &(struct memory_outcome){0}), IBS_LATCHED,
        "a fetch that faults");
    is_u64(rd(&cpu, MSR_FETCH_CTL), 0x0003000001000100,
        "... is a sample without Comp and PhyAddrValid");
    is_u64(rd(&cpu, MSR_FETCH_LIN), 0x401000, "... at its address");
}

/* IBS_FETCH_PHYSADDR of a fetch without PhyAddrValid. */
static void test_stale(void)
{
    static const uint64_t held[IBS_N_STALES] = {[IBS_STALE_LAST] = 0x1234000, [IBS_STALE_ZERO] = 0};
    struct sim_op op = plain_op(0x401000);

    op.pc_physical = SIM_OP_NO_PHYSICAL;
    op.retired = false;
    for (int stale = 0; stale < IBS_N_STALES; stale++) {
        start(IBS_ZEN4, 0x100);
        cpu.stale = (enum ibs_stale)stale;
        tagged(&hit);
        is_u64(rd(&cpu, MSR_FETCH_PHYS), 0x1234000, "stale %d: a valid physical address", stale);
        wr(&cpu, MSR_FETCH_CTL, FETCH_CTL_EN | 0x100);
        ibs_count_fetches(&cpu, 0x1000);
        ibs_fetch_tagged(&cpu, &op, &(struct memory_outcome){0});
        uint64_t address = rd(&cpu, MSR_FETCH_PHYS);
        if (stale == IBS_STALE_RANDOM)
            ok(address && address != 0x1234000 && !(address >> 52), "... random: %" PRIx64,
                address);
        else
            is_u64(address, held[stale], "... one that is not valid");
    }
}

/* ---- filters ---- */

static void test_l3_miss_only(void)
{
    start(IBS_ZEN4, FETCH_CTL_L3ONLY | 0x100);
    is_u64(tagged(&l2_hit), IBS_FILTERED, "L3MissOnly: an L2 hit");
    uint64_t left = ibs_fetch_left(&cpu);
    ok(left >= 0x1000 - 15 && left <= 0x1000 - 1, "... counting starts at 1 to 15");
    ok(!(rd(&cpu, MSR_FETCH_CTL) & FETCH_CTL_VAL) && !rd(&cpu, MSR_FETCH_LIN),
        "... without a sample");
    is_u64(tagged(&dram), IBS_LATCHED, "... memory");
    start(IBS_ZEN3, FETCH_CTL_L3ONLY | 0x100);
    is_u64(tagged(&hit), IBS_LATCHED, "Zen3 has no such filter");
}

static void test_control2(void)
{
    static const struct {
        uint64_t ctl2;
        uint16_t cycles;
        enum ibs_result result;
        const char *what;
    } cases[] = {
        {0x00, 4, IBS_LATCHED, "no filter"},
        {0x02, 127, IBS_FILTERED, "fetchlat=128: 127 cycles"},
        {0x02, 128, IBS_LATCHED, "fetchlat=128: 128 cycles"},
        {0x1e, 1919, IBS_FILTERED, "fetchlat=1920: 1919 cycles"},
        {0x1e, 1920, IBS_LATCHED, "fetchlat=1920: 1920 cycles"},
        {0x20, 4, IBS_FILTERED, "bit 5 excludes the kernel"},
        {0x40, 4, IBS_LATCHED, "bit 6 excludes users"},
    };

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        start(IBS_ZEN6, 0x100);
        wr(&cpu, MSR_FETCH_CTL2, cases[i].ctl2);
        struct memory_outcome m = {.level = MEMORY_L1, .cycles = cases[i].cycles};
        is_u64(tagged(&m), cases[i].result, "IBS_FETCH_CTL2 %" PRIx64 ": %s", cases[i].ctl2,
            cases[i].what);
    }
    wr(&cpu, MSR_FETCH_CTL2, 1);
    ok(!ibs_fetch_enabled(&cpu), "Dis disables, whatever En is");
}

/* ---- software's writes ---- */

/* Linux computes the count of a sample as Cnt << 4, so Cnt must be MaxCnt
 * there. */
static void test_linux(enum ibs_variant variant)
{
    bool two_writes = variant == IBS_ZEN1 || variant == IBS_ZEN2;
    const char *name = ibs_traits(variant)->name;

    tap_scribble(&cpu, sizeof(cpu));
    ibs_reset(&cpu, variant, 1);
    for (unsigned i = 0; i < 3; i++) {
        if (two_writes)
            wr(&cpu, MSR_FETCH_CTL, 0x2000);
        ok(!wr(&cpu, MSR_FETCH_CTL, FETCH_CTL_EN | 0x2000), "%s: start", name);
        is_u64(ibs_fetch_left(&cpu), 0x20000, "... with the whole period before it");
        tagged(&hit);
        is_u64(rd(&cpu, MSR_FETCH_CTL) & 0x0003ffffffff & ~UINT64_C(0xffff00000000), 0x20002000,
            "... Cnt is MaxCnt in the sample");
    }
    wr(&cpu, MSR_FETCH_CTL, rd(&cpu, MSR_FETCH_CTL) & ~(FETCH_CTL_EN | 0xffff));
    ok(!ibs_fetch_enabled(&cpu), "... stop");
}

/* AMD Research IBS Toolkit writes 0 before each start. */
static void test_toolkit(void)
{
    for (unsigned v = 0; v < IBS_N_VARIANTS; v++) {
        start((enum ibs_variant)v, 0x100);
        tagged(&hit);
        wr(&cpu, MSR_FETCH_CTL, 0);
        wr(&cpu, MSR_FETCH_CTL, FETCH_CTL_EN | 0x100);
        is_u64(ibs_fetch_left(&cpu), 0x1000, "%s: 0, then the control, starts anew",
            ibs_traits((enum ibs_variant)v)->name);
    }
}

static void test_two_steps(void)
{
    start(IBS_FAM10H, 0x100);
    ok(!wr(&cpu, MSR_FETCH_CTL, FETCH_CTL_EN), "family 10h: clearing MaxCnt");
    ok(!wr(&cpu, MSR_FETCH_CTL, 0), "... and then En does not interrupt");
    start(IBS_FAM10H, 0x100);
    ok(wr(&cpu, MSR_FETCH_CTL, 0), "... clearing both at once interrupts without a sample");
}

static void test_val_stuck(void)
{
    start(IBS_ZEN2, 0x100);
    cpu.val_stuck = true;
    tagged(&hit);
    wr(&cpu, MSR_FETCH_CTL, 0x100);
    wr(&cpu, MSR_FETCH_CTL, FETCH_CTL_EN | 0x100);
    ok(rd(&cpu, MSR_FETCH_CTL) & FETCH_CTL_VAL && !ibs_fetch_counts(&cpu),
        "a stuck Val survives writes of 0");
}

/* AMD's test for FreeBSD on an EPYC 9654 reads back the written value. */
static void test_write_clears_status(void)
{
    start(IBS_ZEN4, 0x100);
    tagged(&hit);
    ok(rd(&cpu, MSR_FETCH_CTL) >> 32 & 0xffff, "a sample has a latency");
    wr(&cpu, MSR_FETCH_CTL, 0x1000);
    is_u64(rd(&cpu, MSR_FETCH_CTL), 0x1000, "a write leaves nothing of it");
}

int main(void)
{
    test_counting();
    test_random();
    test_random_behind_dis();
    test_raw_samples();
    test_edge();
    test_hit();
    test_misses();
    test_pages();
    test_aborted();
    test_stale();
    test_l3_miss_only();
    test_control2();
    for (unsigned v = 0; v < IBS_N_VARIANTS; v++)
        test_linux((enum ibs_variant)v);
    test_toolkit();
    test_two_steps();
    test_val_stuck();
    test_write_clears_status();
    return done_testing();
}
