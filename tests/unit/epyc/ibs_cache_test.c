/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Caches, TLBs, the branch predictor, and the page tables that give page
 * sizes. */
#include "models/epyc/epyc_memory.h"
#include "models/x86/page_walk.h"
#include "models/x86/predictor.h"
#include "tests/ibs_cpu.h"
#include "tests/rng.h"

static struct memory memory;

/* Small enough to follow by hand: 4 lines of L1, 8 of L2, 16 of L3, 2 and 4
 * pages. */
static const struct memory_config tiny = {
    .tables = {{2, 2}, {4, 4}, {2, 2}, {4, 4}, {4, 2}, {4, 2}, {2, 2}, {8, 2}, {16, 4}},
    .cycles = {0, 4, 14, 50, 130, 260, 360, 600},
    .refill = {0, 7, 36},
};

static struct memory_outcome access_memory(
    unsigned cpu, uint64_t linear, uint64_t physical, bool store)
{
    struct sim_op_access a = {.linear = linear, .physical = physical, .size = 4, .store = store};

    return memory_access(&memory, cpu, &a);
}

/* An access with equal linear and physical addresses, for tests of caches only.
 * */
static enum memory_level load(unsigned cpu, uint64_t address)
{
    return access_memory(cpu, address, address, false).level;
}

static enum memory_level store(unsigned cpu, uint64_t address)
{
    return access_memory(cpu, address, address, true).level;
}

/* ---- sets ---- */

/* Compared with a list of numbers and their latest uses. */
static void test_ways(void)
{
    struct ways_shape shape = {64, 4};
    uint64_t entries[64], tags[64] = {0}, used[64] = {0};
    struct rng rng = {7};
    unsigned wrong = 0;

    ways_reset(entries, shape);
    for (uint64_t now = 1; now <= 20000; now++) {
        uint64_t tag = 1 + rng_below(&rng, 100), set = tag % 16;
        unsigned oldest = (unsigned)set * 4, found = 64;
        for (unsigned i = (unsigned)set * 4; i < set * 4 + 4; i++) {
            found = tags[i] == tag ? i : found;
            oldest = used[i] < used[oldest] ? i : oldest;
        }
        if (rng_one_in(&rng, 10)) {
            ways_remove(entries, shape, set, tag);
            if (found < 64)
                tags[found] = used[found] = 0;
            continue;
        }
        bool has = ways_has(entries, shape, set, tag),
             finds = ways_find(entries, shape, set, tag) != NULL;
        wrong += has != (found < 64) || finds != has;
        if (!finds)
            ways_add(entries, shape, set, tag);
        found = found < 64 ? found : oldest;
        tags[found] = tag;
        used[found] = now;
    }
    is_u64(wrong, 0, "sets of ways keep the latest used tags, over 20000 random uses");
}

static void test_shapes(void)
{
    ok(ways_sound((struct ways_shape){72, 72}, 128), "one set of 72 ways is sound");
    ok(ways_sound((struct ways_shape){3072, 24}, 4096), "128 sets of 24 ways are");
    ok(!ways_sound((struct ways_shape){72, 24}, 128), "three sets are not");
    ok(!ways_sound((struct ways_shape){64, 0}, 128) &&
            !ways_sound((struct ways_shape){0, 4}, 128) &&
            !ways_sound((struct ways_shape){256, 4}, 128) &&
            !ways_sound((struct ways_shape){10, 4}, 128),
        "nor are zero, too many, and parts of a set");
    for (unsigned v = 0; v < IBS_N_VARIANTS; v++) {
        const struct memory_config *config = epyc_memory((enum ibs_variant)v);
        bool sound = true, rises = true;
        for (unsigned t = 0; t < MEMORY_N_TABLES; t++)
            sound &= ways_sound(config->tables[t], memory_most((enum memory_table)t));
        for (unsigned l = MEMORY_L2; l <= MEMORY_PEER; l++)
            rises &= config->cycles[l] > config->cycles[l - 1];
        ok(sound && rises && config->cycles[MEMORY_DRAM] > 128, "%s: its own hierarchy is sound",
            ibs_traits((enum ibs_variant)v)->name);
    }
}

/* ---- caches ---- */

