/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by programs that run in an x86 guest: choosing a CPU, and catching
 * faults. */
#ifndef PMULAB_TESTS_GUEST_INSIDE_X86_GUEST_H
#define PMULAB_TESTS_GUEST_INSIDE_X86_GUEST_H

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Moves the calling thread to CPU @cpu; ends the program if that is
 * impossible. */
static inline void run_on(unsigned cpu)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    if (sched_setaffinity(0, sizeof(set), &set)) {
        perror("sched_setaffinity");
        exit(2);
    }
}

/* The signal that kills a process which calls @what, or 0. */
static inline int signal_of(void (*what)(void))
{
    int status = 0;
    pid_t pid;

    fflush(stdout);
    pid = fork();
    if (!pid) {
        what();
        _exit(0);
    }
    return pid > 0 && waitpid(pid, &status, 0) == pid && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

#endif
