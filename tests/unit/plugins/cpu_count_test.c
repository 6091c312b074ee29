/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One CPU's count alone: additions by generated code, their limit, cut and kept
 * blocks, and readers during a change. */
#include "qemu-plugins/count/cpu_count.h"

#include "tests/tap.h"

#include <glib.h>

static const uint16_t offsets[] = {0, 1, 4, 6};
static const struct blocks_mix mixes[] = {
    {{0, 0, 0, 0}}, {{1, 0, 0, 0}}, {{1, 1, 0, 0}}, {{2, 1, 0, 0}}, {{2, 1, 1, 0}}};

/* Four instructions of a user: load, store, load, branch. */
static const struct block four = {.start = 0x10ffc,
    .n = 4,
    .span = 7,
    .reach = UINT64_MAX,
    .placed = true,
    .second = 0x50000,
    .offsets = offsets,
    .mix = mixes,
    .all = {{2, 1, 1, 0}},
    .user = true,
    .shared = true};

static struct inline_count generated;

static void begin(struct cpu_count *cpu, int64_t left)
{
    *cpu = (struct cpu_count){.last = &count_nothing, .left = left, .generated = &generated};
    generated = (struct inline_count){0};
    count_give(cpu);
}

/* Generated code at the entry of @block. */
static void generate(const struct block *block)
{
    generated.last = (uintptr_t)block;
    generated.count += block->n;
    generated.sum += count_pack(&block->all);
}

/* 512 at a time; less if a countdown ends within 4096. */
static void test_give(void)
{
    static const struct {
        int64_t left;
        uint64_t alone;
    } rows[] = {
        {INT64_MAX / 2, 512}, {4097, 512}, {4096, 4096}, {4095, 4095}, {1, 1}, {0, 0}, {-1, 0}};
    static struct cpu_count cpu;
    unsigned changes;

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        begin(&cpu, rows[i].left);
        is_u64((UINT64_C(1) << 30) - generated.count, rows[i].alone,
            "with %" PRId64 " left, instructions without a call", rows[i].left);
        is_u64(cpu.given, generated.count, "... counted from there");
    }
    begin(&cpu, 100);
    cpu.leaves = true;
    changes = cpu.changes;
    count_give(&cpu);
    is_u64(generated.count, 1 << 30, "none while the CPU leaves its block");
    is_u64(cpu.changes, changes + 2, "... a change that readers see");
    count_give(&cpu);
    is_u64(cpu.changes, changes + 2, "... the same again makes no change");
    cpu.generated = NULL;
    cpu.leaves = false;
    count_give(&cpu);
    is_u64(generated.count, 1 << 30, "without generated code the allowance stays");
}

static void test_take(void)
{
    static struct cpu_count cpu;
    unsigned changes;

    begin(&cpu, 1000);
    changes = cpu.changes;
    count_take(&cpu);
    is_u64(cpu.changes, changes, "an empty take makes no change");
    generate(&four);
    generate(&four);
    count_take(&cpu);
    is_u64(cpu.changes, changes + 2, "two blocks: a change that readers see");
    is_u64(cpu.executed[1], 8, "... of a user");
    is_u64(cpu.executed[0], 0, "... and none of the kernel");
    is_u64(cpu.mixed[1][BLOCKS_LOAD], 4, "... with their loads");
    is_u64(cpu.mixed[1][BLOCKS_STORE], 2, "... stores");
    is_u64(cpu.mixed[1][BLOCKS_BRANCH], 2, "... and branches");
    is_u64(generated.sum, 0, "... which are taken once");
    is_u64((uint64_t)cpu.left, 992, "... the countdown continues");
    ok(cpu.last == &four, "... the newest is the last");
    is_u64(count_unsure(&cpu, true), 4, "... and unsure");
    is_u64(count_unsure_mix(&cpu, true), count_pack(&four.all), "... with its kinds");
    count_take(&cpu);
    is_u64(cpu.executed[1], 8, "nothing is taken twice");
}