static void test_levels(void)
{
    tap_scribble(&memory, sizeof(memory));
    memory_reset(&memory, &tiny, 1, 1);
    is_u64(load(0, 0x1000), MEMORY_DRAM, "first, memory");
    is_u64(load(0, 0x103c), MEMORY_L1, "then the L1, whole lines of 64 bytes");
    is_u64(load(0, 0x1040), MEMORY_DRAM, "the next line is another");
    is_u64(load(0, 0x1080), MEMORY_DRAM, "same set of L1 (2 sets) as the first");
    is_u64(load(0, 0x1100), MEMORY_DRAM, "and again: the first leaves the L1");
    is_u64(load(0, 0x1000), MEMORY_L2, "the L2 still has it");
    load(0, 0x1200);
    load(0, 0x1300);
    is_u64(load(0, 0x1000), MEMORY_L3, "displaced from the L2 (4 sets), the L3 has it");
    for (uint64_t i = 1; i <= 4; i++)
        load(0, 0x1000 + 0x100 * i + 0x10000);
    is_u64(load(0, 0x1000), MEMORY_DRAM, "displaced from the L3 (4 sets), memory");
}

static void test_line_crossing(void)
{
    struct sim_op_access a = {.linear = 0x103c, .physical = 0x103c, .size = 8};

    tap_scribble(&memory, sizeof(memory));
    memory_reset(&memory, &tiny, 1, 1);
    load(0, 0x1000);
    is_u64(
        memory_access(&memory, 0, &a).level, MEMORY_DRAM, "half in the L1, half in memory: memory");
    is_u64(memory_access(&memory, 0, &a).level, MEMORY_L1, "then both in the L1");
    load(0, 0x3000);
    a = (struct sim_op_access){.linear = 0x303d, .physical = 0x303d, .size = 4};
    is_u64(memory_access(&memory, 0, &a).level, MEMORY_DRAM,
        "... also if only the last byte is in it");
    load(0, 0x3200);
    a.linear = a.physical = 0x323c;
    is_u64(memory_access(&memory, 0, &a).level, MEMORY_L1, "up to a line's end, but not past it");
    is_u64(load(0, 0x3240), MEMORY_DRAM, "... so the next is not fetched");
    a.size = 8;
    a.linear = a.physical = 0x1ffc;
    memory_access(&memory, 0, &a);
    is_u64(load(0, 0x2000), MEMORY_DRAM, "a line on the next page is unknown, and not fetched");
}

static void test_devices(void)
{
    struct sim_op_access a = {.linear = 0xfee00500, .physical = 0xfee00500, .size = 4, .io = true};

    tap_scribble(&memory, sizeof(memory));
    memory_reset(&memory, &tiny, 1, 1);
    struct memory_outcome first = memory_access(&memory, 0, &a),
                          second = memory_access(&memory, 0, &a);
    ok(first.level == MEMORY_IO && second.level == MEMORY_IO, "a device is never cached");
    is_u64(second.cycles, 600, "... and slow");
    ok(first.tlb == MEMORY_TLB_WALK && second.tlb == MEMORY_TLB_L1,
        "... though its page is translated");
    struct memory_outcome unknown = access_memory(0, 0x5000, SIM_OP_NO_PHYSICAL, false);
    ok(unknown.level == MEMORY_UNKNOWN && !unknown.cycles && !unknown.refill,
        "no physical address: no look-up");
}

/* CPU 1 and its L3 hold a modified line. A reset removes it. */
static void test_fewer_sockets(void)
{
    tap_scribble(&memory, sizeof(memory));
    memory_reset(&memory, &tiny, 2, 2);
    store(1, 0x1000);
    tap_scribble(&memory, sizeof(memory));
    memory_reset(&memory, &tiny, 1, 1);
    is_u64(load(0, 0x1000), MEMORY_DRAM, "only existing sockets are searched for a line");
}

static void test_sharing(void)
{
    tap_scribble(&memory, sizeof(memory));
    memory_reset(&memory, &tiny, 4, 2);
    store(0, 0x1000);
    is_u64(load(1, 0x1000), MEMORY_PEER, "CPU 1 gets CPU 0's modified line from it");
    is_u64(load(1, 0x1000), MEMORY_L1, "... once");
    is_u64(load(0, 0x1000), MEMORY_L1, "CPU 0 keeps it");
    store(1, 0x1000);
    is_u64(load(0, 0x1000), MEMORY_PEER, "until CPU 1 modifies it");
    is_u64(load(2, 0x1000), MEMORY_DRAM, "another socket finds an unmodified line in memory");
    store(0, 0x1000);
    is_u64(load(2, 0x1000), MEMORY_REMOTE, "a modified line comes from the other socket");
    is_u64(load(3, 0x1000), MEMORY_L3, "then its own L3 has it");
    store(3, 0x1000);
    is_u64(load(1, 0x1000), MEMORY_REMOTE, "and in the other direction");
    store(0, 0x2000);
    load(0, 0x2100);
    load(0, 0x2200);
    load(0, 0x2300);
    is_u64(load(1, 0x2000), MEMORY_L3, "modified and displaced from the L2: only the L3 has it");
}

