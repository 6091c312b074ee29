/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The memory hierarchy's sizes: each generation's, from AMD's optimization
 * guides, and the largest that options allow. */
#include "models/epyc/epyc_memory.h"
#include "tests/tap.h"

/* A cache of this number of KiB, in lines of 64 bytes. */
#define KIB(n) ((n)*16)

static struct memory memory;

/* ---- each generation ---- */

/* AMD's software optimization guides: 40546 (family 10h), 55723 and 56305
 * (17h), 56665 (19h), 57647 and 58455 (Zen4 and Zen5). Entries and ways. An op
 * cache entry holds up to 8 ops (9 in Zen4, 6 in Zen5). Family 10h has no op
 * cache, so the model uses the minimum. The L3 is that of one complex. */
static const struct {
    enum ibs_variant variant;
    const char *name;
    uint32_t dtlb[2], dtlb2[2], itlb[2], itlb2[2], l1d[2], l1i[2], op_cache[2], l2[2], l3[2];
} parts[] = {
    {IBS_FAM10H, "fam10h", {48, 48}, {512, 4}, {32, 32}, {512, 4}, {KIB(64), 2}, {KIB(64), 2},
        {8, 8}, {KIB(512), 16}, {KIB(2048), 32}},
    {IBS_ZEN1, "zen1", {64, 64}, {1536, 12}, {64, 64}, {512, 8}, {KIB(32), 8}, {KIB(64), 4},
        {256, 8}, {KIB(512), 8}, {KIB(8192), 16}},
    {IBS_ZEN2, "zen2", {64, 64}, {2048, 16}, {64, 64}, {512, 8}, {KIB(32), 8}, {KIB(32), 8},
        {512, 8}, {KIB(512), 8}, {KIB(16384), 16}},
    {IBS_ZEN3, "zen3", {64, 64}, {2048, 16}, {64, 64}, {512, 8}, {KIB(32), 8}, {KIB(32), 8},
        {512, 8}, {KIB(512), 8}, {KIB(32768), 16}},
    {IBS_ZEN4, "zen4", {72, 72}, {3072, 24}, {64, 64}, {512, 8}, {KIB(32), 8}, {KIB(32), 8},
        {768, 12}, {KIB(1024), 8}, {KIB(32768), 16}},
    {IBS_ZEN5, "zen5", {96, 96}, {4096, 16}, {64, 64}, {2048, 8}, {KIB(48), 12}, {KIB(32), 8},
        {1024, 16}, {KIB(1024), 16}, {KIB(32768), 16}},
    {IBS_ZEN6, "zen6", {96, 96}, {4096, 16}, {64, 64}, {2048, 8}, {KIB(48), 12}, {KIB(32), 8},
        {1024, 16}, {KIB(1024), 16}, {KIB(32768), 16}},
};
enum { N_PARTS = sizeof(parts) / sizeof(parts[0]) };

static void is_shape(const struct memory_config *config, enum memory_table table,
    const uint32_t expected[2], const char *part)
{
    static const char *const names[MEMORY_N_TABLES] = {"L1 TLB for data", "L2 TLB for data",
        "L1 TLB for instructions", "L2 TLB for instructions", "L1 for data", "L1 for instructions",
        "op cache", "L2", "L3"};

    is_u64(config->tables[table].entries, expected[0], "%s: %s: entries", part, names[table]);
    is_u64(config->tables[table].ways, expected[1], "%s: %s: ways", part, names[table]);
}

static void test_parts(void)
{
    is_u64(N_PARTS, IBS_N_VARIANTS, "all generations");
    for (unsigned i = 0; i < N_PARTS; i++) {
        const struct memory_config *config = epyc_memory(parts[i].variant);
        is_shape(config, MEMORY_TABLE_DTLB, parts[i].dtlb, parts[i].name);
        is_shape(config, MEMORY_TABLE_DTLB2, parts[i].dtlb2, parts[i].name);
        is_shape(config, MEMORY_TABLE_ITLB, parts[i].itlb, parts[i].name);
        is_shape(config, MEMORY_TABLE_ITLB2, parts[i].itlb2, parts[i].name);
        is_shape(config, MEMORY_TABLE_L1D, parts[i].l1d, parts[i].name);
        is_shape(config, MEMORY_TABLE_L1I, parts[i].l1i, parts[i].name);
        is_shape(config, MEMORY_TABLE_OP_CACHE, parts[i].op_cache, parts[i].name);
        is_shape(config, MEMORY_TABLE_L2, parts[i].l2, parts[i].name);
        is_shape(config, MEMORY_TABLE_L3, parts[i].l3, parts[i].name);
    }
}

/* docs/hardware/epyc.md: another socket is twice as far as another CPU of the
 * socket; a device; the TLBs' refills. */
