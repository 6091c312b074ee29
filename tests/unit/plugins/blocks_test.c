/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting of blocks, exact to the instruction: each program runs with calls
 * (-icount) and with generated code. Expected counts follow from the program's
 * instructions, one by one. */
#include "qemu-plugins/qemu/cpu_wait.h"
#include "tests/fake_qemu/state.h"
#include "tests/unit/plugins/blocks_world.h"

/* ---- programs ---- */

static void test_straight(void)
{
    static const struct fake_insn three[] = {{PLAIN}, {LONG}, {JUMP, .jump = OTHER}};
    static const struct fake_insn five[] = {
        {PLAIN}, {PLAIN}, {PLAIN}, {PLAIN}, {JUMP, .jump = NOWHERE}};

    FAKE_CODE(CODE, three);
    FAKE_CODE(OTHER, five);
    is_run(0, CODE, false, 8, "two blocks of the kernel");
    is_run(0, CODE, true, 8, "... and of a user");
    is_run(0, OTHER, false, 5, "one block");
}

static void test_loops(void)
{
    static const struct fake_insn loop[] = {{PLAIN}, {LONG}, {INSIDE, .effect = repeat}};
    static const struct fake_insn alone[] = {{JUMP, .effect = repeat}};
    static const struct fake_insn single[] = {{LONG, .effect = repeat}};

    FAKE_CODE(CODE, loop);
    fake_set(0, "rcx", 1000);
    is_run(0, CODE, false, 3000, "a loop of three, 1000 times");
    FAKE_CODE(CODE, alone);
    fake_set(0, "rcx", 77);
    is_run(0, CODE, false, 77, "a jump to itself, 77 times");
    FAKE_CODE(CODE, single);
    fake_set(0, "rcx", 5);
    is_run(0, CODE, false, 5, "a block of one instruction, 5 times");
}

/* The block's end branches to its second instruction, which begins a new
 * block. */
static uint64_t into_the_middle(unsigned cpu, uint64_t next)
{
    uint64_t count = fake_get(cpu, "rcx") - 1;

    fake_set(cpu, "rcx", count);
    return count ? CODE + 1 : next;
}

static void test_inside(void)
{
    static const struct fake_insn code[] = {
        {PLAIN}, {LONG}, {PLAIN}, {INSIDE, .effect = into_the_middle}};

    FAKE_CODE(CODE, code);
    fake_set(0, "rcx", 3);
    is_run(0, CODE, false, 4 + 3 + 3, "a branch into its own block, twice");
}

static void test_exceptions(void)
{
    static const struct fake_insn third[] = {{PLAIN}, {LONG}, {PLAIN, .raises = FAULT}, {PLAIN}};
    static const struct fake_insn first[] = {{PLAIN, .raises = FAULT}, {PLAIN}, {PLAIN}};
    static const struct fake_insn last[] = {{PLAIN}, {LONG, .raises = FAULT, .ends = true}};
    static const struct fake_insn call[] = {
        {PLAIN}, {PLAIN}, {SYSCALL, .raises = FAULT, .ends = true}};
    static const struct fake_insn handler[] = {{PLAIN}, {JUMP, .jump = NOWHERE}};

    FAKE_CODE(FAULT, handler);
    FAKE_CODE(CODE, third);
    is_run(0, CODE, false, 2 + 2, "the third of four faults: two and the handler's two");
    FAKE_CODE(CODE, first);
    is_run(0, CODE, false, 0 + 2, "the first faults");
    FAKE_CODE(CODE, last);
    is_run(0, CODE, false, 1 + 2, "the last of two faults");
    FAKE_CODE(CODE, call);
    is_run(0, CODE, false, 3 + 2, "a system call completes with its exception");
}

static uint64_t interrupted(unsigned cpu, uint64_t next)
{
    fake_interrupt(cpu, IRQ);
    return next;
}

static void test_interrupts(void)
{
    static const struct fake_insn code[] = {
        {PLAIN}, {PLAIN, .effect = interrupted}, {PLAIN}, {JUMP, .jump = NOWHERE}};
    static const struct fake_insn handler[] = {{PLAIN}, {PLAIN}, {JUMP, .jump = CODE + 2}};
    unsigned before = test.discontinued;

    FAKE_CODE(CODE, code);
    FAKE_CODE(IRQ, handler);
    is_run(0, CODE, false, 2 + 3 + 2, "an interrupt between two blocks");
    is_u64(test.discontinued - before, 1, "... is reported to the machine once");
}

