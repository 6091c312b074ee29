/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lets a thread of firmware nap while its priority is very low. */
#include "qemu-plugins/trap/ppc64_priority.h"

#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/trap/ppc64_decode.h"

/* As long as the host's kernel takes to wake a thread anyway: a few thousand turns of skiboot's loop. */
enum { NAP = 100 /* us */ };

/* For each CPU, whether its priority is very low. */
static struct qemu_plugin_scoreboard *waits;

void ppc64_priority_begin(void)
{
    waits = qemu_plugin_scoreboard_new(sizeof(uint64_t));
}

static qemu_plugin_u64 waiting(void)
{
    return (qemu_plugin_u64){waits, 0};
}

static void nap(unsigned vcpu, void *data)
{
    (void)vcpu;
    (void)data;
    g_usleep(NAP);
}

void ppc64_priority_block(struct qemu_plugin_tb *tb, bool real_mode)
{
    if (real_mode && !cpu_number_state.shared_thread)
        qemu_plugin_register_vcpu_tb_exec_cond_cb(
            tb, nap, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_COND_NE, waiting(), 0, NULL);
}

void ppc64_priority_insn(struct qemu_plugin_insn *at, uint32_t word)
{
    enum ppc64_priority priority = ppc64_priority(word);

    if (priority != PPC64_PRIORITY_SAME && !cpu_number_state.shared_thread)
        qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(
            at, QEMU_PLUGIN_INLINE_STORE_U64, waiting(), priority == PPC64_PRIORITY_VERY_LOW);
}
