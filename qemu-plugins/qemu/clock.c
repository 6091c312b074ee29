/* SPDX-License-Identifier: GPL-2.0-or-later */
/* QEMU's virtual clock, one timer on it, and deferred work on its CPUs. */
#include "qemu-plugins/qemu/clock.h"

#include "models/sim/clock.h"
#include "qemu-plugins/qemu/big_lock.h"
#include "qemu-plugins/qemu/qemu_private.h"

#include <glib.h>
#include <time.h>

/* QEMU's enumerators, from its include/qemu/timer.h. */
enum { QEMU_CLOCK_VIRTUAL = 1, SCALE_NS = 1 };

/* Whether time comes from QEMU, or else from the host since @start, us. */
static bool have_qemu_clock;
static gint64 start;

/* One deadline is enough: a machine has only an earliest one. */
static struct {
    /* Room for QEMU's timer, whose size (48 bytes in QEMU 11.1) is not known
     * here. */
    _Alignas(max_align_t) unsigned char timer[256];
    bool made;
    void (*expired)(void *data);
    void *data;
} deadline;

/* The first reading is not 0, because 0 means none. */
void clock_init(void)
{
    have_qemu_clock = qemu_private_has(QEMU_CLOCK);
    start = g_get_monotonic_time() - 1;
}

bool clock_readable(bool last_in_block)
{
    return last_in_block || !have_qemu_clock || !*qemu_private.use_icount;
}

uint64_t clock_of_instructions(uint64_t instructions)
{
    return (uint64_t)qemu_private.icount_to_ns((int64_t)instructions);
}

uint64_t clock_now(void)
{
    if (have_qemu_clock)
        return (uint64_t)qemu_private.qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    return (uint64_t)(g_get_monotonic_time() - start) * 1000;
}

uint64_t clock_date(void)
{
    struct tm date;

    if (!qemu_private_has(QEMU_DATE))
        return (uint64_t)time(NULL);
    qemu_private.qemu_get_timedate(&date, 0);
    return (uint64_t)timegm(&date);
}

static void expired_on_cpu(void *cpu, union qemu_cpu_work_data data)
{
    (void)cpu;
    (void)data;
    deadline.expired(deadline.data);
}

/* Runs in QEMU's main loop; work on a CPU wakes it if it idles. */
static void expired_in_main_loop(void *opaque)
{
    void *cpu = qemu_private.qemu_get_cpu(0);

    (void)opaque;
    if (cpu)
        qemu_private.async_run_on_cpu(cpu, expired_on_cpu, (union qemu_cpu_work_data){.number = 0});
}

/* A deferred call. */
struct errand {
    void (*work)(void *data);
    void *data;
};

static void run_errand(void *cpu, union qemu_cpu_work_data data)
{
    g_autofree struct errand *errand = data.pointer;

    (void)cpu;
    errand->work(errand->data);
}

/* QEMU wakes an idle CPU with a signal that only reaches a sleeper. Under the
 * big lock, no CPU is between its last look for work and its sleep. */
void clock_run_soon(unsigned cpu, void (*work)(void *data), void *data)
{
    struct errand *errand = g_new(struct errand, 1);
    bool took = big_lock_take();

    *errand = (struct errand){work, data};
    qemu_private.async_run_on_cpu(qemu_private.qemu_get_cpu((int)cpu), run_errand,
        (union qemu_cpu_work_data){.pointer = errand});
    if (took)
        big_lock_give();
    /* run_errand() frees it. NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
} /* cppcheck-suppress memleak */

void clock_set_deadline(uint64_t when, void (*expired)(void *data), void *data)
{
    if (!have_qemu_clock)
        return;
    deadline.expired = expired;
    deadline.data = data;
    if (!deadline.made) {
        if (when == SIM_NEVER)
            return;
        qemu_private.timer_init_full(
            deadline.timer, NULL, QEMU_CLOCK_VIRTUAL, SCALE_NS, 0, expired_in_main_loop, NULL);
        deadline.made = true;
    }
    if (when >= INT64_MAX)
        qemu_private.timer_del(deadline.timer);
    else
        qemu_private.timer_mod_ns(deadline.timer, (int64_t)when);
}

/* The main loop holds the big lock except while it sleeps. */
void clock_settle(void)
{
    if (big_lock_take())
        big_lock_give();
}
