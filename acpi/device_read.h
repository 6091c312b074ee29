/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a table that describes PMUs: the form that acpi/device_table.h
 * writes. */
#ifndef PMULAB_ACPI_DEVICE_READ_H
#define PMULAB_ACPI_DEVICE_READ_H

#include "acpi/device_table.h"

enum { ACPI_READ_WRONG = 96 }; /* longest complaint in bytes, with its NUL */

/*
 * Reads the @size bytes of @table, which may be anything, into @devices.
 * Returns their number, at most @room. The devices' texts are in @table. It
 * does not read devices with a parent. On an error it returns -1, and @wrong
 * has the device, if there is one, and the error: no SSDT, a wrong length or
 * checksum, a block that exceeds the one around it, or objects that device
 * tables do not have.
 */
int acpi_device_table_read(const void *table, size_t size, struct acpi_device *devices,
    unsigned room, char wrong[ACPI_READ_WRONG]);

#endif