static void test_code(void)
{
    struct sim_op op = plain_op(0x401000);

    op.pc_physical = 0x1000;
    tap_scribble(&memory, sizeof(memory));
    memory_reset(&memory, &tiny, 2, 1);
    struct memory_outcome o = memory_fetch(&memory, 0, &op);
    ok(o.level == MEMORY_DRAM && o.tlb == MEMORY_TLB_WALK && o.op_cache_miss,
        "a first fetch misses everywhere");
    o = memory_fetch(&memory, 0, &op);
    ok(o.level == MEMORY_L1 && o.tlb == MEMORY_TLB_L1 && !o.op_cache_miss,
        "the next one hits everywhere");
    is_u64(load(0, 0x1000), MEMORY_L2, "data and instructions share the L2, not the L1");
    is_u64(access_memory(0, 0x401000, 0x1000, false).tlb, MEMORY_TLB_WALK, "... nor the TLB");
    store(1, 0x1000);
    o = memory_fetch(&memory, 0, &op);
    ok(o.level == MEMORY_PEER && o.op_cache_miss, "code written by another CPU is fetched again");
    memory_fetch(&memory, 0, &op);
    store(0, 0x1000);
    o = memory_fetch(&memory, 0, &op);
    ok(o.level == MEMORY_L2 && o.op_cache_miss, "... and so is code written by the same CPU");
}

/* ---- TLBs ---- */

static void test_tlb(void)
{
    tap_scribble(&memory, sizeof(memory));
    memory_reset(&memory, &tiny, 1, 1);
    is_u64(access_memory(0, 0x10000, 0x1000, false).tlb, MEMORY_TLB_WALK, "first, a walk");
    is_u64(access_memory(0, 0x10ff8, 0x1ff8, false).tlb, MEMORY_TLB_L1,
        "then the L1 TLB, the whole page");
    access_memory(0, 0x20000, 0x2000, false);
    access_memory(0, 0x30000, 0x3000, false);
    struct memory_outcome o = access_memory(0, 0x10000, 0x1000, false);
    ok(o.tlb == MEMORY_TLB_L2 && o.refill == 7, "displaced from it, the L2 TLB");
    o = access_memory(0, 0x10000, 0x9000, false);
    ok(o.tlb == MEMORY_TLB_WALK && o.refill == 36, "another physical page at that address: a walk");
    for (uint64_t i = 4; i < 8; i++)
        access_memory(0, i << 16, i << 12, false);
    is_u64(access_memory(0, 0x20000, 0x2000, false).tlb, MEMORY_TLB_WALK,
        "displaced from both, a walk");
}

/* Adjacent pages, and one page at two addresses or in two sizes, have different
 * entries. */
static void test_pages_apart(void)
{
    struct sim_op_access a = {
        .linear = 0x200000, .physical = 0x200000, .size = 4, .page_shift = 21};

    for (uint64_t i = 1; i < 8; i++) {
        tap_scribble(&memory, sizeof(memory));
        memory_reset(&memory, &tiny, 1, 1);
        access_memory(0, 0x10000, 0x1000, false);
        is_u64(access_memory(0, 0x10000 + 0x1000 * i, 0x1000, false).tlb, MEMORY_TLB_WALK,
            "the same page, %u later", (unsigned)i);
        tap_scribble(&memory, sizeof(memory));
        memory_reset(&memory, &tiny, 1, 1);
        access_memory(0, 0x10000, 0x1000, false);
        is_u64(access_memory(0, 0x10000, 0x1000 + 0x1000 * i, false).tlb, MEMORY_TLB_WALK,
            "another page there");
    }
    tap_scribble(&memory, sizeof(memory));
    memory_reset(&memory, &tiny, 1, 1);
    access_memory(0, 0x1000, 0x1000, false);
    is_u64(
        memory_access(&memory, 0, &a).tlb, MEMORY_TLB_WALK, "page 1 of 2 MB is not page 1 of 4 KB");
    a.linear = a.physical = 0x40000000;
    a.page_shift = 30;
    is_u64(memory_access(&memory, 0, &a).tlb, MEMORY_TLB_WALK, "... nor page 1 of 1 GB");
}

