/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/qemu/turns.h"

#include "qemu-plugins/qemu/qemu_symbol.h"

#include <glib.h>
#include <stdatomic.h>

/* So long does the main loop wait at most while CPUs execute, us: what somebody types does not have to wait
 * longer, and where nobody does, no guest is busy that long without a pause. */
#define PATIENCE_TYPED (500 * G_TIME_SPAN_MILLISECOND)
#define PATIENCE       (60 * G_TIME_SPAN_SECOND)

/* Between two looks whether the guest ends, us. */
#define LOOK_INTERVAL (5 * G_TIME_SPAN_MILLISECOND)

/* Of QEMU's include/qemu/notify.h, include/qemu/main-loop.h and include/qemu/thread.h. */
struct notifier {
    void (*notify)(struct notifier *notifier, void *data);
    void *links[2]; /* to the next one, and to what leads here */
};

struct main_loop_poll {
    int state;
};
enum { MAIN_LOOP_POLL_FILL = 0 }; /* before it sleeps; the other states are behind it */

typedef void cond_wait(void *cond, void *mutex, const char *file, int line);

static struct {
    const int *use_icount;
    void (*add_notifier)(struct notifier *notifier);
    bool (*all_idle)(void);
    bool (*runs)(void);
    int (*shutdown_requested)(void); /* 0: no */
    int (*reset_requested)(void);
    void (*lock)(const char *file, int line);
    void (*unlock)(void);
    _Atomic(cond_wait *) *cond_wait; /* how its threads wait: a variable for its profiler's sake */
} qemu;

/* They concern the calling thread. */
static struct {
    void (*add)(struct notifier *notifier);
    void (*remove)(struct notifier *notifier);
} rcu;

/* The CPUs' thread. It goes to sleep, like all that has to do with idling, with the big lock held. */
static struct {
    GMutex lock;
    GCond changed;
    bool sleeps;
    bool suspended;
    unsigned naps; /* how often it has gone to sleep */
    void (*asleep)(void);
    cond_wait *wait;
} cpus;
static gint64 patience;

static struct notifier notifier;
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

static void wait_and_tell(void *cond, void *mutex, const char *file, int line)
{
    if (is_cpus_thread)
        set_sleeps(true);
    cpus.wait(cond, mutex, file, line);
    if (is_cpus_thread)
        set_sleeps(false);
}

/* What is to happen then is for the main loop to do, and what the guest still does is of no account. */
static bool ends(void)
{
    return !qemu.runs() || qemu.shutdown_requested() || qemu.reset_requested();
}

/* Whether the main loop may look; if not, @naps is what has to change before it is worth while to ask again.
 */
static bool our_turn(unsigned *naps)
{
    bool idle = qemu.all_idle(), turn = ends();

    g_mutex_lock(&cpus.lock);
    turn = turn || cpus.suspended || (idle && cpus.sleeps);
    *naps = cpus.naps;
    g_mutex_unlock(&cpus.lock);
    return turn;
}

/* Until the CPUs' thread has gone to sleep anew: false where that takes beyond @end. The big lock is given
 * away meanwhile. */
static bool wait_for_nap(unsigned naps, gint64 end)
{
    bool in_time = true;

    qemu.unlock();
    g_mutex_lock(&cpus.lock);
    while (in_time && cpus.naps == naps && !cpus.suspended && !ends()) {
        g_cond_wait_until(&cpus.changed, &cpus.lock, g_get_monotonic_time() + LOOK_INTERVAL);
        in_time = g_get_monotonic_time() < end;
    }
    g_mutex_unlock(&cpus.lock);
    qemu.lock(__FILE__, __LINE__);
    return in_time;
}

/* Called with the big lock held, right before the main loop looks at the clock. */
static void wait_for_turn(struct notifier *self, void *data)
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
    if (!qemu_symbol("use_icount", &qemu.use_icount) ||
        !qemu_symbol("main_loop_poll_add_notifier", &qemu.add_notifier) ||
        !qemu_symbol("all_cpu_threads_idle", &qemu.all_idle) ||
        !qemu_symbol("runstate_is_running", &qemu.runs) || !qemu_symbol("bql_lock_impl", &qemu.lock) ||
        !qemu_symbol("bql_unlock", &qemu.unlock) ||
        !qemu_symbol("qemu_shutdown_requested_get", &qemu.shutdown_requested) ||
        !qemu_symbol("qemu_reset_requested_get", &qemu.reset_requested) ||
        !qemu_symbol("qemu_cond_wait_func", &qemu.cond_wait))
        return;
    notifier.notify = wait_for_turn;
    qemu.add_notifier(&notifier);
    if (!qemu_symbol("rcu_add_force_rcu_notifier", &rcu.add) ||
        !qemu_symbol("rcu_remove_force_rcu_notifier", &rcu.remove))
        rcu.add = NULL;
}

static void do_nothing(struct notifier *self, void *data)
{
    (void)self;
    (void)data;
}

/* What is added comes first in the list, so that its link leads to what was there before. */
static void leave_rcu_alone(void)
{
    struct notifier ours = {.notify = do_nothing};
    struct notifier *theirs;

    rcu.add(&ours);
    theirs = ours.links[0];
    rcu.remove(&ours);
    if (theirs)
        rcu.remove(theirs);
}

void turns_join(void)
{
    if (!qemu.cond_wait || !*qemu.use_icount)
        return;
    is_cpus_thread = true;
    if (!cpus.wait) {
        cpus.wait = atomic_load(qemu.cond_wait);
        atomic_store(qemu.cond_wait, wait_and_tell);
    }
    if (rcu.add)
        leave_rcu_alone();
}

/* What stops it holds the big lock until it waits for the CPUs. */
bool turns_stopping(void)
{
    bool runs;

    if (!qemu.cond_wait)
        return true;
    qemu.lock(__FILE__, __LINE__);
    runs = qemu.runs();
    qemu.unlock();
    return !runs;
}

void turns_when_asleep(void (*asleep)(void))
{
    g_mutex_lock(&cpus.lock);
    cpus.asleep = asleep;
    g_mutex_unlock(&cpus.lock);
}

void turns_forget_addresses(void)
{
    void (*flush)(void *cpu);
    void *(*get_cpu)(int index);
    void *cpu;

    if (!is_cpus_thread || !qemu_symbol("tlb_flush", &flush) || !qemu_symbol("qemu_get_cpu", &get_cpu))
        return;
    for (int i = 0; (cpu = get_cpu(i)); i++)
        flush(cpu);
}

void turns_suspend(bool off)
{
    g_mutex_lock(&cpus.lock);
    cpus.suspended = off;
    g_cond_signal(&cpus.changed);
    g_mutex_unlock(&cpus.lock);
}
