/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Describes PMUs to a guest that boots with ACPI on QEMU's machine `virt`: an
 * SSDT besides QEMU's own tables, with a device for each PMU, like the nodes
 * that fdt/ adds to a device tree. */
#ifndef PMULAB_ACPI_DEVICE_TABLE_H
#define PMULAB_ACPI_DEVICE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ACPI_PROPERTIES = 3 };

/* One device: registers, an interrupt, and properties that are numbers. */
struct acpi_device {
    char name[5];    /* "PMC0" */
    const char *hid; /* "HISI0451" */
    uint32_t uid;
    bool has_parent; /* it is in a module device (ACPI0004) with the _UID @parent */
    uint32_t parent;
    bool coherent;   /* CPUs see its stores: Linux needs this for devices with DMA */
    uint64_t window; /* physical address of the registers */
    uint32_t window_size;
    uint32_t interrupt; /* INTID */
    bool level;         /* level-triggered, active high; else edge-triggered */
    unsigned n_properties;
    struct {
        const char *name;
        uint32_t value;
    } properties[ACPI_PROPERTIES];
};

/* Large enough for the tables of all machines. */
#define ACPI_DEVICE_TABLE_MAX 65536

/* Writes the table for the @count @devices into @room bytes. Consecutive ones
 * with the same parent share it. Returns its size, or 0 if it does not fit. */
size_t acpi_device_table(
    void *table, size_t room, const struct acpi_device *devices, unsigned count);

#endif
