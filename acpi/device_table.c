/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the ACPI table that describes PMUs to a guest. */
#include "acpi/device_table.h"

#include "acpi/aml.h"
#include "acpi/resources.h"

/* After this UUID _DSD has properties as in a device tree (UEFI Forum, DSD
 * Guide). */
#define DEVICE_PROPERTIES "daffd814-6eba-4d8c-8a91-bc9bbf4aa301"

#define RESOURCES_MAX 128

static void add_resources(struct aml *aml, const struct acpi_device *device)
{
    uint8_t bytes[RESOURCES_MAX];
    struct aml resources = {bytes, sizeof(bytes), 0};

    resource_registers(&resources, device->window, device->window_size);
    resource_interrupt(&resources, device->interrupt, device->level);
    resource_end(&resources);
    aml_name(aml, "_CRS");
    aml_buffer(aml, bytes, resources.size);
}

/* A property is a package of name and value. */
static size_t begin_property(struct aml *aml, const char *name)
{
    size_t block = aml_package(aml, 2);

    aml_string(aml, name);
    return block;
}

static void add_number(struct aml *aml, const char *name, uint32_t value)
{
    size_t property = begin_property(aml, name);

    aml_integer(aml, value);
    aml_close(aml, property);
}

static void add_properties(struct aml *aml, const struct acpi_device *device)
{
    size_t all, list;

    aml_name(aml, "_DSD");
    all = aml_package(aml, 2);
    aml_uuid(aml, DEVICE_PROPERTIES);
    list = aml_package(aml, (uint8_t)device->n_properties);
    for (unsigned i = 0; i < device->n_properties; i++)
        add_number(aml, device->properties[i].name, device->properties[i].value);
    aml_close(aml, list);
    aml_close(aml, all);
}

static void add_device(struct aml *aml, const struct acpi_device *device)
{
    size_t block = aml_device(aml, device->name);

    aml_name(aml, "_HID");
    aml_string(aml, device->hid);
    aml_name(aml, "_UID");
    aml_integer(aml, device->uid);
    if (device->coherent) {
        aml_name(aml, "_CCA");
        aml_integer(aml, 1);
    }
    add_resources(aml, device);
    add_properties(aml, device);
    aml_close(aml, block);
}

size_t acpi_device_table(
    void *table, size_t room, const struct acpi_device *devices, unsigned count)
{
    struct aml aml = {table, room, 0};
    size_t scope;

    aml_table(&aml, "PMCU");
    scope = aml_scope(&aml, "\\_SB");
    for (unsigned i = 0; i < count; i++)
        add_device(&aml, &devices[i]);
    aml_close(&aml, scope);
    return aml_table_end(&aml);
}
