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

static int set_windows(void *fdt, int node, const struct fdt_window *windows, unsigned n)
{
    fdt64_t reg[2 * FDT_WINDOWS];

    for (unsigned i = 0; i < n; i++) {
        reg[2 * i] = cpu_to_fdt64(windows[i].address);
        reg[2 * i + 1] = cpu_to_fdt64(windows[i].size);
    }
    return fdt_setprop(fdt, node, "reg", reg, (int)(2 * n * sizeof(reg[0])));
}

static int set_properties(void *fdt, int node, const struct fdt_device *device)
{
    const struct fdt_window whole = {device->window, device->window_size};
    const fdt32_t interrupt[3] = {cpu_to_fdt32(GIC_SPI), cpu_to_fdt32(device->spi),
        cpu_to_fdt32(device->edge ? GIC_EDGE_RISING : GIC_LEVEL_HIGH)};
    int status = fdt_setprop_string(
        fdt, node, "compatible", device->compatible ? device->compatible : COMPATIBLE);

    if (!status && device->driver)
        status = fdt_setprop_string(fdt, node, DRIVER, device->driver);
    if (!status)
        status = set_windows(fdt, node, device->n_windows ? device->windows : &whole,
            device->n_windows ? device->n_windows : 1);
    if (!status)
        status = fdt_setprop(fdt, node, "interrupts", interrupt, sizeof(interrupt));
    for (unsigned i = 0; i < device->n_properties && !status; i++)
        status =
            fdt_setprop_u32(fdt, node, device->properties[i].name, device->properties[i].value);
    return status;
}

/* A node in @node, whose addresses are those around it. */
static int add_child(void *fdt, int node, const struct fdt_device *device)
{
    char name[48];
    int child, status = fdt_setprop_empty(fdt, node, "ranges");

    if (!status)
        status = fdt_setprop_u32(fdt, node, "#size-cells", 2);
    if (!status)
        status = fdt_setprop_u32(fdt, node, "#address-cells", 2);
    if (status)
        return status;
    snprintf(name, sizeof(name), "%s@%" PRIx64, device->name, device->child_window.address);
    child = fdt_add_subnode(fdt, node, name);
    if (child >= 0)
        status = fdt_setprop_string(fdt, child, "compatible", device->child);
    if (child >= 0 && !status)
        status = set_windows(fdt, child, &device->child_window, 1);
    return child < 0 ? child : status;
}

static int add_device(void *fdt, const struct fdt_device *device)
{
    char name[48];
    int node, status;

    snprintf(name, sizeof(name), "%s@%" PRIx64, device->name, device->window);
    node = fdt_add_subnode(fdt, 0, name);
    status = node < 0 ? node : set_properties(fdt, node, device);
    return status || !device->child ? status : add_child(fdt, node, device);
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
