/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Register accesses of a POWER9 guest, seen and answered, and its loads of memory that a device writes. A
 * machine binds what it wants to know of and never sees an opcode. QEMU makes every access, too, so that what
 * would fault faults, an SPR keeps what is stored to it and HMER says that a SCOM access is done.
 *
 * An instruction's address is the one that it had at translation: QEMU 11.1 shares no translated code between
 * addresses on this ISA.
 */
#ifndef PMULAB_TRAP_PPC64_H
#define PMULAB_TRAP_PPC64_H

#include "models/sim/host.h"
#include "qemu-plugins/qemu/qemu_api.h"

/* An SPR that a machine wants to know of. */
struct trap_ppc64_spr {
    unsigned number;
    const char *name; /* QEMU's, of the register that keeps its value; NULL: none does, and it is not read */
    bool hypervisor;  /* other code faults */
};

/*
 * What a machine binds. The hooks are called one at a time, since an access is one transaction as on a real
 * bus; but for wants_load(). @access->now is 0 where the time cannot be known; it can at a SCOM access.
 */
struct trap_ppc64_hooks {
    const struct trap_ppc64_spr *sprs; /* ends with the number 0; at most 8 */
    void (*spr_write)(void *machine, const struct sim_access *access, unsigned spr, uint64_t value);
    /* What the read gives. */
    uint64_t (*spr_read)(void *machine, const struct sim_access *access, unsigned spr);
    /* False: it is none of the machine's, and QEMU's answer stands. */
    bool (*scom_read)(
        void *machine, const struct sim_access *access, unsigned chip, uint32_t pcba, uint64_t *value);
    bool (*scom_write)(
        void *machine, const struct sim_access *access, unsigned chip, uint32_t pcba, uint64_t value);
    /*
     * Likewise of a byte at physical @address, caching inhibited, that is no memory's: what has been loaded,
     * and false, or what the guest gets instead, and true; and what has been stored.
     */
    bool (*byte_loaded)(void *machine, const struct sim_access *access, uint64_t address, uint8_t *byte);
    void (*byte_stored)(void *machine, uint64_t address, uint8_t byte);
    /* Whether loads from physical @address are of interest: asked for many, outside of any transaction. */
    bool (*wants_load)(uint64_t address);
    /*
     * The kernel has loaded the big-endian doubleword @value, little-endian as the kernel is: by a load with
     * a reversal of bytes, in one instruction or in several. No other loads are seen.
     */
    void (*loaded)(void *machine, const struct sim_access *access, uint64_t address, uint64_t value);
};

/* What there is to know of a block of code that is being translated. */
struct trap_ppc64_block {
    bool user;         /* runs in problem state */
    bool goes_inside;  /* its last instruction may branch to an instruction of its own, but the first */
    bool calls;        /* its last instruction is a system call */
    bool changes_mode; /* its last instruction may change the privilege otherwise */
};

/*
 * Prepares to trap on behalf of @machine; both must live as long as QEMU. Called at installation, with what
 * QEMU told of itself. Returns false, after one line on standard error, when it has more CPUs than there is
 * room for.
 */
bool trap_ppc64_start(const qemu_info_t *info, const struct trap_ppc64_hooks *hooks, void *machine);

/* Registers the callback for starting CPUs. */
void trap_ppc64_listen(qemu_plugin_id_t id);

/* Sets traps in @tb. From the translation's callback, which is the machine's. */
struct trap_ppc64_block trap_ppc64_translated(struct qemu_plugin_tb *tb);

/*
 * Whether the interrupt handler that begins at @address is for an instruction that could not be fetched, or
 * for what happens between instructions.
 */
bool trap_ppc64_was_next(uint64_t address);

/* The timebase of @cpu, within a SCOM hook. */
uint64_t trap_ppc64_timebase(unsigned cpu);

#endif
