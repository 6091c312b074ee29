/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Page sizes of an x86 CPU's accesses, cached for repeated use. */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_X86_PAGES_H
#define PMULAB_QEMU_PLUGINS_TRAP_X86_PAGES_H

#include "models/sim/op.h"
#include "qemu-plugins/qemu/qemu_api.h"

/* Walks a CPU's page tables; returns log2 of the page size in bytes, or 0 if
 * @linear does not lead to @physical. */
typedef uint8_t x86_pages_walk_fn(unsigned cpu, uint64_t linear, uint64_t physical);

/*
 * A size is cached as long as a processor may cache it: until the CPU drops
 * translations. x86_pages_translated() clears the sizes at instructions that do
 * this. Call it in the translation callback, for each block, after ending the
 * previous instruction. Call x86_pages_forget() if such blocks may have run
 * without it.
 */
void x86_pages_translated(struct qemu_plugin_tb *tb);
void x86_pages_forget(unsigned cpu);

/* Fills in the page sizes of @op, which @cpu has executed. */
void x86_pages_note(unsigned cpu, struct sim_op *op, x86_pages_walk_fn *walk);

#endif
