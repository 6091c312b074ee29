/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Distinguishes CPUs that share a thread by QEMU's own variable for the current
 * one. */
#include "qemu-plugins/qemu/cpu_number.h"

#include "qemu-plugins/qemu/qemu_private.h"

#include <stdio.h>
#include <unistd.h>

struct cpu_number_state cpu_number_state;

/* The CPU that this thread began last; the only one, if each CPU has a
 * thread. */
static _Thread_local unsigned began = CPU_NUMBER_NONE;

/* Each thread has its own variable of QEMU's: if two CPUs have the same one,
 * they take turns. */
void cpu_number_learn(unsigned vcpu)
{
    struct cpu_number_state *s = &cpu_number_state;
    void **current;

    if (!qemu_private_has(QEMU_CPU_NUMBER) && began != CPU_NUMBER_NONE) {
        fprintf(stderr,
            "pmulab: CPUs %u and %u take turns, and without current_cpu nothing tells them apart\n",
            began, vcpu);
        _exit(1);
    }
    began = vcpu;
    if (!qemu_private_has(QEMU_CPU_NUMBER))
        return;
    current = qemu_private.current_cpu();
    s->shared_thread = s->current == current;
    s->current = current;
    s->cpus[vcpu] = *current;
}

unsigned cpu_number_here(void)
{
    return began == CPU_NUMBER_NONE ? CPU_NUMBER_NONE : cpu_number(began);
}

unsigned cpu_number_look_up(void)
{
    struct cpu_number_state *s = &cpu_number_state;
    unsigned n = 0;

    while (n < CPU_NUMBER_MAX - 1 && s->cpus[n] != *s->current)
        n++;
    s->last = *s->current;
    s->last_number = n;
    return n;
}
