/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lets a CPU nap while it waits. */
#include "qemu-plugins/qemu/naps.h"

#include "qemu-plugins/qemu/cpu_number.h"

/* Thousands of turns of such a loop, but little compared with a boot of
 * seconds. */
enum { NAP = 100 /* us */ };

/* For each CPU, whether it waits. */
static struct qemu_plugin_scoreboard *waiting;

void naps_begin(void)
{
    waiting = qemu_plugin_scoreboard_new(sizeof(uint64_t));
}

static void nap(unsigned vcpu, void *data)
{
    (void)vcpu;
    (void)data;
    g_usleep(NAP);
}

void naps_block(struct qemu_plugin_tb *tb)
{
    if (!cpu_number_state.shared_thread)
        qemu_plugin_register_vcpu_tb_exec_cond_cb(tb, nap, QEMU_PLUGIN_CB_NO_REGS,
            QEMU_PLUGIN_COND_NE, (qemu_plugin_u64){waiting, 0}, 0, NULL);
}

void naps_insn(struct qemu_plugin_insn *at, bool waits)
{
    if (!cpu_number_state.shared_thread)
        qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(
            at, QEMU_PLUGIN_INLINE_STORE_U64, (qemu_plugin_u64){waiting, 0}, waits);
}
