/* SPDX-License-Identifier: GPL-2.0-or-later */
/* QEMU's main loop waits for its turn: until the CPUs' thread is idle and
 * sleeps, or the guest ends. */
#include "qemu-plugins/qemu/turns.h"

#include "qemu-plugins/qemu/big_lock.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/fake_qemu.h"

#include <stdatomic.h>

/* QEMU's main loop states: before its sleep, and after. */
enum { FILL = 0, ERR = 1, OK = 2 };
enum { NEEDED = QEMU_TURNS | QEMU_CLOCK | QEMU_LOCK | QEMU_SAVING };

static void started(unsigned cpu, void *data)
{
    (void)cpu;
    (void)data;
    turns_join();
}

static void begin(const struct fake_setup *setup, bool typed)
{
    fake_begin(setup);
    qemu_private_find("test", 0, NEEDED | QEMU_RECLAIM | QEMU_ADDRESSES);
    turns_begin(typed);
    qemu_plugin_register_vcpu_init_cb(1, started, NULL);
    fake_start_cpus();
}

static const struct fake_setup counted = {.isa = FAKE_X86, .cpus = 2, .icount = true};

/* Returns its duration, ms. */
static unsigned poll_for(int state)
{
    gint64 start = g_get_monotonic_time();

    fake_lock();
    fake_poll(state);
    ok(fake_bql_held(), "the main loop has the big lock again");
    fake_unlock();
    return (unsigned)((g_get_monotonic_time() - start) / 1000);
}

/* ---- the CPUs' thread ---- */

static atomic_bool looked, slept, lock_was_free;

static void wait_until_looked(void)
{
    for (unsigned i = 0; i < 2000 && !looked; i++)
        g_usleep(1000);
}

static void go_to_sleep(void *data)
{
    (void)data;
    g_usleep(20000);
    lock_was_free = big_lock_take();
    big_lock_give();
    fake_world.idle = true;
    slept = true;
    fake_cpus_sleep();
}

static gpointer cpus_thread(gpointer data)
{
    fake_on_cpu(0, go_to_sleep, data);
    return NULL;
}

static void test_sleep(void)
{
    GThread *thread;

    begin(&counted, false);
    fake_world.while_asleep = wait_until_looked;
    fake_world.idle = false;
    ok(poll_for(FILL) < 10000 && !slept, "before its own sleep the main loop does not wait");
    thread = g_thread_new("cpus", cpus_thread, NULL);
    poll_for(ERR);
    ok(slept, "after its sleep it waits until the CPUs sleep");
    ok(lock_was_free, "... without the big lock, which the CPUs need");
    poll_for(OK);
    ok(!looked, "while the CPUs sleep it does not wait");
    looked = true;
    g_thread_join(thread);
    is_u64(fake_world.waits, 1, "the CPUs slept in QEMU's own function");
}

static gpointer end_later(gpointer data)
{
    g_usleep(60000);
    fake_world.shutdown = 1;
    return data;
}

static gpointer end_after_patience(gpointer data)
{
    g_usleep(700000);
    fake_world.shutdown = 1;
    return data;
}

/* Without typed input the main loop waits longer than the half second that it
 * waits with it. */
static void test_patient(void)
{
    GThread *end;

    begin(&counted, false);
    fake_world.idle = false;
    end = g_thread_new("end", end_after_patience, NULL);
    ok(poll_for(ERR) >= 650, "it waits until the guest ends");
    g_thread_join(end);
} /* cppcheck-suppress memleak */

/* A sleep of the CPUs while one of them has work is no turn for the main
 * loop. */
static void nap(void *data)
{
    (void)data;
    g_usleep(10000);
    fake_cpus_sleep();
    slept = true;
}

static gpointer napping_thread(gpointer data)
{
    fake_on_cpu(0, nap, data);
    return data;
}

static void run_nap(bool idle_afterwards)
{
    GThread *cpus, *end;

    begin(&counted, false);
    fake_world.idle = false;
    cpus = g_thread_new("cpus", napping_thread, NULL);
    if (idle_afterwards) {
        g_thread_join(cpus);
        fake_world.idle = true;
    }
    end = g_thread_new("end", end_later, NULL);
    ok(poll_for(ERR) >= 50 && slept, "... the main loop keeps waiting");
    if (!idle_afterwards)
        g_thread_join(cpus);
    g_thread_join(end);
} /* cppcheck-suppress memleak */

static void test_nap(void)
{
    run_nap(false);
}

static void test_awake(void)
{
    run_nap(true);
}

/* ---- the end ---- */

static void test_ends(void)
{
    begin(&counted, false);
    fake_world.idle = false;
    fake_world.shutdown = 1;
    ok(poll_for(ERR) < 5000, "a shutdown does not wait");
    fake_world.shutdown = 0;
    fake_world.reset = 1;
    ok(poll_for(ERR) < 5000, "nor does a reset");
    fake_world.reset = 0;
    fake_world.running = false;
    ok(poll_for(ERR) < 5000, "nor does a stopped guest");
    fake_world.running = true;
    turns_suspend(true);
    ok(poll_for(ERR) < 5000, "nor does it wait while turns are suspended");
}