/* Another thread's view before a take: the last block is unsure. */
static void test_untaken(void)
{
    static struct cpu_count cpu;
    uint64_t sure[3] = {0, 0, 77}, kinds[BLOCKS_KINDS];

    begin(&cpu, 1000);
    count_sure(&cpu, sure);
    is_u64(sure[0] + sure[1], 0, "nothing yet");
    generate(&four);
    count_sure(&cpu, sure);
    is_u64(sure[0] + sure[1], 0, "one block: nothing is sure");
    generate(&four);
    generate(&four);
    count_sure(&cpu, sure);
    is_u64(sure[1], 8, "three: two are");
    is_u64(sure[0], 0, "... of a user");
    is_u64(sure[2], 77, "... and the next word is untouched");
    count_sure_mix(&cpu, true, kinds);
    is_u64(kinds[BLOCKS_LOAD], 4, "... with their loads");
    is_u64(kinds[BLOCKS_STORE], 2, "... stores");
    is_u64(kinds[BLOCKS_BRANCH], 2, "... branches");
    is_u64(kinds[BLOCKS_RETURN], 0, "... and no returns");
    count_sure_mix(&cpu, false, kinds);
    is_u64(kinds[BLOCKS_LOAD] + kinds[BLOCKS_STORE] + kinds[BLOCKS_BRANCH], 0,
        "... none of the kernel");
    count_take(&cpu);
    count_sure(&cpu, sure);
    is_u64(sure[1], 8, "after a take the same are sure");
    count_sure_mix(&cpu, true, kinds);
    is_u64(kinds[BLOCKS_LOAD], 4, "... with as many loads");
    count_nothing_newest(&cpu);
    count_sure(&cpu, sure);
    is_u64(sure[1], 12, "then all are sure");
    count_sure_mix(&cpu, true, kinds);
    is_u64(kinds[BLOCKS_LOAD], 6, "... with all loads");
}

/* Only the first of four instructions ran. */
static void test_cut(void)
{
    static struct cpu_count cpu;

    begin(&cpu, 1000);
    generate(&four);
    count_take(&cpu);
    cpu.leaves = true;
    count_cut(&cpu, 1);
    is_u64(cpu.executed[1], 1, "one of four is left");
    is_u64((uint64_t)cpu.left, 999, "... also for the countdown");
    is_u64(cpu.mixed[1][BLOCKS_LOAD], 1, "... with its load");
    is_u64(cpu.mixed[1][BLOCKS_STORE], 0, "... no store");
    is_u64(count_unsure(&cpu, true), 1, "... it is unsure");
    is_u64(count_unsure_mix(&cpu, true), count_pack(&mixes[1]), "... with its kind");
    is_u64(cpu.charged, 3, "three moved the clock: the CPU has left");
    ok(!cpu.leaves, "... and leaving is complete");
    ok(cpu.last == &cpu.cut && cpu.cut.n == 1, "the last block is the executed part");
    ok(!cpu.cut.placed && !cpu.cut.span && !cpu.cut.reach, "... without addresses");
}

static void is_final(struct cpu_count *cpu, const struct block *block, uint64_t start)
{
    cpu->last = block;
    count_final(cpu);
    ok(cpu->last == &cpu->final, "the last block is its last instruction");
    is_u64(cpu->final.n, 1, "... alone");
    is_u64(cpu->final.start, start, "... where it is");
    is_u64(cpu->final.span, 1, "... with two bytes");
    is_u64(cpu->final.reach, 1, "... and no others");
    is_u64(cpu->final.second, 0, "... all in one page");
}

static void test_final(void)
{
    static struct cpu_count cpu;
    struct block near = four, edge = four,
                 words = {.start = 0x2000, .n = 8, .step = 4, .span = 31, .placed = true};

    begin(&cpu, 1000);
    is_final(&cpu, &four, 0x50002);
    is_u64(cpu.final.offsets[0], 0, "... at its own start");
    ok(cpu.final.mix == &mixes[3], "... with its own kind");
    near.second = 0;
    is_final(&cpu, &near, 0x11002);
    edge.start = 0x10ffa; /* six bytes before the page's end */
    is_final(&cpu, &edge, 0x50000);
    edge.start = 0x10ff9;
    is_final(&cpu, &edge, 0x10fff);
    cpu.last = &words;
    count_final(&cpu);
    is_u64(cpu.final.start, 0x201c, "the eighth word");
    is_u64(cpu.final.span, 3, "... has four bytes");
    ok(!cpu.final.offsets && !cpu.final.mix, "... and neither offsets nor kinds");
}

