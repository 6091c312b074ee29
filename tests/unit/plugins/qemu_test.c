/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plugins' use of QEMU: symbols, clock, deadlines, locks, CPU numbers,
 * saved state, memory of translations. */
#include "models/sim/clock.h"
#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/arm_timers.h"
#include "qemu-plugins/qemu/big_lock.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/qemu/snapshot.h"
#include "qemu-plugins/qemu/translations.h"
#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/fake_qemu.h"
#include "tests/fake_qemu/stderr.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <sys/stat.h>

static void started(unsigned cpu, void *data)
{
    (void)data;
    cpu_number_learn(cpu);
}

static void begin(const struct fake_setup *setup, unsigned needed, unsigned wanted)
{
    fake_begin(setup);
    ok(qemu_private_find("test", needed, wanted | QEMU_CPU_NUMBER), "QEMU has the needed symbols");
    clock_init();
    qemu_plugin_register_vcpu_init_cb(1, started, NULL);
    fake_start_cpus();
}

/* ---- symbols ---- */

static void test_symbols(void)
{
    const struct fake_setup setup = {
        .isa = FAKE_X86, .cpus = 1, .missing = " timer_del tlb_flush "};
    struct captured captured;

    fake_begin(&setup);
    capture_stderr(&captured);
    ok(qemu_private_find("test", QEMU_LOCK, QEMU_ADDRESSES | QEMU_SAVING),
        "a wanted ability may be missing");
    is_str(captured_stderr(&captured),
        "pmulab: this QEMU does not export tlb_flush: with -icount a resumed guest may differ from "
        "one "
        "that boots\n",
        "... and its loss is reported");
    ok(!qemu_private_has(QEMU_ADDRESSES), "... it is absent");
    ok(qemu_private_has(QEMU_LOCK | QEMU_SAVING), "... the others are present");
    ok(!qemu_private_has(QEMU_LOCK | QEMU_ADDRESSES), "... but not both of a pair");
    ok(!qemu_private_has(QEMU_TURNS), "abilities without a request are absent");
    ok(qemu_private.bql_unlock && !qemu_private.tlb_flush &&
            !qemu_private.main_loop_poll_add_notifier,
        "pointers are set if requested and found");
    capture_stderr(&captured);
    ok(!qemu_private_find("test", QEMU_CLOCK, QEMU_ADDRESSES),
        "a needed ability must not be missing");
    is_str(captured_stderr(&captured),
        "pmulab: test needs timer_del, which this QEMU does not export: time is the host's, and "
        "scenarios "
        "only "
        "run with --no-icount\n",
        "... and only that is reported");
}

/* ---- the clock ---- */

static void test_clock_of_instructions(void)
{
    static const struct fake_insn code[] = {
        {.hex = "90"}, {.hex = "90"}, {.hex = "90", .ends = true}};

    begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = 1, .icount = true}, QEMU_CLOCK | QEMU_LOCK,
        QEMU_DATE);
    fake_set(0, "cr0", 1);
    fake_ram(0, 0x10000);
    FAKE_CODE(0x1000, code);
    fake_run(0, 0x1000);
    is_u64(clock_now(), 1000 + 3 * 2, "with -icount three instructions take 6 ns");
    ok(!clock_readable(false) && clock_readable(true), "... and it is readable at a block's end");
    is_u64(clock_of_instructions(50), 100, "fifty instructions take 100 ns");
    fake_sleep_until(3000000000);
    is_u64(clock_now(), 3000000000, "sleep also takes time");
    is_u64(clock_date(), 1234567893, "the date is that of the guest's clock");
}

static void test_clock_of_threads(void)
{
    begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = 1}, QEMU_CLOCK, 0);
    fake_sleep_until(7777);
    is_u64(clock_now(), 7777, "without -icount the time is also QEMU's");
    ok(clock_readable(false), "... and always readable");
    ok(clock_date() - (uint64_t)time(NULL) + 1 < 3,
        "without QEMU's function the date is the host's");
}

static void test_clock_of_host(void)
{
    uint64_t first, second;

    begin(
        &(struct fake_setup){.isa = FAKE_X86, .cpus = 1, .icount = true, .missing = " timer_del "},
        0, QEMU_CLOCK);
    ok(clock_readable(false), "without QEMU's clock the host's is always readable");
    first = clock_now();
    g_usleep(3000);
    second = clock_now();
    ok(first > 0, "... and never 0");
    ok(second - first >= 3000000 && second - first < 3000000000, "... in ns");
    clock_set_deadline(5, NULL, NULL);
    ok(true, "... and a deadline is accepted");
}

