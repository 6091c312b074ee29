/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes device-tree nodes of descriptions of PMUs. */
#include "fdt/board_tree.h"

#include "fdt/device_node.h"

_Static_assert((int)PMU_PROPERTIES <= (int)FDT_PROPERTIES, "there is room for all properties");
_Static_assert((int)PMU_WINDOWS <= (int)FDT_WINDOWS, "... and windows");

static struct fdt_window placed(const struct pmu_kind *kind, const struct pmu_window *window)
{
    return (struct fdt_window){kind->address + window->offset, window->size};
}

const char *board_tree_add(void *fdt, size_t room, const struct hardware *hardware)
{
    struct fdt_device devices[HARDWARE_PMUS];
    unsigned n = 0;

    for (unsigned i = 0; i < hardware->n; i++) {
        const struct pmu_kind *kind = &hardware->pmus[i];
        struct fdt_device *device = &devices[n];

        if (!kind->compatible)
            continue;
        *device = (struct fdt_device){.name = "pmu",
            .compatible = kind->compatible,
            .window = kind->address,
            .window_size = kind->size,
            .n_windows = kind->n_windows,
            .child = kind->child,
            .child_window = placed(kind, &kind->child_window),
            .spi = kind->interrupt,
            .n_properties = kind->n_properties};
        for (unsigned k = 0; k < kind->n_windows; k++)
            device->windows[k] = placed(kind, &kind->windows[k]);
        for (unsigned k = 0; k < kind->n_properties; k++) {
            device->properties[k].name = kind->properties[k].name;
            device->properties[k].value = kind->properties[k].value;
        }
        n++;
    }
    return n ? fdt_add_devices(fdt, room, devices, n) : NULL;
}
