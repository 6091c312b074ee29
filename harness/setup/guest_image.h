/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The guests: a distribution's kernel, and an initramfs with its perf, pciutils and busybox around our init.
 *
 * The contract with guest/init, all paths in the image:
 *   /init                  guest/init, run by the kernel; `#!/bin/sh` is busybox
 *   /bin/busybox, /bin/sh  the only names that exist beforehand (`busybox --install -s /bin` makes the rest)
 *   /bin, /sbin, /lib, /lib64 are links to usr/..., as on any recent Debian; libraries are found without
 *                          LD_LIBRARY_PATH
 *   /dev /proc /sys /tmp /run /root /mnt/share   empty folders; /dev/console exists
 *   /usr/bin/{perf,lspci,setpci}, /usr/share/misc/pci.ids
 *   /lib/pmulab/modules    the modules that every machine needs (9p, virtio...), one absolute path a line, in
 *                          load order; built-in ones are not in it, and it may be empty
 *   /lib/pmulab/NAME.ko    a module that only some machines load (intel-uncore): a link to the real file;
 *                          what it depends on is in the list above
 *   /lib/pmulab/mark, /usr/bin/pmulab-hot   guest/mark.c and guest/hot.c, if they were built for it
 *   /lib/pmulab/hisi_pmcu.ko, /usr/bin/pmcu-record, /usr/bin/pmcu-report   on arm64: guest/hisi_pmcu and
 *                          guest/pmcu_*.c
 * All modules but that one are unpacked .ko files, at their usual paths under /lib/modules/RELEASE/.
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

/*
 * Finds the guest called @guest (guest_recipe.h), which must be one, in the cache. @out is written only on
 * success. FALSE with HARNESS_ERROR_FAILED, of one line, if it is not in the cache ("run `pmulab setup`").
 */
gboolean guest_image_find(const char *guest, struct guest_image *out, GError **error);

void guest_image_clear(struct guest_image *image);

/* Roughly what fetching and unpacking one guest's packages takes for a moment, in MiB of disk. */
#define GUEST_PACKAGES_MIB 500

/*
 * The two cache entries behind a guest, new strings: its unpacked packages, which only a different list of
 * packages makes useless, and the image made of them, which depends on guest/init too. @guest must be one.
 */
char *guest_packages_entry(const char *guest);
char *guest_image_entry(const char *guest);

/*
 * Make these entries; the cache's lock must be held. The image needs the packages to be there. FALSE with
 * HARNESS_ERROR_FAILED or G_FILE_ERROR.
 */
gboolean guest_packages_make(const char *guest, const char *mirror, struct child_host *host, GError **error);
gboolean guest_image_make(const char *guest, struct child_host *host, GError **error);

#endif
