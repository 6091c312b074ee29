/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/qemu/clock.h"

#include "models/sim/clock.h"
#include "qemu-plugins/qemu/big_lock.h"
#include "qemu-plugins/qemu/qemu_symbol.h"

#include <glib.h>
#include <stdio.h>
#include <time.h>

/* QEMU's enumerators, from its include/qemu/timer.h. */
enum { QEMU_CLOCK_VIRTUAL = 1, SCALE_NS = 1 };

/* What QEMU passes to work on a CPU: a union of the size of a pointer. */
typedef union {
    void *pointer;
    uint64_t number;
} cpu_work_data;

/* QEMU's own functions; CPUs, timers and timer lists are opaque here. */
struct qemu_clock {
    int64_t (*get_ns)(int type);
    void (*timer_init)(void *timer, void *list_group, int type, int scale, int attributes,
        void (*expired)(void *opaque), void *opaque);
    void (*timer_mod)(void *timer, int64_t when);
    void (*timer_del)(void *timer);
    void *(*get_cpu)(int index);
    void (*run_on_cpu)(void *cpu, void (*work)(void *cpu, cpu_work_data data), cpu_work_data data);
    const int *use_icount; /* not 0: instructions are counted */
    int64_t (*icount_to_ns)(int64_t instructions);
    void (*get_timedate)(struct tm *tm, time_t offset);
};

static struct qemu_clock qemu;
static bool have_qemu_clock;

/* One deadline is enough: a machine knows which of its own comes first. */
static struct {
    /* Room for QEMU's timer, whose size (48 bytes in QEMU 11.1) is not ours to know. */
    _Alignas(max_align_t) unsigned char timer[256];
    bool made;
    void (*expired)(void *data);
    void *data;
} deadline;

bool clock_init(void)
{
    have_qemu_clock =
        qemu_symbol("qemu_clock_get_ns", &qemu.get_ns) && qemu_symbol("timer_init_full", &qemu.timer_init) &&
        qemu_symbol("timer_mod_ns", &qemu.timer_mod) && qemu_symbol("timer_del", &qemu.timer_del) &&
        qemu_symbol("qemu_get_cpu", &qemu.get_cpu) && qemu_symbol("async_run_on_cpu", &qemu.run_on_cpu) &&
        qemu_symbol("use_icount", &qemu.use_icount) && qemu_symbol("icount_to_ns", &qemu.icount_to_ns) &&
        qemu_symbol("qemu_get_timedate", &qemu.get_timedate);
    if (!have_qemu_clock)
        fprintf(
            stderr, "pmulab: this QEMU does not export its clock: time is the host's, and not repeatable\n");
    return have_qemu_clock;
}

bool clock_readable(bool last_in_block)
{
    return last_in_block || !have_qemu_clock || !*qemu.use_icount;
}

uint64_t clock_of_instructions(uint64_t instructions)
{
    return (uint64_t)qemu.icount_to_ns((int64_t)instructions);
}

uint64_t clock_now(void)
{
    static gint64 start;

    if (have_qemu_clock)
        return (uint64_t)qemu.get_ns(QEMU_CLOCK_VIRTUAL);
    if (!start)
        start = g_get_monotonic_time();
    return (uint64_t)(g_get_monotonic_time() - start) * 1000;
}

uint64_t clock_date(void)
{
    struct tm date;

    if (!have_qemu_clock)
        return (uint64_t)time(NULL);
    qemu.get_timedate(&date, 0);
    return (uint64_t)timegm(&date);
}

static void expired_on_cpu(void *cpu, cpu_work_data data)
{
    (void)cpu;
    (void)data;
    deadline.expired(deadline.data);
}

/* Runs in QEMU's main loop; work on a CPU wakes it where it idles. */
static void expired_in_main_loop(void *opaque)
{
    void *cpu = qemu.get_cpu(0);

    (void)opaque;
    if (cpu)
        qemu.run_on_cpu(cpu, expired_on_cpu, (cpu_work_data){.number = 0});
}

/* What is to be called, with what. */
struct errand {
    void (*work)(void *data);
    void *data;
};

static void run_errand(void *cpu, cpu_work_data data)
{
    g_autofree struct errand *errand = data.pointer;

    (void)cpu;
    errand->work(errand->data);
}

void clock_run_soon(unsigned cpu, void (*work)(void *data), void *data)
{
    struct errand *errand = g_new(struct errand, 1);

    *errand = (struct errand){work, data};
    qemu.run_on_cpu(qemu.get_cpu((int)cpu), run_errand, (cpu_work_data){.pointer = errand});
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
        qemu.timer_init(deadline.timer, NULL, QEMU_CLOCK_VIRTUAL, SCALE_NS, 0, expired_in_main_loop, NULL);
        deadline.made = true;
    }
    if (when >= INT64_MAX)
        qemu.timer_del(deadline.timer);
    else
        qemu.timer_mod(deadline.timer, (int64_t)when);
}

/* The main loop holds the big lock but for its sleep. */
void clock_settle(void)
{
    if (big_lock_take())
        big_lock_give();
}
