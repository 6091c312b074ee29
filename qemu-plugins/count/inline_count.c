/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes QEMU generate code that counts blocks, and checks that it does so
 * correctly. */
#include "qemu-plugins/count/inline_count.h"

#include "qemu-plugins/qemu/cpu_number.h"

static struct qemu_plugin_scoreboard *counts;

void inline_count_begin(void)
{
    counts = qemu_plugin_scoreboard_new(sizeof(struct inline_count));
}

static qemu_plugin_u64 word(size_t offset)
{
    return (qemu_plugin_u64){counts, offset};
}

bool inline_count_works(void)
{
    return !cpu_number_state.shared_thread;
}

struct inline_count *inline_count_of(unsigned cpu)
{
    return qemu_plugin_scoreboard_find(counts, cpu);
}

void inline_count_block(struct qemu_plugin_tb *tb, void *block, uint32_t n, uint64_t more,
    const struct inline_count_call *call)
{
    const qemu_plugin_u64 last = word(offsetof(struct inline_count, last));
    const qemu_plugin_u64 count = word(offsetof(struct inline_count, count));

    qemu_plugin_register_vcpu_tb_exec_cond_cb(tb, call->ended, call->flags, QEMU_PLUGIN_COND_GE,
        count, INLINE_COUNT_ENDS - (call->before ? n : 0), block);
    qemu_plugin_register_vcpu_tb_exec_inline_per_vcpu(
        tb, QEMU_PLUGIN_INLINE_STORE_U64, last, (uint64_t)(uintptr_t)block);
    qemu_plugin_register_vcpu_tb_exec_inline_per_vcpu(tb, QEMU_PLUGIN_INLINE_ADD_U64, count, n);
    if (more)
        qemu_plugin_register_vcpu_tb_exec_inline_per_vcpu(
            tb, QEMU_PLUGIN_INLINE_ADD_U64, word(offsetof(struct inline_count, sum)), more);
}