/* The look is before the third of four instructions. */
static void test_look(void)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {LOOK}, {JUMP, .jump = NOWHERE}};
    uint64_t before[2];

    FAKE_CODE(CODE, code);
    fake_on_cpu(0, settle, before);
    is_run(0, CODE, false, 4, "a look from inside");
    is_u64(test.looked[0] - before[0], 2, "... finds two executed before it");
    fake_on_cpu(0, settle, before);
    is_run(0, CODE, true, 4, "a look from a user's code");
    is_u64(test.looked[1] - before[1], 2, "... finds two of the user");
}

static void test_skip(void)
{
    static const struct fake_insn code[] = {
        {PLAIN}, {SKIP}, {LONG}, {SKIP}, {JUMP, .jump = NOWHERE}};
    uint64_t before[2];

    FAKE_CODE(CODE, code);
    fake_on_cpu(0, settle, before);
    is_run(0, CODE, false, 5, "two register accesses that leave their blocks");
    is_u64(test.looked[0] - before[0], 3, "... the second after three instructions");
}

/* QEMU restarts a load from a device alone in a block. */
static void test_device(void)
{
    static const struct fake_insn code[] = {{PLAIN},
        {LONG, .access = {.address = DEVICE, .size = 4}}, {LONG},
        {LONG, .access = {.address = DEVICE, .size = 4, .store = true}}, {PLAIN},
        {JUMP, .jump = NOWHERE}};

    FAKE_CODE(CODE, code);
    is_run(0, CODE, false, 6, "a load and a store of a device within a block");
}

static void test_flush(void)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {JUMP, .jump = NOWHERE}};
    uint64_t before[2], after[2];
    void *place;

    FAKE_CODE(CODE, code);
    fake_on_cpu(0, settle, before);
    for (unsigned i = 0; i < 10; i++) {
        fake_run(0, CODE);
        fake_flush();
    }
    fake_on_cpu(0, settle, after);
    is_u64(after[0] - before[0], 30, "counts survive dropped translations");
    place = translations_add(1);
    fake_run(0, CODE);
    fake_flush();
    ok(translations_add(1) == place, "... and the next ones reuse their memory");
}

/* A block that continues in a second page, and an exception there. */
static void test_second_page(void)
{
    static const struct fake_insn code[] = {
        {PLAIN}, {LONG}, {LONG}, {PLAIN, .raises = FAULT}, {PLAIN}, {JUMP, .jump = NOWHERE}};
    static const struct fake_insn handler[] = {{JUMP, .jump = CODE + 0x1003}};
    static const struct fake_insn rest[] = {{PLAIN}, {JUMP, .jump = NOWHERE}};

    FAKE_CODE(CODE + 0xffd, code);
    FAKE_CODE(FAULT, handler);
    is_run(0, CODE + 0xffd, false, 3 + 1 + 2,
        "a fault in a block's second page, and the rest of the block");
    FAKE_CODE(CODE + 0x1003, rest);
}

/* The two pages are not adjacent in memory. A load from a device in the second
 * one restarts alone. */
static void test_second_page_apart(void)
{
    static const struct fake_insn first[] = {{PLAIN}, {LONG}};
    static const struct fake_insn second[] = {
        {LONG, .access = {.address = DEVICE, .size = 4}}, {PLAIN}, {JUMP, .jump = NOWHERE}};

    FAKE_CODE(OTHER + 0x2ffd, first);
    FAKE_CODE(OTHER + 0x5000, second);
    fake_map(0x7c000, OTHER + 0x2000);
    fake_map(0x7d000, OTHER + 0x5000);
    is_run(0, 0x7cffd, false, 5, "a load from a device in a second page");
}

/* A page at two virtual addresses shares translations. */
static void test_shared(void)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {PLAIN, .raises = FAULT}, {PLAIN}};
    static const struct fake_insn handler[] = {{PLAIN}, {JUMP, .jump = NOWHERE}};
    unsigned before;

    FAKE_CODE(OTHER, code);
    FAKE_CODE(FAULT, handler);
    fake_map(0x7f000, OTHER);
    is_run(0, OTHER, false, 2 + 2, "a fault");
    before = fake_world.translations;
    fake_run(0, 0x7f000);
    is_u64(fake_world.translations - before, 0,
        "... the code at the second address needs no translation");
    is_run(0, 0x7f000, false, 2 + 2, "... and counts the same");
}

