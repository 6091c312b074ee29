/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Countdowns in instructions end at their instruction, with calls and with
 * generated code. Also the time of places within blocks. */
#include "tests/fake_qemu/stderr.h"
#include "tests/unit/plugins/blocks_world.h"

/* ---- countdowns ---- */

static void place_eight(void)
{
    static const struct fake_insn five[] = {{WORD}, {WORD}, {WORD}, {WORD}, {WORD, .jump = OTHER}};
    static const struct fake_insn three[] = {{WORD}, {WORD}, {WORD, .jump = NOWHERE}};

    FAKE_CODE(CODE, five);
    FAKE_CODE(OTHER, three);
}

/* Instruction @n of the eight, from 1. */
static uint64_t pc_of(unsigned n)
{
    return n <= 5 ? CODE + 4 * (n - 1) : OTHER + 4 * (n - 6);
}

static void run_countdowns(bool icount)
{
    place_eight();
    for (uint64_t n = 1; n <= 8; n++) {
        uint64_t counts[2], start;
        unsigned before = test.expiries;

        test.user = n % 2;
        test.next = 0;
        fake_flush();
        fake_on_cpu(0, count_down, &n);
        fake_on_cpu(0, settle, counts);
        start = fake_now();
        fake_run(0, CODE);
        fake_on_cpu(0, settle, counts);
        is_u64(test.expiries - before, 1, "a countdown of %u ends once", (unsigned)n);
        is_u64(test.expiry.pc, pc_of((unsigned)n), "... at that instruction");
        is_u64(counts[0] + counts[1] - test.expiry.executed, 8 - n,
            "... before the others are executed");
        is_u64(test.expiry.user, n % 2, "... with its privilege");
        is_u64(test.expiry.now - start, icount ? 2 * n : 0, "... at its time");
    }
}

static void test_countdowns_called(void)
{
    begin(FAKE_PPC64, true, 2);
    run_countdowns(true);
}

static void test_countdowns_generated(void)
{
    begin(FAKE_PPC64, false, 1);
    run_countdowns(false);
}

/* A countdown of 3, then every 2: instructions 3, 5, 7. */
static void test_countdown_goes_on(void)
{
    uint64_t n = 3, counts[2];

    begin(FAKE_PPC64, true, 2);
    place_eight();
    test.next = 2;
    fake_on_cpu(0, count_down, &n);
    fake_run(0, CODE);
    fake_on_cpu(0, settle, counts);
    is_u64(test.expiries, 3, "a countdown that restarts");
    is_u64(test.expiry.pc, pc_of(7), "... ends last at the seventh");
    n = 0;
    fake_on_cpu(0, count_down, &n);
    fake_run(0, CODE);
    fake_on_cpu(0, settle, counts);
    is_u64(test.expiries, 3, "a stopped countdown does not end");
}

static void from_afar(void *data)
{
    blocks_set_countdown(1, *(uint64_t *)data);
}

/* A countdown has ended when the CPU is read in the middle of a block. Only the
 * executed part of the block counts. */
static void test_countdown_at_look(void)
{
    static const struct fake_insn first[] = {{WORD}, {WORD, .jump = CODE}};
    static const struct fake_insn code[] = {
        {WORD}, {WORD}, {WORD}, {LOOK_WORD}, {WORD, .jump = NOWHERE}};
    uint64_t n = 4, counts[2];

    begin(FAKE_PPC64, true, 2);
    FAKE_CODE(OTHER, first);
    FAKE_CODE(CODE, code);
    test.user = true;
    fake_on_cpu(0, count_down, &n);
    fake_run(0, OTHER);
    is_u64(test.expiries, 1, "a countdown ends before a look");
    is_u64(test.expiry.pc, CODE + 4, "... at its instruction");
    ok(test.expiry.user, "... with its privilege");
    is_u64(test.expiry.executed, 4, "... after four instructions");
    is_u64(test.looked[1], 5, "... and the look finds five");
    fake_on_cpu(0, settle, counts);
    is_u64(counts[1], 7, "finally all seven count");
}

/* CPU 0 sets CPU 1's countdown. It ends on time, though CPU 1 learns of it
 * later. */
static void run_from_afar(bool icount)
{
    uint64_t n = 6, counts[2];

    begin(FAKE_PPC64, icount, 2);
    place_eight();
    fake_on_cpu(0, from_afar, &n);
    fake_run(1, CODE);
    fake_on_cpu(1, settle, counts);
    is_u64(test.expiries, 1, "a countdown of 6, set by another CPU");
    is_u64(test.expiry.pc, pc_of(6), "... ends at the sixth");
    is_u64(test.expiry.executed, 6, "... after six instructions");
    fake_on_cpu(0, from_afar, &n);
    n = 0;
    fake_on_cpu(0, from_afar, &n);
    fake_run(1, CODE);
    fake_on_cpu(1, settle, counts);
    is_u64(test.expiries, 1, "... and a cancelled one does not end");
}

