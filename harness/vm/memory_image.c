/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds zero and freed pages in a guest's memory image, punches holes there,
 * and hashes the rest. */
#include "harness/vm/memory_image.h"

#include "harness/base/error.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGE        4096u
#define FREED_BYTE  0xcc
#define FREED_LEAST (4u << 20) /* padding in a kernel's code is far shorter */

enum kind { KIND_DATA, KIND_ZERO, KIND_FREED };

/* Consecutive pages of one kind. */
struct run {
    enum kind kind;
    gsize begin, end; /* bytes of the file */
};

struct image {
    int fd;
    const guint8 *bytes;
    gsize length;
    GChecksum *sum;
};

static gboolean is_filled(const guint8 *page, guint8 byte)
{
    return page[0] == byte && !memcmp(page, page + 1, PAGE - 1);
}

static enum kind kind_of(const guint8 *page)
{
    if (is_filled(page, 0))
        return KIND_ZERO;
    return is_filled(page, FREED_BYTE) ? KIND_FREED : KIND_DATA;
}

static void finish(struct image *image, const struct run *run)
{
    const guint64 where[] = {run->begin, run->end};

    if (run->kind == KIND_ZERO ||
        (run->kind == KIND_FREED && run->end - run->begin >= FREED_LEAST)) {
        (void)!fallocate(image->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)run->begin,
            (off_t)(run->end - run->begin));
        return;
    }
    g_checksum_update(image->sum, (const guchar *)where, sizeof where);
    g_checksum_update(image->sum, image->bytes + run->begin, (gssize)(run->end - run->begin));
}

/* Looks at pages that are not a hole of the file. */
static void look_at(struct image *image, gsize begin, gsize end)
{
    struct run run = {.begin = begin, .end = begin};

    for (gsize at = begin; at < end; at += PAGE) {
        const enum kind kind = kind_of(image->bytes + at);

        if (kind != run.kind && run.end > run.begin) {
            finish(image, &run);
            run.begin = at;
        }
        run.kind = kind;
        run.end = at + PAGE;
    }
    finish(image, &run);
}

char *memory_image_shrink(int fd, GError **error)
{
    struct image image = {.fd = fd};
    struct stat st;
    char *sum;

    if (fstat(fd, &st)) {
        error_set_errno("a guest's memory", error);
        return NULL;
    }
    image.length = (gsize)st.st_size;
    image.bytes = mmap(NULL, image.length, PROT_READ, MAP_SHARED, fd, 0);
    if (image.bytes == MAP_FAILED) {
        error_set_errno("a guest's memory", error);
        return NULL;
    }
    image.sum = g_checksum_new(G_CHECKSUM_SHA256);
    for (off_t begin = lseek(fd, 0, SEEK_DATA); begin >= 0;) {
        const off_t end = lseek(fd, begin, SEEK_HOLE);

        look_at(&image, (gsize)begin, (gsize)end);
        begin = lseek(fd, end, SEEK_DATA);
    }
    sum = g_strdup(g_checksum_get_string(image.sum));
    g_checksum_free(image.sum);
    munmap((void *)(guintptr)image.bytes, image.length);
    return sum;
}
