/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stores the memory of saved guests, shared pages only once, and opens it. */
#include "harness/run/guest_snapshot_memory.h"

#include "harness/base/error.h"
#include "harness/run/guest_snapshot_entry.h"
#include "harness/setup/cache.h"
#include "harness/vm/memory_delta.h"
#include "harness/vm/saved_guests.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A memory with more pages of this kind is stored whole: unpacking them would
 * take longer than QEMU's start. */
#define OWN_MAX (G_GUINT64_CONSTANT(64) << 20)

/* The head of the file "pieces". */
struct pieces_head {
    guint64 length; /* bytes of the memory */
};

/* The files of a memory; two may be missing. */
static const char *const names[] = {"ram", "base", "pieces"};

static gboolean has(const char *entry, const char *name)
{
    g_autofree char *path = g_build_filename(entry, name, NULL);

    return g_file_test(path, G_FILE_TEST_EXISTS);
}

static int open_in(const char *entry, const char *name)
{
    g_autofree char *path = g_build_filename(entry, name, NULL);

    return open(path, O_RDONLY | O_CLOEXEC);
}

static gboolean link_in(const char *from, const char *name, const char *to, const char *as)
{
    g_autofree char *old = g_build_filename(from, name, NULL);
    g_autofree char *new = g_build_filename(to, as, NULL);

    return !link(old, new);
}

/* ---- an existing memory ---- */

/* FALSE: nothing is in @folder. */
static gboolean link_same(const char *folder, const char *entry)
{
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        if (!has(entry, names[i]) || link_in(entry, names[i], folder, names[i]))
            continue;
        for (guint k = 0; k < G_N_ELEMENTS(names); k++) {
            g_autofree char *path = g_build_filename(folder, names[k], NULL);

            g_unlink(path);
        }
        return FALSE;
    }
    return TRUE;
}

/* Returns the entry with this memory as a new string, or NULL. Another version
 * may have packed an equal memory in another way. */
static char *find_same(const GPtrArray *entries, const char *sum)
{
    for (guint i = 0; i < entries->len; i++) {
        const char *entry = g_ptr_array_index(entries, i);
        g_autofree char *its = NULL;
        gsize length;
        int fd;

        if (!guest_snapshot_entry_read(entry, "sum", &its, &length) || strcmp(its, sum) != 0 ||
            !guest_snapshot_entry_is_whole(entry))
            continue;
        fd = guest_snapshot_memory_open(entry);
        if (fd < 0)
            continue;
        close(fd);
        return g_strdup(entry);
    }
    return NULL;
}

/* ---- differences from another memory ---- */

/* The memory below a new one. */
struct below {
    const char *entry;
    GArray *pieces; /* NULL: there is none */
    guint64 own;    /* bytes */
};

/* Several entries may share a memory. */
static gboolean is_new(GHashTable *seen, const char *entry)
{
    g_autofree char *path = g_build_filename(entry, "ram", NULL);
    GStatBuf st;

    return !g_stat(path, &st) && g_hash_table_add(seen, g_memdup2(&st.st_ino, sizeof st.st_ino));
}

static struct below find_below(const GPtrArray *entries, int memory)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    struct below best = {0};

    for (guint i = 0; i < entries->len; i++) {
        const char *entry = g_ptr_array_index(entries, i);
        g_autoptr(GArray) pieces = NULL;
        guint64 own;
        int base;

        if (has(entry, "base") || !is_new(seen, entry) || !guest_snapshot_entry_is_whole(entry))
            continue;
        base = open_in(entry, "ram");
        if (base < 0)
            continue;
        pieces = memory_delta_pieces(memory, base, NULL);
        close(base);
        own = pieces ? memory_delta_own_bytes(pieces) : 0;
        if (!pieces || own > OWN_MAX || (best.pieces && own >= best.own))
            continue;
        g_clear_pointer(&best.pieces, g_array_unref);
        best = (struct below){entry, g_steal_pointer(&pieces), own};
    }
    return best;
}

/* ---- a whole memory ---- */

