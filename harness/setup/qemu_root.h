/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Chooses the QEMU to run, and how to start it.
 *
 * The first of these wins: the folder PMULAB_QEMU, if set; the QEMU on PATH, if new enough; a private root in
 * the cache, unpacked from the distribution's packages. The private root needs neither chroot nor privileges:
 * its own dynamic linker runs its QEMU with its own libraries.
 */
#ifndef PMULAB_HARNESS_SETUP_QEMU_ROOT_H
#define PMULAB_HARNESS_SETUP_QEMU_ROOT_H

#include "harness/base/child.h"

#include <glib.h>

/* A QEMU to run. Free with qemu_clear(). */
struct qemu {
    /* The beginning of its command line: the program and the arguments that must follow it directly. The
     * array owns the strings. It has no NULL at the end, so that the caller can append arguments. */
    GPtrArray *argv;
    char *version; /* "11.1.3" */
    char *origin;  /* path of the binary, for messages */
};

/*
 * Finds the QEMU binary called @name, such as "qemu-system-x86_64". Writes @out only on success. FALSE with
 * HARNESS_ERROR_FAILED, one line: the QEMU that PMULAB_QEMU names is missing or too old, or no QEMU suits and
 * the cache has none ("run `pmulab setup`").
 */
gboolean qemu_find(const char *name, struct qemu *out, GError **error);

void qemu_clear(struct qemu *qemu);

/*
 * Whether PMULAB_QEMU or PATH provides all QEMU binaries that the machines need, so that no private root is
 * needed. If so, @first is the first of them; free it with qemu_clear(). FALSE with HARNESS_ERROR_FAILED only
 * if PMULAB_QEMU is set and can't be used; else FALSE leaves @error alone.
 */
gboolean qemu_is_provided(struct qemu *first, GError **error);

/* Parses the output of `qemu-system-* --version`. Writes @major and @minor on success. Returns the version as
 * a new string ("11.1.3"), or NULL if @text is not QEMU's. */
char *qemu_parse_version(const char *text, unsigned *major, unsigned *minor);

/* Whether that version has our plugin API. */
gboolean qemu_version_suits(unsigned major, unsigned minor);

/* The cache entry of the private root for this recipe and host, whether it exists or not, as a new string.
 * NULL with HARNESS_ERROR_FAILED if we don't know this host's architecture. */
char *qemu_root_entry(GError **error);

/* Disk space that making the private root needs for a moment, in MiB, roughly. */
#define QEMU_ROOT_MIB 450

/* Makes @entry from @mirror's packages. The cache's lock must be held. FALSE with HARNESS_ERROR_FAILED. */
gboolean qemu_root_make(const char *entry, const char *mirror, struct child_host *host, GError **error);

#endif
