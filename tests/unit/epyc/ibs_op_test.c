/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The op engine: its tagging, latching and dropping of samples, and the writes
 * of Linux and other software. */
#include "tests/ibs_cpu.h"

/* The memory hierarchy's outcome of an access. */
static const struct memory_outcome l1_hit = {.level = MEMORY_L1, .cycles = 4};
static const struct memory_outcome l2_hit = {.level = MEMORY_L2, .cycles = 14};
static const struct memory_outcome l3_hit = {
    .level = MEMORY_L3, .cycles = 50, .tlb = MEMORY_TLB_L2, .refill = 7, .page = MEMORY_2M};
static const struct memory_outcome dram = {
    .level = MEMORY_DRAM, .cycles = 360, .tlb = MEMORY_TLB_WALK, .refill = 36};

static struct ibs cpu;

/* Latches @op as the tagged one. */
static enum ibs_result tagged(
    const struct sim_op *op, const struct memory_outcome *memory, bool mispredicted)
{
    struct ibs_op_facts facts = {.op = op, .mispredicted = mispredicted};

    if (op->n_accesses && memory) {
        facts.access = &op->accesses[0];
        facts.memory = *memory;
    }
    return ibs_op_tagged(&cpu, &facts);
}

/* A CPU of @variant with its op engine running, and one sample of @op. */
static enum ibs_result sample(enum ibs_variant variant, uint64_t filters, const struct sim_op *op,
    const struct memory_outcome *memory)
{
    tap_scribble(&cpu, sizeof(cpu));
    ibs_reset(&cpu, variant, 1);
    wr(&cpu, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | op_period(0x1000) | filters);
    ibs_count_ops(&cpu, 0x1000);
    return tagged(op, memory, false);
}

/* ---- counting ---- */

static void test_counting(void)
{
    tap_scribble(&cpu, sizeof(cpu));
    ibs_reset(&cpu, IBS_ZEN4, 1);
    is_u64(ibs_op_left(&cpu), IBS_NEVER, "an engine that is off tags nothing");
    ibs_count_ops(&cpu, 100);
    is_u64(rd(&cpu, MSR_OP_CTL), 0, "... and counts nothing");
    wr(&cpu, MSR_OP_CTL, 0x2a000); /* period 0xa0000 with cycles */
    is_u64(ibs_op_left(&cpu), 0xa0000 / 4, "an op takes four cycles");
    ibs_count_ops(&cpu, 1000);
    is_u64(CUR_CNT(rd(&cpu, MSR_OP_CTL)), 4000, "the count can be read while it runs");
    ibs_count_ops(&cpu, 0xa0000 / 4);
    is_u64(CUR_CNT(rd(&cpu, MSR_OP_CTL)), 0xa0000, "... and stops at the period");
    wr(&cpu, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | 0x1000);
    is_u64(ibs_op_left(&cpu), 0x10000, "with CntCtl 1 ops are counted");
    ibs_count_ops(&cpu, 0xffff);
    is_u64(ibs_op_left(&cpu), 1, "one is left");
    wr(&cpu, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | 0x1000);
    ibs_count_ops(&cpu, 0x10007);
    is_u64(CUR_CNT(rd(&cpu, MSR_OP_CTL)), 0x10000, "seven more than the period are not counted");
    wr(&cpu, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | 0x1000);
    ibs_count_ops(&cpu, 0xffff);
    ibs_count_ops(&cpu, 1);
    is_u64(ibs_op_left(&cpu), 0, "the next one is tagged");
    ibs_count_ops(&cpu, 50);
    is_u64(CUR_CNT(rd(&cpu, MSR_OP_CTL)), 0x10000, "the counter waits at the period");
}

/* Periods of every kind: bits 26:20 keep their place. */
static void test_periods(void)
{
    static const struct {
        uint64_t ctl, ops;
    } cases[] = {
        {0x0009, 0x90},
        {0x61a8, 0x61a80}, /* perf record -c 400000 */
        {0x10061a8, 0x1061a80},
        {0x7f0ffff, 0x7fffff0}, /* the longest */
        {0x0100000, 0x0100000},
    };

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tap_scribble(&cpu, sizeof(cpu));
        ibs_reset(&cpu, IBS_ZEN2, 1);
        wr(&cpu, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | cases[i].ctl);
        is_u64(ibs_op_left(&cpu), cases[i].ops, "IBS_OP_CTL %07" PRIx64, cases[i].ctl);
    }
    tap_scribble(&cpu, sizeof(cpu));
    ibs_reset(&cpu, IBS_FAM10H, 1);
    wr(&cpu, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | 0x7f0ffff);
    is_u64(ibs_op_left(&cpu), 0xffff0, "family 10h has no bits 26:20");
}

static void test_current_count(void)
{
    tap_scribble(&cpu, sizeof(cpu));
    ibs_reset(&cpu, IBS_ZEN4, 1);
    wr(&cpu, MSR_OP_CTL, UINT64_C(0x55) << 32 | OP_CTL_EN | OP_CTL_OPS | 0x1000);
    is_u64(ibs_op_left(&cpu), 0x10000 - 0x55, "the counter starts at CurCnt");
    wr(&cpu, MSR_OP_CTL, UINT64_C(0x7000000) << 32 | OP_CTL_EN | OP_CTL_OPS | 0x1000);
    is_u64(ibs_op_left(&cpu), 0, "a counter above the period has reached it");
    wr(&cpu, MSR_OP_CTL, UINT64_C(3) << 32 | OP_CTL_EN | 0x1000);
    is_u64(ibs_op_left(&cpu), 0x4000, "a cycle count between multiples of four rounds up");
    ibs_count_ops(&cpu, 0x4000);
    is_u64(ibs_op_left(&cpu), 0, "... and then reaches the period");
}

