/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of a guest's start: QEMU, plugin, kernel, initramfs, firmware and
 * flash. */
#ifndef PMULAB_HARNESS_VM_GUEST_PARTS_H
#define PMULAB_HARNESS_VM_GUEST_PARTS_H

#include "harness/setup/guest_image.h"
#include "harness/setup/own_kernel.h"
#include "harness/setup/qemu_root.h"
#include "harness/vm/guest_options.h"
#include "harness/vm/qemu_process.h"

struct guest_parts {
    struct qemu qemu;
    struct guest_image image;
    char *plugin;
    char *uefi;            /* or NULL */
    GBytes *acpi_table;    /* only with UEFI */
    struct own_kernel own; /* the user's kernel, or all NULL */
    GBytes *own_modules;   /* an archive of its kernel modules, or NULL */
    GPtrArray *archives;   /* of char *: paths of the packages, then NULL */
    int initramfs;         /* a descriptor if it was extended, else -1 */
    /* a descriptor of the kernel's head, if it suffices: kernel_head.h; else
     * -1 */
    int head;
    int flash; /* a descriptor, or -1 */
};

#define GUEST_PARTS_NONE ((struct guest_parts){.initramfs = -1, .head = -1, .flash = -1})

/* Fetches the parts that the cache lacks, except for the requirements of the
 * user's own kernel. FALSE with the errors of fetch_missing(). */
gboolean guest_parts_fetch(const struct guest_options *options, GError **error);

/* Finds the parts in the cache and sets @parts, which begins as
 * GUEST_PARTS_NONE. FALSE with the errors of guest_start(). The caller clears
 * @parts in every case. */
gboolean guest_parts_find(
    struct guest_parts *parts, const struct guest_options *options, GError **error);

/* Starts QEMU with the parts, once. The caller may clear them afterwards. NULL
 * as in qemu_process_start(). */
struct qemu_process *guest_parts_start(
    const struct guest_parts *parts, const struct guest_options *options, GError **error);

/* Accepts also incomplete parts after a failed guest_parts_find(). */
void guest_parts_clear(struct guest_parts *parts);

/*
 * Sixteen digits that identify everything guest_start() would start: the
 * command line, QEMU, kernel and initramfs as files, and the plugin by its
 * contents. A new string; NULL with the errors of guest_start(). Appends these
 * files to @inputs in the form of build_inputs.h.
 */
char *guest_fingerprint(const struct guest_options *options, GString *inputs, GError **error);

#endif
