/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts the CPUs that ask, and keeps QEMU's switch on while any does. */
#include "qemu-plugins/qemu/one_insn.h"

#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/qemu_private.h"

#include <glib.h>
#include <stdatomic.h>

static struct {
    atomic_bool *on; /* QEMU's, a bool that it accesses atomically */
    GMutex changing; /* guards @asking, and keeps @on in step */
    unsigned asking;
    atomic_uint ended;                                       /* times it was switched off */
    atomic_uint kept;                                        /* number of CPUs that keep it */
    bool asked[ONE_INSN_MAX_CPUS], keeps[ONE_INSN_MAX_CPUS]; /* each written by its own thread */
} self;

void one_insn_init(void)
{
    g_assert(qemu_private_has(QEMU_SINGLE_STEPS));
    self.on = qemu_private.one_insn_per_tb;
}

/* Value of @ended when this thread last had a block translated. */
static _Thread_local unsigned ended_before;

static void switch_off(void)
{
    atomic_fetch_add(
        &self.ended, 1); /* first, so that a thread that finds it off also finds that it was switched off */
    atomic_store(self.on, false);
}

void one_insn_ask(unsigned vcpu, bool on)
{
    if (!self.on || self.asked[vcpu] == on)
        return;
    self.asked[vcpu] = on;
    g_mutex_lock(&self.changing);
    if (on) {
        self.asking++;
        atomic_store(self.on, true);
    } else if (!--self.asking) {
        switch_off();
    }
    g_mutex_unlock(&self.changing);
}

bool one_insn_asked(unsigned vcpu)
{
    return self.asked[vcpu];
}

bool one_insn_on(void)
{
    return self.on && (atomic_load(self.on) || atomic_load(&self.ended) != ended_before);
}

void one_insn_translated(void)
{
    ended_before = atomic_load(&self.ended);
}

void one_insn_not_mine(void)
{
    if (cpu_number_state.shared_thread && !atomic_load(&self.kept))
        atomic_store(self.on, false);
}

void one_insn_keep(unsigned vcpu, bool on)
{
    if (self.keeps[vcpu] == on)
        return;
    self.keeps[vcpu] = on;
    atomic_fetch_add(&self.kept, on ? 1 : -1u);
}

void one_insn_resume(void)
{
    if (!atomic_load(self.on))
        atomic_store(self.on, true);
}
