/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whether skiboot and the kernel can use what is about to go into flash, or into QEMU. Each check appends
 * what it finds to @complaints (fdt/complaints.h): a line each that begins with the node or partition and
 * says what is wrong with it. Where one fault hides what lies behind it, a check ends there.
 */
#ifndef PMULAB_FDT_CHECK_H
#define PMULAB_FDT_CHECK_H

#include <glib.h>

enum check_kind {
    CHECK_CATALOGUE, /* a catalogue's tree */
    CHECK_MACHINE,   /* the tree that QEMU gives a machine */
    CHECK_CONTAINER, /* what the partition holds */
    CHECK_FLASH,     /* the image */
    CHECK_UNKNOWN,   /* text, or anything */
};

/* What the bytes are, by how they begin; a tree by its root's compatible. */
enum check_kind check_kind_of(const guint8 *bytes, gsize size);

/*
 * A catalogue: PMUs that the kernel would pass over, events that it would drop or read from beyond a PMU's
 * memory, properties without which skiboot stops, two events at one place or of one name.
 */
void check_catalogue(const guint8 *bytes, gsize size, GPtrArray *complaints);

/* A machine's tree: a node for each chip's HOMER, and memory that the kernel does not cut there. */
void check_machine(const guint8 *bytes, gsize size, GPtrArray *complaints);

/* A container with at most @actual bytes in use, and the catalogue in each of its sections. */
void check_container(const guint8 *bytes, gsize actual, GPtrArray *complaints);

/* A flash image, and the container in it. */
void check_flash(const guint8 *bytes, gsize size, GPtrArray *complaints);

#endif
