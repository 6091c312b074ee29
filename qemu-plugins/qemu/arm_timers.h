/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The generic timers of an arm64 guest that QEMU has resumed. QEMU 11.1 saves their registers, and when those
 * of EL1 are to go off; not so those of EL2 (vmstate_arm_cpu, target/arm/machine.c), which a kernel that runs
 * there uses. QEMU's binary exports the functions that work it out anew (QEMU_TIMERS).
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_ARM_TIMERS_H
#define PMULAB_QEMU_PLUGINS_QEMU_ARM_TIMERS_H

/* Has all timers of EL2 go off when they should. From a vCPU's context, where the clock can be read, without
 * the arbiter. Does nothing where this QEMU lacks what that takes. */
void arm_timers_resume(void);

#endif
