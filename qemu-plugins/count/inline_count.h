/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Blocks counted by the code that QEMU generates for them, without a call: it notes which block was entered
 * last, and adds its instructions to a count.
 *
 * QEMU 11.1 miscompiles such code where one thread runs several CPUs in turn (-icount, thread=single): it
 * folds the number of the CPU into a constant and then multiplies that constant in place.
 */
#ifndef PMULAB_QEMU_PLUGINS_COUNT_INLINE_COUNT_H
#define PMULAB_QEMU_PLUGINS_COUNT_INLINE_COUNT_H

#include "qemu-plugins/qemu/qemu_api.h"

#include <stdatomic.h>

/* Of one CPU, whose own thread alone writes them. An entry stores the block first, then counts. */
struct inline_count {
    _Atomic uint64_t last;  /* a pointer */
    _Atomic uint64_t count; /* from INLINE_COUNT_ENDS on the next entry calls */
    _Atomic uint64_t sum;   /* of what else blocks have */
};

#define INLINE_COUNT_ENDS (UINT64_C(1) << 30)

/* At installation. */
void inline_count_begin(void);

/* Whether QEMU compiles such code as it should. Once its CPUs have started. */
bool inline_count_works(void);

/* Stays where it is while QEMU runs, as long as the number of its CPUs stays. */
struct inline_count *inline_count_of(unsigned cpu);

/*
 * What a block calls as it is entered, if the count has ended, or, where @before, if it ends with this block.
 * @flags: what that may do with registers.
 */
struct inline_count_call {
    void (*ended)(unsigned vcpu, void *block);
    enum qemu_plugin_cb_flags flags;
    bool before;
};

/* Has @tb, of @n instructions, make @call with @block as it is entered; then store @block, and count @n and
 * @more. */
void inline_count_block(
    struct qemu_plugin_tb *tb, void *block, uint32_t n, uint64_t more, const struct inline_count_call *call);

#endif
