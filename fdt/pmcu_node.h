/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes a PMCU known to a guest on QEMU's machine `virt`. No addresses are set aside there for anything but
 * QEMU's own devices: the window is at the top of RAM, in pages that the kernel is told to leave unmapped.
 */
#ifndef PMULAB_FDT_PMCU_NODE_H
#define PMULAB_FDT_PMCU_NODE_H

#include <stddef.h>
#include <stdint.h>

/* Each window has so many bytes: the largest page that an arm64 kernel may use. */
#define FDT_PMCU_WINDOW 0x10000

/* One PMCU. Its slots are the CPUs that the tree calls cpu@N, from @first_cpu on, as far as there are any. */
struct fdt_pmcu {
    uint32_t die;
    uint32_t clusters;  /* of 8 slots each */
    uint32_t first_cpu; /* as QEMU numbers them */
    uint32_t spi;       /* number of its interrupt among the GIC's shared ones, which it pulses */
};

/* Where the window of PMCU @number, from 0 on, is: so many below the end of the tree's highest memory. 0 if
 * the tree tells of no memory. */
uint64_t fdt_pmcu_window(const void *fdt, unsigned number);

/*
 * Adds a node pmcu@... and one below /reserved-memory for each of the @count @units, whose number is their
 * place in the array, to the machine's tree @fdt, which may grow to @room bytes in place and is packed again.
 * NULL, or one phrase that says what is wrong with the tree: then it may have been changed in part.
 */
const char *fdt_add_pmcus(void *fdt, size_t room, const struct fdt_pmcu *units, unsigned count);

#endif
