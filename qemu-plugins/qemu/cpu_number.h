/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The CPU that a callback is for. If one thread runs all CPUs in turn (-icount,
 * thread=single), QEMU 11.1 compiles the number of the CPU whose block was
 * translated into the block's callbacks. It passes this number on any CPU that
 * runs the block. This affects instructions, blocks and memory accesses; other
 * callbacks get the right number. QEMU's binary exports its own variable for
 * the current CPU (QEMU_CPU_NUMBER), under a name that has been stable for ten
 * years.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_CPU_NUMBER_H
#define PMULAB_QEMU_PLUGINS_QEMU_CPU_NUMBER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#define CPU_NUMBER_MAX  256
#define CPU_NUMBER_NONE UINT_MAX

extern struct cpu_number_state {
    bool shared_thread;
    void **current; /* QEMU's variable in that thread */
    void *last;     /* its latest value, and that CPU's number */
    unsigned last_number;
    void *cpus[CPU_NUMBER_MAX];
} cpu_number_state;

/* Call in the init callback of CPU @vcpu. Exits, after one line on standard
 * error, if the CPU shares its thread with another and this QEMU lacks
 * QEMU_CPU_NUMBER. */
void cpu_number_learn(unsigned vcpu);

/* Returns the number of the CPU that this thread is running, for callbacks
 * without one; CPU_NUMBER_NONE if there is none. */
unsigned cpu_number_here(void);

unsigned cpu_number_look_up(void);

/* Returns the number of the CPU that runs a callback, which was called with
 * @vcpu. */
static inline unsigned cpu_number(unsigned vcpu)
{
    if (!cpu_number_state.shared_thread)
        return vcpu;
    if (*cpu_number_state.current == cpu_number_state.last)
        return cpu_number_state.last_number;
    return cpu_number_look_up();
}

#endif
