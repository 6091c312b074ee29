/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which QEMU we run, and how it is started.
 *
 * In this order: the folder PMULAB_QEMU if that is set; the one on PATH if it is new enough; a private root
 * in the cache, unpacked from the distribution's own packages. The private root needs neither chroot nor
 * privileges: its own dynamic linker runs its QEMU with its own libraries.
 */
#ifndef PMULAB_HARNESS_SETUP_QEMU_ROOT_H
#define PMULAB_HARNESS_SETUP_QEMU_ROOT_H

#include "harness/base/child.h"

#include <glib.h>

/* A QEMU to run. Free with qemu_clear(). */
struct qemu {
    /*
     * How its command line begins: the program and what must stand right after it. Strings are owned by the
     * array; there is no NULL at the end, so that the caller appends its own arguments.
     */
    GPtrArray *argv;
    char *version; /* "11.1.3" */
    char *origin;  /* where it is, for messages: the path of the binary */
};

/*
 * Finds the QEMU binary called @name, such as "qemu-system-x86_64". @out is written only on success.
 * FALSE with HARNESS_ERROR_FAILED, one line: the QEMU that PMULAB_QEMU names isn't there or is too old, or
 * nothing suits and the cache has none ("run `pmulab setup`").
 */
gboolean qemu_find(const char *name, struct qemu *out, GError **error);

void qemu_clear(struct qemu *qemu);

/*
 * Whether PMULAB_QEMU or PATH provides what the machines need, so that no private root is. @first then is the
 * first of them. An error (HARNESS_ERROR_FAILED) only if PMULAB_QEMU is set and what it names can't be used.
 */
gboolean qemu_is_provided(struct qemu *first, GError **error);

/*
 * Reads what `qemu-system-* --version` prints. @major and @minor are written on success; returns the version
 * as a new string ("11.1.3"), or NULL if @text isn't QEMU's.
 */
char *qemu_parse_version(const char *text, unsigned *major, unsigned *minor);

/* Whether that version has our plugin API. */
gboolean qemu_version_suits(unsigned major, unsigned minor);

/*
 * The cache entry of the private root for this recipe and host, whether it exists or not, as a new string.
 * NULL with HARNESS_ERROR_FAILED if this host's architecture isn't one that we know.
 */
char *qemu_root_entry(GError **error);

/* Roughly what making the private root takes for a moment, in MiB of disk. */
#define QEMU_ROOT_MIB 450

/* Makes @entry, with packages from @mirror. The cache's lock must be held. FALSE with HARNESS_ERROR_FAILED.
 */
gboolean qemu_root_make(const char *entry, const char *mirror, struct child_host *host, GError **error);

#endif