static void test_no_period(void)
{
    tap_scribble(&cpu, sizeof(cpu));
    ibs_reset(&cpu, IBS_ZEN4, 1);
    wr(&cpu, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS);
    ibs_count_ops(&cpu, 0x8000001);
    is_u64(ibs_op_left(&cpu), IBS_NEVER, "MaxCnt 0: nothing is ever tagged");
    is_u64(CUR_CNT(rd(&cpu, MSR_OP_CTL)), 1, "... the counter runs and wraps at 27 bits");
    tap_scribble(&cpu, sizeof(cpu));
    ibs_reset(&cpu, IBS_FAM10H, 1);
    wr(&cpu, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS);
    ibs_count_ops(&cpu, 0x100003);
    is_u64(CUR_CNT(rd(&cpu, MSR_OP_CTL)), 3, "... on family 10h at 20");
}

/* Counts op by op, as in windows. Checks the whole register. */
static void test_one_by_one(void)
{
    static const struct {
        enum ibs_variant variant;
        uint64_t before, after; /* CurCnt and CurCntExt, in IBS_OP_CTL's layout; four ops later */
        const char *what;
    } cases[] = {
        {IBS_ZEN4, 0x00000005, 0x00000009, "only bits of CurCnt"},
        {IBS_ZEN4, 0x000ffffe, 0x00100002, "a carry into CurCntExt"},
        {IBS_ZEN4, 0x07fffffe, 0x00000002, "the end of 27 bits"},
        {IBS_FAM10H, 0x000ffffe, 0x00000002, "the end of family 10h's 20 bits"},
    };

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tap_scribble(&cpu, sizeof(cpu));
        ibs_reset(&cpu, cases[i].variant, 1);
        wr(&cpu, MSR_OP_CTL, cases[i].before << 32 | OP_CTL_EN | OP_CTL_OPS);
        for (unsigned n = 0; n < 4; n++)
            ibs_count_ops(&cpu, 1);
        /* Checks the held value: a read would hide a carry into reserved bits.
         * */
        is_u64(cpu.values[IBS_OP_CTL], cases[i].after << 32 | OP_CTL_EN | OP_CTL_OPS,
            "one by one: %s", cases[i].what);
    }
}

static void test_due(void)
{
    tap_scribble(&cpu, sizeof(cpu));
    ibs_reset(&cpu, IBS_ZEN6, 1);
    ok(!ibs_op_due(&cpu), "an engine that is off is never due");
    wr(&cpu, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | 1); /* period 16 */
    for (unsigned n = 0; n < 16; n++) {
        ok(!ibs_op_due(&cpu), "op %u is not due", n);
        ibs_count_ops(&cpu, 1);
    }
    ok(ibs_op_due(&cpu), "the next op is due");
    wr(&cpu, MSR_OP_CTL2, 1);
    ok(!ibs_op_due(&cpu), "... not with Dis set");
    wr(&cpu, MSR_OP_CTL2, 0);
    ok(ibs_op_due(&cpu), "... again without");
    wr(&cpu, MSR_OP_CTL, UINT64_C(16) << 32 | OP_CTL_EN | OP_CTL_OPS | 2);
    ok(!ibs_op_due(&cpu), "... not with a longer period");
    wr(&cpu, MSR_OP_CTL, UINT64_C(31) << 32 | OP_CTL_EN | 2);
    ok(!ibs_op_due(&cpu), "31 cycles of 32");
    ibs_count_ops(&cpu, 1);
    is_u64(CUR_CNT(rd(&cpu, MSR_OP_CTL)), 35, "... and the four of an op");
    ok(ibs_op_due(&cpu), "... make it due");
}

/* ---- Val ---- */

static void test_val(void)
{
    struct sim_op op = plain_op(KERNEL_PC);

    is_u64(sample(IBS_ZEN4, 0, &op, NULL), IBS_LATCHED, "a sample");
    is_u64(rd(&cpu, MSR_OP_CTL) & 0x7ffffff, OP_CTL_EN | OP_CTL_VAL | OP_CTL_OPS | 0x100,
        "Val is set, the rest is unchanged");
    ok(CUR_CNT(rd(&cpu, MSR_OP_CTL)) - 3 < 128,
        "CurCnt is random, plus the three ops until it retired");
    ok(!ibs_op_counts(&cpu) && ibs_op_enabled(&cpu), "counting stops, the engine stays on");
    uint64_t held = rd(&cpu, MSR_OP_CTL);
    ibs_count_ops(&cpu, 1000);
    is_u64(rd(&cpu, MSR_OP_CTL), held, "... so nothing changes");
    wr(&cpu, MSR_OP_CTL, held);
    ok(!ibs_op_counts(&cpu), "writing Val back unchanged has no effect");
    wr(&cpu, MSR_OP_CTL, held & ~OP_CTL_VAL);
    ok(ibs_op_counts(&cpu), "clearing Val lets it count again");
    is_u64(ibs_op_left(&cpu), 0x1000 - CUR_CNT(held), "... from the CurCnt written");
    ok(!wr(&cpu, MSR_OP_CTL, OP_CTL_VAL), "Val 1 with En 0 does not interrupt");
    ok(!ibs_op_enabled(&cpu) && rd(&cpu, MSR_OP_CTL) == OP_CTL_VAL, "... and is stored");
}

