/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts the CPUs that request a kind, and keeps QEMU's switch on while any
 * do. */
#include "qemu-plugins/qemu/special_blocks.h"

#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/qemu_private.h"

#include <glib.h>
#include <stdatomic.h>

/* CPU_LOG_TB_NOCHAIN in QEMU's include/qemu/log.h, without log output. */
enum { NOCHAIN = 1 << 13 };

static struct {
    bool there;
    GMutex changing; /* guards .asking, and keeps QEMU's variables in step */
    struct kind {
        unsigned asking;
        atomic_uint ended;            /* times it was switched off */
        bool asked[SPECIAL_MAX_CPUS]; /* each written by its own thread */
    } kinds[SPECIAL_KINDS];
    atomic_uint kept;             /* number of CPUs that keep them */
    bool keeps[SPECIAL_MAX_CPUS]; /* each written by its own thread */
} self;

void special_init(void)
{
    g_assert(qemu_private_has(QEMU_SPECIAL_BLOCKS));
    self.there = true;
}

/* QEMU's variables, which it reads without a lock. */
static bool is_set(enum special kind)
{
    if (kind == SPECIAL_SINGLE)
        return atomic_load(qemu_private.one_insn_per_tb);
    return atomic_load(qemu_private.qemu_loglevel) & NOCHAIN;
}

static void set(enum special kind, bool on)
{
    if (kind == SPECIAL_SINGLE)
        atomic_store(qemu_private.one_insn_per_tb, on);
    else if (on)
        atomic_fetch_or(qemu_private.qemu_loglevel, NOCHAIN);
    else
        atomic_fetch_and(qemu_private.qemu_loglevel, ~NOCHAIN);
}

/* Value of .ended when this thread last had a block translated. */
static _Thread_local unsigned ended_before[SPECIAL_KINDS];

void special_ask(enum special kind, unsigned vcpu, bool on)
{
    struct kind *k = &self.kinds[kind];

    if (!self.there || k->asked[vcpu] == on)
        return;
    k->asked[vcpu] = on;
    g_mutex_lock(&self.changing);
    if (on) {
        k->asking++;
        set(kind, true);
    } else if (!--k->asking) {
        /* First, so that a thread that reads the switch as off also sees this
         * increment. */
        atomic_fetch_add(&k->ended, 1);
        set(kind, false);
    }
    g_mutex_unlock(&self.changing);
}

bool special_asked(enum special kind, unsigned vcpu)
{
    return self.kinds[kind].asked[vcpu];
}

bool special_on(enum special kind)
{
    return self.there &&
           (is_set(kind) || atomic_load(&self.kinds[kind].ended) != ended_before[kind]);
}

void special_translated(void)
{
    for (unsigned kind = 0; kind < SPECIAL_KINDS; kind++)
        ended_before[kind] = atomic_load(&self.kinds[kind].ended);
}

void special_not_mine(unsigned vcpu)
{
    if (!cpu_number_state.shared_thread || atomic_load(&self.kept))
        return;
    for (unsigned kind = 0; kind < SPECIAL_KINDS; kind++)
        if (!self.kinds[kind].asked[vcpu] && is_set(kind))
            set(kind, false);
}

void special_keep(unsigned vcpu, bool on)
{
    if (self.keeps[vcpu] == on)
        return;
    self.keeps[vcpu] = on;
    atomic_fetch_add(&self.kept, on ? 1 : -1u);
}

void special_resume(enum special kind)
{
    if (self.there && !is_set(kind))
        set(kind, true);
}
