/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recognizes the kind of a file for `pmulab fdt check`. */
#include "fdt/check.h"

#include "fdt/big_endian.h"
#include "fdt/limits.h"
#include "fdt/tree_read.h"

#include <libfdt.h>

/* A valid tree that claims to be a powernv machine is one; any other is checked
 * as a catalogue. */
static enum check_kind kind_of_tree(const guint8 *bytes, gsize size)
{
    const struct tree tree = {bytes, NULL};

    if (!tree_status(bytes, size) && tree_compatible(&tree, 0, "ibm,powernv"))
        return CHECK_MACHINE;
    return CHECK_CATALOGUE;
}

enum check_kind check_kind_of(const guint8 *bytes, gsize size)
{
    guint32 magic = size >= 4 ? be32_at(bytes) : 0;

    if (magic == FDT_MAGIC)
        return kind_of_tree(bytes, size);
    if (magic == FFS_MAGIC)
        return CHECK_FLASH;
    return magic && !memcmp(bytes, "IMCC", 4) ? CHECK_CONTAINER : CHECK_UNKNOWN;
}
