/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads cpio archives in the "newc" format (harness/format/cpio.h), one after
 * the other, as the kernel does. */
#ifndef PMULAB_HARNESS_VM_CPIO_MEMBERS_H
#define PMULAB_HARNESS_VM_CPIO_MEMBERS_H

#include <glib.h>

struct cpio_member {
    const char *name; /* in the archive's bytes, ends with a null byte */
    unsigned mode;    /* type and permissions */
    guint32 size;     /* of the contents, in bytes */
};

/*
 * Stores the member at or after @at of @data and moves @at past it. Skips zeros
 * and the ends of archives ("TRAILER!!!"). FALSE after the last member, or at
 * bytes that are not a member; in the latter case @at is less than @size.
 */
gboolean cpio_member_next(const char *data, gsize size, gsize *at, struct cpio_member *member);

#endif
