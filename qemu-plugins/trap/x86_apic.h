/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Registers of an x86 CPU's local APIC, as memory. What is recognised is what Linux and firmware are made of:
 * a MOV of 32 bits whose address has a displacement of 32 bits, be that the register's number, the page that
 * Linux maps the APIC at, or both. QEMU answers first, and what it said is then replaced.
 */
#ifndef PMULAB_TRAP_X86_APIC_H
#define PMULAB_TRAP_X86_APIC_H

#include "models/sim/host.h"
#include "qemu-plugins/qemu_api.h"

struct trap_x86_apic_hooks {
    /* Whether the machine wants to know of accesses at @offset of the page, a multiple of 16. Asked once. */
    bool (*has)(unsigned offset);
    /* A load or store of 32 bits. read() returns whether @value, QEMU's answer, was replaced. */
    bool (*read)(void *machine, const struct sim_access *access, uint32_t offset, uint32_t *value);
    void (*write)(void *machine, const struct sim_access *access, uint32_t offset, uint32_t value);
};

/* At installation. Both must live as long as QEMU. */
void trap_x86_apic_start(const struct trap_x86_apic_hooks *hooks, void *machine);

/* In the translation's callback. */
void trap_x86_apic_translated(struct qemu_plugin_tb *tb);

#endif
