/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes the initramfs of a guest from unpacked packages. guest_image.h lists
 * its contents. */
#ifndef PMULAB_HARNESS_SETUP_INITRAMFS_H
#define PMULAB_HARNESS_SETUP_INITRAMFS_H

#include "harness/setup/debian.h"

#include <glib.h>

/* An executable file. */
struct initramfs_program {
    const char *name; /* without leading slash: "init" */
    GBytes *bytes;
    unsigned mode; /* permissions; 0: 0755 */
};

struct initramfs {
    const char *root;               /* the unpacked packages */
    const struct debian_arch *arch; /* of the guest */
    const char *release;            /* of the kernel below @root */
    /* to copy from @root, with the libraries that they need */
    const char *const *files;
    const char *const *base_modules;          /* names, for every machine */
    const char *const *machine_modules;       /* names, for some machines */
    const struct initramfs_program *programs; /* our own; the last one has no name */
};

/* Writes @what as an uncompressed cpio archive to @path. FALSE with
 * HARNESS_ERROR_FAILED or G_FILE_ERROR, which names the file: the packages lack
 * it, it is not ELF, or it can't be written. */
gboolean initramfs_write(const struct initramfs *what, const char *path, GError **error);

#endif
