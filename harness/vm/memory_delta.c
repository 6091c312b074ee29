/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds a memory's pages in another memory by their contents, packs the
 * remaining ones, and restores the memory. */
#include "harness/vm/memory_delta.h"

#include "harness/base/error.h"
#include "harness/vm/pack.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGE 4096u

/* A file, mapped. */
struct memory {
    int fd;
    const guint8 *bytes;
    gsize length;
};

static gboolean map(struct memory *memory, int fd, GError **error)
{
    struct stat st;
    void *bytes = MAP_FAILED;

    if (!fstat(fd, &st))
        bytes = mmap(NULL, (gsize)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
    if (bytes == MAP_FAILED)
        return error_set_errno("a guest's memory", error);
    *memory = (struct memory){fd, bytes, (gsize)st.st_size};
    return TRUE;
}

static void unmap(struct memory *memory)
{
    if (memory->bytes)
        munmap((void *)(guintptr)memory->bytes, memory->length);
}

/* Calls @look with each page that is not a hole of the file. */
static void each_page(
    const struct memory *memory, void (*look)(guint32 page, gpointer data), gpointer data)
{
    for (off_t at = 0; (at = lseek(memory->fd, at, SEEK_DATA)) >= 0;) {
        const off_t end = lseek(memory->fd, at, SEEK_HOLE);

        g_assert(end > at); /* a file ends with a hole: lseek(2) */
        for (; at < end; at += PAGE)
            look((guint32)(at / PAGE), data);
    }
}

static const guint8 *page_at(const struct memory *memory, guint32 page)
{
    return memory->bytes + (gsize)page * PAGE;
}

/* FNV-1a (Fowler, Noll, Vo), over words of 8 bytes, with the high half folded
 * in. A lookup also compares the page. */
static guint64 hash_of(const guint8 *page)
{
    guint64 hash = G_GUINT64_CONSTANT(0xcbf29ce484222325), word;

    for (guint i = 0; i < PAGE; i += sizeof word) {
        memcpy(&word, page + i, sizeof word);
        hash = (hash ^ word) * G_GUINT64_CONSTANT(0x100000001b3);
        hash ^= hash >> 32;
    }
    return hash;
}

struct finding {
    struct memory memory, base;
    GHashTable *pages; /* hash of a page of the base: its number, and 1 */
    GArray *pieces;
};

static void remember(guint32 page, gpointer data)
{
    struct finding *f = data;
    guint64 *hash = g_new(guint64, 1);

    *hash = hash_of(page_at(&f->base, page));
    g_hash_table_insert(f->pages, hash, GUINT_TO_POINTER(page + 1));
}

static gboolean has(const struct memory *base, guint32 at, const guint8 *page)
{
    return ((gsize)at + 1) * PAGE <= base->length && !memcmp(page_at(base, at), page, PAGE);
}

/* The number of a page of the base with the bytes of page @at, or
 * MEMORY_PIECE_OWN. */
static guint32 where_in_base(const struct finding *f, const struct memory_piece *last, guint32 at)
{
    const guint8 *page = page_at(&f->memory, at);
    const guint64 hash = hash_of(page);
    guint found;

    if (last && last->from != MEMORY_PIECE_OWN && has(&f->base, last->from + last->pages, page))
        return last->from + last->pages;
    if (has(&f->base, at, page))
        return at;
    found = GPOINTER_TO_UINT(g_hash_table_lookup(f->pages, &hash));
    return found && has(&f->base, found - 1, page) ? found - 1 : MEMORY_PIECE_OWN;
}

static void find(guint32 at, gpointer data)
{
    struct finding *f = data;
    GArray *pieces = f->pieces;
    struct memory_piece *last =
        pieces->len ? &g_array_index(pieces, struct memory_piece, pieces->len - 1) : NULL;
    guint32 from, next;

    if (last && last->at + last->pages != at)
        last = NULL; /* this page does not continue it */
    from = where_in_base(f, last, at);
    next = !last || last->from == MEMORY_PIECE_OWN ? MEMORY_PIECE_OWN : last->from + last->pages;
    if (last && from == next)
        last->pages++;
    else
        g_array_append_val(pieces, ((struct memory_piece){at, 1, from}));
}

GArray *memory_delta_pieces(int memory, int base, GError **error)
{
    struct finding f = {0};

    if (map(&f.memory, memory, error) && map(&f.base, base, error)) {
        f.pages = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
        f.pieces = g_array_new(FALSE, FALSE, sizeof(struct memory_piece));
        each_page(&f.base, remember, &f);
        each_page(&f.memory, find, &f);
        g_hash_table_unref(f.pages);
    }
    unmap(&f.memory);
    unmap(&f.base);
    return f.pieces;
}

guint64 memory_delta_own_bytes(const GArray *pieces)
{
    guint64 pages = 0;

    for (guint i = 0; i < pieces->len; i++) {
        const struct memory_piece *piece = &g_array_index(pieces, struct memory_piece, i);

        if (piece->from == MEMORY_PIECE_OWN)
            pages += piece->pages;
    }
    return pages * PAGE;
}

GBytes *memory_delta_pack(int memory, const GArray *pieces, GError **error)
{
    g_autoptr(GByteArray) own = g_byte_array_new();
    g_autoptr(GBytes) bytes = NULL;
    struct memory from = {0};

    if (!map(&from, memory, error))
        return NULL;
    for (guint i = 0; i < pieces->len; i++) {
        const struct memory_piece *piece = &g_array_index(pieces, struct memory_piece, i);

        if (piece->from == MEMORY_PIECE_OWN)
            g_byte_array_append(own, page_at(&from, piece->at), (guint)(piece->pages * PAGE));
    }
    unmap(&from);
    bytes = g_byte_array_free_to_bytes(g_steal_pointer(&own));
    return pack_bytes(bytes);
}

#define DAMAGED "a saved memory is damaged"

/* The sources of pages: the base, and the memory's own pages in the order of
 * pieces. */
struct source {
    int base;
    struct unpacker *own;
};

static gboolean put_own(struct unpacker *own, gsize length, int fd, off_t at, GError **error)
{
    guint8 bytes[16 * PAGE];

    while (length) {
        const gsize n = MIN(length, sizeof bytes);

        if (!unpacker_take(own, bytes, n))
            return error_failed(error, DAMAGED);
        if (pwrite(fd, bytes, n, at) != (gssize)n)
            return error_set_errno("a guest's memory", error);
        length -= n;
        at += (off_t)n;
    }
    return TRUE;
}

/* In the kernel: a mapping of the base would cost a fault for every few
 * pages. */
static gboolean put_below(int base, off_t from, gsize length, int fd, off_t at, GError **error)
{
    ssize_t n = 1;

    if (lseek(fd, at, SEEK_SET) < 0)
        return error_set_errno("a guest's memory", error);
    for (; length && n > 0; length -= (gsize)MAX(n, 0))
        n = sendfile(fd, base, &from, length);
    if (n < 0)
        return error_set_errno("a guest's memory", error);
    return !length || error_failed(error, "the memory below a saved one is too short");
}

static gboolean put_all(const GArray *pieces, const struct source *from, int fd, GError **error)
{
    for (guint i = 0; i < pieces->len; i++) {
        const struct memory_piece *piece = &g_array_index(pieces, struct memory_piece, i);
        const gsize length = (gsize)piece->pages * PAGE;
        const off_t at = (off_t)piece->at * PAGE;

        const gboolean ok =
            piece->from == MEMORY_PIECE_OWN
                ? put_own(from->own, length, fd, at, error)
                : put_below(from->base, (off_t)piece->from * PAGE, length, fd, at, error);

        if (!ok)
            return FALSE;
    }
    return TRUE;
}

int memory_delta_unpack(
    const GArray *pieces, GBytes *packed, int base, gsize length, GError **error)
{
    const struct source from = {.base = base, .own = unpacker_new(packed)};
    int fd = memfd_create("pmulab-ram", MFD_CLOEXEC);
    gboolean ok = fd >= 0 && !ftruncate(fd, (off_t)length);

    if (!ok)
        error_set_errno("a guest's memory", error);
    ok = ok && put_all(pieces, &from, fd, error) &&
         (unpacker_ends(from.own) || error_failed(error, DAMAGED));
    unpacker_free(from.own);
    if (ok)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}
