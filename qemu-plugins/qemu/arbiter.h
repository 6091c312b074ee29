/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One access at a time. Virtual CPUs run in separate threads, but share a
 * machine's registers: like a bus, the arbiter serializes transactions. Only
 * register accesses and deadlines enter it (some tens of ns; microseconds while
 * counters run), never blocks or memory accesses. So it is a flag to spin on,
 * not a lock to sleep on.
 *
 * QEMU's big lock comes after it: a thread that holds the big lock releases it
 * while waiting to enter, and takes it again once inside.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_ARBITER_H
#define PMULAB_QEMU_PLUGINS_QEMU_ARBITER_H

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

extern struct arbiter_state {
    atomic_flag busy;
} arbiter_state __attribute__((visibility("hidden")));

/* Whether this thread is inside. Plugins are loaded at run time, where other
 * models of access call a function. */
extern _Thread_local bool arbiter_mine
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

static inline bool arbiter_enter_at_once(void)
{
    arbiter_mine = !atomic_flag_test_and_set_explicit(&arbiter_state.busy, memory_order_acquire);
    return arbiter_mine;
}

void arbiter_wait_and_enter(void);
static inline void arbiter_enter(void)
{
    assert(!arbiter_mine);
    if (!arbiter_enter_at_once())
        arbiter_wait_and_enter();
}

/* Enters if possible within about @milliseconds. Otherwise returns false: at
 * exit, the thread inside may be gone. */
bool arbiter_try_enter(unsigned milliseconds);

static inline bool arbiter_is_mine(void)
{
    return arbiter_mine;
}

static inline void arbiter_leave(void)
{
    assert(arbiter_mine);
    arbiter_mine = false;
    atomic_flag_clear_explicit(&arbiter_state.busy, memory_order_release);
}

#endif