static void test_val_stuck(void)
{
    struct sim_op op = plain_op(KERNEL_PC);

    sample(IBS_ZEN4, 0, &op, NULL);
    cpu.val_stuck = true;
    wr(&cpu, MSR_OP_CTL, OP_CTL_EN | 0x1000);
    ok(rd(&cpu, MSR_OP_CTL) & OP_CTL_VAL, "a stuck Val survives a write of 0");
    ok(!ibs_op_counts(&cpu), "... and nothing counts");
}

static void test_random_bits(void)
{
    struct sim_op op = plain_op(KERNEL_PC);
    uint64_t seen[2] = {0, 0}, first[64] = {0};
    bool same = true;

    for (unsigned run = 0; run < 2; run++) {
        tap_scribble(&cpu, sizeof(cpu));
        ibs_reset(&cpu, IBS_ZEN4, 42);
        for (unsigned i = 0; i < 2000; i++) {
            wr(&cpu, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | 0x1000);
            tagged(&op, NULL, false);
            uint64_t low = CUR_CNT(rd(&cpu, MSR_OP_CTL)) - 3;
            seen[low >> 6] |= BIT(low & 63);
            if (i < 64 && !run)
                first[i] = low;
            same &= i >= 64 || first[i] == low;
        }
    }
    ok(seen[0] == UINT64_MAX && seen[1] == UINT64_MAX,
        "the count at the tag takes all values from 0 to 127");
    ok(same, "... the same ones from the same seed");
}

/* The relations of the raw samples of real parts in silicon/amd-ibs.facts. In
 * 14 + the wait cycles from tag to retirement, the count continues from 0 to
 * 127, modulo the period. */
static void test_count_at_retirement(void)
{
    static const struct {
        enum ibs_variant variant;
        uint64_t ctl, period; /* as in the sample, without CurCnt and Val */
        unsigned per_count;   /* cycles */
        bool store;
        const char *what;
    } samples[] = {{IBS_ZEN2, 0x9a8968, 10000000, 4, true, "Zen2: ops, period 10000000"},
        {IBS_ZEN4, 0x30008, 128, 1, false, "Zen4: cycles, period 128"},
        {IBS_ZEN4, 0x2186a, 100000, 1, true, "Zen4: cycles, period 100000"},
        {IBS_ZEN4, 0x3f424, 1000000, 1, false, "Genoa: cycles, period 1000000"}};

    for (unsigned i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
        struct sim_op op = (samples[i].store ? store_op : load_op)(KERNEL_PC, 0x2000, 0x2000, 8);
        unsigned good = 0, wrapped = 0;

        ibs_reset(&cpu, samples[i].variant, i);
        for (unsigned n = 0; n < 10000; n++) {
            struct memory_outcome memory = {.level = MEMORY_DRAM, .cycles = n % 1300};
            uint64_t waited = samples[i].store ? 0 : memory.cycles;

            wr(&cpu, MSR_OP_CTL, samples[i].ctl);
            tagged(&op, &memory, false);
            uint64_t count = CUR_CNT(rd(&cpu, MSR_OP_CTL)), period = samples[i].period;
            uint64_t gone = (14 + waited) / samples[i].per_count;
            good += count < period && (count + period * 20 - gone) % period < 128 &&
                    (rd(&cpu, MSR_OP_DATA) >> 16 & 0xffff) == 14 + waited &&
                    rd(&cpu, MSR_OP_DATA3) >> 32 == waited;
            wrapped += count < gone;
        }
        is_u64(good, 10000, "%s", samples[i].what);
        ok((wrapped != 0) == (samples[i].period == 128), "... wraps with a short period alone");
    }
}

/* ---- aborted and filtered ---- */

static void test_aborted(void)
{
    struct sim_op op = plain_op(KERNEL_PC);

    op.retired = false;
    is_u64(sample(IBS_ZEN4, 0, &op, NULL), IBS_ABORTED, "a tagged op that faults");
    ok(!(rd(&cpu, MSR_OP_CTL) & OP_CTL_VAL) && !rd(&cpu, MSR_OP_RIP) && !cpu.samples[1],
        "... is no sample");
    ok(CUR_CNT(rd(&cpu, MSR_OP_CTL)) < 128, "the counter starts again, bits 6:0 random");
    ok(ibs_op_counts(&cpu) && ibs_op_left(&cpu) > 0x1000 - 128, "... and continues");
}

static void test_l3_miss_only(void)
{
    static const struct {
        const struct memory_outcome *memory;
        const char *what;
        enum ibs_result result;
    } cases[] = {
        {&l1_hit, "an L1 hit", IBS_FILTERED},
        {&l2_hit, "an L2 hit", IBS_FILTERED},
        {&l3_hit, "an L3 hit", IBS_FILTERED},
        {&dram, "memory", IBS_LATCHED},
    };
    struct sim_op load = load_op(KERNEL_PC, 0x1000, 0x1000, 8), none = plain_op(KERNEL_PC);
    struct sim_op store = store_op(KERNEL_PC, 0x1000, 0x1000, 8);

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        is_u64(sample(IBS_ZEN4, OP_CTL_L3ONLY, &load, cases[i].memory), cases[i].result,
            "L3MissOnly, %s", cases[i].what);
    is_u64(sample(IBS_ZEN4, OP_CTL_L3ONLY, &store, &l3_hit), IBS_FILTERED,
        "L3MissOnly, a store into the L3");
    is_u64(sample(IBS_ZEN4, OP_CTL_L3ONLY, &store, &dram), IBS_LATCHED,
        "L3MissOnly, a store into memory");
    is_u64(sample(IBS_ZEN4, OP_CTL_L3ONLY, &none, NULL), IBS_FILTERED, "L3MissOnly, no access");
    uint64_t count = CUR_CNT(rd(&cpu, MSR_OP_CTL));
    ok(count >= 1 && count <= 127 && !(rd(&cpu, MSR_OP_CTL) & OP_CTL_VAL),
        "counting starts at 1 to 127");
    is_u64(sample(IBS_ZEN3, OP_CTL_L3ONLY, &load, &l1_hit), IBS_LATCHED, "Zen3 has no such filter");
}

