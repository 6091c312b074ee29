/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes cpio archives member by member; the initramfs of every guest is
 * one. */
#include "harness/format/cpio.h"

#include "harness/base/error.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The header with the name is padded to a multiple of this many bytes, as are
 * the contents. */
#define CPIO_ALIGN 4

struct cpio {
    FILE *file;
    char *path;
    unsigned inode; /* no hard links: each member has its own number */
    int error;      /* errno of the first failure */
};

/* One member. Fields left at 0 are 0 in the archive too. */
struct member {
    const char *name;
    unsigned mode; /* type and permissions */
    unsigned links;
    unsigned major, minor; /* device number, for a device node */
    const void *data;
    gsize size;
};

struct cpio *cpio_create(const char *path, GError **error)
{
    FILE *file = fopen(path, "wbe");
    struct cpio *cpio;

    if (!file) {
        error_failed(error, "%s: %s", path, g_strerror(errno));
        return NULL;
    }
    cpio = g_new0(struct cpio, 1);
    cpio->file = file;
    cpio->path = g_strdup(path);
    return cpio;
}

static void put(struct cpio *cpio, const void *data, gsize size)
{
    if (!cpio->error && size && fwrite(data, 1, size, cpio->file) != size)
        cpio->error = errno;
}

static void pad(struct cpio *cpio, gsize written)
{
    static const char zeros[CPIO_ALIGN];

    put(cpio, zeros, (CPIO_ALIGN - written % CPIO_ALIGN) % CPIO_ALIGN);
}

static void put_member(struct cpio *cpio, const struct member *m)
{
    gsize name_size = strlen(m->name) + 1;
    /* magic, inode, mode, uid, gid, links, time, size, the containing device,
     * the device, name, checksum */
    g_autofree char *header = g_strdup_printf(
        "070701%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x", cpio->inode++, m->mode, 0u,
        0u, m->links, 0u, (unsigned)m->size, 0u, 0u, m->major, m->minor, (unsigned)name_size, 0u);

    put(cpio, header, strlen(header));
    put(cpio, m->name, name_size);
    pad(cpio, strlen(header) + name_size);
    put(cpio, m->data, m->size);
    pad(cpio, m->size);
}

void cpio_directory(struct cpio *cpio, const char *name, unsigned mode)
{
    put_member(cpio, &(struct member){.name = name, .mode = S_IFDIR | mode, .links = 2});
}

void cpio_file(struct cpio *cpio, const char *name, unsigned mode, const void *data, gsize size)
{
    /* A member's size has eight hexadecimal digits. */
    if (size > G_MAXUINT32) {
        cpio->error = cpio->error ? cpio->error : EFBIG;
        return;
    }
    put_member(
        cpio, &(struct member){
                  .name = name, .mode = S_IFREG | mode, .links = 1, .data = data, .size = size});
}

void cpio_symlink(struct cpio *cpio, const char *name, const char *target)
{
    put_member(cpio, &(struct member){.name = name,
                         .mode = S_IFLNK | 0777,
                         .links = 1,
                         .data = target,
                         .size = strlen(target)});
}

void cpio_character_device(
    struct cpio *cpio, const char *name, unsigned mode, unsigned major, unsigned minor)
{
    put_member(cpio,
        &(struct member){
            .name = name, .mode = S_IFCHR | mode, .links = 1, .major = major, .minor = minor});
}

gboolean cpio_close(struct cpio *cpio, GError **error)
{
    int failure;

    put_member(cpio, &(struct member){.name = "TRAILER!!!", .links = 1});
    failure = cpio->error;
    if (fclose(cpio->file) && !failure)
        failure = errno;
    if (failure)
        error_failed(error, "%s: %s", cpio->path, g_strerror(failure));
    g_free(cpio->path);
    g_free(cpio);
    return !failure;
}
