/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Handles register accesses of a POWER9 guest, and its loads of memory that a
 * device writes. A machine selects accesses and never sees an opcode. QEMU also
 * makes every access, so faults occur, an SPR keeps the stored value, and HMER
 * reports a SCOM access as done.
 *
 * An instruction's address is known at translation: on this ISA QEMU 11.1
 * shares no translated code between addresses.
 */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_PPC64_H
#define PMULAB_QEMU_PLUGINS_TRAP_PPC64_H

#include "models/sim/host.h"
#include "qemu-plugins/qemu/qemu_api.h"

/* An SPR that a machine traps. */
struct trap_ppc64_spr {
    unsigned number;
    /* QEMU's name of the register that keeps its value; NULL: none, and it is
     * not read */
    const char *name;
    bool hypervisor; /* faults in other code */
};

/* A machine's hooks. All except has_scom() are called one at a time, because an
 * access is one transaction, as on a real bus. @access->now is 0 if the time is
 * unknown; at a SCOM access it is known. */
struct trap_ppc64_hooks {
    const struct trap_ppc64_spr *sprs; /* ends with number 0; at most 8 */
    void (*spr_write)(void *machine, const struct sim_access *access, unsigned spr, uint64_t value);
    /* Returns the value of the read. */
    uint64_t (*spr_read)(void *machine, const struct sim_access *access, unsigned spr);
    unsigned scom_shift; /* see ppc64_scom() */
    /* Whether to call these two for a SCOM. Called outside of any
     * transaction. */
    bool (*has_scom)(void *machine, unsigned chip, uint32_t pcba);
    /* Returns false if the machine lacks the register: the guest gets QEMU's
     * response. */
    bool (*scom_read)(void *machine, const struct sim_access *access, unsigned chip, uint32_t pcba,
        uint64_t *value);
    /* QEMU also gets the write. */
    void (*scom_write)(void *machine, const struct sim_access *access, unsigned chip, uint32_t pcba,
        uint64_t value);
    /* The same for a byte at physical @address, caching inhibited, outside of
     * memory. A load returns false to keep QEMU's @byte, or true with the byte
     * for the guest; a store gets the stored byte. */
    bool (*byte_loaded)(void *machine, uint64_t address, uint8_t *byte);
    void (*byte_stored)(void *machine, uint64_t address, uint8_t byte);
    /* The kernel, which is little-endian, has loaded the big-endian doubleword
     * @value from physical @address with a byte-reversed load, in one
     * instruction or several. Other loads are not seen. */
    void (*loaded)(
        void *machine, const struct sim_access *access, uint64_t address, uint64_t value);
};

/* A block's properties, from translation. */
struct trap_ppc64_block {
    bool user;         /* runs in problem state */
    bool goes_inside;  /* its last instruction may branch to the block's interior */
    bool calls;        /* its last instruction is a system call */
    bool changes_mode; /* its last instruction may change the privilege in another way */
};

/* Prepares to trap on behalf of @machine; both must live as long as QEMU. Call
 * at installation with QEMU's @info. Returns false, after one line on standard
 * error, if QEMU has more CPUs than fit. */
bool trap_ppc64_start(const qemu_info_t *info, const struct trap_ppc64_hooks *hooks, void *machine);

/* Registers the callback for starting CPUs. */
void trap_ppc64_listen(qemu_plugin_id_t id);

/* Sets traps in @tb. Call from the machine's translation callback. */
struct trap_ppc64_block trap_ppc64_translated(struct qemu_plugin_tb *tb);

/* A hook of blocks.h: whether the interrupt handler at @to is for an
 * instruction that could not be fetched, or for an event between
 * instructions. */
bool trap_ppc64_was_next(unsigned vcpu, uint64_t from, uint64_t to);

/* Returns the timebase of @cpu; within a SCOM hook. */
uint64_t trap_ppc64_timebase(unsigned cpu);

#endif
