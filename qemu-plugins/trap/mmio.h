/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Registers in the guest's memory, like a QEMU device: an I/O region on top of
 * existing memory. All loads and stores reach it, from any instruction, and the
 * rest of the guest does not get slower. The plugin API has no such feature;
 * QEMU's binary exports the functions that its own devices use (QEMU_DEVICES).
 *
 * QEMU ends a block at an access to a device (or restarts with a block of that
 * instruction alone). So the clock can be read, and the CPU's executed
 * instructions are known.
 */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_MMIO_H
#define PMULAB_QEMU_PLUGINS_TRAP_MMIO_H

#include "models/sim/host.h"

/*
 * Called within the arbiter, in the context of the accessing CPU, with @data of
 * mmio_add(). An access has 1, 2, 4 or 8 bytes and is aligned to its size;
 * larger ones come in parts. @value is in the low bytes; before a read it is 0.
 */
struct mmio_hooks {
    void (*read)(void *data, const struct sim_access *access, uint32_t offset, unsigned size,
        uint64_t *value);
    void (*write)(void *data, const struct sim_access *access, uint32_t offset, unsigned size,
        uint64_t value);
};

/* Call at installation of a machine that needs QEMU_DEVICES, QEMU_CLOCK and
 * QEMU_LOCK, and that calls translations_gone(). @pc returns the program
 * counter of @cpu, the current one, as cpu_registers_pc() does. */
void mmio_init(uint64_t (*pc)(unsigned cpu));

/*
 * Places a region of @size bytes at the physical @address: at once or, before
 * there is a CPU, with the first one. It covers all QEMU regions there, is
 * little-endian, and lives as long as QEMU. @hooks and @data must live as long.
 * Accesses by devices, debuggers or the hooks themselves do not reach it.
 */
void mmio_add(uint64_t address, uint32_t size, const struct mmio_hooks *hooks, void *data);

/*
 * The same over registers of a QEMU device, whose region begins at @device. The
 * device gets all accesses first; the hooks then get the CPUs' accesses. read()
 * gets the device's response in @value and may change it.
 */
void mmio_amend(
    uint64_t device, uint64_t address, uint32_t size, const struct mmio_hooks *hooks, void *data);

/* Call in the init callback of each CPU. */
void mmio_cpu_started(void);

#endif
