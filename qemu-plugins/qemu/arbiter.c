/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A spinning flag that lets one transaction at a time through to a machine. */
#include "qemu-plugins/qemu/arbiter.h"

#include "qemu-plugins/qemu/big_lock.h"

#include <assert.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
/* Plugins are loaded at run time, where other models of access call a function. */
static _Thread_local bool is_mine __attribute__((tls_model("initial-exec")));

static bool enter_at_once(void)
{
    is_mine = !atomic_flag_test_and_set_explicit(&busy, memory_order_acquire);
    return is_mine;
}

/* The thread inside may need the big lock, for an interrupt or for memory. */
static void wait_and_enter(void)
{
    bool gave = big_lock_give();

    while (!enter_at_once())
        sched_yield();
    if (gave)
        big_lock_take();
}

void arbiter_enter(void)
{
    assert(!is_mine);
    if (!enter_at_once())
        wait_and_enter();
}

bool arbiter_try_enter(unsigned milliseconds)
{
    while (!enter_at_once()) {
        if (!milliseconds--)
            return false;
        usleep(1000);
    }
    return true;
}

bool arbiter_is_mine(void)
{
    return is_mine;
}

void arbiter_leave(void)
{
    assert(is_mine);
    is_mine = false;
    atomic_flag_clear_explicit(&busy, memory_order_release);
}
