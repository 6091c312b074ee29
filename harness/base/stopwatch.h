/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Measures work: wall-clock time, and CPU time of the calling thread and of the
 * programs that it runs. */
#ifndef PMULAB_HARNESS_BASE_STOPWATCH_H
#define PMULAB_HARNESS_BASE_STOPWATCH_H

#include <glib.h>
#include <sys/types.h>

/* In us. */
struct spent {
    gint64 wall, cpu;
};

struct stopwatch {
    struct spent last; /* its readings at the last lap */
};

/* Starts a watch. Only the thread that started it may read it. */
struct stopwatch stopwatch_start(void);

/* Adds the time since the start or the last lap to @spent, and begins the next
 * lap. */
void stopwatch_lap(struct stopwatch *watch, struct spent *spent);

/* Adds @more to @sum. */
void spent_add(struct spent *sum, const struct spent *more);

/*
 * Call it after the calling thread has started the program @pid: the program's
 * CPU time counts as the thread's from now on. If a thread runs two programs at
 * a time, the second one's time is added only at its end.
 */
void stopwatch_program(pid_t pid);

/* Call it after the same thread has reaped the program @pid, which used @cpu_us
 * in total. */
void stopwatch_program_ended(pid_t pid, gint64 cpu_us);

#endif
