/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes guest time pass while a CPU waits. The plugin API cannot: its own time
 * control hangs under -icount. There, QEMU counts the instructions that a CPU
 * may still execute before its next look at timers. Taking some away moves all
 * clocks of the guest by as many instructions' time, and timers expire as
 * always. With the host's clock, nothing happens here.
 *
 * QEMU keeps the number in the CPU's structure, at places that are not known
 * here. They are found by what QEMU's own function (QEMU_WAITS) writes into an
 * empty one.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_CPU_WAIT_H
#define PMULAB_QEMU_PLUGINS_QEMU_CPU_WAIT_H

#include "qemu-plugins/qemu/snapshot.h"

#include <stdint.h>

/* From the callback of a translation: finds the places, if they are not known
 * yet. Near the deadline of a timer they cannot be found, and the next call
 * tries again, up to 10,000 times; then one line on standard error. */
void cpu_wait_prepare(void);

/* The current CPU waits for @ns, in whole instructions, rounded up. From a
 * vCPU's callback. Until the places are known, it does not wait. */
void cpu_wait(uint64_t ns);

/* The instructions' time that all CPUs have waited. */
uint64_t cpu_wait_instructions(void);

/* Saves or restores the places. */
void cpu_wait_state(struct snapshot *snapshot);

#endif
