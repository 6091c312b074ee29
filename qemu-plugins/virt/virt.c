/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes to the GIC of QEMU's virt, and to the device tree in the guest's
 * memory. */
#include "qemu-plugins/virt/virt.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

#define RAM UINT64_C(0x40000000) /* start of memory */

/* The tree's address follows QEMU's start code of CPU 0: hw/arm/boot.c. */
enum { TREE_POINTER = 0x18, TREE_MAX = 0x100000, TREE_MAGIC = 0xd00dfeed };

enum { GIC_FIRST_SPI = 32 };

/* Arm's GICv3 (IHI 0069): the distributor's registers that make interrupts
 * pending, one bit each. */
#define GICD_ISPENDR (UINT64_C(0x08000000) + 0x200)
/* The same for private interrupts of each CPU, in its redistributor's second
 * frame. */
#define GICR_ISPENDR(cpu) (UINT64_C(0x080a0000) + 0x20000 * (uint64_t)(cpu) + 0x10000 + 0x200)

static void set_pending(const struct sim_host *host, uint64_t bank, unsigned number)
{
    uint32_t bit = GUINT32_TO_LE(1u << number % 32);

    if (!host->write(NULL, bank + number / 32 * sizeof(bit), &bit, sizeof(bit)))
        fprintf(stderr, "pmulab: no interrupt controller: is it virt with gic-version=3?\n");
}

void virt_pend_spi(const struct sim_host *host, unsigned spi)
{
    set_pending(host, GICD_ISPENDR, GIC_FIRST_SPI + spi);
}

void virt_pend_ppi(const struct sim_host *host, unsigned cpu, unsigned ppi)
{
    set_pending(host, GICR_ISPENDR(cpu), ppi);
}

/* Returns the tree's address; 0 if there is none. */
static uint64_t find_tree(const struct sim_host *host, uint32_t *size)
{
    uint64_t address;
    uint32_t header[2];

    if (!host->read(NULL, RAM + TREE_POINTER, &address, sizeof(address)))
        return 0;
    address = GUINT64_FROM_LE(address);
    if (!host->read(NULL, address, header, sizeof(header)) ||
        GUINT32_FROM_BE(header[0]) != TREE_MAGIC)
        return 0;
    *size = GUINT32_FROM_BE(header[1]);
    return *size <= TREE_MAX ? address : 0;
}

const char *virt_change_tree(const struct sim_host *host,
    const char *(*add)(void *tree, size_t room, void *data), void *data)
{
    g_autofree char *tree = NULL;
    uint32_t size, header[2];
    uint64_t address = find_tree(host, &size);
    const char *wrong;

    if (!address)
        return "there is none where the boot code says";
    tree = g_malloc(TREE_MAX);
    if (!host->read(NULL, address, tree, size))
        return "it cannot be read";
    wrong = add(tree, TREE_MAX, data);
    if (wrong)
        return wrong;
    memcpy(header, tree, sizeof(header));
    return host->write(NULL, address, tree, GUINT32_FROM_BE(header[1])) ? NULL
                                                                        : "it cannot be written";
}
