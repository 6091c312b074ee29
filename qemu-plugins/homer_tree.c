/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/homer_tree.h"

#include "fdt/homer.h"

#include <glib.h>
#include <string.h>

/* QEMU's include/hw/ppc/pnv.h: where its device tree is, and how large that may be. */
#define TREE_ADDRESS UINT64_C(0x1000000)
enum { TREE_MAX = 0x100000, TREE_MAGIC = 0xd00dfeed };

const char *homer_tree_complete(const struct sim_host *host, unsigned chips)
{
    g_autofree char *tree = NULL;
    uint32_t header[2];
    const char *wrong;
    size_t size;

    if (!host->read(host->self, TREE_ADDRESS, header, sizeof(header)) ||
        GUINT32_FROM_BE(header[0]) != TREE_MAGIC || GUINT32_FROM_BE(header[1]) > TREE_MAX)
        return "there is none at its place";
    tree = g_malloc(TREE_MAX);
    size = GUINT32_FROM_BE(header[1]);
    if (!host->read(host->self, TREE_ADDRESS, tree, (unsigned)size))
        return "it cannot be read";
    wrong = fdt_add_homer(tree, TREE_MAX, chips);
    if (wrong)
        return wrong;
    memcpy(header, tree, sizeof(header));
    if (!host->write(host->self, TREE_ADDRESS, tree, GUINT32_FROM_BE(header[1])))
        return "it cannot be written";
    return NULL;
}
