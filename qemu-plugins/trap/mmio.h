/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Registers in the guest's memory, as a device of QEMU's has them: an I/O region over what is there
 * otherwise. All loads and stores reach it, whatever instruction makes them, and nothing else in the guest
 * costs anything. The plugin API has no such thing; QEMU's binary exports what it makes its own devices with
 * (QEMU_DEVICES).
 *
 * QEMU has a block end with an access to a device (where it did not, it begins again with a block of that
 * instruction alone), so that the clock can be read and what the CPU has executed is known.
 */
#ifndef PMULAB_TRAP_MMIO_H
#define PMULAB_TRAP_MMIO_H

#include "models/sim/host.h"

/*
 * Called within the arbiter, in the context of the CPU that makes the access, with @data of mmio_add(). An
 * access has 1, 2, 4 or 8 bytes and is aligned to its size; larger ones come in parts. @value is in the low
 * bytes; before a read it is 0.
 */
struct mmio_hooks {
    void (*read)(
        void *data, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t *value);
    void (*write)(
        void *data, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t value);
};

/*
 * At installation of a machine that needs QEMU_DEVICES, QEMU_CLOCK and QEMU_LOCK. @pc_register is the program
 * counter's number in the target's description for debuggers.
 */
void mmio_init(unsigned pc_register);

/*
 * Places a region of @size bytes at the physical @address: at once, or with the first CPU where there is none
 * yet. It lies above all that QEMU has there. It is little-endian, and lives as long as QEMU. What is no
 * CPU's access (a device's, a debugger's), or is made by a hook itself, finds nothing there.
 */
void mmio_add(uint64_t address, uint32_t size, const struct mmio_hooks *hooks, void *data);

/*
 * The same over registers of a device of QEMU's, whose region begins at @device: it gets all accesses, first,
 * and the hooks those of CPUs. read() finds in @value what it said, and may change that.
 */
void mmio_amend(uint64_t device, uint64_t address, uint32_t size, const struct mmio_hooks *hooks, void *data);

/* In the init callback of each CPU. */
void mmio_cpu_started(void);

#endif
