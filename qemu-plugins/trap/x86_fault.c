/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Raises #GP by QEMU's private function. */
#include "qemu-plugins/trap/x86_fault.h"

#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/trap/x86_cpu.h"

/* SDM volume 3, section 6.3.1. */
enum { GENERAL_PROTECTION = 13 };

bool x86_fault_possible(unsigned cpu)
{
    return qemu_private_has(QEMU_FAULTS) && x86_cpus[cpu].places[X86_RAX];
}

/* QEMU 11.1, target/i386/cpu.h: the general registers are the first member of
 * CPUArchState, so RAX's place is the structure's. Without a host address the
 * function takes the state as it is, and leaves the block like
 * qemu_plugin_set_pc(). */
void x86_fault_raise(unsigned cpu, uint64_t rip)
{
    x86_set(cpu, X86_RIP, rip);
    qemu_private.raise_exception_err(x86_cpus[cpu].places[X86_RAX], GENERAL_PROTECTION, 0);
    g_assert_not_reached();
}
