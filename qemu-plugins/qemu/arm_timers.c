/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/qemu/arm_timers.h"

#include "qemu-plugins/qemu/qemu_symbol.h"

#include <stdio.h>

/* What QEMU calls when a timer goes off: it looks at the registers, and sets the timer and the interrupt. */
typedef void timer_function(void *cpu);

void arm_timers_resume(void)
{
    timer_function *physical, *virtual;
    void *(*get_cpu)(int index);
    void (*lock)(const char *file, int line);
    void (*unlock)(void);
    void *cpu;

    if (!qemu_symbol("arm_gt_htimer_cb", &physical) || !qemu_symbol("arm_gt_hvtimer_cb", &virtual) ||
        !qemu_symbol("qemu_get_cpu", &get_cpu) || !qemu_symbol("bql_lock_impl", &lock) ||
        !qemu_symbol("bql_unlock", &unlock)) {
        fprintf(stderr, "pmulab: this QEMU does not export its timers: a guest that was saved may hang\n");
        return;
    }
    lock(__FILE__, __LINE__);
    for (int i = 0; (cpu = get_cpu(i)); i++) {
        physical(cpu);
        virtual(cpu);
    }
    unlock();
}
