/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes HOMER, where QEMU has it, memory that the kernel knows of. There is no node for it, and a kernel
 * cannot look at what it has not mapped: the first nest event would be an oops. For QEMU without our plugin,
 * which has HOMER elsewhere.
 */
#ifndef PMULAB_FDT_HOMER_H
#define PMULAB_FDT_HOMER_H

#include <stddef.h>

/*
 * Adds a node memory@203ffd800000, and so on, for each of @chips chips to the machine's tree @fdt, which may
 * grow to
 * @room bytes in place and is packed again. A node that is there already stays as it is. NULL, or one phrase
 * that says what is wrong with the tree: then it may have been changed in part.
 *
 * The kernel rounds the sum of all memory down to a multiple of 16 MiB and cuts at the top, where HOMER is:
 * the caller must have left 4 MiB for each chip out of the machine's ordinary memory.
 */
const char *fdt_add_homer(void *fdt, size_t room, unsigned chips);

#endif
