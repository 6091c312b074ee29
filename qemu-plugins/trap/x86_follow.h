/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Models the caches, TLBs and branch predictors of x86 CPUs for the PMUs of
 * their cores. It follows each fetch of a line, each access and each branch,
 * with callbacks of ordinary blocks. Nothing is registered, at no cost, until a
 * machine needs it.
 */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_X86_FOLLOW_H
#define PMULAB_QEMU_PLUGINS_TRAP_X86_FOLLOW_H

#include "models/cache/memory.h"
#include "models/x86/core_work.h"
#include "models/x86/predictor.h"
#include "qemu-plugins/qemu/qemu_api.h"
#include "qemu-plugins/trap/x86_pages.h"

struct trap_x86_follow_hooks {
    /* Returns what to follow of @cpu now: bits of enum x86_followed. */
    unsigned (*follows)(unsigned cpu);
    /* @cpu has fetched a line, has accessed memory, or has executed the branch
     * @op. The last two may be called outside of the arbiter, as long as CPUs
     * take turns. Each returns whether to call due(). */
    bool (*fetched)(void *machine, unsigned cpu, bool user, const struct memory_outcome *outcome);
    bool (*accessed)(
        void *machine, unsigned cpu, bool user, bool store, const struct memory_outcome *outcome);
    bool (*branched)(void *machine, unsigned cpu, const struct sim_op *op, bool mispredicted);
    /* May be NULL: as in x86_branch.h, with the same arbiter as branched(). */
    void (*interrupted)(void *machine, unsigned cpu, uint64_t from, uint64_t to);
    /* Within the arbiter, with a known place of @cpu: a counter may have
     * overflowed here. */
    void (*due)(void *machine, unsigned cpu);
    x86_pages_walk_fn *walk;
};

/* CPU number n has the caches of CPU n modulo @n_cpus. */
struct trap_x86_followed {
    const struct memory_config *memory;
    struct predictor_shape predictor;
    unsigned n_cpus, n_sockets;
};

/* Call at installation. All must live as long as QEMU. */
void trap_x86_follow_start(const struct trap_x86_follow_hooks *hooks, void *machine,
    const struct trap_x86_followed *followed);

/* Whether translated blocks have callbacks for all of @wanted, bits of enum
 * x86_followed. If not, call trap_x86_follow_listen() with them while QEMU
 * retranslates: caches and predictors begin empty if nothing was followed
 * before. */
bool trap_x86_follows(unsigned wanted);
void trap_x86_follow_listen(unsigned wanted);

/* Call in the translation callback, after counting the block. */
void trap_x86_follow_translated(struct qemu_plugin_tb *tb);

/* In the discontinuity callback if it counts. When all translations are about
 * to be freed, call trap_x86_branch_flushed(). */
void trap_x86_follow_discontinued(
    unsigned cpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to);

#endif