static void test_latencies(void)
{
    static const unsigned remote[IBS_N_VARIANTS] = {200, 220, 220, 240, 260, 260, 260};

    for (unsigned i = 0; i < N_PARTS; i++) {
        const struct memory_config *config = epyc_memory(parts[i].variant);
        is_u64(config->cycles[MEMORY_UNKNOWN], 0, "%s: unknown, no cycles", parts[i].name);
        is_u64(
            config->cycles[MEMORY_REMOTE], remote[i], "%s: a CPU of another socket", parts[i].name);
        is_u64(config->cycles[MEMORY_IO], 600, "%s: a device", parts[i].name);
        ok(config->refill[0] == 0 && config->refill[1] == 7 && config->refill[2] == 36,
            "%s: refills of the TLB", parts[i].name);
    }
}

/* ---- the largest ---- */

/* docs/scenarios.md: at most 128 and 4096 pages, 64K, 1024 entries, 1M and
 * 32M. */
static const struct memory_config largest = {
    .tables = {{128, 128}, {4096, 16}, {128, 128}, {4096, 16}, {KIB(64), 8}, {KIB(64), 8},
        {1024, 16}, {KIB(1024), 16}, {KIB(32768), 16}},
    .cycles = {0, 4, 14, 50, 130, 260, 360, 600},
    .refill = {0, 7, 36},
};

static enum memory_level touch(unsigned cpu, uint64_t address, bool store)
{
    struct sim_op_access access = {
        .linear = address, .physical = address, .size = 4, .store = store};

    return memory_access(&memory, cpu, &access).level;
}

static void test_largest(void)
{
    for (unsigned t = 0; t < MEMORY_N_TABLES; t++)
        is_u64(
            memory_most((enum memory_table)t), largest.tables[t].entries, "table %u: at most", t);
    tap_scribble(&memory, sizeof(memory));
    memory_reset(&memory, &largest, 32, 2);
    touch(31, 0x1000, true);
    is_u64(touch(0, 0x1000, false), MEMORY_REMOTE, "CPU 31 of 32 has modified a line");
    touch(15, 0x2000, true);
    is_u64(touch(16, 0x2000, false), MEMORY_REMOTE, "CPUs 15 and 16 are on two sockets");
    is_u64(touch(17, 0x2000, false), MEMORY_L3, "... 16 and 17 on one");
    touch(30, 0x3000, true);
    is_u64(touch(31, 0x3000, false), MEMORY_PEER, "... as do 30 and 31");
}

/* ---- lines from and to memory ---- */

/* An L1 and an L2 of two lines, and an L3 of two sets of two. The line's lowest
 * bit selects the set. */
static const struct memory_config smallest = {
    .tables = {{2, 2}, {2, 2}, {2, 2}, {2, 2}, {2, 2}, {2, 2}, {2, 2}, {2, 2}, {4, 2}},
};

/* CPU @cpu touches @size bytes from byte @byte of line @line on. Returns the
 * lines that move: "R4 W2". */
static void moves(
    unsigned cpu, uint64_t line, unsigned byte, unsigned size, bool store, const char *expected)
{
    char text[64] = "";
    size_t at = 0;

    memory_touch(&memory, cpu, line * 64 + byte, size, store);
    for (unsigned i = 0; i < memory.n_moves; i++)
        at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%c%u", i ? " " : "",
            memory.moves[i].write ? 'W' : 'R', (unsigned)memory.moves[i].line);
    is_str(text, expected, "CPU %u %s line %u", cpu, store ? "stores to" : "loads", (unsigned)line);
}

static void test_moves(void)
{
    memory_reset(&memory, &smallest, 2, 1);
    moves(0, 0, 0, 8, false, "R0");
    moves(0, 0, 8, 8, false, "");
    moves(0, 2, 0, 8, true, "R2");
    moves(0, 4, 0, 8, false, "R4");
    moves(0, 6, 0, 8, false, "W2 R6");
    moves(0, 2, 0, 8, true, "R2");
    moves(0, 1, 60, 8, false, "R1");
    moves(1, 2, 0, 8, false, "");
    moves(1, 3, 63, 2, true, "R3 R4");
    moves(1, 6, 0, 1, false, "W2 R6");
    moves(0, 7, 0, 8, false, "R7");
    moves(0, 9, 0, 8, false, "W3 R9");
}

/* A line that another socket has modified comes from that socket, and is
 * written to memory once. */
static void test_moves_of_sockets(void)
{
    memory_reset(&memory, &smallest, 2, 2);
    moves(0, 0, 0, 8, true, "R0");
    moves(1, 0, 0, 8, false, "");
    moves(1, 0, 0, 8, true, "");
    moves(0, 2, 0, 8, false, "R2");
    moves(0, 4, 0, 8, false, "R4");
    moves(0, 6, 0, 8, false, "R6");
    moves(1, 2, 0, 8, false, "R2");
    moves(1, 4, 0, 8, false, "W0 R4");
}

