/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/turns.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* How QEMU calls the thread: accel/tcg/tcg-accel-ops-rr.c. */
#define CPU_THREAD "ALL CPUs/TCG\n"

/*
 * A guest that never idles still needs the main loop now and then, if only to be powered off. Longer than
 * that it must not be kept waiting, us.
 */
#define PATIENCE    (500 * G_TIME_SPAN_MILLISECOND)
#define NAP_MIN_US  5
#define NAP_MAX_US  200
#define STAT_LENGTH 256

/* Of QEMU's include/qemu/notify.h and include/qemu/main-loop.h. */
struct notifier {
    void (*notify)(struct notifier *notifier, void *data);
    void *links[2]; /* to the next one, and to what leads here */
};

struct main_loop_poll {
    int state;
};
enum { MAIN_LOOP_POLL_FILL = 0 }; /* before it sleeps; the other states are behind it */

static struct {
    const int *use_icount;
    void (*add_notifier)(struct notifier *notifier);
    bool (*all_idle)(void);
    bool (*runs)(void);
    void (*lock)(const char *file, int line);
    void (*unlock)(void);
} qemu;

/* They concern the calling thread. */
static struct {
    void (*add)(struct notifier *notifier);
    void (*remove)(struct notifier *notifier);
} rcu;

static struct notifier notifier;
static int thread_stat = -1; /* the CPUs' thread, as /proc has it */
static atomic_bool suspended;

/* Opens the stat of the CPUs' thread, once it is there. */
static int find_thread(void)
{
    DIR *tasks = opendir("/proc/self/task");
    struct dirent *task;
    int fd = -1;

    while (tasks && fd < 0 && (task = readdir(tasks))) {
        g_autofree char *path = g_strdup_printf("/proc/self/task/%s/comm", task->d_name);
        g_autofree char *name = NULL;
        g_autofree char *stat = g_strdup_printf("/proc/self/task/%s/stat", task->d_name);

        if (g_file_get_contents(path, &name, NULL, NULL) && !strcmp(name, CPU_THREAD))
            fd = open(stat, O_RDONLY | O_CLOEXEC);
    }
    if (tasks)
        closedir(tasks);
    return fd;
}

/* The state is the letter behind the name, which is in parentheses: proc(5). */
static bool thread_sleeps(void)
{
    char text[STAT_LENGTH];
    ssize_t n = pread(thread_stat, text, sizeof(text) - 1, 0);
    const char *end;

    if (n <= 0)
        return true;
    text[n] = '\0';
    end = strrchr(text, ')');
    return end && end[1] == ' ' && end[2] == 'S';
}

/* Gives the big lock away for a moment, so that the CPUs' thread sleeps for want of work if it sleeps. */
static void nap(useconds_t microseconds)
{
    qemu.unlock();
    usleep(microseconds);
    qemu.lock(__FILE__, __LINE__);
}

static bool our_turn(void)
{
    return atomic_load(&suspended) || !qemu.runs() || (qemu.all_idle() && thread_sleeps());
}

/* Called with the big lock held, right before the main loop looks at the clock. */
static void wait_for_turn(struct notifier *self, void *data)
{
    const struct main_loop_poll *poll = data;
    gint64 begin = g_get_monotonic_time();
    useconds_t length = NAP_MIN_US;

    (void)self;
    if (poll->state == MAIN_LOOP_POLL_FILL || !*qemu.use_icount || !qemu.runs())
        return;
    if (thread_stat < 0 && (thread_stat = find_thread()) < 0)
        return;
    do {
        nap(length);
        length = MIN(2 * length, NAP_MAX_US);
    } while (!our_turn() && g_get_monotonic_time() - begin < PATIENCE);
}

static bool resolve(const char *name, void *function)
{
    void *found = dlsym(RTLD_DEFAULT, name);

    memcpy(function, &found, sizeof(found));
    return found;
}

void turns_begin(void)
{
    if (!resolve("use_icount", &qemu.use_icount) ||
        !resolve("main_loop_poll_add_notifier", &qemu.add_notifier) ||
        !resolve("all_cpu_threads_idle", &qemu.all_idle) || !resolve("runstate_is_running", &qemu.runs) ||
        !resolve("bql_lock_impl", &qemu.lock) || !resolve("bql_unlock", &qemu.unlock))
        return;
    notifier.notify = wait_for_turn;
    qemu.add_notifier(&notifier);
    if (!resolve("rcu_add_force_rcu_notifier", &rcu.add) ||
        !resolve("rcu_remove_force_rcu_notifier", &rcu.remove))
        rcu.add = NULL;
}

static void do_nothing(struct notifier *self, void *data)
{
    (void)self;
    (void)data;
}

/* What is added comes first in the list, so that its link leads to what was there before. */
void turns_join(void)
{
    struct notifier ours = {.notify = do_nothing};
    struct notifier *theirs;

    if (!rcu.add || !*qemu.use_icount)
        return;
    rcu.add(&ours);
    theirs = ours.links[0];
    rcu.remove(&ours);
    if (theirs)
        rcu.remove(theirs);
}

void turns_suspend(bool off)
{
    atomic_store(&suspended, off);
}
