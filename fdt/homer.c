/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds memory nodes for HOMER to a machine's device tree. */
#include "fdt/homer.h"

#include "models/power9/homer.h"

#include <inttypes.h>
#include <libfdt.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

/* This writes two cells each for addresses and sizes, as QEMU's root
 * declares. */
static const char *check_root(const void *fdt)
{
    if (fdt_address_cells(fdt, 0) != 2 || fdt_size_cells(fdt, 0) != 2)
        return "the root does not have 2 cells for addresses and 2 for sizes";
    return NULL;
}

static int add_properties(void *fdt, int node, unsigned chip)
{
    fdt64_t reg[2] = {cpu_to_fdt64(P9_QEMU_HOMER_BASE(chip)), cpu_to_fdt64(P9_HOMER_SIZE)};
    int status = fdt_setprop_u32(fdt, node, "ibm,chip-id", chip);

    if (!status)
        status = fdt_setprop(fdt, node, "reg", reg, sizeof(reg));
    return status ? status : fdt_setprop_string(fdt, node, "device_type", "memory");
}

static int add_chip(void *fdt, unsigned chip)
{
    char name[32];
    int node;

    snprintf(name, sizeof(name), "memory@%" PRIx64, (uint64_t)P9_QEMU_HOMER_BASE(chip));
    node = fdt_add_subnode(fdt, 0, name);
    if (node == -FDT_ERR_EXISTS)
        return 0;
    return node < 0 ? node : add_properties(fdt, node, chip);
}

const char *fdt_add_homer(void *fdt, size_t room, unsigned chips)
{
    const char *wrong;
    int status = fdt_open_into(fdt, fdt, room > INT_MAX ? INT_MAX : (int)room);

    if (status)
        return fdt_strerror(status);
    wrong = check_root(fdt);
    if (wrong)
        return wrong;
    for (unsigned chip = 0; chip < chips && !status; chip++)
        status = add_chip(fdt, chip);
    if (!status)
        status = fdt_pack(fdt);
    return status ? fdt_strerror(status) : NULL;
}
