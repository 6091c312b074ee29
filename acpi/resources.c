/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the resource descriptors of a device's _CRS. */
#include "acpi/resources.h"

#include "acpi/aml_codes.h"

/* Section 6.4.3.5: flags of all address spaces, and of memory. */
enum {
    MEMORY = 0,
    CONSUMED = 1 << 0,
    BEGIN_IS_FIXED = 1 << 2,
    END_IS_FIXED = 1 << 3,
    WRITABLE = 1 << 0,
};

static void large_descriptor(struct aml *resources, unsigned descriptor, unsigned length)
{
    aml_byte(resources, descriptor);
    aml_bytes(resources, length, 2);
}

void resource_registers(struct aml *resources, uint64_t address, uint64_t size)
{
    const uint64_t numbers[] = {
        0 /* granularity */, address, address + size - 1, 0 /* translation */, size};

    large_descriptor(resources, QWORD_ADDRESS_SPACE, 3 + sizeof(numbers));
    aml_byte(resources, MEMORY);
    aml_byte(resources, CONSUMED | BEGIN_IS_FIXED | END_IS_FIXED);
    aml_byte(resources, WRITABLE);
    for (unsigned i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        aml_bytes(resources, numbers[i], sizeof(numbers[i]));
}

void resource_interrupt(struct aml *resources, uint32_t number, bool level)
{
    large_descriptor(resources, EXTENDED_INTERRUPT, 2 + sizeof(number));
    aml_byte(resources, CONSUMED | (level ? 0 : INTERRUPT_EDGE));
    aml_byte(resources, 1); /* interrupt */
    aml_bytes(resources, number, sizeof(number));
}

/* Its second byte is a checksum; 0 means a correct one. */
void resource_end(struct aml *resources)
{
    aml_byte(resources, END_TAG);
    aml_byte(resources, 0);
}
