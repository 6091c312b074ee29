/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks the tree that QEMU makes for `-M powernv9`, or one with additions. */
#include "fdt/check.h"
#include "fdt/complaints.h"
#include "fdt/machine_tree.h"
#include "fdt/tree_read.h"
#include "models/power9/homer.h"

#include <libfdt.h>
#include <stdint.h>

/* The kernel rounds the sum of all memory down to a multiple of this and cuts
 * at the top. */
#define MEMORY_GRAIN (16ull << 20)

/* Returns the bytes of @chip's HOMER that no node describes. */
static guint64 check_homer(const struct tree *tree, guint chip)
{
    g_autofree char *name =
        g_strdup_printf("memory@%" G_GINT64_MODIFIER "x", (guint64)P9_QEMU_HOMER_BASE(chip));

    if (fdt_subnode_offset(tree->fdt, 0, name) >= 0)
        return 0;
    complain(tree->complaints,
        "/: no node %s, HOMER of chip %u: the kernel cannot read nest counters", name, chip);
    return P9_HOMER_SIZE;
}

void check_machine(const guint8 *bytes, gsize size, GPtrArray *complaints)
{
    struct tree tree = {bytes, complaints};
    guint chips;
    guint64 memory;

    if (!tree_sound(bytes, size, complaints))
        return;
    chips = machine_tree_chips(bytes);
    memory = machine_tree_memory(bytes);
    for (guint chip = 0; chip < chips; chip++)
        memory += check_homer(&tree, chip);
    if (memory % MEMORY_GRAIN)
        complain(complaints,
            "/: memory is 0x%" G_GINT64_MODIFIER
            "x bytes with HOMER, not a multiple of 16 MiB: the kernel cuts the rest off HOMER; "
            "for such a sum give QEMU -m %uM",
            memory, (guint)(2064 - chips * (P9_HOMER_SIZE >> 20)));
}
