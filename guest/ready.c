/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ready
 *
 * Reports to the hardware that the guest has booted (SIM_STEP_READY). The host
 * may stop it there, save it, and let it go on. CPUs that share a thread take
 * turns, and notice each other's interrupts when their turn comes. A new QEMU
 * begins with CPU 0; the one that was stopped may begin with another CPU. So
 * all CPUs but this one must sleep, with no interrupt under way, or a saved
 * guest goes on in another order than the booted one.
 */
#include "guest/freestanding.h"
#include "guest/say.h"

#define CPUS_MAX      256
#define WORD_BITS     (8 * sizeof(unsigned long))
#define SIGNALS_BYTES 8 /* size of the kernel's set of signals */
#define SIGCHLD       17
#define QUIET_NS                                                                                   \
    200000000         /* more than any of init's commands takes to end, and its output to leave */
#define SPINS 4000000 /* some of the kernel's ticks: each ends a turn */

/* The shell and its output, on other CPUs, come to wait meanwhile. */
static void let_others_finish(void)
{
    const unsigned long long none = 1ull << (SIGCHLD - 1); /* of a process without children */
    const long timeout[2] = {0, QUIET_NS};

    guest_syscall(SYS_RT_SIGTIMEDWAIT, (long)&none, 0, (long)timeout, SIGNALS_BYTES, 0);
}

/* The last CPU, so that what the kernel gives to any CPU goes to another one,
 * and is done before. */
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

/* Without the kernel, which might wake another CPU. */
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
