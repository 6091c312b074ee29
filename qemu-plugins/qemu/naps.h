/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A CPU that waits may tell so, and leave its core to others: a thread of POWER by very low priority. QEMU
 * runs it at full speed. skiboot's secondary threads wait in a loop of loads and compares until the kernel
 * starts them: each would cost the host a CPU for most of a boot. Here such a CPU naps.
 *
 * All of these do nothing where CPUs share a thread: there a nap would stop them all, and QEMU miscompiles
 * code that looks at a CPU's own number (qemu-plugins/count/inline_count.h).
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_NAPS_H
#define PMULAB_QEMU_PLUGINS_QEMU_NAPS_H

#include "qemu-plugins/qemu/qemu_api.h"

/* Call at installation. */
void naps_begin(void);

/* At translation: a CPU that waits naps whenever it enters this block. */
void naps_block(struct qemu_plugin_tb *tb);

/* At translation: this instruction tells that its CPU waits, or that it no longer does. */
void naps_insn(struct qemu_plugin_insn *at, bool waits);

#endif
