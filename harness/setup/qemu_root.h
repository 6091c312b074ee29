/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Chooses the QEMU to run and its start command.
 *
 * The first of these wins: the folder PMULAB_QEMU, if set; the QEMU on PATH, if
 * new enough; a private root in the cache, unpacked from the distribution's
 * packages. A private root needs neither chroot nor privileges: its own dynamic
 * linker runs its QEMU with its own libraries.
 */
#ifndef PMULAB_HARNESS_SETUP_QEMU_ROOT_H
#define PMULAB_HARNESS_SETUP_QEMU_ROOT_H

#include "harness/base/child.h"

#include <glib.h>

/* A QEMU to run. Free with qemu_clear(). */
struct qemu {
    /* The start of its command line: the program and the arguments that must
     * come first. The array owns the strings. It has no NULL at the end, so
     * that the caller can append arguments. */
    GPtrArray *argv;
    char *version; /* "11.1.3" */
    char *origin;  /* path of the binary, for messages */
};

/*
 * Finds the QEMU binary called @name, such as "qemu-system-x86_64". Writes @out
 * only on success. FALSE with HARNESS_ERROR_FAILED, one line, if PMULAB_QEMU's
 * QEMU is missing or too old, or if PATH's QEMU is too old and the cache has
 * none. FALSE with HARNESS_ERROR_MISSING if there is none ("run `pmulab
 * setup`").
 */
gboolean qemu_find(const char *name, struct qemu *out, GError **error);

void qemu_clear(struct qemu *qemu);

/*
 * Appends to @rest the names among @binaries (of const char *) that neither
 * PMULAB_QEMU nor PATH provides. Writes the first provided QEMU to @first, if
 * there is one (@first->argv); free it with qemu_clear(). PMULAB_QEMU suffices
 * if it has one of them. FALSE with HARNESS_ERROR_FAILED only if PMULAB_QEMU is
 * set and can't be used.
 */
gboolean qemu_provided(
    const GPtrArray *binaries, GPtrArray *rest, struct qemu *first, GError **error);

/* Parses the output of `qemu-system-* --version`. Writes @major and @minor on
 * success. Returns the version as a new string ("11.1.3"), or NULL if @text is
 * not QEMU's. */
char *qemu_parse_version(const char *text, unsigned *major, unsigned *minor);

/* Whether that version has our plugin API. */
gboolean qemu_version_suits(unsigned major, unsigned minor);

/* A private root: one QEMU program, or all of them, with their libraries and
 * firmware. A single program takes two thirds of the download of all. */
struct qemu_root {
    const char *kind;            /* kind of its cache entry: "qemu-x86_64" */
    const char *item;            /* for people: "QEMU x86_64" */
    const char *const *binaries; /* up to a NULL */
    const char *const *packages;
};

/* Root number @i, or NULL after the last one. Number 0 has all programs, the
 * others one each. */
const struct qemu_root *qemu_root_number(unsigned i);

/*
 * Appends the roots (of const struct qemu_root *) with the programs @binaries
 * to @roots: first the roots in the cache, then the roots to make for the rest.
 * If the cache has none and all programs are wanted, that is the root with all
 * programs, else one root for each program.
 */
void qemu_roots_choose(const GPtrArray *binaries, GPtrArray *roots);

/* The cache entry of @root for this host, whether it exists or not, as a new
 * string. NULL with HARNESS_ERROR_FAILED if this host's architecture is
 * unknown. */
char *qemu_root_entry(const struct qemu_root *root, GError **error);

/* Disk space that making a private root needs for a moment, in MiB, roughly. */
#define QEMU_ROOT_MIB 450

/* Makes the entry of @root from @mirror's packages. The cache's lock must be
 * held. FALSE with HARNESS_ERROR_FAILED. */
gboolean qemu_root_make(
    const struct qemu_root *root, const char *mirror, struct child_host *host, GError **error);

#endif
