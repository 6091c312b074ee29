/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Register accesses of an x86 guest, seen and answered. A machine binds what it answers and never sees an
 * opcode. An access that it does not claim is QEMU's, as if the plugin were not there.
 *
 * What an access would fault on, it faults on, with one exception: whether user code may use a port stands in
 * the TSS, which the plugin API does not show, so that ports of the machine's are open to all user code.
 */
#ifndef PMULAB_TRAP_X86_H
#define PMULAB_TRAP_X86_H

#include "models/sim/host.h"
#include "qemu-plugins/qemu/qemu_api.h"

/*
 * What a machine answers. Its `has_` hooks say what is its own; they are asked for every such access of the
 * guest, from several threads, so they look at nothing that changes and are quick. The others are called one
 * at a time, since an access is one transaction as on a real bus. Ports may be shared with QEMU: port_in()
 * and port_out() return whether the access was the machine's after all. @access->now is the virtual time.
 */
struct trap_x86_hooks {
    bool (*has_port)(unsigned port);
    bool (*port_in)(
        void *machine, const struct sim_access *access, unsigned port, unsigned size, uint32_t *value);
    bool (*port_out)(
        void *machine, const struct sim_access *access, unsigned port, unsigned size, uint32_t value);
    /* The hooks from here on may be NULL: a `has_` hook with those that belong to it. */
    bool (*has_msr)(uint32_t msr);
    uint64_t (*msr_read)(void *machine, const struct sim_access *access, uint32_t msr);
    void (*msr_write)(void *machine, const struct sim_access *access, uint32_t msr, uint64_t value);
    bool (*has_leaf)(uint32_t leaf);
    /* @regs: EAX, EBX, ECX, EDX, all to be set. */
    void (*cpuid)(void *machine, uint32_t leaf, uint32_t subleaf, uint32_t regs[4]);
    /* Leaves of which the machine says less than everything: @regs is
     * what QEMU gave, and may be changed. */
    bool (*amends_leaf)(uint32_t leaf);
    void (*amend_cpuid)(void *machine, unsigned cpu, uint32_t leaf, uint32_t subleaf, uint32_t regs[4]);
    /* Whether @cpu goes on instruction by instruction (one_insn.h) for reasons of the machine's own. */
    bool (*keeps_stepping)(unsigned cpu);
    /* After an access of @cpu's, on that CPU, when others may make theirs. */
    void (*released)(unsigned cpu);
};

/*
 * Prepares to trap on behalf of @machine; both must live as long as QEMU. Called at installation, with what
 * QEMU told of itself. Returns false, after one line on standard error, when it has more CPUs than there is
 * room for.
 */
bool trap_x86_start(const qemu_info_t *info, const struct trap_x86_hooks *hooks, void *machine);

/* Registers its callbacks, but for the one that is told of translations. */
void trap_x86_listen(qemu_plugin_id_t id);

/* To be called in that one. */
void trap_x86_translated(struct qemu_plugin_tb *tb);

#endif
