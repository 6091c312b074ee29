/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds nodes for uncore PMUs to a device tree. */
#include "fdt/device_node.h"

#include <inttypes.h>
#include <libfdt.h>
#include <limits.h>
#include <stdio.h>

/* Arm's binding of the GIC: first and last cell of an interrupt. */
#define GIC_SPI         0
#define GIC_EDGE_RISING 1
#define GIC_LEVEL_HIGH  4

/* Linux creates a device for a node with this; no driver matches it. */
#define COMPATIBLE "pmulab,uncore-pmu"
/* The property that guest/init searches. */
#define DRIVER "pmulab,driver"

static int set_properties(void *fdt, int node, const struct fdt_device *device)
{
    const fdt64_t reg[2] = {cpu_to_fdt64(device->window), cpu_to_fdt64(device->window_size)};
    const fdt32_t interrupt[3] = {cpu_to_fdt32(GIC_SPI), cpu_to_fdt32(device->spi),
        cpu_to_fdt32(device->edge ? GIC_EDGE_RISING : GIC_LEVEL_HIGH)};
    int status = fdt_setprop_string(
        fdt, node, "compatible", device->compatible ? device->compatible : COMPATIBLE);

    if (!status && device->driver)
        status = fdt_setprop_string(fdt, node, DRIVER, device->driver);
    if (!status)
        status = fdt_setprop(fdt, node, "reg", reg, sizeof(reg));
    if (!status)
        status = fdt_setprop(fdt, node, "interrupts", interrupt, sizeof(interrupt));
    for (unsigned i = 0; i < device->n_properties && !status; i++)
        status =
            fdt_setprop_u32(fdt, node, device->properties[i].name, device->properties[i].value);
    return status;
}

static int add_device(void *fdt, const struct fdt_device *device)
{
    char name[48];
    int node;

    snprintf(name, sizeof(name), "%s@%" PRIx64, device->name, device->window);
    node = fdt_add_subnode(fdt, 0, name);
    return node < 0 ? node : set_properties(fdt, node, device);
}

const char *fdt_add_devices(
    void *fdt, size_t room, const struct fdt_device *devices, unsigned count)
{
    int status = fdt_open_into(fdt, fdt, room > INT_MAX ? INT_MAX : (int)room);

    if (!status && (fdt_address_cells(fdt, 0) != 2 || fdt_size_cells(fdt, 0) != 2))
        return "the root does not have 2 cells for addresses and 2 for sizes";
    for (unsigned i = 0; i < count && !status; i++)
        status = add_device(fdt, &devices[i]);
    if (!status)
        status = fdt_pack(fdt);
    return status ? fdt_strerror(status) : NULL;
}