/* ---- deadlines ---- */

static struct {
    unsigned n;
    uint64_t time;
    void *cpu, *data;
    bool locked;
} expired;

static void expires(void *data)
{
    expired.n++;
    expired.time = clock_now();
    expired.cpu = *qemu_private.current_cpu();
    expired.data = data;
    expired.locked = fake_bql_held();
}

static void test_deadlines(void)
{
    int one, other;

    begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = 2, .icount = true}, QEMU_CLOCK | QEMU_LOCK,
        0);
    clock_set_deadline(SIM_NEVER, expires, &one);
    fake_sleep_until(2000);
    clock_set_deadline(5000, expires, &one);
    fake_sleep_until(4999);
    is_u64(expired.n, 0, "a deadline at 5000 has not expired at 4999");
    fake_sleep_until(6000);
    is_u64(expired.n, 1, "... but has at 6000");
    is_u64(expired.time, 5000, "... on time");
    ok(expired.cpu && expired.cpu == qemu_private.qemu_get_cpu(0) && expired.data == &one,
        "... on CPU 0");
    fake_sleep_until(9000);
    is_u64(expired.n, 1, "it fires once");
    clock_set_deadline(12000, expires, &one);
    clock_set_deadline(11000, expires, &other);
    fake_sleep_until(20000);
    is_u64(expired.n, 2, "a later call replaces an earlier one");
    is_u64(expired.time, 11000, "... with its time");
    ok(expired.data == &other, "... and its data");
    clock_set_deadline(21000, expires, &one);
    clock_set_deadline(SIM_NEVER, expires, &one);
    fake_sleep_until(30000);
    is_u64(expired.n, 2, "a cancelled deadline does not fire");
    clock_set_deadline((uint64_t)INT64_MAX, expires, &one);
    clock_set_deadline((uint64_t)INT64_MAX - 1, expires, &one);
    fake_sleep_until(40000);
    is_u64(expired.n, 2, "nor does one in 292 years");
}

static void run_soon(void *data)
{
    clock_run_soon(1, expires, data);
    ok(!expired.n, "deferred work waits");
}

static void test_errands(void)
{
    int data;

    begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = 2, .icount = true}, QEMU_CLOCK | QEMU_LOCK,
        0);
    fake_on_cpu(0, run_soon, &data);
    fake_sleep_until(2000);
    is_u64(expired.n, 1, "... and then runs once");
    ok(expired.cpu == qemu_private.qemu_get_cpu(1) && expired.data == &data, "... on its CPU");
}

/* ---- locks ---- */

static void test_big_lock(void)
{
    begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = 1}, QEMU_LOCK | QEMU_CLOCK, 0);
    ok(!big_lock_give(), "a lock that is not held cannot be released");
    ok(big_lock_take() && fake_bql_held(), "the lock is taken");
    ok(!big_lock_take() && fake_bql_held(), "... once");
    ok(big_lock_give() && !fake_bql_held(), "the lock is released");
    clock_settle();
    ok(!fake_bql_held(), "waiting for the main loop ends without the lock");
}

static void test_no_big_lock(void)
{
    begin(
        &(struct fake_setup){.isa = FAKE_X86, .cpus = 1, .missing = " bql_locked "}, 0, QEMU_LOCK);
    ok(!big_lock_take() && !big_lock_give() && !fake_bql_held(),
        "without its functions there is no lock");
}

static atomic_bool inside, may_leave, left;

static gpointer stay_inside(gpointer data)
{
    (void)data;
    arbiter_enter();
    inside = true;
    while (!may_leave)
        g_usleep(100);
    big_lock_take(); /* an interrupt: must not wait for the waiting thread */
    left = true;
    big_lock_give();
    arbiter_leave();
    return NULL;
}

