/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The guest's own traffic: its loads and stores go through caches, and the
 * lines that these move from and to memory are reported one by one. Nothing is
 * instrumented, at no cost, until a machine requests it. The caches are empty
 * then.
 *
 * It sees loads and stores of instructions. It does not see fetches, page table
 * walks, and accesses by devices. If an access crosses a page, it sees the part
 * in the first page.
 */
#ifndef PMULAB_QEMU_PLUGINS_COUNT_GUEST_CACHELINES_H
#define PMULAB_QEMU_PLUGINS_COUNT_GUEST_CACHELINES_H

#include "models/cache/memory.h"
#include "models/sim/cachelines.h"
#include "qemu-plugins/qemu/qemu_api.h"

/* Line number @line has moved. Called within the arbiter, on the CPU whose
 * access it was. */
typedef void guest_cachelines_moved_fn(
    void *machine, uint64_t line, enum cachelines_direction direction);

struct guest_cachelines_hooks {
    guest_cachelines_moved_fn *moved;
    void (*retranslate)(void); /* runtime_retranslate() */
};

/* Call at the machine's start. @hooks and @machine must live as long as QEMU;
 * @config is copied. The CPUs are split evenly among @n_sockets caches, or have
 * one if they cannot be. CPUs beyond MEMORY_MAX_CPUS share the caches of those
 * below, as threads of a core do. */
void guest_cachelines_start(const struct guest_cachelines_hooks *hooks, void *machine,
    const struct memory_config *config, unsigned n_cpus, unsigned n_sockets);

/* Sets whether the machine needs lines. Within the arbiter, from a vCPU's
 * context. Takes effect as QEMU retranslates, a block or a few later. */
void guest_cachelines_want(bool wanted);

/* Whether no machine needs lines: caches are in no snapshot. */
bool guest_cachelines_at_rest(void);

/* Call in the translation's callback. */
void guest_cachelines_translated(struct qemu_plugin_tb *tb);

#endif
