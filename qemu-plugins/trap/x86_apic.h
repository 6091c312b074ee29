/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers of an x86 CPU's local APIC, as memory: a machine's own, and QEMU's that it has a say in. */
#ifndef PMULAB_TRAP_X86_APIC_H
#define PMULAB_TRAP_X86_APIC_H

#include "models/sim/host.h"

#include <stdbool.h>

/* Registers are words at multiples of 16; other accesses read 0 and write nothing. */
struct trap_x86_apic_hooks {
    /* Whether the machine has the register at @offset of the page, and QEMU is not to see accesses to it; and
     * whether it amends one of QEMU's. Asked once. */
    bool (*has)(unsigned offset);
    bool (*amends)(unsigned offset);
    /* @value of a register that it amends: what QEMU says. */
    void (*read)(void *machine, const struct sim_access *access, uint32_t offset, uint32_t *value);
    /* QEMU has made a write of what it has, too. */
    void (*write)(void *machine, const struct sim_access *access, uint32_t offset, uint32_t value);
};

/* At installation of a machine that needs what mmio_init() does. Both must live as long as QEMU. */
void trap_x86_apic_start(const struct trap_x86_apic_hooks *hooks, void *machine);

#endif
