/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The flash image from which skiboot takes the catalogue: `-drive file=FILE,format=raw,if=mtd` for QEMU. */
#ifndef PMULAB_FDT_FLASH_H
#define PMULAB_FDT_FLASH_H

#include "fdt/packed.h"

#define FLASH_BYTES (1024u * 1024u) /* of an image by default: the smallest that was seen to boot */

/*
 * The image, FLASH_BYTES long, with the catalogue @dtb, or the built-in one of POWER9 if @dtb is NULL, for
 * the machine's own key. NULL with an error, the first complaint of fdt/check.h, where skiboot or the kernel
 * could not use it: the domain is that of flash_error_quark(). The caller frees.
 */
GBytes *fdt_flash_image(GBytes *dtb, GError **error);

GQuark flash_error_quark(void);

/* Adds what is wrong with @image, in which the catalogue @tree is. Where it is the tree, only that is said:
 * it would show again in the image, only less plainly. */
void fdt_flash_check(GBytes *tree, GBytes *image, GPtrArray *complaints);

/* Likewise, unchecked: for @n_keys keys at @keys, packed with @check, at least @bytes long. */
GBytes *fdt_flash_image_unchecked(
    GBytes *dtb, const guint32 *keys, guint n_keys, enum packed_check check, gsize bytes);

#endif
