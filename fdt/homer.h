/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Declares HOMER, at QEMU's address, as memory to the kernel. QEMU has no
 * node for it, and a kernel cannot read unmapped memory: the first nest event
 * would oops. Only for QEMU without the plugin, which puts HOMER elsewhere.
 */
#ifndef PMULAB_FDT_HOMER_H
#define PMULAB_FDT_HOMER_H

#include <stddef.h>

/*
 * Adds a node memory@203ffd800000, and so on, for each of @chips chips to the
 * machine's tree @fdt, which may grow to @room bytes in place and is packed
 * again. Existing nodes stay as they are. Returns NULL, or the tree's error as
 * a static phrase. The tree may then be partly changed.
 *
 * The kernel rounds the sum of all memory down to a multiple of 16 MiB and cuts
 * at the top, where HOMER is: the caller must take 4 MiB per chip off the
 * machine's ordinary memory.
 */
const char *fdt_add_homer(void *fdt, size_t room, unsigned chips);

#endif
