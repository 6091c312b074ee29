/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds the nodes of all PMUs of `kunpeng` to a machine's device tree. */
#include "fdt/kunpeng_tree.h"

#include "fdt/device_node.h"
#include "fdt/pmcu_node.h"
#include "models/kunpeng/kunpeng_virt.h"
#include "models/kunpeng/uncore_types.h"

#include <libfdt.h>
#include <stdio.h>
#include <string.h>

unsigned kunpeng_tree_cpus(const void *fdt)
{
    int parent = fdt_path_offset(fdt, "/cpus"), node;
    unsigned n = 0;

    if (parent < 0)
        return 0;
    fdt_for_each_subnode(node, fdt, parent)
    {
        const char *type = fdt_getprop(fdt, node, "device_type", NULL);

        n += type && !strcmp(type, "cpu");
    }
    return n;
}

static const char *add_units(void *fdt, size_t room, const struct kunpeng_config *config)
{
    struct fdt_pmcu units[KUNPENG_MAX_DIES];

    for (unsigned die = 0; die < config->dies; die++)
        units[die] = (struct fdt_pmcu){.die = kunpeng_sccl(config, die),
            .clusters = config->clusters,
            .spi = KUNPENG_SPI + die};
    return fdt_add_pmcus(fdt, room, units, config->dies);
}

enum { NODE_NAME = 16 };

/* @name receives the node's name, and must live as long as the device. */
static struct fdt_device node_of(
    const struct kunpeng_config *config, const struct uncore_place *place, char name[NODE_NAME])
{
    struct fdt_device device = {.name = name,
        .driver = place->type->driver,
        .window = kunpeng_uncore_window(uncore_number(place)),
        .window_size = KUNPENG_WINDOW,
        .spi = kunpeng_uncore_spi(uncore_number(place)),
        .edge = config->edges};
    struct uncore_property properties[UNCORE_PROPERTIES];

    snprintf(name, NODE_NAME, "hisi-%s", place->type->name);
    device.n_properties = uncore_properties(config, place, properties);
    for (unsigned i = 0; i < device.n_properties; i++) {
        device.properties[i].name = properties[i].name;
        device.properties[i].value = properties[i].value;
    }
    return device;
}

static const char *add_uncore(void *fdt, size_t room, const struct kunpeng_config *config)
{
    struct fdt_device devices[UNCORE_PLACES];
    char names[UNCORE_PLACES][NODE_NAME];
    struct uncore_place place;
    unsigned n = 0;

    for (unsigned number = 0; number < UNCORE_PLACES; number++)
        if (uncore_place(config, number, &place) && place.type->driver) {
            devices[n] = node_of(config, &place, names[n]);
            n++;
        }
    return n ? fdt_add_devices(fdt, room, devices, n) : NULL;
}

const char *kunpeng_tree_add(void *fdt, size_t room, const struct kunpeng_config *config)
{
    const char *wrong = add_units(fdt, room, config);

    return wrong ? wrong : add_uncore(fdt, room, config);
}