static void test_load_latency(void)
{
    struct sim_op load = load_op(KERNEL_PC, 0x1000, 0x1000, 8),
                  store = store_op(KERNEL_PC, 0x1000, 0x1000, 8);
    struct memory_outcome slow = dram;

    slow.cycles = 256;
    is_u64(sample(IBS_ZEN6, OP_CTL_LDLAT(1), &load, &slow), IBS_FILTERED,
        "ldlat=256: 256 cycles are too few");
    slow.cycles = 257;
    is_u64(sample(IBS_ZEN6, OP_CTL_LDLAT(1), &load, &slow), IBS_LATCHED, "... 257 are enough");
    is_u64(rd(&cpu, MSR_OP_DATA3) >> 32 & 0xffff, 257, "... as in DcMissLat");
    is_u64(sample(IBS_ZEN6, OP_CTL_LDLAT(1), &store, &slow), IBS_FILTERED,
        "... a store is not a load");
    is_u64(sample(IBS_ZEN6, OP_CTL_LDLAT(0), &load, &l1_hit), IBS_FILTERED, "ldlat=128: an L1 hit");
    is_u64(sample(IBS_ZEN5, OP_CTL_LDLAT(0) | OP_CTL_L3ONLY, &load, &dram), IBS_LATCHED,
        "Zen5, with L3MissOnly: memory");
    is_u64(sample(IBS_ZEN5, OP_CTL_LDLAT(3) | OP_CTL_L3ONLY, &load, &dram), IBS_FILTERED,
        "... is too fast for ldlat=512");
    is_u64(sample(IBS_ZEN5, OP_CTL_LDLAT(3), &load, &dram), IBS_LATCHED,
        "Zen5, without it: nothing is filtered (erratum 1606)");
    is_u64(
        sample(IBS_ZEN4, OP_CTL_LDLAT(15), &load, &l1_hit), IBS_LATCHED, "Zen4 has no such filter");
}

static void test_control2(void)
{
    struct sim_op kernel = plain_op(KERNEL_PC), user = plain_op(0x401000);
    struct sim_op store = store_op(0x401000, 0x1000, 0x1000, 8);
    static const struct {
        uint64_t ctl2;
        enum ibs_result kernel, user;
    } cases[] = {{0, IBS_LATCHED, IBS_LATCHED}, {2, IBS_LATCHED, IBS_FILTERED},
        {4, IBS_FILTERED, IBS_LATCHED}, {6, IBS_FILTERED, IBS_FILTERED},
        {8, IBS_FILTERED, IBS_FILTERED}};

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        sample(IBS_ZEN6, 0, &kernel, NULL);
        wr(&cpu, MSR_OP_CTL2, cases[i].ctl2);
        is_u64(tagged(&kernel, NULL, false), cases[i].kernel,
            "IBS_OP_CTL2 %" PRIx64 ": the kernel's op", cases[i].ctl2);
        is_u64(tagged(&user, NULL, false), cases[i].user, "... and a user's");
    }
    store.streaming = true;
    is_u64(tagged(&store, &dram, false), IBS_LATCHED, "StrmStFilter lets streaming stores pass");
    is_u64(rd(&cpu, MSR_OP_DATA2), 0x100, "... which StrmSt marks");
    wr(&cpu, MSR_OP_CTL2, 1);
    ok(!ibs_op_enabled(&cpu), "Dis disables, whatever En is");
}

/* ---- latching ---- */

static void test_plain(void)
{
    struct sim_op op = plain_op(KERNEL_PC);

    sample(IBS_ZEN4, 0, &op, NULL);
    is_u64(rd(&cpu, MSR_OP_RIP), KERNEL_PC, "RIP is the instruction's");
    is_u64(rd(&cpu, MSR_OP_DATA), 14 << 16 | 2,
        "cycles to retirement, from tagging and from completion");
    is_u64(rd(&cpu, MSR_OP_DATA2) | rd(&cpu, MSR_OP_DATA3) | rd(&cpu, MSR_DC_LIN) |
               rd(&cpu, MSR_DC_PHYS) | rd(&cpu, MSR_BR_TARGET),
        0, "an op without accesses or branches leaves the others 0");
}

