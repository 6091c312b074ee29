/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Describes a PMCU to a guest on QEMU's machine `virt`, which reserves
 * addresses only for QEMU's own devices. The window is therefore at the top of
 * RAM, in pages that the tree makes the kernel leave unmapped. */
#ifndef PMULAB_FDT_PMCU_NODE_H
#define PMULAB_FDT_PMCU_NODE_H

#include <stddef.h>
#include <stdint.h>

/* Bytes per window: the largest page of an arm64 kernel. */
#define FDT_PMCU_WINDOW 0x10000

/* One PMCU. Its CPUs are those whose MPIDR has its die. */
struct fdt_pmcu {
    uint32_t die;
    uint32_t clusters; /* with 8 slots each */
    uint32_t spi;      /* number of the (edge-triggered) interrupt among the GIC's shared ones */
};

/* Returns the address of PMCU @number's window, counted from 0 downwards from
 * the end of the tree's highest memory. 0 if the tree describes no memory. */
uint64_t fdt_pmcu_window(const void *fdt, unsigned number);

/*
 * Adds a node pmcu@... and one below /reserved-memory for each of the @count
 * @units, which are numbered by their index, to the machine's tree @fdt. The
 * tree may grow to @room bytes in place and is packed again. Returns NULL, or
 * the tree's error as a static phrase. The tree may then be partly changed.
 */
const char *fdt_add_pmcus(void *fdt, size_t room, const struct fdt_pmcu *units, unsigned count);

#endif
