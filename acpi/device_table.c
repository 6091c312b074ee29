/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the ACPI table that describes PMUs to a guest. */
#include "acpi/device_table.h"

#include "acpi/aml.h"
#include "acpi/resources.h"

#include <stdio.h>

/* After this UUID _DSD has properties as in a device tree (UEFI Forum, DSD
 * Guide). */
#define DEVICE_PROPERTIES "daffd814-6eba-4d8c-8a91-bc9bbf4aa301"

#define RESOURCES_MAX 128

/* Module device, a container: ACPI 6.5, section 9.11. */
#define MODULE "ACPI0004"

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

/* The device around those from @devices[0] on that share it. */
static size_t begin_parent(struct aml *aml, const struct acpi_device *device)
{
    char name[5];
    size_t block;

    snprintf(name, sizeof(name), "M%.3s", device->name + 1);
    block = aml_device(aml, name);
    aml_name(aml, "_HID");
    aml_string(aml, MODULE);
    aml_name(aml, "_UID");
    aml_integer(aml, device->parent);
    return block;
}

static bool same_parent(const struct acpi_device *a, const struct acpi_device *b)
{
    return a->has_parent && b->has_parent && a->parent == b->parent;
}

size_t acpi_device_table(
    void *table, size_t room, const struct acpi_device *devices, unsigned count)
{
    struct aml aml = {table, room, 0};
    size_t scope, parent = 0;

    aml_table(&aml, "PMCU");
    scope = aml_scope(&aml, "\\_SB");
    for (unsigned i = 0; i < count; i++) {
        if (devices[i].has_parent && !(i && same_parent(&devices[i - 1], &devices[i])))
            parent = begin_parent(&aml, &devices[i]);
        add_device(&aml, &devices[i]);
        if (devices[i].has_parent && !(i + 1 < count && same_parent(&devices[i], &devices[i + 1])))
            aml_close(&aml, parent);
    }
    aml_close(&aml, scope);
    return aml_table_end(&aml);
}