static void test_arbiter(void)
{
    GThread *thread;

    begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = 1}, QEMU_LOCK | QEMU_CLOCK, 0);
    ok(!arbiter_is_mine(), "no thread is inside");
    arbiter_enter();
    ok(arbiter_is_mine(), "a thread enters");
    arbiter_leave();
    ok(!arbiter_is_mine() && arbiter_try_enter(0), "... leaves, and enters again");
    arbiter_leave();
    thread = g_thread_new("other", stay_inside, NULL);
    while (!inside)
        g_usleep(100);
    ok(!arbiter_try_enter(5) && !arbiter_is_mine(), "no thread enters while another is inside");
    big_lock_take();
    may_leave = true;
    arbiter_enter();
    ok(left && arbiter_is_mine(), "a waiting thread lends its big lock to the thread inside");
    ok(fake_bql_held(), "... and gets it back afterwards");
    arbiter_leave();
    big_lock_give();
    g_thread_join(thread);
    arbiter_enter();
    ok(!fake_bql_held(), "a thread without it does not get it");
    arbiter_leave();
}

/* ---- CPUs' numbers ---- */

static unsigned number_given, number_here;

static void look_at_number(unsigned vcpu_index, void *data)
{
    (void)data;
    number_given = cpu_number(vcpu_index);
    number_here = cpu_number_here();
}

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    (void)data;
    qemu_plugin_register_vcpu_tb_exec_cb(tb, look_at_number, QEMU_PLUGIN_CB_NO_REGS, NULL);
}

static void run_numbers(bool icount)
{
    static const struct fake_insn code[] = {{.hex = "90", .ends = true}};

    begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = 3, .icount = icount}, QEMU_CPU_NUMBER, 0);
    qemu_plugin_register_vcpu_tb_trans_cb(1, translated, NULL);
    fake_ram(0, 0x10000);
    FAKE_CODE(0x1000, code);
    is_u64(cpu_number_here(), CPU_NUMBER_NONE, "the main loop is not a CPU");
    for (unsigned i = 0; i < 6; i++) {
        unsigned cpu = i * 2 % 3;
        fake_run(cpu, 0x1000);
        is_u64(number_given, cpu, "a callback on CPU %u gets that number", cpu);
        is_u64(number_here, cpu, "... and so does a callback without a number");
    }
}

static void test_numbers_shared(void)
{
    run_numbers(true);
    ok(cpu_number_state.shared_thread, "CPUs share a thread");
}

static void test_numbers_apart(void)
{
    run_numbers(false);
    ok(!cpu_number_state.shared_thread, "CPUs have separate threads");
}

/* Writes where the parent reads, because the plugin ends the process. */
static int child_output[2];

static void start_without_numbers(void)
{
    dup2(child_output[1], STDERR_FILENO);
    fake_begin(&(struct fake_setup){
        .isa = FAKE_X86, .cpus = 2, .icount = true, .missing = " current_cpu "});
    qemu_private_find("test", 0, 0);
    qemu_plugin_register_vcpu_init_cb(1, started, NULL);
    fake_start_cpus();
}

static void test_no_numbers(void)
{
    char text[256] = "";

    ok(!pipe(child_output), "a pipe");
    is_u64((uint64_t)apart_status(start_without_numbers), 1,
        "two indistinguishable CPUs in a thread end the process");
    ok(read(child_output[0], text, sizeof(text) - 1) > 0, "... is reported");
    is_str(text,
        "pmulab: CPUs 0 and 1 take turns, and without current_cpu nothing tells them apart\n",
        "... like this");
}

static void test_one_without_number(void)
{
    fake_begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = 3, .missing = " current_cpu "});
    qemu_private_find("test", 0, 0);
    qemu_plugin_register_vcpu_init_cb(1, started, NULL);
    fake_start_cpus();
    ok(!cpu_number_state.shared_thread && cpu_number(2) == 2,
        "CPUs in separate threads need no current_cpu");
}

/* ---- timers of arm64 ---- */

static void resume(void *data)
{
    (void)data;
    arm_timers_resume();
    ok(!fake_bql_held(), "the big lock is released");
}

static void test_timers(void)
{
    begin(&(struct fake_setup){.isa = FAKE_ARM64, .cpus = 3, .icount = true},
        QEMU_CLOCK | QEMU_LOCK | QEMU_TIMERS, 0);
    fake_on_cpu(0, resume, NULL);
    is_u64(fake_world.el2_timers, 3, "each CPU's EL2 timer is set again");
    is_u64(fake_world.el2_virtual_timers, 3, "... and each CPU's virtual one");
}