static void run_programs(void)
{
    test_straight();
    test_loops();
    test_inside();
    test_exceptions();
    test_interrupts();
    test_look();
    test_skip();
    test_device();
    test_flush();
    test_second_page();
    test_second_page_apart();
    test_shared();
}

static void test_calls(void)
{
    begin(FAKE_X86, true, 2);
    run_programs();
}

static void test_generated(void)
{
    begin(FAKE_X86, false, 1);
    run_programs();
}

/* Two CPUs in one thread: QEMU passes the translating CPU's number. */
static void test_two(bool icount)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {JUMP, .jump = NOWHERE}};
    uint64_t first[2], second[2];

    begin(FAKE_X86, icount, 2);
    FAKE_CODE(CODE, code);
    fake_run(0, CODE);
    fake_run(1, CODE);
    fake_run(1, CODE);
    fake_on_cpu(0, settle, first);
    fake_on_cpu(1, settle, second);
    is_u64(first[0], 3, "CPU 0 executes 3");
    is_u64(second[0], 6, "CPU 1 executes 6");
}

static void test_two_in_one_thread(void)
{
    test_two(true);
}

static void test_two_threads(void)
{
    test_two(false);
}

/* ---- a CPU that waits within a block ---- */

static uint64_t wait_ns, look_time[2];

static void prepare_wait(void *data)
{
    (void)data;
    cpu_wait_prepare();
}

static void wait_at_first_look(unsigned cpu, uint64_t pc)
{
    (void)cpu;
    look_time[pc != CODE + 1] = test.time;
    if (pc == CODE + 1)
        cpu_wait(wait_ns);
}

/* Between two readings of the clock the time follows from instructions. */
static void test_wait(void)
{
    static const struct fake_insn code[] = {
        {PLAIN}, {LOOK}, {PLAIN}, {LOOK}, {JUMP, .jump = NOWHERE}};

    begin(FAKE_X86, true, 2);
    fake_on_cpu(0, prepare_wait, NULL);
    test.on_look = wait_at_first_look;
    FAKE_CODE(CODE, code);
    for (wait_ns = 0; wait_ns <= 500; wait_ns += 250) {
        fake.cpus[0].slice.low = 1000;
        fake.cpus[0].slice.budget = 1000;
        fake_run(0, CODE);
        is_u64(look_time[1] - look_time[0], 2 * 2 + wait_ns,
            "a wait of %u ns between two looks that are two instructions apart", (unsigned)wait_ns);
    }
}

/* ---- instructions of four bytes: the same with addresses instead of offsets
 * ---- */

static void run_words(void)
{
    static const struct fake_insn four[] = {
        {WORD}, {WORD}, {WORD, .raises = FAULT}, {WORD, .jump = NOWHERE}};
    static const struct fake_insn handler[] = {{WORD}, {WORD, .jump = NOWHERE}};
    static const struct fake_insn device[] = {
        {WORD}, {WORD, .access = {.address = DEVICE, .size = 4}}, {WORD}, {WORD, .jump = NOWHERE}};

    FAKE_CODE(FAULT, handler);
    FAKE_CODE(CODE, four);
    is_run(0, CODE, false, 2 + 2, "the third of four faults");
    is_run(0, CODE, true, 2 + 2, "... a user's");
    FAKE_CODE(CODE, device);
    is_run(0, CODE, false, 4, "a load from a device");
}

static void test_words_called(void)
{
    begin(FAKE_PPC64, true, 2);
    run_words();
}

static void test_words_generated(void)
{
    begin(FAKE_PPC64, false, 1);
    run_words();
}

static void test_shared_words_called(void)
{
    begin(FAKE_ARM64, true, 2);
    run_words();
}

static void test_shared_words_generated(void)
{
    begin(FAKE_ARM64, false, 1);
    run_words();
}

/* An interrupt returns to the page offset of an instruction in the last block,
 * in another page. */
static uint64_t interrupted_elsewhere(unsigned cpu, uint64_t next)
{
    (void)next;
    fake_interrupt(cpu, IRQ);
    return OTHER + 4;
}

