/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a device takes of its machine, as descriptors for its _CRS: ACPI 6.5, section 6.4. */
#ifndef PMULAB_ACPI_RESOURCES_H
#define PMULAB_ACPI_RESOURCES_H

#include "acpi/aml.h"

/* Registers: @size bytes, at least one, at the physical @address. */
void resource_registers(struct aml *resources, uint64_t address, uint64_t size);

/* An interrupt of the device's own that is an edge, by the number that the interrupt controllers share: for a
 * GIC its INTID. */
void resource_interrupt_edge(struct aml *resources, uint32_t number);

/* Comes last. */
void resource_end(struct aml *resources);

#endif