static void test_from_afar_called(void)
{
    run_from_afar(true);
}

static void test_from_afar_generated(void)
{
    run_from_afar(false);
}

/* After a look at CPU 1 within a block; the rest of the block may not have
 * run. */
static void test_from_afar_after_look(void)
{
    static const struct fake_insn code[] = {{WORD}, {LOOK_WORD}, {WORD, .jump = NOWHERE}};
    uint64_t n = 6;

    begin(FAKE_PPC64, true, 2);
    FAKE_CODE(FAULT, code);
    place_eight();
    fake_run(1, FAULT);
    fake_on_cpu(0, from_afar, &n);
    fake_run(1, CODE);
    is_u64(test.expiry.executed, 1 + 6, "a countdown from the only sure instruction");
    is_u64(test.expiry.pc, pc_of(1 + 6 - 3), "... ends at its instruction");
}

static void look_between(void *data)
{
    (void)data;
    arbiter_enter();
    blocks_begin_access(1, NOWHERE);
    blocks_end_access_block(1);
    arbiter_leave();
}

/* After an access at which CPU 1 left its block, and one more block. */
static void test_from_afar_after_access(void)
{
    static const struct fake_insn code[] = {{WORD}, {WORD}, {WORD, .jump = NOWHERE}};
    uint64_t n = 6;

    begin(FAKE_PPC64, true, 2);
    FAKE_CODE(FAULT, code);
    place_eight();
    fake_run(1, FAULT);
    fake_on_cpu(1, look_between, NULL);
    fake_run(1, FAULT);
    fake_on_cpu(0, from_afar, &n);
    fake_run(1, CODE);
    is_u64(test.expiry.executed, 3 + 6, "a countdown from the three sure instructions");
    is_u64(test.expiry.pc, pc_of(3 + 6 - 6), "... ends at its instruction");
}

/* The hook that is called before a block, of x86. */
static void run_about_to_expire(bool icount)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {PLAIN}, {JUMP, .jump = OTHER}};
    static const struct fake_insn other[] = {{PLAIN}, {PLAIN}, {JUMP, .jump = NOWHERE}};
    uint64_t n = 6, counts[2];

    hooks.about_to_expire = about_to_expire;
    hooks.countdown_expired = NULL;
    begin(FAKE_X86, icount, icount ? 2 : 1);
    FAKE_CODE(CODE, code);
    FAKE_CODE(OTHER, other);
    fake_on_cpu(0, count_down, &n);
    fake_run(0, CODE);
    is_u64(test.warnings, 1, "a countdown ends in the second block: one call");
    is_u64(test.expiry.n, 3, "... before that block of three");
    is_u64(test.expiry.executed, 4, "... after the first block");
    is_u64(test.expiry.now, 0, "... at the clock's time");
    fake_on_cpu(0, settle, counts);
    is_u64(counts[0], 7, "all instructions count");
    n = 4;
    fake_on_cpu(0, count_down, &n);
    test.next = 100;
    fake_run(0, CODE);
    is_u64(test.warnings, 2, "a countdown that ends with the first block: a call before it");
    is_u64(test.expiry.n, 4, "... of four");
    test.next = 0;
    for (unsigned i = 0; i < 13; i++)
        fake_run(0, CODE);
    is_u64(test.warnings, 2, "a hundred more from there: none in the next 98");
    fake_run(0, CODE);
    is_u64(test.warnings, 3, "... and then one");
    fake_on_cpu(0, settle, counts);
    is_u64(counts[0], 7 * 16, "all instructions count");
}

static void test_nears_called(void)
{
    run_about_to_expire(true);
}

static void test_nears_generated(void)
{
    run_about_to_expire(false);
}

/* ---- QEMU drops all callbacks and retranslates at the end of countdowns
 * ---- */

static void translate_anew(void *data)
{
    (void)data;
    retranslate();
}

/* A hook that keeps the countdown expired from block to block while the machine
 * shows them. */
static uint64_t stays_ended(void *machine, unsigned cpu, uint32_t n, bool shown)
{
    (void)machine, (void)cpu, (void)shown;
    test.warnings++;
    return n;
}

static void run_nears_anew(bool icount)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {JUMP, .jump = NOWHERE}};
    uint64_t n = 2;

    hooks.about_to_expire = about_to_expire;
    hooks.countdown_expired = NULL;
    test.on_about_to_expire = stays_ended;
    begin(FAKE_X86, icount, icount ? 2 : 1);
    FAKE_CODE(CODE, code);
    fake_on_cpu(0, count_down, &n);
    fake_run(0, CODE);
    is_u64(test.warnings, 1, "a countdown ends in a block: one call");
    fake_on_cpu(0, translate_anew, NULL);
    fake_run(0, CODE);
    is_u64(test.warnings, 2, "after a retranslation the next block calls again");
}

static void test_nears_anew_called(void)
{
    run_nears_anew(true);
}

static void test_nears_anew_generated(void)
{
    run_nears_anew(false);
}

