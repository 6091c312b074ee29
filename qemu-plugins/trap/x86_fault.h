/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Raises an exception of the current instruction, which the plugin API
 * cannot. */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_X86_FAULT_H
#define PMULAB_QEMU_PLUGINS_TRAP_X86_FAULT_H

#include <stdbool.h>
#include <stdint.h>

/* Whether x86_fault_raise() works in this callback of CPU @cpu: QEMU has
 * QEMU_FAULTS, and the registers' place is known. */
bool x86_fault_possible(unsigned cpu);

/* Raises #GP(0) at the instruction at @rip, before it has an effect. From a
 * callback that may set the PC, outside of the arbiter. Does not return. */
_Noreturn void x86_fault_raise(unsigned cpu, uint64_t rip);

#endif
