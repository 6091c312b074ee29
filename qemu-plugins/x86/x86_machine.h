/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The common part of the plugins of machines with x86 CPUs: the begin and end
 * of an access, the ports of the guest's reports, NMIs, page sizes. x86.h
 * passes the accesses to the machine's own file, which answers them with its
 * model between x86_machine_begin() and x86_machine_end().
 */
#ifndef PMULAB_QEMU_PLUGINS_X86_X86_MACHINE_H
#define PMULAB_QEMU_PLUGINS_X86_X86_MACHINE_H

#include "models/sim/host.h"
#include "qemu-plugins/qemu/snapshot.h"

#include <stdbool.h>

struct x86_machine_hooks {
    /* May be NULL: the place of @cpu is known. */
    void (*begun)(unsigned cpu);
    /* The model has handled an access of @cpu: sets that CPU's countdown, and
     * requests whatever the model needs counted from now on. */
    void (*handled)(unsigned cpu);
    /* Handles the mark of a scenario's step; see models/sim/step.h. */
    void (*step)(const struct sim_access *here, unsigned number, bool end);
};

/* Call in the machine's reset(). Both must live as long as QEMU. Local APICs
 * have their CPUs' numbers until x86_machine_apic_id(). */
void x86_machine_start(const struct x86_machine_hooks *hooks, const struct sim_host *host);

/* Within the arbiter. Returns @access with its time, also from blocks if the
 * clock cannot be read. @end: one of the blocks_end_access functions. */
struct sim_access x86_machine_begin(const struct sim_access *access);
void x86_machine_end(unsigned cpu, void (*end)(unsigned cpu));

/* Hooks of x86.h, for the ports of the guest's reports and step marks.
 * x86_machine_port_out() handles an access from begin to end. */
bool x86_machine_has_port(unsigned port);
bool x86_machine_port_out(
    void *machine, const struct sim_access *access, unsigned port, unsigned size, uint32_t value);

/* Sets the number of @cpu's local APIC, to which its interrupts are sent. */
void x86_machine_apic_id(unsigned cpu, uint8_t id);

/* Traces and sends an NMI to @cpu, outside of the arbiter: now, where the clock
 * can be read; or soon, between two of the CPU's blocks. */
void x86_machine_send_nmi(unsigned cpu);
void x86_machine_send_nmi_soon(unsigned cpu);

/* Hooks: of x86_pages.h, for the current @cpu; and of x86.h. */
uint8_t x86_machine_page_shift(unsigned cpu, uint64_t linear, uint64_t physical);
void x86_machine_no_msr(uint32_t msr);
void x86_machine_msr_faulted(uint32_t msr);

/* Saves or restores the APICs' numbers. */
void x86_machine_state(struct snapshot *snapshot);

#endif
