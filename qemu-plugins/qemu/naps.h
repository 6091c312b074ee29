/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A waiting CPU may signal this, to leave its core to other threads: on POWER,
 * a thread sets very low priority. QEMU runs it at full speed. skiboot's
 * secondary threads wait in a loop of loads and compares until the kernel
 * starts them: each would cost the host a CPU for most of a boot. This module
 * makes such a CPU nap.
 *
 * These functions have no effect if CPUs share a thread. There a nap would stop
 * them all, and QEMU miscompiles code that reads a CPU's own number
 * (qemu-plugins/count/inline_count.h).
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_NAPS_H
#define PMULAB_QEMU_PLUGINS_QEMU_NAPS_H

#include "qemu-plugins/qemu/qemu_api.h"

/* Call at installation. */
void naps_begin(void);

/* At translation: a waiting CPU naps whenever it enters this block. */
void naps_block(struct qemu_plugin_tb *tb);

/* At translation: this instruction signals that its CPU waits, or no longer
 * waits. */
void naps_insn(struct qemu_plugin_insn *at, bool waits);

#endif
