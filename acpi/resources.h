/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A device's resources as descriptors for its _CRS: ACPI 6.5, section 6.4. */
#ifndef PMULAB_ACPI_RESOURCES_H
#define PMULAB_ACPI_RESOURCES_H

#include "acpi/aml.h"

#include <stdbool.h>

/* Writes registers: @size bytes, at least one, at the physical @address. */
void resource_registers(struct aml *resources, uint64_t address, uint64_t size);

/* Writes the device's interrupt, level- or edge-triggered, by its number in the
 * interrupt controllers: a GIC's INTID. */
void resource_interrupt(struct aml *resources, uint32_t number, bool level);

/* Writes the end; call it last. */
void resource_end(struct aml *resources);

#endif
