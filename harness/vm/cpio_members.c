/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the headers of cpio archives and skips their contents.
 *
 * Documentation/driver-api/early-userspace/buffer-format.rst in Linux: a header
 * is 6 characters of magic and 13 numbers of 8 hexadecimal digits; the name
 * with the header, and the contents, are padded to 4 bytes. */
#include "harness/vm/cpio_members.h"

#include <string.h>

enum { HEADER = 110, DIGITS = 8, MAGIC = 6, MODE = 1, FILE_SIZE = 6, NAME_SIZE = 11 };

static const char magic[] = "070701";
static const char trailer[] = "TRAILER!!!";

static guint32 number(const char *header, int index)
{
    char digits[DIGITS + 1];

    memcpy(digits, header + MAGIC + index * DIGITS, DIGITS);
    digits[DIGITS] = '\0';
    return (guint32)g_ascii_strtoull(digits, NULL, 16);
}

static gsize padded(gsize size)
{
    return (size + 3) & ~(gsize)3;
}

/* Whether @member could be read: it is whole and its name ends. */
static gboolean take(const char *data, gsize size, gsize *at, struct cpio_member *member)
{
    const char *header = data + *at;
    gsize name_size, contents;

    if (size - *at < HEADER || memcmp(header, magic, MAGIC) != 0)
        return FALSE;
    name_size = number(header, NAME_SIZE);
    contents = *at + padded(HEADER + name_size);
    member->name = header + HEADER;
    member->mode = number(header, MODE);
    member->size = number(header, FILE_SIZE);
    if (!name_size || contents > size || header[HEADER + name_size - 1] ||
        member->size > size - contents)
        return FALSE;
    *at = MIN(size, contents + padded(member->size));
    return TRUE;
}

gboolean cpio_member_next(const char *data, gsize size, gsize *at, struct cpio_member *member)
{
    do {
        while (*at < size && !data[*at])
            ++*at;
        if (*at == size || !take(data, size, at, member))
            return FALSE;
    } while (!strcmp(member->name, trailer));
    return TRUE;
}
