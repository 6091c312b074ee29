/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the number of chips and the size of memory from a machine's device
 * tree. */
#include "fdt/machine_tree.h"

#include <libfdt.h>

/* Whether @node is called @name, up to the @. */
static gboolean is_called(const void *fdt, int node, const char *name)
{
    const char *full = fdt_get_name(fdt, node, NULL);

    return full && g_str_has_prefix(full, name) && full[strlen(name)] == '@';
}

guint machine_tree_chips(const void *fdt)
{
    guint n = 0;

    for (int node = fdt_first_subnode(fdt, 0); node >= 0; node = fdt_next_subnode(fdt, node))
        n += (guint)is_called(fdt, node, "xscom");
    return n;
}

guint64 machine_tree_memory(const void *fdt)
{
    guint64 bytes = 0;
    int size;

    for (int node = fdt_first_subnode(fdt, 0); node >= 0; node = fdt_next_subnode(fdt, node)) {
        const fdt64_t *reg =
            is_called(fdt, node, "memory") ? fdt_getprop(fdt, node, "reg", &size) : NULL;

        for (int i = 0; reg && (i + 2) * (int)sizeof(*reg) <= size; i += 2)
            bytes += fdt64_ld(reg + i + 1);
    }
    return bytes;
}