/* The sample is in the last block before the reset. */
static void run_trip_anew(bool icount)
{
    uint64_t n = 7, counts[2];

    begin(FAKE_PPC64, icount, icount ? 2 : 1);
    place_eight();
    test.user = true;
    fake_on_cpu(0, count_down, &n);
    fake_run(0, CODE);
    is_u64(test.expiries, 0, "a countdown that ends within the last block is pending");
    fake_on_cpu(0, translate_anew, NULL);
    fake_run(0, CODE);
    is_u64(test.expiries, 1, "a retranslation reports it");
    is_u64(test.expiry.pc, pc_of(7), "... with its instruction");
    ok(test.expiry.user, "... with its privilege");
    fake_on_cpu(0, settle, counts);
    is_u64(counts[1], 16, "... and both rounds count in full");
}

static void test_trip_anew_called(void)
{
    run_trip_anew(true);
}

static void test_trip_anew_generated(void)
{
    run_trip_anew(false);
}

/* ---- shown blocks ---- */

static void show(void *data)
{
    blocks_show(cpu_number_here(), data);
}

/* Runs three blocks of one instruction on CPU 1 and expects @calls of the
 * hook. */
static void is_asked(unsigned calls, const char *what)
{
    unsigned before = test.warnings;

    fake_run(1, CODE);
    is_u64(test.warnings - before, calls, "%s: %u calls", what, calls);
}

/* Each countdown ends with the next instruction. */
static void run_shown(bool icount)
{
    static const struct fake_insn singles[] = {
        {PLAIN, .ends = true}, {LONG, .ends = true}, {JUMP, .jump = NOWHERE}};
    static const struct fake_insn again[] = {
        {PLAIN}, {LONG, .access = {.address = DEVICE, .size = 4}}, {JUMP, .jump = NOWHERE}};
    uint64_t n = 1, counts[2];

    hooks.about_to_expire = about_to_expire;
    hooks.countdown_expired = NULL;
    test.shown = true;
    test.next = 1;
    begin(FAKE_X86, icount, 2);
    FAKE_CODE(CODE, singles);
    FAKE_CODE(OTHER, again);
    fake_on_cpu(1, count_down, &n);
    is_asked(3, "each block calls the hook");
    fake_on_cpu(1, show, &n);
    is_asked(0, "... unless blocks are shown");
    fake_on_cpu(1, settle, counts);
    is_u64(counts[0], 6, "... and all blocks count");
    n = 3;
    fake_on_cpu(1, count_down, &n);
    is_asked(1, "a countdown of three");
    fake_on_cpu(0, from_afar, &n);
    is_asked(1, "... and one that another CPU sets");
    test.next = 3;
    fake_run(1, OTHER);
    fake_on_cpu(1, settle, counts);
    is_u64(counts[0], 15,
        "a block that repeats its second instruction and runs its third alone: three");
    fake_on_cpu(1, show, NULL);
    test.next = n = 1;
    fake_on_cpu(1, count_down, &n);
    is_asked(3, "finally each block calls again");
    fake_on_cpu(1, settle, counts);
    is_u64(counts[0], 18, "... and all instructions count");
}

static void test_shown_called(void)
{
    run_shown(true);
}

static void test_shown_generated(void)
{
    run_shown(false);
}

/* The comparison of the two clocks: CPUs slept 1000 ns. */
static void test_time(void)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {LOOK}, {JUMP, .jump = NOWHERE}};
    static const struct fake_insn irq[] = {{PLAIN, .jump = NOWHERE}};
    uint64_t start;
    struct captured captured;

    begin(FAKE_X86, true, 2);
    FAKE_CODE(CODE, code);
    FAKE_CODE(IRQ, irq);
    start = fake_now();
    fake_run(0, CODE);
    is_u64(test.time - start, 4, "in a block's middle the time includes the 2 instructions before");
    fake_sleep_until(start + 1008);
    fake_interrupt(0, IRQ);
    fake_run(0, NOWHERE);
    start = fake_now();
    fake_run(0, CODE);
    is_u64(test.time - start, 4, "after sleep and an interrupt the time is correct");
    capture_stderr(&captured);
    insn_clock_report();
    is_str(captured_stderr(&captured),
        "pmulab: blocks: 1 readings of the clock, ahead 1 times by 1000 ns, behind 0 times by 0 "
        "ns\n",
        "... and the sleep is reported");
}

int main(void)
{
    apart(test_countdowns_called);
    apart(test_countdowns_generated);
    apart(test_countdown_goes_on);
    apart(test_countdown_at_look);
    apart(test_from_afar_called);
    apart(test_from_afar_generated);
    apart(test_from_afar_after_look);
    apart(test_from_afar_after_access);
    apart(test_nears_called);
    apart(test_nears_generated);
    apart(test_nears_anew_called);
    apart(test_nears_anew_generated);
    apart(test_trip_anew_called);
    apart(test_trip_anew_generated);
    apart(test_shown_called);
    apart(test_shown_generated);
    apart(test_time);
    return done_testing();
}
