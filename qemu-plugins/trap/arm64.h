/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Register accesses of an arm64 guest, seen and answered. A machine binds what it wants to know of and never
 * sees an opcode.
 * Registers in memory: mmio.h, which trap_arm64_start() makes ready.
 */
#ifndef PMULAB_TRAP_ARM64_H
#define PMULAB_TRAP_ARM64_H

#include "models/sim/host.h"
#include "qemu-plugins/count/blocks.h"
#include "qemu-plugins/qemu/qemu_api.h"

/* What a machine binds. The hooks are called one at a time, but for has_sysreg(). */
struct trap_arm64_hooks {
    /* Whether accesses to @sysreg, op0:op1:CRn:CRm:op2, are of interest. */
    bool (*has_sysreg)(uint32_t sysreg);
    /* False: QEMU's answer stands. */
    bool (*sysreg_read)(void *machine, const struct sim_access *access, uint32_t sysreg, uint64_t *value);
    /* False: QEMU is to see it, too. */
    bool (*sysreg_write)(void *machine, const struct sim_access *access, uint32_t sysreg, uint64_t value);
    /* The kernel calls firmware: @function and its first argument. */
    void (*firmware)(void *machine, const struct sim_access *access, uint32_t function, uint64_t argument);
    /* A program, or the kernel, marks a step with @value: models/sim/step.h. */
    void (*marked)(void *machine, const struct sim_access *access, uint64_t value);
};

/*
 * Prepares to trap on behalf of @machine; both must live as long as QEMU. Called at installation, with what
 * QEMU told of itself. Returns false, after one line on standard error, when it has more CPUs than there is
 * room for.
 */
bool trap_arm64_start(const qemu_info_t *info, const struct trap_arm64_hooks *hooks, void *machine);

/* Registers the callback for starting CPUs. */
void trap_arm64_listen(qemu_plugin_id_t id);

/* Sets traps in @tb. From the translation's callback, which is the machine's. Says what blocks.h wants to
 * know; of 32-bit programs no mix. */
struct blocks_traits trap_arm64_translated(struct qemu_plugin_tb *tb);

/* Whether @vcpu, which has just gone to the exception vector at @address, did so between
 * instructions or for one that could not be fetched. */
bool trap_arm64_was_next(unsigned vcpu, uint64_t address);

#endif