/* A reset of each table, with old contents in its first and last entry. */
static void test_reset(void)
{
    bool empty = true;

    memset(&memory, 0x11, sizeof(memory));
    memory_reset(&memory, &largest, 3, 1);
    for (unsigned c = 0; c < 3; c++) {
        const struct memory_cpu *cpu = &memory.cpus[c];
        empty &= !cpu->dtlb[0] && !cpu->dtlb[127] && !cpu->dtlb2[0] && !cpu->dtlb2[4095] &&
                 !cpu->itlb[0] && !cpu->itlb[127] && !cpu->itlb2[0] && !cpu->itlb2[4095] &&
                 !cpu->l1d[0] && !cpu->l1d[1023] && !cpu->l1i[0] && !cpu->l1i[1023] &&
                 !cpu->op_cache[0] && !cpu->op_cache[1023] && !cpu->l2[0] && !cpu->l2[16383];
    }
    ok(empty, "all tables of three CPUs are empty after a reset");
    ok(!memory.l3[0][0] && !memory.l3[0][524287], "... and so is the socket's L3");
    is_u64(memory.cpus[3].dtlb[0], 0x1111111111111111, "an absent CPU is not accessed");
    is_u64(memory.l3[1][0], 0x1111111111111111, "... nor an absent socket");
}

/* A line's tag differs from an empty way's, even at address 0. */
static void test_address_0(void)
{
    memory_reset(&memory, &largest, 2, 1);
    is_u64(touch(0, 0, false), MEMORY_DRAM, "the line at address 0 comes from memory");
    is_u64(touch(1, 0, false), MEMORY_L3, "... then from the L3");
    is_u64(touch(0, 0, false), MEMORY_L1, "... then from the L1");
}

/* The L1 for data has 128 sets of 8 ways, the L2 has 1024 sets of 16. */
static void test_modified_in_one_cache(void)
{
    memory_reset(&memory, &largest, 2, 1);
    touch(0, 0x1000, true);
    for (uint64_t way = 1; way <= 8; way++)
        touch(0, 0x1000 + way * 128 * 64, false);
    is_u64(touch(1, 0x1000, false), MEMORY_PEER, "a modified line that is only in the L2");
    touch(0, 0x2000, true);
    for (uint64_t way = 1; way <= 16; way++) {
        touch(0, 0x2000 + way * 1024 * 64, false);
        touch(0, 0x2000, false);
    }
    is_u64(touch(1, 0x2000, false), MEMORY_PEER, "a modified line that is only in the L1");
}

/* ---- a set's order ---- */

/* Fills a table's set number @set, then finds each of its tags from each place,
 * and an absent one. */
static bool keeps_order(struct ways_shape shape, uint64_t set)
{
    uint64_t n_sets = shape.entries / shape.ways, *entries = memory.l3[0];
    bool right = true;

    ways_reset(entries, shape);
    for (uint64_t tag = shape.ways; tag; tag--)
        ways_add(entries, shape, set + n_sets * tag, tag);
    for (uint64_t place = 0; place < shape.ways; place++) {
        uint64_t *own = entries + set * shape.ways, sought = own[place], others = 0;
        own[place] |= UINT64_C(7) << WAYS_NOTE;
        right &= ways_has(entries, shape, set, sought) && !ways_has(entries, shape, set, 1000);
        right &= ways_find(entries, shape, set, sought) == own &&
                 own[0] == (sought | UINT64_C(7) << WAYS_NOTE);
        own[0] = sought;
        for (uint64_t i = 1; i < shape.ways; i++)
            others += own[i] < own[i - 1] && i > 1;
        right &= !others && !ways_find(entries, shape, set, 1000);
        ways_remove(entries, shape, set, sought);
        right &= own[shape.ways - 1] == 0 && !ways_has(entries, shape, set, sought);
        ways_add(entries, shape, set, sought);
        ways_remove(entries, shape, set, 1000);
        for (uint64_t tag = shape.ways; tag; tag--) /* in order again */
            ways_find(entries, shape, set, tag);
    }
    return right;
}

static void test_order(void)
{
    static const struct ways_shape shapes[] = {
        {8, 1}, {64, 2}, {12, 3}, {3072, 24}, {72, 72}, {1536, 12}, {30, 30}, {524288, 16}};
    unsigned right = 0, n = sizeof(shapes) / sizeof(shapes[0]);

    for (unsigned i = 0; i < n; i++)
        right += keeps_order(shapes[i], 0) &&
                 keeps_order(shapes[i], shapes[i].entries / shapes[i].ways - 1);
    is_u64(right, n,
        "a tag is found in any place of its set, and moves to the front; the others keep order");
}

int main(void)
{
    test_order();
    test_parts();
    test_latencies();
    test_largest();
    test_reset();
    test_address_0();
    test_modified_in_one_cache();
    test_moves();
    test_moves_of_sockets();
    return done_testing();
}