static void test_load(void)
{
    struct sim_op op = load_op(KERNEL_PC, 0xffff888012345678, 0x12345678, 8);

    sample(IBS_ZEN4, 0, &op, &l1_hit);
    is_u64(rd(&cpu, MSR_DC_LIN), 0xffff888012345678, "linear address");
    is_u64(rd(&cpu, MSR_DC_PHYS), 0x12345678, "physical address");
    is_u64(rd(&cpu, MSR_OP_DATA3), 0x01060001, "L1 hit: LdOp, both addresses, 8 bytes");
    sample(IBS_ZEN4, 0, &op, &l2_hit);
    is_u64(rd(&cpu, MSR_OP_DATA3), 0x0000000e01060081, "L2 hit: DcMiss, 14 cycles");
    is_u64(rd(&cpu, MSR_OP_DATA2), 0, "... without a source");
    sample(IBS_ZEN4, 0, &op, &l3_hit);
    is_u64(rd(&cpu, MSR_OP_DATA3), 0x00070032011600c5,
        "L3 hit: L2Miss, 50 cycles; L2 TLB hit of 2 MB after 7 cycles");
    is_u64(rd(&cpu, MSR_OP_DATA2), 0x21, "... from the CCX, not modified");
    sample(IBS_ZEN4, 0, &op, &dram);
    is_u64(rd(&cpu, MSR_OP_DATA3), 0x002401680116008d, "memory: 360 cycles, after a walk of 36");
    is_u64(rd(&cpu, MSR_OP_DATA2), 3, "... from DRAM");
    is_u64(rd(&cpu, MSR_OP_DATA), (14 + 360 + 36) << 16 | 2, "... which delays retirement");
}

static void test_store(void)
{
    struct sim_op op = store_op(KERNEL_PC, 0x7ffe0ffc, 0x20ffc, 4);

    sample(IBS_ZEN4, 0, &op, &dram);
    is_u64(
        rd(&cpu, MSR_OP_DATA3), 0x0024000000d6008e, "a store: StOp, 4 bytes, misses, no latency");
    is_u64(rd(&cpu, MSR_OP_DATA2), 0, "... no source");
    op.locked = true;
    op.n_accesses = 2;
    op.accesses[1] = op.accesses[0];
    op.accesses[0].store = false;
    sample(IBS_ZEN4, 0, &op, &l1_hit);
    is_u64(rd(&cpu, MSR_OP_DATA3), 0x00c68003, "a locked addition: LdOp, StOp, LockedOp");
}

/* Samples @op in the running engine, whose data registers keep their
 * contents. */
static void another(const struct sim_op *op, const struct memory_outcome *memory)
{
    wr(&cpu, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | op_period(0x1000));
    ibs_count_ops(&cpu, 0x1000);
    tagged(op, memory, false);
}

static const unsigned stale_regs[] = {MSR_OP_DATA2, MSR_DC_LIN, MSR_DC_PHYS, MSR_BR_TARGET};

static void holds(const uint64_t expected[4], const char *what)
{
    for (unsigned i = 0; i < 4; i++)
        is_u64(rd(&cpu, stale_regs[i]), expected[i], "%s: MSR %x", what, MSR(stale_regs[i]));
}

/* A branch that loads from memory; then ops without valid fields. */
static void stale_samples(enum ibs_variant variant, enum ibs_stale stale)
{
    struct sim_op op = load_op(KERNEL_PC, 0x7000, 0x5000, 8);

    op.branch = SIM_INDIRECT;
    op.next_pc = KERNEL_PC + 0x100;
    tap_scribble(&cpu, sizeof(cpu));
    ibs_reset(&cpu, variant, 1);
    cpu.stale = stale;
    another(&op, &dram);
}

static void test_stale(void)
{
    static const uint64_t load[] = {3, 0x7000, 0x5000, KERNEL_PC + 0x100};
    const struct sim_op plain = plain_op(KERNEL_PC), store = store_op(KERNEL_PC, 0x9000, 0x8000, 8),
                        unmapped = load_op(KERNEL_PC, 0xa000, SIM_OP_NO_PHYSICAL, 8);

    stale_samples(IBS_ZEN4, IBS_STALE_LAST);
    holds(load, "a load that is a branch");
    another(&plain, NULL);
    holds(load, "fields that are not valid keep their contents");
    another(&store, &l3_hit);
    holds((uint64_t[]){3, 0x9000, 0x8000, KERNEL_PC + 0x100}, "a store keeps the data source");
    another(&unmapped, &(struct memory_outcome){.level = MEMORY_UNKNOWN});
    holds((uint64_t[]){3, 0xa000, 0x8000, KERNEL_PC + 0x100}, "... without a physical address");
    wr(&cpu, MSR_OP_DATA2, 0x37);
    another(&store, &l1_hit);
    is_u64(rd(&cpu, MSR_OP_DATA2), 0x37, "... also what software wrote");
    another(&(struct sim_op){.pc = KERNEL_PC,
                .retired = true,
                .n_accesses = 1,
                .accesses = {{.linear = 0x7000, .physical = 0x5000, .size = 8}}},
        &l2_hit);
    is_u64(rd(&cpu, MSR_OP_DATA2), 0x37, "... and an L2 hit");
    stale_samples(IBS_ZEN4, IBS_STALE_ZERO);
    holds(load, "zero: valid fields");
    another(&plain, NULL);
    holds((uint64_t[]){0, 0, 0, 0}, "zero: the others");
}