static void test_large_pages(void)
{
    struct sim_op_access a = {
        .linear = 0x40000000, .physical = 0x80000000, .size = 4, .page_shift = 21};

    tap_scribble(&memory, sizeof(memory));
    memory_reset(&memory, &tiny, 1, 1);
    is_u64(memory_access(&memory, 0, &a).page, MEMORY_2M, "a page of 2 MB");
    a.linear += 0x1ff000;
    a.physical += 0x1ff000;
    is_u64(memory_access(&memory, 0, &a).tlb, MEMORY_TLB_L1, "... has one entry");
    a.linear += 0x1000;
    a.physical += 0x1000;
    is_u64(memory_access(&memory, 0, &a).tlb, MEMORY_TLB_WALK, "... the next another");
    a.page_shift = 30;
    ok(memory_access(&memory, 0, &a).page == MEMORY_1G &&
            memory_access(&memory, 0, &a).tlb == MEMORY_TLB_L1,
        "a page of 1 GB");
    a.page_shift = 0;
    is_u64(memory_access(&memory, 0, &a).page, MEMORY_4K, "an unknown size is 4 KB");
}

/* The trace's form keeps everything except the refill. */
static void test_codes(void)
{
    struct rng rng = {3};
    unsigned wrong = 0;

    for (unsigned i = 0; i < 1000; i++) {
        struct memory_outcome o = {(enum memory_level)rng_below(&rng, MEMORY_N_LEVELS),
            (enum memory_tlb)rng_below(&rng, 3), (enum memory_page)rng_below(&rng, 3),
            rng_one_in(&rng, 2), (uint16_t)rng_next(&rng), 0};
        bool st = rng_one_in(&rng, 2), fetch = rng_one_in(&rng, 2);
        uint32_t code = memory_code(&o, st, fetch);
        struct memory_outcome d = memory_decoded(code);
        wrong += d.level != o.level || d.tlb != o.tlb || d.page != o.page ||
                 d.op_cache_miss != o.op_cache_miss || d.cycles != o.cycles ||
                 (code >> 8 & 1) != st || (code >> 9 & 1) != fetch;
    }
    is_u64(wrong, 0, "an outcome's number can be read back");
    is_u64(memory_code(
               &(struct memory_outcome){MEMORY_DRAM, MEMORY_TLB_WALK, MEMORY_2M, false, 360, 36},
               true, false),
        0x01680166, "DRAM, walk, 2 MB, a store, 360 cycles");
}

/* ---- the branch predictor ---- */

static struct predictor predictor;
static const struct predictor_shape shape = {16, 4, 2};

static bool wrong(uint64_t pc, enum sim_branch branch, uint64_t target, bool taken)
{
    struct sim_op op = branch_op(pc, branch, target, taken);

    return predictor_see(&predictor, shape, &op);
}

static void test_directions(void)
{
    unsigned n = 0;

    tap_scribble(&predictor, sizeof(predictor));
    predictor_reset(&predictor, shape);
    ok(!wrong(0x100, SIM_CONDITIONAL, 0x80, false), "a branch never seen is predicted not taken");
    tap_scribble(&predictor, sizeof(predictor));
    predictor_reset(&predictor, shape);
    for (unsigned i = 0; i < 1000; i++)
        n += wrong(0x104, SIM_CONDITIONAL, 0x80, i % 100 != 99);
    is_u64(n, 11, "a loop of 100: mispredicted at its start and at each of ten ends");
    ok(!wrong(0x1234, SIM_JUMP, 0x80, true) && !wrong(0x1234, SIM_NO_BRANCH, 0, false),
        "direct jumps and other instructions are always predicted");
}

static void test_targets(void)
{
    tap_scribble(&predictor, sizeof(predictor));
    predictor_reset(&predictor, shape);
    ok(wrong(0x100, SIM_INDIRECT, 0x8000, true), "an indirect jump never seen is mispredicted");
    ok(!wrong(0x100, SIM_INDIRECT, 0x8000, true), "... then predicted");
    ok(wrong(0x100, SIM_INDIRECT, 0x9000, true), "... until its target changes");
    ok(wrong(0x200, SIM_INDIRECT_CALL, 0x9000, true), "another branch with the same entry");
    ok(wrong(0x100, SIM_INDIRECT, 0x9000, true), "... displaces it");
}

