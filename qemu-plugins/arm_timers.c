/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/arm_timers.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* What QEMU calls when a timer goes off: it looks at the registers, and sets the timer and the interrupt. */
typedef void timer_function(void *cpu);

static bool resolve(const char *name, void *function)
{
    void *found = dlsym(RTLD_DEFAULT, name);

    memcpy(function, &found, sizeof(found));
    return found;
}

void arm_timers_resume(void)
{
    timer_function *physical, *virtual;
    void *(*get_cpu)(int index);
    void (*lock)(const char *file, int line);
    void (*unlock)(void);
    void *cpu;

    if (!resolve("arm_gt_htimer_cb", &physical) || !resolve("arm_gt_hvtimer_cb", &virtual) ||
        !resolve("qemu_get_cpu", &get_cpu) || !resolve("bql_lock_impl", &lock) ||
        !resolve("bql_unlock", &unlock)) {
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