/* Random bits stay in the register's fields; valid ones are never random. */
static void test_stale_random(void)
{
    const struct sim_op plain = plain_op(KERNEL_PC), load = load_op(KERNEL_PC, 0x7000, 0x5000, 8);
    uint64_t ones[4] = {0}, zeros[4] = {0};

    stale_samples(IBS_ZEN4, IBS_STALE_RANDOM);
    for (unsigned n = 0; n < 200; n++) {
        another(&plain, NULL);
        for (unsigned i = 0; i < 4; i++) {
            ones[i] |= rd(&cpu, stale_regs[i]);
            zeros[i] |= ~rd(&cpu, stale_regs[i]);
        }
    }
    is_u64(ones[0], 0xf7, "random: each bit of the data source is 1 at times");
    ok(ones[1] == UINT64_MAX && ones[3] == UINT64_MAX, "... and of the addresses");
    is_u64(ones[2], UINT64_C(0xfffffffffffff), "... within a physical address");
    ok(zeros[0] == UINT64_MAX && zeros[1] == UINT64_MAX && zeros[2] == UINT64_MAX &&
            zeros[3] == UINT64_MAX,
        "... and 0 at times");
    another(&load, &l3_hit);
    is_u64(rd(&cpu, MSR_OP_DATA2), 0x21, "random: a load's source is its own");
    is_u64(rd(&cpu, MSR_DC_PHYS), 0x5000, "... and its address");
}

/* Each generation's source; bit 8 of Zen6 is of stores. */
static void test_stale_generations(void)
{
    struct sim_op store = store_op(KERNEL_PC, 0x9000, 0x8000, 8);

    store.streaming = true;
    stale_samples(IBS_FAM10H, IBS_STALE_LAST);
    another(&store, &dram);
    is_u64(rd(&cpu, MSR_OP_DATA2), 0, "family 10h: a store's source is 0, there is no L2Miss");
    stale_samples(IBS_ZEN6, IBS_STALE_LAST);
    wr(&cpu, MSR_OP_DATA2, 0x2f7);
    another(&store, &dram);
    is_u64(rd(&cpu, MSR_OP_DATA2), 0x3f7, "Zen6: StrmSt is the store's, the rest stays");
}

static void test_widths(void)
{
    static const struct {
        unsigned bytes, code;
    } cases[] = {{0, 0}, {1, 1}, {2, 2}, {4, 3}, {8, 4}, {10, 5}, {16, 5}, {32, 6}, {64, 7}};

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct sim_op op = load_op(KERNEL_PC, 0, 0, cases[i].bytes);
        sample(IBS_ZEN4, 0, &op, &l1_hit);
        is_u64(rd(&cpu, MSR_OP_DATA3) >> 22 & 15, cases[i].code, "OpMemWidth of %u bytes",
            cases[i].bytes);
    }
    for (unsigned at = 0; at < 64; at += 4) {
        struct sim_op op = load_op(KERNEL_PC, 0x1000 + at, 0x1000 + at, 8);
        sample(IBS_ZEN4, 0, &op, &l1_hit);
        is_u64(rd(&cpu, MSR_OP_DATA3) >> 8 & 1, at == 60, "MisAcc of 8 bytes at %u in a line", at);
    }
}

static void test_no_physical(void)
{
    struct sim_op op = load_op(KERNEL_PC, 0x7000, SIM_OP_NO_PHYSICAL, 8);

    sample(IBS_ZEN4, 0, &op, &(struct memory_outcome){.level = MEMORY_UNKNOWN});
    is_u64(rd(&cpu, MSR_OP_DATA3), 0x01020001, "without a physical address: LinAddrValid alone");
    is_u64(rd(&cpu, MSR_DC_PHYS), 0, "... and no address");
}

static void test_branches(void)
{
    struct sim_op op = branch_op(KERNEL_PC, SIM_CONDITIONAL, KERNEL_PC - 64, true);
    uint64_t cycles = 14 << 16 | 2;

    sample(IBS_ZEN4, 0, &op, NULL);
    is_u64(rd(&cpu, MSR_OP_DATA), BIT(37) | BIT(35) | cycles, "a branch taken");
    is_u64(rd(&cpu, MSR_BR_TARGET), KERNEL_PC - 64, "... to its target");
    op = branch_op(KERNEL_PC, SIM_CONDITIONAL, KERNEL_PC - 64, false);
    sample(IBS_ZEN4, 0, &op, NULL);
    is_u64(rd(&cpu, MSR_OP_DATA), BIT(37) | cycles, "one not taken");
    is_u64(rd(&cpu, MSR_BR_TARGET), KERNEL_PC + 4, "... falls through");
    op = branch_op(KERNEL_PC, SIM_RETURN, 0x1234, true);
    sample(IBS_ZEN4, 0, &op, NULL);
    wr(&cpu, MSR_OP_CTL, OP_CTL_EN | 0x1000);
    tagged(&op, NULL, true);
    is_u64(rd(&cpu, MSR_OP_DATA), BIT(37) | BIT(36) | BIT(35) | BIT(34) | cycles,
        "a mispredicted return");
    sample(IBS_FAM10H, 0, &op, NULL);
    wr(&cpu, MSR_OP_CTL, OP_CTL_EN | 0x1000);
    tagged(&op, NULL, true);
    is_u64(rd(&cpu, MSR_OP_DATA), BIT(37) | BIT(36) | BIT(35) | BIT(34) | BIT(33) | cycles,
        "... has a bit more on family 10h");
    ok(!ibs_has(&cpu, MSR(MSR_BR_TARGET)), "... and no target");
    sample(IBS_FAM10H, 0, &op, NULL);
    is_u64(rd(&cpu, MSR_OP_DATA), BIT(37) | BIT(35) | BIT(34) | cycles,
        "... not where it was predicted");
    op = branch_op(KERNEL_PC, SIM_CONDITIONAL, KERNEL_PC - 64, true);
    sample(IBS_FAM10H, 0, &op, NULL);
    wr(&cpu, MSR_OP_CTL, OP_CTL_EN | 0x1000);
    tagged(&op, NULL, true);
    is_u64(rd(&cpu, MSR_OP_DATA), BIT(37) | BIT(36) | BIT(35) | cycles,
        "... and neither has another mispredicted branch");
}