/* Shuts the guest down during the wait, which polls each 5 ms. */
static gpointer shut_down(gpointer data)
{
    (void)data;
    g_usleep(20000);
    looked = true;
    fake_world.shutdown = 1;
    return NULL;
}

static void test_late_end(void)
{
    GThread *thread;
    unsigned ms;

    begin(&counted, false);
    fake_world.idle = false;
    thread = g_thread_new("end", shut_down, NULL);
    ms = poll_for(ERR);
    g_thread_join(thread);
    ok(ms < 5000 && looked, "a shutdown ends the wait");
}

static gpointer suspend(gpointer data)
{
    (void)data;
    g_usleep(20000);
    looked = true;
    turns_suspend(true);
    return NULL;
}

static void test_late_suspension(void)
{
    GThread *thread;
    unsigned ms;

    begin(&counted, false);
    fake_world.idle = false;
    thread = g_thread_new("hold", suspend, NULL);
    ms = poll_for(ERR);
    g_thread_join(thread);
    ok(ms < 5000 && looked, "a suspension ends the wait");
}

static void test_patience(void)
{
    unsigned ms;

    begin(&counted, true);
    fake_world.idle = false;
    ms = poll_for(ERR);
    ok(ms >= 490 && ms < 5000, "with typed input it waits half a second");
}

/* ---- without turns ---- */

static bool called;

static void call(void)
{
    called = true;
}

static void test_threads(void)
{
    static const struct fake_setup threads = {.isa = FAKE_X86, .cpus = 2};

    begin(&threads, false);
    fake_on_cpu(0, go_to_sleep, NULL);
    is_u64(fake_world.waits, 1, "CPUs in separate threads sleep as in QEMU");
    fake_world.idle = false;
    ok(poll_for(ERR) < 5000, "... and the main loop does not wait");
    turns_when_asleep(call);
    ok(called, "a call for their sleep is made at once");
}

static void test_nothing_there(void)
{
    static const struct fake_setup poor = {
        .isa = FAKE_X86, .cpus = 1, .icount = true, .missing = " all_cpu_threads_idle "};

    begin(&poor, false);
    fake_world.idle = false;
    ok(poll_for(ERR) < 5000, "without QEMU's functions it does not wait");
}

/* ---- other functions ---- */

static bool called_in_sleep;

static void note_call(void)
{
    called_in_sleep = called;
}

static void sleep_now(void *data)
{
    (void)data;
    fake_cpus_sleep();
}

static void test_when_asleep(void)
{
    begin(&counted, false);
    fake_world.while_asleep = note_call;
    turns_when_asleep(call);
    ok(!called, "a call for the CPUs' sleep waits");
    fake_cpus_sleep();
    ok(!called, "... and ignores another thread's sleep");
    fake_on_cpu(0, sleep_now, NULL);
    ok(called && called_in_sleep, "... and is made before they sleep");
    called = false;
    fake_on_cpu(1, sleep_now, NULL);
    ok(!called, "... once");
}

static struct qemu_notifier theirs;

static void test_reclaim(void)
{
    fake_begin(&counted);
    qemu_private_find("test", 0, NEEDED | QEMU_RECLAIM);
    fake_rcu_add(&theirs);
    qemu_plugin_register_vcpu_init_cb(1, started, NULL);
    fake_start_cpus();
    ok(!fake_rcu_has(&theirs), "RCU no longer interrupts the CPUs' thread");
}

static void forget(void *data)
{
    (void)data;
    turns_forget_addresses();
}

static void test_addresses(void)
{
    begin(&counted, false);
    turns_forget_addresses();
    is_u64(fake_world.tlb_flushes, 0,
        "outside of the CPUs' thread no translated addresses are dropped");
    fake_on_cpu(1, forget, NULL);
    is_u64(fake_world.tlb_flushes, 2, "in it both CPUs drop them");
}

static void ask(void *data)
{
    *(bool *)data = turns_stopping();
    ok(!fake_bql_held(), "the caller has no lock afterwards");
}

static void test_stopping(void)
{
    bool stopping = true;

    begin(&counted, false);
    fake_on_cpu(0, ask, &stopping);
    ok(!stopping, "it runs");
    fake_world.running = false;
    fake_on_cpu(0, ask, &stopping);
    ok(stopping, "the guest is stopped");
}

int main(void)
{
    apart(test_sleep);
    apart(test_patient);
    apart(test_nap);
    apart(test_awake);
    apart(test_ends);
    apart(test_late_end);
    apart(test_late_suspension);
    apart(test_patience);
    apart(test_threads);
    apart(test_nothing_there);
    apart(test_when_asleep);
    apart(test_reclaim);
    apart(test_addresses);
    apart(test_stopping);
    return done_testing();
}
