/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/trap/arbiter.h"

#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;

void arbiter_enter(void)
{
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
        sched_yield();
}

bool arbiter_try_enter(unsigned milliseconds)
{
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) {
        if (!milliseconds--)
            return false;
        usleep(1000);
    }
    return true;
}

void arbiter_leave(void)
{
    atomic_flag_clear_explicit(&busy, memory_order_release);
}
