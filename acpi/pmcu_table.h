/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Describes PMCUs to a guest that boots with ACPI on QEMU's machine `virt`: an SSDT beside QEMU's own tables,
 * with a device per PMCU, as fdt/pmcu_node.h adds a node per PMCU to a device tree. */
#ifndef PMULAB_ACPI_PMCU_TABLE_H
#define PMULAB_ACPI_PMCU_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* One PMCU. Its slots are the CPUs that QEMU's tables call \_SB.C000, \_SB.C001 and so on. */
struct acpi_pmcu {
    uint32_t die;
    uint32_t clusters;  /* with 8 slots each */
    uint32_t first_cpu; /* number of its first slot's CPU, hexadecimal in that name */
    uint32_t cpus;      /* CPUs that exist, from the first slot on; at most 255 */
    uint64_t window;    /* physical address of its registers */
    uint32_t window_size;
    uint32_t interrupt; /* INTID, edge-triggered */
};

/* Room enough for the tables of all machines. */
#define ACPI_PMCU_TABLE_MAX 8192

/* Writes the table for the @count @units, at most 10, into @room bytes. Returns its size, or 0 if it does not
 * fit. */
size_t acpi_pmcu_table(void *table, size_t room, const struct acpi_pmcu *units, unsigned count);

#endif
