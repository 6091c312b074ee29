/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A guest: a distribution's kernel, and an initramfs with the distribution's
 * perf, pciutils and busybox and our init.
 *
 * The contract with guest/init, all paths in the image:
 *   /init                  guest/init, run by the kernel; `#!/bin/sh` is
 *                          busybox
 *   /bin/busybox, /bin/sh  the only names that exist at first (`busybox
 *                          --install -s /bin` makes the rest)
 *   /bin, /sbin, /lib, /lib64 are links to usr/..., as on any recent Debian;
 *                          libraries are found without LD_LIBRARY_PATH
 *   /dev /proc /sys /tmp /run /root /mnt/share   empty folders; /dev/console
 *                                                exists
 *   /usr/bin/{perf,lspci,setpci}, /usr/share/misc/pci.ids
 *   /lib/pmulab/modules    the modules that every machine needs (9p,
 *                          virtio...), one absolute path per line, in load
 *                          order; it lists no built-in ones and may be empty
 *   /lib/pmulab/NAME.ko    a module that only some machines load
 *                          (intel-uncore): a link to the real file; the list
 *                          above has its dependencies
 *   /lib/pmulab/{mark,ready,witness}, /usr/bin/pmulab-{hot,play,walk}
 *                          guest/NAME.c, if built for this guest
 *   /usr/bin/pmulab-mark   guest/measure.c, set-uid root
 *   /lib/pmulab/hisi_pmcu.ko, /usr/bin/pmcu-record, /usr/bin/pmcu-report
 *                          on arm64: driver/hisi_pmcu and guest/pmcu_*.c
 * All other modules are unpacked .ko files, at their usual paths under /lib/modules/RELEASE/.
 */
#ifndef PMULAB_HARNESS_SETUP_GUEST_IMAGE_H
#define PMULAB_HARNESS_SETUP_GUEST_IMAGE_H

#include "harness/base/child.h"

#include <glib.h>

/* A guest ready to boot. Free with guest_image_clear(). */
struct guest_image {
    char *kernel;    /* path, in the format that QEMU's -kernel takes for this architecture */
    char *initramfs; /* path */
    char *release;   /* the kernel's own name, as `uname -r` in the guest: "6.12.107+deb13-amd64" */
};

/* Finds the guest called @guest in the cache; guest_recipe.h must know it.
 * Writes @out only on success. FALSE with HARNESS_ERROR_FAILED, one line, if
 * the cache has no such guest ("run `pmulab setup`"). */
gboolean guest_image_find(const char *guest, struct guest_image *out, GError **error);

void guest_image_clear(struct guest_image *image);

/* Disk space that fetching and unpacking one guest's packages needs for a
 * moment, in MiB, roughly. */
#define GUEST_PACKAGES_MIB 500

/* A guest's two cache entries, as new strings: its unpacked packages, which
 * depend on the list of packages alone, and the image made of them, which also
 * depends on guest/init. guest_recipe.h must know @guest. */
char *guest_packages_entry(const char *guest);
char *guest_image_entry(const char *guest);

/* Make these entries. The cache's lock must be held. The image needs the
 * packages entry. FALSE with HARNESS_ERROR_FAILED or G_FILE_ERROR. */
gboolean guest_packages_make(
    const char *guest, const char *mirror, struct child_host *host, GError **error);
gboolean guest_image_make(const char *guest, struct child_host *host, GError **error);

#endif
