/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a stretch of work takes: time on the wall, and CPU time of the calling thread and of the programs that
 * it runs. */
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

/* Adds the time since the start or the last lap to @spent, and begins the next lap. */
void stopwatch_lap(struct stopwatch *watch, struct spent *spent);

/* Adds @more to @sum. */
void spent_add(struct spent *sum, const struct spent *more);

/*
 * The calling thread has started the program @pid: from now on its CPU time is the thread's. A thread that
 * runs two programs at a time has the second one's at its end only.
 */
void stopwatch_program(pid_t pid);

/* The same thread has reaped the program @pid, which took @cpu_us in all. */
void stopwatch_program_ended(pid_t pid, gint64 cpu_us);

#endif
