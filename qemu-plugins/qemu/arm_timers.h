/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The generic timers of a resumed arm64 guest. QEMU 11.1 saves their registers
 * and the expiry of EL1's, but not the expiry of EL2's (vmstate_arm_cpu,
 * target/arm/machine.c), which a kernel at EL2 uses. QEMU's binary exports the
 * functions that compute it again (QEMU_TIMERS).
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_ARM_TIMERS_H
#define PMULAB_QEMU_PLUGINS_QEMU_ARM_TIMERS_H

/* Makes all EL2 timers expire on time. From a vCPU's context, where the clock
 * can be read, without the arbiter. Has no effect if this QEMU lacks the
 * functions. */
void arm_timers_resume(void);

#endif
