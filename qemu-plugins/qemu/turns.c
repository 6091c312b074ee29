/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes QEMU's main loop wait until the CPUs' thread sleeps, and keeps RCU out
 * of the middle of a turn. */
#include "qemu-plugins/qemu/turns.h"

#include "qemu-plugins/qemu/big_lock.h"
#include "qemu-plugins/qemu/qemu_private.h"

#include <glib.h>
#include <stdatomic.h>

/* The main loop's longest wait while CPUs execute, us. Typed input must not
 * wait longer. Without typed input the limit is longer than any guest's busy
 * time. */
#define PATIENCE_TYPED (500 * G_TIME_SPAN_MILLISECOND)
#define PATIENCE       (60 * G_TIME_SPAN_SECOND)

/* Between two checks whether the guest ends, us. */
#define LOOK_INTERVAL (5 * G_TIME_SPAN_MILLISECOND)

/* From QEMU's include/qemu/main-loop.h. */
struct main_loop_poll {
    int state;
};
enum { MAIN_LOOP_POLL_FILL = 0 }; /* before it sleeps; the other states come later */

/* Abilities needed to make the main loop wait. */
enum { NEEDED = QEMU_TURNS | QEMU_CLOCK | QEMU_LOCK | QEMU_SAVING };

/* The CPUs' thread. It goes to sleep, like everything about idling, with the
 * big lock held. */
static struct {
    GMutex lock;
    GCond changed;
    bool sleeps;
    bool suspended;
    unsigned naps; /* times it has gone to sleep */
    void (*asleep)(void);
    qemu_cond_wait *wait;
} cpus;
static gint64 patience;

static struct qemu_notifier notifier;
static _Thread_local bool is_cpus_thread;

static void set_sleeps(bool sleeps)
{
    g_mutex_lock(&cpus.lock);
    if (sleeps && cpus.asleep) {
        cpus.asleep();
        cpus.asleep = NULL;
    }
    cpus.sleeps = sleeps;
    cpus.naps += sleeps;
    g_cond_signal(&cpus.changed);
    g_mutex_unlock(&cpus.lock);
}

static void wait_and_signal(void *cond, void *mutex, const char *file, int line)
{
    if (is_cpus_thread)
        set_sleeps(true);
    cpus.wait(cond, mutex, file, line);
    if (is_cpus_thread)
        set_sleeps(false);
}

/* The main loop handles the end; the guest's remaining execution does not
 * matter. */
static bool ends(void)
{
    return !qemu_private.runstate_is_running() || qemu_private.qemu_shutdown_requested_get() ||
           qemu_private.qemu_reset_requested_get();
}

/* Whether the main loop may read the clock; if not, the result cannot change
 * before @naps does. */
static bool our_turn(unsigned *naps)
{
    bool idle = qemu_private.all_cpu_threads_idle(), turn = ends();

    g_mutex_lock(&cpus.lock);
    turn = turn || cpus.suspended || (idle && cpus.sleeps);
    *naps = cpus.naps;
    g_mutex_unlock(&cpus.lock);
    return turn;
}

/* Waits until the CPUs' thread has gone to sleep again, without the big lock.
 * Returns false if that takes past @end. */
static bool wait_for_nap(unsigned naps, gint64 end)
{
    bool in_time = true;

    qemu_private.bql_unlock();
    g_mutex_lock(&cpus.lock);
    while (in_time && cpus.naps == naps && !cpus.suspended && !ends()) {
        g_cond_wait_until(&cpus.changed, &cpus.lock, g_get_monotonic_time() + LOOK_INTERVAL);
        in_time = g_get_monotonic_time() < end;
    }
    g_mutex_unlock(&cpus.lock);
    qemu_private.bql_lock_impl(__FILE__, __LINE__);
    return in_time;
}

/* Called with the big lock held, directly before the main loop reads the
 * clock. */
static void wait_for_turn(struct qemu_notifier *self, void *data)
{
    const struct main_loop_poll *poll = data;
    gint64 end = g_get_monotonic_time() + patience;
    unsigned naps;

    (void)self;
    if (poll->state == MAIN_LOOP_POLL_FILL || !cpus.wait)
        return;
    while (!our_turn(&naps) && wait_for_nap(naps, end))
        ;
}

void turns_begin(bool typed)
{
    patience = typed ? PATIENCE_TYPED : PATIENCE;
    if (!qemu_private_has(NEEDED))
        return;
    notifier.notify = wait_for_turn;
    qemu_private.main_loop_poll_add_notifier(&notifier);
}

static void do_nothing(struct qemu_notifier *self, void *data)
{
    (void)self;
    (void)data;
}

/* For the calling thread. New entries come first in the list, so its link leads
 * to the previous ones. */
static void leave_rcu_alone(void)
{
    struct qemu_notifier ours = {.notify = do_nothing};
    struct qemu_notifier *theirs;

    qemu_private.rcu_add_force_rcu_notifier(&ours);
    theirs = ours.links[0];
    qemu_private.rcu_remove_force_rcu_notifier(&ours);
    if (theirs)
        qemu_private.rcu_remove_force_rcu_notifier(theirs);
}

void turns_join(void)
{
    if (!qemu_private_has(NEEDED) || !*qemu_private.use_icount)
        return;
    is_cpus_thread = true;
    if (!cpus.wait) {
        cpus.wait = atomic_load(qemu_private.qemu_cond_wait_func);
        atomic_store(qemu_private.qemu_cond_wait_func, wait_and_signal);
    }
    if (qemu_private_has(QEMU_RECLAIM))
        leave_rcu_alone();
}

/* The thread that stops it holds the big lock until it waits for the CPUs. */
bool turns_stopping(void)
{
    bool took = big_lock_take();
    bool runs = qemu_private.runstate_is_running();

    if (took)
        big_lock_give();
    return !runs;
}

void turns_when_asleep(void (*asleep)(void))
{
    if (!cpus.wait) {
        asleep();
        return;
    }
    g_mutex_lock(&cpus.lock);
    cpus.asleep = asleep;
    g_mutex_unlock(&cpus.lock);
}

void turns_forget_addresses(void)
{
    void *cpu;

    if (!is_cpus_thread || !qemu_private_has(QEMU_ADDRESSES))
        return;
    for (int i = 0; (cpu = qemu_private.qemu_get_cpu(i)); i++)
        qemu_private.tlb_flush(cpu);
}

void turns_suspend(bool off)
{
    g_mutex_lock(&cpus.lock);
    cpus.suspended = off;
    g_cond_signal(&cpus.changed);
    g_mutex_unlock(&cpus.lock);
}
