/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Checks whether skiboot and the kernel can use data for flash or QEMU. Each
 * check appends its results to @complaints (fdt/complaints.h), one line per
 * fault: the node or partition, and its error. A check ends at a fault that
 * hides later ones.
 */
#ifndef PMULAB_FDT_CHECK_H
#define PMULAB_FDT_CHECK_H

#include <glib.h>

enum check_kind {
    CHECK_CATALOGUE, /* a catalogue's tree */
    CHECK_MACHINE,   /* the tree of a machine from QEMU */
    CHECK_CONTAINER, /* contents of the partition */
    CHECK_FLASH,     /* a flash image */
    CHECK_UNKNOWN,   /* text or anything else */
};

/* Returns the kind of the @size bytes by their first bytes, or by the root's
 * compatible for a tree. */
enum check_kind check_kind_of(const guint8 *bytes, gsize size);

/* Checks a catalogue: PMUs that the kernel would ignore, events that it would
 * drop or read from beyond a PMU's memory, missing properties that make skiboot
 * stop, two events at one place or with one name. */
void check_catalogue(const guint8 *bytes, gsize size, GPtrArray *complaints);

/* Checks a machine's tree: a node for each chip's HOMER, and memory that the
 * kernel does not cut there. */
void check_machine(const guint8 *bytes, gsize size, GPtrArray *complaints);

/* Checks a container with at most @actual bytes in use, and each section's
 * catalogue. */
void check_container(const guint8 *bytes, gsize actual, GPtrArray *complaints);

/* Checks a flash image and the container in it. */
void check_flash(const guint8 *bytes, gsize size, GPtrArray *complaints);

#endif