static void test_returns(void)
{
    tap_scribble(&predictor, sizeof(predictor));
    predictor_reset(&predictor, shape);
    ok(!wrong(0x500, SIM_RETURN, 0x4444, true), "a return without a seen call counts as predicted");
    wrong(0x100, SIM_CALL, 0x500, true);
    ok(!wrong(0x500, SIM_RETURN, 0x104, true), "a return to the place after its call is predicted");
    wrong(0x100, SIM_CALL, 0x500, true);
    ok(wrong(0x500, SIM_RETURN, 0x108, true), "a return to another place is not");
    wrong(0x100, SIM_CALL, 0x500, true);
    wrong(0x200, SIM_INDIRECT_CALL, 0x500, true);
    wrong(0x300, SIM_CALL, 0x500, true);
    ok(!wrong(0x500, SIM_RETURN, 0x304, true) && !wrong(0x500, SIM_RETURN, 0x204, true) &&
            !wrong(0x500, SIM_RETURN, 0x999, true),
        "a stack of two has the last two of three calls");
    wrong(0x100, SIM_CALL, 0x500, true);
    predictor_gap(&predictor);
    ok(!wrong(0x500, SIM_RETURN, 0x999, true), "after a gap it is empty");
}

/* The ring also wraps if its length is not a power of two. */
static void test_stack_of_three(void)
{
    static const struct predictor_shape three = {16, 4, 3};

    tap_scribble(&predictor, sizeof(predictor));
    predictor_reset(&predictor, three);
    for (unsigned i = 0; i < 4; i++) {
        struct sim_op call = branch_op(0x100 * i, SIM_CALL, 0x5000, true);
        predictor_see(&predictor, three, &call);
    }
    for (unsigned i = 3; i > 0; i--) {
        struct sim_op back = branch_op(0x5000, SIM_RETURN, 0x100 * i + 4, true);
        ok(!predictor_see(&predictor, three, &back), "the return to call %u is predicted", i);
    }
}

/* ---- page tables ---- */

static uint64_t tables[6][512]; /* physical pages 0 to 5 */

static bool read_table(void *self, uint64_t address, void *bytes, unsigned size)
{
    (void)self;
    if (address + size > sizeof(tables))
        return false;
    memcpy(bytes, (const char *)tables + address, size);
    return true;
}

static void test_page_walk(void)
{
    const struct sim_host host = {.read = read_table};
    struct page_walked page;

    tables[1][0x1ff] = 0x2003; /* kernel half */
    tables[2][0x1fe] = 0x3003; /* -2 GB */
    tables[2][0x1ff] = UINT64_C(0x80000000000000e3) | UINT64_C(0x140000000);
    tables[3][8] = 0x4003;
    tables[3][9] = UINT64_C(0x1234010e3);        /* 2 MB at 123400000; bit 12 is PAT */
    tables[4][5] = UINT64_C(0x8000000000077063); /* NX */
    tables[4][6] = 0x77062;                      /* not present */
    tables[3][10] = 0x7fff003;                   /* a table outside of memory */
    tables[5][0x1ff] = 0x1003;
    ok(page_walk(&host, 0x1000, false, 0xffffffff81005123, &page) && page.shift == 12 &&
            page.physical == 0x77123,
        "a page of 4 KB");
    ok(page_walk(&host, 0x1000, false, 0xffffffff81323456, &page) && page.shift == 21 &&
            page.physical == 0x123523456,
        "one of 2 MB");
    ok(page_walk(&host, 0x1abc, false, 0xffffffffc0000042, &page) && page.shift == 30 &&
            page.physical == 0x140000042,
        "one of 1 GB, CR3 with a PCID");
    ok(page_walk(&host, 0x5000, true, 0xffffffff81005123, &page) && page.physical == 0x77123,
        "five levels");
    ok(!page_walk(&host, 0x1000, false, 0xffffffff81006000, &page),
        "an entry that is not present is refused");
    ok(!page_walk(&host, 0x1000, false, 0xffffffff81400000, &page),
        "so is a table outside of memory");
}

int main(void)
{
    test_ways();
    test_shapes();
    test_levels();
    test_line_crossing();
    test_devices();
    test_fewer_sockets();
    test_sharing();
    test_code();
    test_tlb();
    test_pages_apart();
    test_large_pages();
    test_codes();
    test_directions();
    test_targets();
    test_returns();
    test_stack_of_three();
    test_page_walk();
    return done_testing();
}
