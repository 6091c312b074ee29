/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The flash image from which skiboot reads the catalogue: `-drive
 * file=FILE,format=raw,if=mtd` for QEMU. */
#ifndef PMULAB_FDT_FLASH_H
#define PMULAB_FDT_FLASH_H

#include "fdt/packed.h"
#include "models/power9/generation.h"

#define FLASH_BYTES (1024u * 1024u) /* default size of an image: the smallest known to boot */

/*
 * Returns the image, FLASH_BYTES long, with the built-in catalogue of
 * @generation under its key. The caller frees it. Returns NULL with an error
 * (domain flash_error_quark(), the first complaint of fdt/check.h) if skiboot
 * or the kernel could not use it.
 */
GBytes *fdt_flash_image(const struct p9_generation *generation, GError **error);

GQuark flash_error_quark(void);

/* Adds complaints about @image, which contains the catalogue @tree. If the tree
 * itself is wrong, adds only the tree's complaints: in the image they would be
 * harder to understand. */
void fdt_flash_check(GBytes *tree, GBytes *image, GPtrArray *complaints);

/* Without checks: the catalogue @dtb for @n_keys keys at @keys, packed with
 * @check, at least @bytes long. */
GBytes *fdt_flash_image_unchecked(
    GBytes *dtb, const guint32 *keys, guint n_keys, enum packed_check check, gsize bytes);

#endif
