/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes PMCUs known to a guest that boots with ACPI on QEMU's machine `virt`: an SSDT beside QEMU's own
 * tables, with a device for each, as fdt/pmcu_node.h adds a node for each to a device tree.
 */
#ifndef PMULAB_ACPI_PMCU_TABLE_H
#define PMULAB_ACPI_PMCU_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* One PMCU. Its slots are CPUs that QEMU's tables call \_SB.C000, \_SB.C001 and so on. */
struct acpi_pmcu {
    uint32_t die;
    uint32_t clusters;  /* of 8 slots each */
    uint32_t first_cpu; /* number, in hexadecimal, of its first slot's */
    uint32_t cpus;      /* that there are, from the first slot on; 255 at most */
    uint64_t window;    /* physical address of its registers */
    uint32_t window_size;
    uint32_t interrupt; /* INTID, which it pulses */
};

/* So much room do the tables of all machines have in. */
#define ACPI_PMCU_TABLE_MAX 8192

/* Writes the table for the @count @units, 10 at most, into @room bytes. Returns its size, or 0 if they are
 * too few. */
size_t acpi_pmcu_table(void *table, size_t room, const struct acpi_pmcu *units, unsigned count);

#endif