/* DataSrc, RmtNode and CacheHitSt by generation and by the level that
 * responded. */
static void test_sources(void)
{
    static const struct {
        enum memory_level level;
        uint64_t fam10h, zen3, zen4, zen6;
        const char *what;
    } cases[] = {
        {MEMORY_L1, 0, 0, 0, 0, "L1"},
        {MEMORY_L2, 0, 0, 0, 0, "L2"},
        {MEMORY_L3, 0x21, 0x22, 0x21, 0x21, "L3"},
        {MEMORY_PEER, 0x02, 0x02, 0x01, 0x01, "a line modified by a CPU of the CCX"},
        {MEMORY_REMOTE, 0x14, 0x14, 0x15, 0x215, "a line modified on another socket"},
        {MEMORY_DRAM, 3, 3, 3, 3, "DRAM"},
        {MEMORY_IO, 7, 7, 7, 7, "a device"},
    };
    struct sim_op op = load_op(KERNEL_PC, 0x1000, 0x1000, 4);

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct memory_outcome from = {.level = cases[i].level, .cycles = 100};
        sample(IBS_FAM10H, 0, &op, &from);
        is_u64(
            rd(&cpu, MSR_OP_DATA2), cases[i].fam10h, "fam10h: IBS_OP_DATA2 from %s", cases[i].what);
        sample(IBS_ZEN3, 0, &op, &from);
        is_u64(rd(&cpu, MSR_OP_DATA2), cases[i].zen3, "zen3: ...");
        sample(IBS_ZEN4, 0, &op, &from);
        is_u64(rd(&cpu, MSR_OP_DATA2), cases[i].zen4, "zen4: ...");
        sample(IBS_ZEN6, 0, &op, &from);
        is_u64(rd(&cpu, MSR_OP_DATA2), cases[i].zen6, "zen6: ...");
    }
    op.accesses[0].io = true;
    sample(IBS_ZEN4, 0, &op, &(struct memory_outcome){.level = MEMORY_IO, .cycles = 600});
    is_u64(rd(&cpu, MSR_OP_DATA3), 0x0000025800d64081, "UcMemAcc, DcMiss, L2Miss, 600 cycles");
}

/* Bits 2 to 6 and 19 of IBS_OP_DATA3. */
static void test_pages(void)
{
    static const struct {
        enum memory_tlb tlb;
        enum memory_page page;
        uint64_t zen4, zen5;
    } cases[] = {
        {MEMORY_TLB_L1, MEMORY_4K, 0x00, 0x00},
        {MEMORY_TLB_L1, MEMORY_2M, 0x10, 0x10},
        {MEMORY_TLB_L1, MEMORY_1G, 0x20, 0x20},
        {MEMORY_TLB_L2, MEMORY_4K, 0x04, 0x04},
        {MEMORY_TLB_L2, MEMORY_2M, 0x44, 0x14},
        {MEMORY_TLB_L2, MEMORY_1G, 0x80004, 0x24},
        {MEMORY_TLB_WALK, MEMORY_4K, 0x0c, 0x0c},
        {MEMORY_TLB_WALK, MEMORY_2M, 0x0c, 0x1c},
        {MEMORY_TLB_WALK, MEMORY_1G, 0x0c, 0x2c},
    };
    struct sim_op op = load_op(KERNEL_PC, 0x1000, 0x1000, 4);

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct memory_outcome m = {.level = MEMORY_L1, .tlb = cases[i].tlb, .page = cases[i].page};
        sample(IBS_ZEN4, 0, &op, &m);
        is_u64(rd(&cpu, MSR_OP_DATA3) & 0x8007c, cases[i].zen4, "zen4: TLB bits, case %u", i);
        sample(IBS_ZEN5, 0, &op, &m);
        is_u64(rd(&cpu, MSR_OP_DATA3) & 0x8007c, cases[i].zen5, "zen5: the page's size alone");
    }
}

/* ---- software's writes ---- */

/* Linux 6.x: start, a sample with the count's low bits carried over, stop. */
static void test_linux(void)
{
    struct sim_op op = plain_op(KERNEL_PC);

    tap_scribble(&cpu, sizeof(cpu));
    ibs_reset(&cpu, IBS_ZEN4, 1);
    wr(&cpu, MSR_OP_CTL, 0);
    wr(&cpu, MSR_OP_CTL, 0xa2000); /* period 0x20000, ops */
    is_u64(ibs_op_left(&cpu), 0x20000, "period 0x20000");
    for (unsigned i = 0; i < 3; i++) {
        ibs_count_ops(&cpu, ibs_op_left(&cpu));
        is_u64(tagged(&op, NULL, false), IBS_LATCHED, "sample %u", i);
        uint64_t ctl = rd(&cpu, MSR_OP_CTL);
        is_u64(ctl & 0x7ffffff, 0xe2000, "... as the handler reads it");
        ok(!wr(&cpu, MSR_OP_CTL, 0xa2000 | (ctl & UINT64_C(0x7f) << 32)),
            "the handler starts the next");
        is_u64(ibs_op_left(&cpu), 0x20000 - (CUR_CNT(ctl) & 0x7f), "... shorter by the low bits");
    }
    ok(!wr(&cpu, MSR_OP_CTL, rd(&cpu, MSR_OP_CTL) & ~(OP_CTL_EN | 0xffff)), "stop");
    ok(!ibs_op_enabled(&cpu), "... stops");
}