/* Translations are dropped, and their memory is reused. */
static void test_keep(void)
{
    static struct cpu_count cpu;
    uint16_t own_offsets[4];
    struct blocks_mix own_mixes[5];
    struct block block = four,
                 plain = {.start = 0x3000, .n = 2, .step = 4, .span = 7, .placed = true};

    memcpy(own_offsets, offsets, sizeof(offsets));
    memcpy(own_mixes, mixes, sizeof(mixes));
    block.offsets = own_offsets;
    block.mix = own_mixes;
    begin(&cpu, 1000);
    for (unsigned twice = 0; twice < 2; twice++) {
        if (!twice)
            cpu.last = &block;
        count_keep_last(&cpu);
        memset(&block, 0, sizeof(block));
        memset(own_offsets, 0, sizeof(own_offsets));
        memset(own_mixes, 0, sizeof(own_mixes));
        ok(cpu.last == &cpu.kept && cpu.kept.start == four.start && cpu.kept.n == 4,
            "the last block is kept");
        ok(!memcmp(cpu.kept.offsets, offsets, sizeof(offsets)), "... its offsets");
        ok(!memcmp(cpu.kept.mix, mixes, sizeof(mixes)), "... and its kinds");
    }
    cpu.last = &plain;
    count_keep_last(&cpu);
    ok(cpu.kept.start == 0x3000 && !cpu.kept.offsets && !cpu.kept.mix,
        "a block without kinds is kept unchanged");
}

static void test_keep_recent(void)
{
    static struct cpu_count cpu;
    unsigned changes;

    begin(&cpu, 1000);
    changes = cpu.changes;
    count_keep_recent(&cpu);
    is_u64(cpu.changes, changes, "no recent kinds: no change");
    cpu.recent[0] = count_pack(&mixes[1]);
    cpu.recent[1] = count_pack(&mixes[4]);
    count_keep_recent(&cpu);
    is_u64(cpu.changes, changes + 2, "recent kinds move by a change that readers see");
    is_u64(cpu.mixed[0][BLOCKS_LOAD], 1, "... the kernel's");
    is_u64(cpu.mixed[1][BLOCKS_LOAD], 2, "... with the user's loads");
    is_u64(cpu.mixed[1][BLOCKS_BRANCH], 1, "... of each kind");
    is_u64(cpu.recent[0] + cpu.recent[1], 0, "... and are no longer recent");
}

/* ---- readers wait for a change's end ---- */

static struct cpu_count changing;
static atomic_uint read_by; /* readers that have read */
static uint64_t numbers[2], kinds_read[BLOCKS_KINDS];

static gpointer read_numbers(gpointer data)
{
    count_sure(&changing, numbers);
    read_by++;
    return data;
}

static gpointer read_kinds(gpointer data)
{
    count_sure_mix(&changing, true, kinds_read);
    read_by++;
    return data;
}

static void test_readers(void)
{
    GThread *threads[2];

    changing = (struct cpu_count){.last = &count_nothing, .changes = 1};
    threads[0] = g_thread_new("numbers", read_numbers, NULL);
    threads[1] = g_thread_new("kinds", read_kinds, NULL);
    g_usleep(50000);
    is_u64(read_by, 0, "during a change readers wait");
    changing.executed[1] = 5;
    changing.mixed[1][BLOCKS_LOAD] = 3;
    atomic_store(&changing.changes, 2);
    g_thread_join(threads[0]);
    g_thread_join(threads[1]);
    is_u64(numbers[1], 5, "then a reader gets the new counts");
    is_u64(kinds_read[BLOCKS_LOAD], 3, "... and of each kind");
}

int main(void)
{
    test_give();
    test_take();
    test_untaken();
    test_cut();
    test_final();
    test_keep();
    test_keep_recent();
    test_readers();
    return done_testing();
}
