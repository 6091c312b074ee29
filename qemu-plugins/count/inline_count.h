/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Counts blocks with code that QEMU generates, without a call: the code stores
 * the block entered last, and adds its instructions to a count.
 *
 * QEMU 11.1 miscompiles such code if one thread runs several CPUs in turn
 * (-icount, thread=single): it folds the CPU's number into a constant and then
 * multiplies that constant in place.
 */
#ifndef PMULAB_QEMU_PLUGINS_COUNT_INLINE_COUNT_H
#define PMULAB_QEMU_PLUGINS_COUNT_INLINE_COUNT_H

#include "qemu-plugins/qemu/qemu_api.h"

#include <stdatomic.h>

/* One CPU's values, written by its own thread only. An entry stores the block
 * first, then counts. */
struct inline_count {
    _Atomic uint64_t last;  /* a pointer */
    _Atomic uint64_t count; /* at INLINE_COUNT_ENDS and above the next entry calls back */
    _Atomic uint64_t sum;   /* of the blocks' other values */
};

#define INLINE_COUNT_ENDS (UINT64_C(1) << 30)

/* Call at installation. */
void inline_count_begin(void);

/* Whether QEMU compiles such code correctly. Call once its CPUs have
 * started. */
bool inline_count_works(void);

/* Returns @cpu's values. Their addresses are fixed while QEMU runs with the
 * same number of CPUs. */
struct inline_count *inline_count_of(unsigned cpu);

/* The call that a block makes on entry if the count has ended or, with @before,
 * ends within the block.
 * @flags: how the call may use registers. */
struct inline_count_call {
    void (*ended)(unsigned vcpu, void *block);
    enum qemu_plugin_cb_flags flags;
    bool before;
};

/* Makes @tb, of @n instructions, make @call with @block on entry, then store
 * @block, and count @n and @more. */
void inline_count_block(struct qemu_plugin_tb *tb, void *block, uint32_t n, uint64_t more,
    const struct inline_count_call *call);

#endif
