/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Adds nodes for uncore PMUs to the device tree of QEMU's machine `virt`.
 * Linux's drivers of HiSilicon's PMUs have only ACPI ids. Such a node names its
 * driver, and the guest's init binds it (guest/init). Other nodes have a
 * driver's own `compatible`.
 */
#ifndef PMULAB_FDT_DEVICE_NODE_H
#define PMULAB_FDT_DEVICE_NODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FDT_PROPERTIES = 3, FDT_WINDOWS = 4 };

struct fdt_window {
    uint64_t address, size; /* physical, in bytes */
};

/* One PMU. */
struct fdt_device {
    const char *name;       /* "hisi-ddrc": the node is hisi-ddrc@ADDRESS */
    const char *compatible; /* for which a driver looks; or NULL, and */
    const char *driver;     /* Linux's name of the platform driver */
    uint64_t window;        /* physical address of the registers, and their size in bytes */
    uint32_t window_size;
    unsigned n_windows; /* 0: that one; otherwise these, in its place */
    struct fdt_window windows[FDT_WINDOWS];
    const char *child; /* `compatible` of a node in this one, or NULL; with */
    struct fdt_window child_window;
    uint32_t spi; /* number of the interrupt among the GIC's shared ones */
    bool edge;    /* it is a rising edge; otherwise a level */
    unsigned n_properties;
    struct {
        const char *name;
        uint32_t value;
    } properties[FDT_PROPERTIES];
};

/* Adds a node for each of the @count @devices to the tree @fdt, which may grow
 * to @room bytes in place and is packed again. Returns NULL, or the tree's
 * error as a static phrase. The tree may then be partly changed. */
const char *fdt_add_devices(
    void *fdt, size_t room, const struct fdt_device *devices, unsigned count);

#endif
