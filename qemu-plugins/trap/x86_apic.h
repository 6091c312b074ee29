/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers of an x86 CPU's local APIC in memory: a machine's own, and QEMU
 * registers that it amends. */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_X86_APIC_H
#define PMULAB_QEMU_PLUGINS_TRAP_X86_APIC_H

#include "models/sim/host.h"

#include <stdbool.h>

/* Registers are words at multiples of 16; other accesses read 0 and write
 * nothing. */
struct trap_x86_apic_hooks {
    /* Whether the machine has the register at @offset of the page, hidden from
     * QEMU; and whether it amends one of QEMU's. Called once per register. */
    bool (*has)(unsigned offset);
    bool (*amends)(unsigned offset);
    /* For an amended register, @value has QEMU's response. */
    void (*read)(void *machine, const struct sim_access *access, uint32_t offset, uint32_t *value);
    /* For an amended register, QEMU has also made the write. */
    void (*write)(void *machine, const struct sim_access *access, uint32_t offset, uint32_t value);
};

/* Call at installation of a machine that needs the same as mmio_init(). Both
 * must live as long as QEMU. */
void trap_x86_apic_start(const struct trap_x86_apic_hooks *hooks, void *machine);

#endif