/* Copies the bytes from @from to before @to. */
static gboolean copy_range(int in, int out, off_t from, off_t to)
{
    static const gsize CHUNK = 1 << 20;
    g_autofree char *chunk = g_malloc(CHUNK);

    while (from < to) {
        const ssize_t n = pread(in, chunk, MIN(CHUNK, (gsize)(to - from)), from);

        if (n <= 0 || pwrite(out, chunk, (gsize)n, from) != n)
            return FALSE;
        from += n;
    }
    return TRUE;
}

/* Copies all but the holes of @in to a new file. */
static gboolean store_whole(const char *folder, int in, GError **error)
{
    g_autofree char *path = g_build_filename(folder, "ram", NULL);
    const off_t size = lseek(in, 0, SEEK_END);
    int out = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    gboolean ok = out >= 0 && size >= 0;

    for (off_t from = 0, to; ok && (from = lseek(in, from, SEEK_DATA)) >= 0 && from < size;
         from = to) {
        to = lseek(in, from, SEEK_HOLE);
        ok = to > from && copy_range(in, out, from, to);
    }
    ok = ok && !ftruncate(out, size);
    if (out >= 0)
        ok = !close(out) && ok;
    return ok || error_set_errno(path, error);
}

static gboolean store_above(const char *folder, const GArray *pieces, int memory, GError **error)
{
    g_autofree char *pieces_path = g_build_filename(folder, "pieces", NULL);
    g_autofree char *ram_path = g_build_filename(folder, "ram", NULL);
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    g_autoptr(GBytes) own = NULL;
    const void *data;
    struct stat st;
    gsize length;

    if (fstat(memory, &st))
        return error_set_errno(pieces_path, error);
    g_byte_array_append(bytes, (const guint8 *)&(struct pieces_head){(guint64)st.st_size},
        sizeof(struct pieces_head));
    g_byte_array_append(
        bytes, (const guint8 *)pieces->data, (guint)(pieces->len * sizeof(struct memory_piece)));
    if (!g_file_set_contents(pieces_path, (const char *)bytes->data, (gssize)bytes->len, error))
        return FALSE;
    own = memory_delta_pack(memory, pieces, error);
    data = own ? g_bytes_get_data(own, &length) : NULL;
    return own && g_file_set_contents(ram_path, data, (gssize)length, error);
}

gboolean guest_snapshot_memory_store(
    const char *folder, const struct guest_snapshot_memory *memory, GError **error)
{
    g_autoptr(GPtrArray) entries = cache_list(SAVED_GUESTS_KIND);
    g_autofree char *same = find_same(entries, memory->sum);
    struct below below = {0};
    gboolean ok;

    if (same && link_same(folder, same))
        return TRUE;
    if (!same)
        below = find_below(entries, memory->fd);
    if (below.pieces && link_in(below.entry, "ram", folder, "base"))
        ok = store_above(folder, below.pieces, memory->fd, error);
    else
        ok = store_whole(folder, memory->fd, error); /* also on a file system without hard links */
    g_clear_pointer(&below.pieces, g_array_unref);
    return ok;
}

/* ---- opening ---- */

static GArray *read_pieces(const char *entry, gsize *memory_length)
{
    g_autofree char *data = NULL;
    struct pieces_head head;
    GArray *pieces;
    gsize length;

    if (!guest_snapshot_entry_read(entry, "pieces", &data, &length) || length < sizeof head)
        return NULL;
    memcpy(&head, data, sizeof head);
    *memory_length = (gsize)head.length;
    length = (length - sizeof head) / sizeof(struct memory_piece);
    pieces = g_array_sized_new(FALSE, FALSE, sizeof(struct memory_piece), (guint)length);
    return g_array_append_vals(pieces, data + sizeof head, (guint)length);
}

int guest_snapshot_memory_open(const char *entry)
{
    g_autofree char *own = NULL;
    g_autoptr(GBytes) bytes = NULL;
    g_autoptr(GArray) pieces = NULL;
    gsize length = 0, own_length;
    int base, memory = -1;

    if (!has(entry, "base"))
        return open_in(entry, "ram");
    base = open_in(entry, "base");
    if (base < 0)
        return -1;
    pieces = read_pieces(entry, &length);
    if (pieces && guest_snapshot_entry_read(entry, "ram", &own, &own_length)) {
        bytes = g_bytes_new_take(g_steal_pointer(&own), own_length);
        memory = memory_delta_unpack(pieces, bytes, base, length, NULL);
    }
    close(base);
    return memory;
}
