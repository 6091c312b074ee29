/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Handles register accesses of an arm64 guest. A machine selects accesses and
 * never sees an opcode. For registers in memory see mmio.h, which
 * trap_arm64_start() initializes. */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_ARM64_H
#define PMULAB_QEMU_PLUGINS_TRAP_ARM64_H

#include "models/sim/host.h"
#include "qemu-plugins/count/blocks.h"
#include "qemu-plugins/qemu/qemu_api.h"

/* A machine's hooks. All except has_sysreg() are called one at a time. */
struct trap_arm64_hooks {
    /* Whether to trap accesses to @sysreg, op0:op1:CRn:CRm:op2. */
    bool (*has_sysreg)(uint32_t sysreg);
    /* Returns true with the response in *@value, or false to keep QEMU's. */
    bool (*sysreg_read)(
        void *machine, const struct sim_access *access, uint32_t sysreg, uint64_t *value);
    /* Returns false if QEMU must also see the write. */
    bool (*sysreg_write)(
        void *machine, const struct sim_access *access, uint32_t sysreg, uint64_t value);
    /* The kernel calls firmware: @function and its first argument. */
    void (*firmware)(
        void *machine, const struct sim_access *access, uint32_t function, uint64_t argument);
    /* A program or the kernel marks a step with @value; see
     * models/sim/step.h. */
    void (*marked)(void *machine, const struct sim_access *access, uint64_t value);
};

/* Prepares to trap on behalf of @machine; both must live as long as QEMU. Call
 * at installation with QEMU's @info. Returns false, after one line on standard
 * error, if QEMU has more CPUs than fit. */
bool trap_arm64_start(const qemu_info_t *info, const struct trap_arm64_hooks *hooks, void *machine);

/* Registers the callback for starting CPUs. */
void trap_arm64_listen(qemu_plugin_id_t id);

/* Sets traps in @tb. Call from the machine's translation callback. Returns the
 * block's traits for blocks.h; without a mix for 32-bit programs. */
struct blocks_traits trap_arm64_translated(struct qemu_plugin_tb *tb);

/* A hook of blocks.h: whether @vcpu, now at the exception vector at @to, was
 * between instructions or could not fetch one. */
bool trap_arm64_was_next(unsigned vcpu, uint64_t from, uint64_t to);

#endif
