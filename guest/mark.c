/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mark STEP LIMIT PROGRAM ARGUMENTS...
 *
 * Runs a program and marks the beginning and end of step STEP for the hardware,
 * with an instruction that has no other effect. Between the marks is the
 * program from its execve() to its end, and hardly anything else. The exit
 * status is the program's, or 128 + n after signal n. After LIMIT seconds (0:
 * never) its process group is killed, because a wait for a lost interrupt would
 * never end.
 */
#include "guest/freestanding.h"
#include "guest/say.h"

#define SIGNALS_BYTES 8 /* size of the kernel's set of signals */
#define SIGCHLD       17
#define SIG_BLOCK     0
#define SIGKILL       9
#define SIG_SETMASK   2

static int run(long step, char **argv, char **envp, const unsigned long long *signals)
{
    guest_syscall(SYS_RT_SIGPROCMASK, SIG_SETMASK, (long)signals, 0, SIGNALS_BYTES, 0);
    say_step(step);
    guest_syscall(SYS_EXECVE, (long)argv[0], (long)argv, (long)envp, 0, 0);
    guest_complain("mark: the program does not start\n");
    return 127;
}

/* Waits up to @limit seconds for @pid. All signals are blocked, so SIGCHLD
 * stays pending until it is read. */
static void wait_for(long pid, long limit)
{
    const unsigned long long child = 1ull << (SIGCHLD - 1);
    const long timeout[2] = {limit, 0};

    if (!limit ||
        guest_syscall(SYS_RT_SIGTIMEDWAIT, (long)&child, 0, (long)timeout, SIGNALS_BYTES, 0) >= 0)
        return;
    guest_complain("mark: the step has taken too long and is killed\n");
    guest_syscall(SYS_KILL, -pid, SIGKILL, 0, 0, 0);
}

/* The exit status as shells report it. */
static int shell_status(unsigned wait_status)
{
    unsigned signal = wait_status & 0x7f;

    return (int)(signal ? 128 + signal : wait_status >> 8 & 0xff);
}

int guest_main(int argc, char **argv, char **envp)
{
    /* Blocks signals: the program may signal its own group, and the end must
     * still be marked. */
    const unsigned long long all = ~0ull;
    unsigned long long before = 0;
    long step = argc > 3 ? guest_number(argv[1]) : -1,
         limit = argc > 3 ? guest_number(argv[2]) : -1;
    unsigned wait_status = 0;
    long pid;

    if (step < 0 || step > SIM_STEP_MAX || limit < 0) {
        guest_complain("usage: mark STEP LIMIT PROGRAM ARGUMENTS...\n");
        return 2;
    }
    guest_syscall(SYS_RT_SIGPROCMASK, SIG_BLOCK, (long)&all, (long)&before, SIGNALS_BYTES, 0);
    pid = guest_syscall(SYS_CLONE, SIGCHLD, 0, 0, 0, 0);
    if (pid == 0 && limit)
        guest_syscall(SYS_SETPGID, 0, 0, 0, 0, 0);
    if (pid == 0)
        return run(step, argv + 3, envp, &before);
    if (pid > 0)
        wait_for(pid, limit);
    if (pid < 0 || guest_syscall(SYS_WAIT4, pid, (long)&wait_status, 0, 0, 0) != pid) {
        guest_complain("mark: no process\n");
        return 126;
    }
    say_step(step | SIM_STEP_END);
    return shell_status(wait_status);
}
