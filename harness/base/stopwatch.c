/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads clocks: wall, thread, and the programs that the thread runs. */
#include "harness/base/stopwatch.h"

#include <time.h>

/* The programs of this thread. */
static _Thread_local struct {
    pid_t running; /* 0: none */
    gint64 ended;  /* us of the reaped ones */
} programs;

#define NS_PER_US 1000

static gint64 us_on(clockid_t clock)
{
    struct timespec now;

    return clock_gettime(clock, &now) ? 0 : now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / NS_PER_US;
}

static gint64 us_running(void)
{
    clockid_t clock;

    return programs.running && !clock_getcpuclockid(programs.running, &clock) ? us_on(clock) : 0;
}

static struct spent now(void)
{
    return (struct spent){
        .wall = g_get_monotonic_time(),
        .cpu = us_on(CLOCK_THREAD_CPUTIME_ID) + programs.ended + us_running(),
    };
}

struct stopwatch stopwatch_start(void)
{
    return (struct stopwatch){.last = now()};
}

void stopwatch_lap(struct stopwatch *watch, struct spent *spent)
{
    const struct spent read = now();

    spent->wall += read.wall - watch->last.wall;
    spent->cpu += read.cpu - watch->last.cpu;
    watch->last = read;
}

void spent_add(struct spent *sum, const struct spent *more)
{
    sum->wall += more->wall;
    sum->cpu += more->cpu;
}

void stopwatch_program(pid_t pid)
{
    if (!programs.running)
        programs.running = pid;
}

void stopwatch_program_ended(pid_t pid, gint64 cpu_us)
{
    if (programs.running == pid)
        programs.running = 0;
    programs.ended += cpu_us;
}