static void test_frames(void)
{
    static const struct fake_insn code[] = {
        {WORD}, {WORD}, {WORD, .effect = interrupted_elsewhere}};
    static const struct fake_insn handler[] = {{WORD, .jump = NOWHERE}};

    begin(FAKE_ARM64, true, 2);
    FAKE_CODE(CODE, code);
    FAKE_CODE(IRQ, handler);
    is_run(
        0, CODE, false, 3 + 1, "an interrupt at the same offset of another page: all three count");
}

/* ---- on and off, saving ---- */

static void stop(void *data)
{
    arbiter_enter();
    blocks_want(false, *(uint64_t *)data);
    arbiter_leave();
}

static void test_lingering(void)
{
    uint64_t now = 5000, end = 5000 + 200000000, early = end - 1;

    begin(FAKE_X86, true, 2);
    is_u64(blocks_deadline(), SIM_NEVER, "a requested count has no deadline");
    fake_on_cpu(0, stop, &now);
    fake_run(0, NOWHERE);
    ok(blocks_counting(), "after its release it continues");
    is_u64(blocks_deadline(), end, "... for 200 ms");
    fake_on_cpu(0, stop, &early);
    fake_run(0, NOWHERE);
    is_u64(blocks_deadline(), end, "... from the first release on");
    fake_on_cpu(0, want, &test);
    is_u64(blocks_deadline(), SIM_NEVER, "requested again, it has no deadline");
    is_u64(fake_world.resets, 1, "... and nothing was retranslated");
    fake_on_cpu(0, stop, &now);
    fake_on_cpu(0, stop, &end);
    ok(blocks_counting() && !blocks_at_rest(), "at the deadline QEMU is asked to stop it");
    fake_run(0, NOWHERE);
    ok(!blocks_counting() && blocks_at_rest(), "... and counting is off");
    is_u64(fake_world.resets, 2, "... by another reset");
    is_u64(blocks_deadline(), SIM_NEVER, "... without a deadline");
}

/* Off and on again: counts continue, and the earlier last block is
 * forgotten. */
static void run_off_and_on(bool icount)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {PLAIN}, {JUMP, .jump = NOWHERE}};
    uint64_t now = 5000, end = 5000 + 200000000, counts[2], n = 100;

    begin(FAKE_X86, icount, icount ? 2 : 1);
    FAKE_CODE(CODE, code);
    fake_run(0, CODE);
    fake_on_cpu(0, count_down, &n);
    fake_on_cpu(0, stop, &now);
    fake_on_cpu(0, stop, &end);
    fake_run(0, NOWHERE);
    fake_run(0, CODE);
    fake_on_cpu(0, want, &test);
    fake_run(0, NOWHERE);
    fake_run(0, CODE + 1);
    fake_run(0, CODE + 1);
    fake_on_cpu(0, settle, counts);
    is_u64(counts[0], 4 + 3 + 3, "4 before, none while counting is off, 6 after");
    is_u64(test.expiries, 0, "... and no countdown ends");
}

static void test_off_and_on_called(void)
{
    run_off_and_on(true);
}

static void test_off_and_on_generated(void)
{
    run_off_and_on(false);
}

static void test_saving(void)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {JUMP, .jump = NOWHERE}};
    FILE *file = tmpfile();
    uint64_t counts[2];
    struct sim_activity a;

    begin(FAKE_X86, true, 2);
    test.mixed = true;
    FAKE_CODE(CODE, code);
    fake_run(0, CODE);
    fake_on_cpu(0, settle, counts);
    ok(snapshot_save(fileno(file), blocks_state), "counts are saved");
    fake_run(0, CODE);
    fake_on_cpu(0, settle, counts);
    is_u64(counts[0], 6, "... at 3, and continue to 6");
    ok(snapshot_resume(fileno(file), blocks_state), "... and resumed");
    is_u64(blocks_executed(0).kernel, 3, "... at 3");
    fake_on_cpu(0, settle_activity, &a);
    is_u64(a.kernel.loads, 3, "... with the loads");
    fclose(file);
}
int main(void)
{
    apart(test_calls);
    apart(test_generated);
    apart(test_two_in_one_thread);
    apart(test_two_threads);
    apart(test_wait);
    apart(test_words_called);
    apart(test_words_generated);
    apart(test_shared_words_called);
    apart(test_shared_words_generated);
    apart(test_frames);
    apart(test_lingering);
    apart(test_off_and_on_called);
    apart(test_off_and_on_generated);
    apart(test_saving);
    return done_testing();
}