static void test_no_timers(void)
{
    begin(&(struct fake_setup){.isa = FAKE_ARM64, .cpus = 1, .missing = " arm_gt_htimer_cb "},
        QEMU_CLOCK | QEMU_LOCK, QEMU_TIMERS);
    fake_on_cpu(0, resume, NULL);
    is_u64(fake_world.el2_virtual_timers, 0, "without the functions there is no call");
}

/* ---- saved state ---- */

static struct {
    uint32_t a;
    char b[5];
    uint64_t c;
} parts;

static void visit(struct snapshot *snapshot)
{
    snapshot_part(snapshot, &parts.a, sizeof(parts.a));
    snapshot_part(snapshot, parts.b, sizeof(parts.b));
    snapshot_part(snapshot, &parts.c, sizeof(parts.c));
}

static void visit_less(struct snapshot *snapshot)
{
    snapshot_part(snapshot, &parts.a, sizeof(parts.a));
    snapshot_part(snapshot, parts.b, sizeof(parts.b) - 1);
}

static void test_snapshot(void)
{
    FILE *file = tmpfile();
    int fd = fileno(file);
    struct stat info;

    parts.a = 7;
    memcpy(parts.b, "four", 5);
    parts.c = UINT64_MAX;
    ok(write(fd, "old", 3) == 3 && snapshot_save(fd, visit),
        "three parts are saved, from the file's beginning");
    ok(!fstat(fd, &info) && info.st_size == 3 * 8 + 4 + 5 + 8, "... each with its size");
    memset(&parts, 0, sizeof(parts));
    ok(snapshot_resume(fd, visit), "... and read back");
    ok(parts.a == 7 && !strcmp(parts.b, "four") && parts.c == UINT64_MAX, "... alike");
    ok(!snapshot_resume(fd, visit_less), "a part of another size is refused");
    ok(!ftruncate(fd, 3 * 8 + 4 + 5 + 7) && !snapshot_resume(fd, visit),
        "a file without its last byte is refused");
    fclose(file);
    ok(!snapshot_save(fd, visit) && !snapshot_resume(fd, visit), "a closed file is an error");
    fd = open("/dev/full", O_WRONLY);
    ok(!snapshot_save(fd, visit), "a full disk is an error");
    close(fd);
}

/* ---- memory of translations ---- */

enum { ITEMS = 40000, ITEM = 24 };

static void test_translations(void)
{
    static char *items[ITEMS];
    bool zero = true, aligned = true, apart_ = true;

    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < ITEMS; i++) {
            items[i] = translations_add(ITEM);
            aligned = aligned && (uintptr_t)items[i] % _Alignof(max_align_t) == 0;
            for (unsigned k = 0; k < ITEM; k++)
                zero = zero && !items[i][k];
            memset(items[i], (int)(i % 255 + 1), ITEM);
        }
        for (unsigned i = 0; i < ITEMS; i++)
            apart_ = apart_ && items[i][0] == (char)(i % 255 + 1) &&
                     items[i][ITEM - 1] == (char)(i % 255 + 1);
        translations_gone();
    }
    ok(zero, "40000 items, twice: all start as zeros");
    ok(aligned, "... are aligned");
    ok(apart_, "... and apart");
    ok(translations_add(1) == items[0], "memory of dropped items is reused");
    ok(translations_add(1) == items[0] + _Alignof(max_align_t), "... item by item");
    ok(translations_add((1 << 18) - 2 * _Alignof(max_align_t)) ==
            items[0] + 2 * _Alignof(max_align_t),
        "an item that just fits follows them");
    memset(translations_add(1 << 18), 1, 1 << 18);
    ok(true, "the largest item fits");
}

int main(void)
{
    apart(test_symbols);
    apart(test_clock_of_instructions);
    apart(test_clock_of_threads);
    apart(test_clock_of_host);
    apart(test_deadlines);
    apart(test_errands);
    apart(test_big_lock);
    apart(test_no_big_lock);
    apart(test_arbiter);
    apart(test_numbers_shared);
    apart(test_numbers_apart);
    test_no_numbers();
    apart(test_one_without_number);
    apart(test_timers);
    apart(test_no_timers);
    test_snapshot();
    test_translations();
    return done_testing();
}
