/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A spinning flag that lets one transaction at a time through to a machine. */
#include "qemu-plugins/qemu/arbiter.h"

#include "qemu-plugins/qemu/big_lock.h"

#include <sched.h>
#include <unistd.h>

struct arbiter_state arbiter_state = {ATOMIC_FLAG_INIT};
_Thread_local bool arbiter_mine;

/* The thread inside may need the big lock, for an interrupt or for memory. */
void arbiter_wait_and_enter(void)
{
    bool gave = big_lock_give();

    while (!arbiter_enter_at_once())
        sched_yield();
    if (gave)
        big_lock_take();
}

bool arbiter_try_enter(unsigned milliseconds)
{
    while (!arbiter_enter_at_once()) {
        if (!milliseconds--)
            return false;
        usleep(1000);
    }
    return true;
}
