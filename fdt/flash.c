/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Builds the flash image of a catalogue, and checks it. */
#include "fdt/flash.h"

#include "fdt/check.h"
#include "fdt/complaints.h"
#include "fdt/container.h"
#include "fdt/ffs.h"
#include "fdt/limits.h"
#include "fdt/p9_tree.h"

GQuark flash_error_quark(void)
{
    return g_quark_from_static_string("pmulab-flash-error");
}

GBytes *fdt_flash_image_unchecked(
    GBytes *dtb, const guint32 *keys, guint n_keys, enum packed_check check, gsize bytes)
{
    g_autoptr(GBytes) container = container_write(dtb, keys, n_keys, check);

    return ffs_write(container, bytes);
}

void fdt_flash_check(GBytes *tree, GBytes *image, GPtrArray *complaints)
{
    check_catalogue(g_bytes_get_data(tree, NULL), g_bytes_get_size(tree), complaints);
    if (!complaints->len)
        check_flash(g_bytes_get_data(image, NULL), g_bytes_get_size(image), complaints);
}

GBytes *fdt_flash_image(const struct p9_generation *generation, GError **error)
{
    g_autoptr(GBytes) tree = p9_tree_write(generation->catalogue(), generation->version);
    g_autoptr(GBytes) image =
        fdt_flash_image_unchecked(tree, &generation->key, 1, PACKED_CRC32, FLASH_BYTES);
    g_autoptr(GPtrArray) complaints = complaints_new();

    fdt_flash_check(tree, image, complaints);
    if (!complaints->len)
        return g_steal_pointer(&image);
    g_set_error_literal(error, flash_error_quark(), 0, g_ptr_array_index(complaints, 0));
    return NULL;
}
