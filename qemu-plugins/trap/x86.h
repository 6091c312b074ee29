/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Handles register accesses of an x86 guest. A machine selects the accesses
 * that it handles and never sees an opcode. QEMU handles the other accesses, as
 * if there were no plugin.
 *
 * Accesses of user code fault as usual, with one exception. The TSS defines
 * whether user code may use a port, but the plugin API does not show it. So a
 * machine's ports are open to all user code.
 */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_X86_H
#define PMULAB_QEMU_PLUGINS_TRAP_X86_H

#include "models/sim/host.h"
#include "qemu-plugins/qemu/qemu_api.h"
#include "qemu-plugins/qemu/special_blocks.h"

/*
 * A machine's hooks. The `has_` hooks select its registers. They are called for
 * every such access of the guest, from several threads, so they must be quick
 * and use only constant data. The others are called one at a time, because an
 * access is one transaction as on a real bus. Ports may be shared with QEMU:
 * port_in() and port_out() return whether the access was the machine's.
 * @access->now is the virtual time.
 */
struct trap_x86_hooks {
    bool (*has_port)(unsigned port);
    bool (*port_in)(void *machine, const struct sim_access *access, unsigned port, unsigned size,
        uint32_t *value);
    bool (*port_out)(void *machine, const struct sim_access *access, unsigned port, unsigned size,
        uint32_t value);
    /* The hooks from here on may be NULL: a `has_` hook together with its
     * related hooks. */
    /* Whether only QEMU handles an access to such a port. It is not called one
     * at a time. If it returns true, neither the time nor the other CPUs are
     * involved. */
    bool (*passes_port)(unsigned port, unsigned size, bool out, uint32_t value);
    bool (*has_msr)(uint32_t msr);
    /* A read of @msr returns 0, since both the machine and QEMU lack it. Within
     * the arbiter; may be NULL. */
    void (*no_msr)(uint32_t msr);
    uint64_t (*msr_read)(void *machine, const struct sim_access *access, uint32_t msr);
    void (*msr_write)(void *machine, const struct sim_access *access, uint32_t msr, uint64_t value);
    /* Optional: whether an access to @msr raises #GP, because the part lacks it
     * or it is read-only. Called at the start only, for each MSR. If this QEMU
     * cannot raise it, the access is QEMU's or the machine's. */
    bool (*msr_faults)(uint32_t msr, bool write);
    /* Such an access has faulted. Within the arbiter. */
    void (*msr_faulted)(uint32_t msr);
    /*
     * RDPMC of a counter, by its number in ECX. QEMU has no counters: it raises
     * #UD, even if a real CPU raises #GP because the counter does not exist. A
     * user's RDPMC gets here only if CR4.PCE allows it.
     */
    bool (*has_rdpmc)(uint32_t counter);
    uint64_t (*rdpmc)(void *machine, const struct sim_access *access, uint32_t counter);
    /* Leaves of CPUID that QEMU has and the machine lacks: they read as 0. */
    bool (*lacks_leaf)(uint32_t leaf);
    /* Leaves that the machine handles alone: it sets @regs (EAX, EBX, ECX,
     * EDX). */
    bool (*has_leaf)(uint32_t leaf, uint32_t regs[4]);
    /* Leaves that the machine changes in part: @regs (EAX, EBX, ECX, EDX) has
     * QEMU's response and may be changed. */
    bool (*amends_leaf)(uint32_t leaf);
    void (*amend_cpuid)(
        void *machine, unsigned cpu, uint32_t leaf, uint32_t subleaf, uint32_t regs[4]);
    /* Whether the machine itself needs @cpu to stay in blocks of @kind. */
    bool (*keeps)(unsigned cpu, enum special kind);
    /* After an access by @cpu, on that CPU, when other CPUs may make accesses
     * again. */
    void (*released)(unsigned cpu);
};

/* Prepares to trap on behalf of @machine; both must live as long as QEMU. Call
 * at installation with QEMU's @info. Returns false, after one line on standard
 * error, if QEMU has more CPUs than fit. */
bool trap_x86_start(const qemu_info_t *info, const struct trap_x86_hooks *hooks, void *machine);

/* Registers its callbacks, except the one for translations. */
void trap_x86_listen(qemu_plugin_id_t id);

/* Call from the machine's translation callback. @followed:
 * trap_x86_op_translated() has been called for the block, and amends CPUID's
 * results as its instruction begins. */
void trap_x86_translated(struct qemu_plugin_tb *tb, bool followed);

/* Amends the results of a CPUID that @cpu has executed last, if they are
 * due. */
void trap_x86_amend(unsigned cpu);

#endif
