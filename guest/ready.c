/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ready
 *
 * Reports to the hardware that the guest has booted (SIM_STEP_READY). The host
 * may stop it there, save it, and resume it. CPUs that share a thread take
 * turns, and notice each other's interrupts in their own turn. A new QEMU
 * begins with CPU 0; the stopped one may have been at another CPU. So all CPUs
 * but this one must sleep, with no interrupt in flight, or a restored guest
 * runs in another order than the booted one.
 */
#include "guest/freestanding.h"
#include "guest/say.h"

#define CPUS_MAX      256
#define WORD_BITS     (8 * sizeof(unsigned long))
#define SIGNALS_BYTES 8 /* size of the kernel's set of signals */
#define SIGCHLD       17
#define QUIET_NS                                                                                   \
    200000000         /* longer than any of init's commands needs to end and to flush its output */
#define SPINS 4000000 /* several kernel ticks, each of which ends a turn */

/* Sleeps until the shell and its output are idle on the other CPUs. */
static void let_others_finish(void)
{
    const unsigned long long none = 1ull << (SIGCHLD - 1); /* of a process without children */
    const long timeout[2] = {0, QUIET_NS};

    guest_syscall(SYS_RT_SIGTIMEDWAIT, (long)&none, 0, (long)timeout, SIGNALS_BYTES, 0);
}

/* Moves to the last CPU, so the kernel gives its unbound work to others and
 * finishes it before. */
static void settle_down(void)
{
    unsigned long online[CPUS_MAX / WORD_BITS] = {0}, one[CPUS_MAX / WORD_BITS] = {0};
    unsigned last = 0;

    guest_syscall(SYS_SCHED_GETAFFINITY, 0, sizeof(online), (long)online, 0, 0);
    for (unsigned cpu = 0; cpu < CPUS_MAX; cpu++)
        if (online[cpu / WORD_BITS] >> cpu % WORD_BITS & 1)
            last = cpu;
    one[last / WORD_BITS] = 1ul << last % WORD_BITS;
    guest_syscall(SYS_SCHED_SETAFFINITY, 0, sizeof(one), (long)one, 0, 0);
}

/* Spins without the kernel, which might wake another CPU. */
static void spend_turns(void)
{
    for (volatile int i = 0; i < SPINS; i++)
        ;
}

int guest_main(int argc, char **argv, char **envp)
{
    (void)argc;
    (void)argv;
    (void)envp;
    guest_use_ports(SAY_FIRST_PORT, SAY_PORTS);
    settle_down();
    let_others_finish();
    spend_turns();
    say_step(SIM_STEP_READY);
    return 0;
}
