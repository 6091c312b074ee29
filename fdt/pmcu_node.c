/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds nodes for PMCUs to the device tree of QEMU's machine `virt`. */
#include "fdt/pmcu_node.h"

#include <inttypes.h>
#include <libfdt.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* Arm's binding of the GIC: first and last cell of an interrupt. */
#define GIC_SPI         0
#define GIC_EDGE_RISING 1

static uint64_t cells(const void *bytes)
{
    fdt64_t cell;

    memcpy(&cell, bytes, sizeof(cell));
    return fdt64_to_cpu(cell);
}

/* Returns the end of the memory that @node describes, or 0 if it is not a
 * memory node. */
static uint64_t memory_end(const void *fdt, int node)
{
    int size;
    const char *type = fdt_getprop(fdt, node, "device_type", NULL);
    const char *reg = fdt_getprop(fdt, node, "reg", &size);

    if (!type || strcmp(type, "memory") || !reg || size < 2 * (int)sizeof(uint64_t))
        return 0;
    return cells(reg) + cells(reg + sizeof(uint64_t));
}

uint64_t fdt_pmcu_window(const void *fdt, unsigned number)
{
    uint64_t top = 0, below = (uint64_t)(number + 1) * FDT_PMCU_WINDOW;
    int node;

    fdt_for_each_subnode(node, fdt, 0)
    {
        uint64_t end = memory_end(fdt, node);

        if (end > top)
            top = end;
    }
    return top > below ? top - below : 0;
}

/* This writes two cells each for addresses and sizes, as QEMU's root
 * declares. */
static const char *check_root(const void *fdt)
{
    if (fdt_address_cells(fdt, 0) != 2 || fdt_size_cells(fdt, 0) != 2)
        return "the root does not have 2 cells for addresses and 2 for sizes";
    if (!fdt_pmcu_window(fdt, 0))
        return "there is no node with memory";
    return NULL;
}

static int set_window(void *fdt, int node, uint64_t window)
{
    fdt64_t reg[2] = {cpu_to_fdt64(window), cpu_to_fdt64(FDT_PMCU_WINDOW)};

    return fdt_setprop(fdt, node, "reg", reg, sizeof(reg));
}

/* Returns the node /reserved-memory, adding it if needed. */
static int reserved_memory(void *fdt)
{
    int node = fdt_subnode_offset(fdt, 0, "reserved-memory"), status;

    if (node != -FDT_ERR_NOTFOUND)
        return node;
    node = fdt_add_subnode(fdt, 0, "reserved-memory");
    if (node < 0)
        return node;
    status = fdt_setprop_u32(fdt, node, "#address-cells", 2);
    if (!status)
        status = fdt_setprop_u32(fdt, node, "#size-cells", 2);
    if (!status)
        status = fdt_setprop_empty(fdt, node, "ranges");
    return status ? status : node;
}

static int reserve(void *fdt, const char *name, uint64_t window)
{
    int parent = reserved_memory(fdt);
    int node = parent < 0 ? parent : fdt_add_subnode(fdt, parent, name);
    int status = node < 0 ? node : set_window(fdt, node, window);

    return status ? status : fdt_setprop_empty(fdt, node, "no-map");
}

static int add_properties(void *fdt, int node, const struct fdt_pmcu *unit)
{
    fdt32_t interrupt[3] = {
        cpu_to_fdt32(GIC_SPI), cpu_to_fdt32(unit->spi), cpu_to_fdt32(GIC_EDGE_RISING)};
    int status = fdt_setprop(fdt, node, "interrupts", interrupt, sizeof(interrupt));

    if (!status)
        status = fdt_setprop_u32(fdt, node, "hisilicon,scl-id", unit->die);
    if (!status)
        status = fdt_setprop_u32(fdt, node, "hisilicon,nr-cluster", unit->clusters);
    return status ? status : fdt_setprop_string(fdt, node, "compatible", "hisilicon,pmcu");
}

static int add_unit(void *fdt, const struct fdt_pmcu *unit, uint64_t window)
{
    char name[32];
    int node, status;

    snprintf(name, sizeof(name), "pmcu@%" PRIx64, window);
    status = reserve(fdt, name, window);
    node = status ? status : fdt_add_subnode(fdt, 0, name);
    if (node < 0)
        return node;
    status = add_properties(fdt, node, unit);
    return status ? status : set_window(fdt, node, window);
}

const char *fdt_add_pmcus(void *fdt, size_t room, const struct fdt_pmcu *units, unsigned count)
{
    const char *wrong;
    int status = fdt_open_into(fdt, fdt, room > INT_MAX ? INT_MAX : (int)room);

    if (status)
        return fdt_strerror(status);
    wrong = check_root(fdt);
    if (wrong)
        return wrong;
    for (unsigned i = 0; i < count && !status; i++)
        status = add_unit(fdt, &units[i], fdt_pmcu_window(fdt, i));
    if (!status)
        status = fdt_pack(fdt);
    return status ? fdt_strerror(status) : NULL;
}