/* Periods below 0x90, as Linux 6.x starts with, and random bits that may exceed
 * them. */
static void test_short_period(void)
{
    struct sim_op op = plain_op(KERNEL_PC);
    unsigned waited = 0;

    tap_scribble(&cpu, sizeof(cpu));
    ibs_reset(&cpu, IBS_ZEN4, 1);
    wr(&cpu, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | 1);
    for (unsigned i = 0; i < 1000; i++) {
        waited += (unsigned)ibs_op_left(&cpu);
        ibs_count_ops(&cpu, ibs_op_left(&cpu));
        tagged(&op, NULL, false);
        wr(&cpu, MSR_OP_CTL,
            (rd(&cpu, MSR_OP_CTL) & UINT64_C(0x7f) << 32) | OP_CTL_EN | OP_CTL_OPS | 1);
    }
    ok(waited > 0 && waited <= 16000, "period 0x10: 1000 samples in at most 16000 ops (%u)",
        waited);
}

/* AMD Research IBS Toolkit: a write of 0 before each start; 0x40000, then 0, to
 * stop. */
static void test_toolkit(void)
{
    for (unsigned v = 0; v < IBS_N_VARIANTS; v++) {
        struct sim_op op = plain_op(KERNEL_PC);
        sample((enum ibs_variant)v, 0, &op, NULL);
        ok(!wr(&cpu, MSR_OP_CTL, 0), "%s: 0 after a sample", ibs_traits((enum ibs_variant)v)->name);
        wr(&cpu, MSR_OP_CTL, 0xa1000);
        is_u64(ibs_op_left(&cpu), 0x10000, "... starts anew");
        bool late = wr(&cpu, MSR_OP_CTL, 0x40000);
        ok(late == (v == IBS_FAM10H), "... 0x40000 stops it; family 10h: with erratum 420");
        ok(!wr(&cpu, MSR_OP_CTL, 0) && !rd(&cpu, MSR_OP_CTL), "... and 0 disables it");
        wr(&cpu, MSR_OP_DATA3, 0);
        is_u64(rd(&cpu, MSR_OP_DATA3), 0, "... IBS_OP_DATA3 can be cleared");
    }
}

/* Linux on family 10h: count fields first, then En. */
static void test_two_steps(void)
{
    tap_scribble(&cpu, sizeof(cpu));
    ibs_reset(&cpu, IBS_FAM10H, 1);
    wr(&cpu, MSR_OP_CTL, 0x22000);
    ok(!wr(&cpu, MSR_OP_CTL, 0x20000), "family 10h: clearing MaxCnt");
    ok(!wr(&cpu, MSR_OP_CTL, 0), "... and then En does not interrupt");
    wr(&cpu, MSR_OP_CTL, 0x22000);
    ok(wr(&cpu, MSR_OP_CTL, 0), "... clearing both at once interrupts without a sample");
    wr(&cpu, MSR_OP_CTL, 0x62000);
    ok(!wr(&cpu, MSR_OP_CTL, 0), "... but not while Val is set");
    tap_scribble(&cpu, sizeof(cpu));
    ibs_reset(&cpu, IBS_ZEN1, 1);
    wr(&cpu, MSR_OP_CTL, 0x22000);
    ok(!wr(&cpu, MSR_OP_CTL, 0), "Zen1: one step suffices");
}

/* Zen6: enabled with En first and then Dis, disabled with Dis alone, switched
 * off around each sample. */
static void test_zen6(void)
{
    struct sim_op op = plain_op(KERNEL_PC);

    tap_scribble(&cpu, sizeof(cpu));
    ibs_reset(&cpu, IBS_ZEN6, 1);
    wr(&cpu, MSR_OP_CTL2, 1);
    wr(&cpu, MSR_OP_CTL, 0x22000);
    ok(!ibs_op_enabled(&cpu), "Zen6: En alone does not start it");
    wr(&cpu, MSR_OP_CTL2, 0);
    is_u64(ibs_op_left(&cpu), 0x8000, "... Dis 0 does");
    ibs_count_ops(&cpu, 0x8000);
    tagged(&op, NULL, false);
    wr(&cpu, MSR_OP_CTL2, 1);
    wr(&cpu, MSR_OP_CTL, 0x22000);
    ibs_count_ops(&cpu, 100);
    wr(&cpu, MSR_OP_CTL2, 0);
    is_u64(ibs_op_left(&cpu), 0x8000, "... nothing was counted while Dis was set");
    ok(!wr(&cpu, MSR_OP_CTL2, 1) && !ibs_op_enabled(&cpu), "... Dis 1 disables it");
}

int main(void)
{
    test_counting();
    test_periods();
    test_current_count();
    test_no_period();
    test_one_by_one();
    test_due();
    test_val();
    test_val_stuck();
    test_random_bits();
    test_count_at_retirement();
    test_aborted();
    test_l3_miss_only();
    test_load_latency();
    test_control2();
    test_plain();
    test_load();
    test_store();
    test_stale();
    test_stale_random();
    test_stale_generations();
    test_widths();
    test_no_physical();
    test_branches();
    test_sources();
    test_pages();
    test_linux();
    test_short_period();
    test_toolkit();
    test_two_steps();
    test_zen6();
    return done_testing();
}
