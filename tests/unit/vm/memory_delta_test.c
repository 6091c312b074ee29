/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A memory as differences from another one: its own pages, and that it is
 * restored unchanged. */
#include "harness/vm/memory_delta.h"
#include "harness/vm/pack.h"
#include "tests/tap.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define PAGE  4096u
#define PAGES 64u

/* A memory of PAGES pages with holes: page number i is filled with a pattern of
 * @fill[i]; '.' is a hole. */
static int open_memory(const char *folder, const char *fill)
{
    int fd = open(folder, O_TMPFILE | O_RDWR, 0600);
    guint32 page[PAGE / 4];

    g_assert(fd >= 0 && !ftruncate(fd, PAGES * PAGE));
    for (unsigned i = 0; fill[i]; i++) {
        for (unsigned k = 0; k < PAGE / 4; k++)
            page[k] = (guint32)fill[i] * 2654435761u + k;
        g_assert(fill[i] == '.' || pwrite(fd, page, PAGE, (off_t)i * PAGE) == PAGE);
    }
    return fd;
}

/* The pieces as text: "2+3<5 " are three pages at 2 from page 5 of the base,
 * "7+1! " is its own page at 7. */
static char *text_of(const GArray *pieces)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < pieces->len; i++) {
        const struct memory_piece *piece = &g_array_index(pieces, struct memory_piece, i);

        g_string_append_printf(text, "%u+%u", piece->at, piece->pages);
        if (piece->from == MEMORY_PIECE_OWN)
            g_string_append(text, "! ");
        else
            g_string_append_printf(text, "<%u ", piece->from);
    }
    return g_string_free(text, FALSE);
}

static gboolean is_same(int one, int other)
{
    char a[PAGE], b[PAGE];

    for (unsigned i = 0; i < PAGES; i++)
        if (pread(one, a, PAGE, (off_t)i * PAGE) != PAGE ||
            pread(other, b, PAGE, (off_t)i * PAGE) != PAGE || memcmp(a, b, PAGE))
            return FALSE;
    return lseek(one, 0, SEEK_END) == lseek(other, 0, SEEK_END);
}

static void check(const char *folder, const char *base_fill, const char *fill, const char *expected,
    unsigned own_pages, const char *what)
{
    int base = open_memory(folder, base_fill), memory = open_memory(folder, fill), again;
    g_autoptr(GArray) pieces = memory_delta_pieces(memory, base, NULL);
    g_autoptr(GBytes) own = memory_delta_pack(memory, pieces, NULL);
    g_autofree char *text = text_of(pieces);

    is_str(text, expected, "%s", what);
    is_u64(memory_delta_own_bytes(pieces), (guint64)own_pages * PAGE, "%s: its own pages", what);
    again = memory_delta_unpack(pieces, own, base, PAGES * PAGE, NULL);
    ok(again >= 0 && is_same(again, memory), "%s: put together again", what);
    close(again);
    close(base);
    close(memory);
}

static void test_pieces(const char *folder)
{
    check(folder, "abc", "abc", "0+3<0 ", 0, "the same");
    check(folder, "abcd", "..cd.ab", "2+2<2 5+2<0 ", 0, "the same elsewhere, between holes");
    check(folder, "abcd", "axyd", "0+1<0 1+2! 3+1<3 ", 2, "two pages of its own");
    check(folder, "abab", "abab", "0+4<0 ", 0, "pages that occur twice in the base");
    check(folder, "", "xyz", "0+3! ", 3, "an empty base");
    check(folder, "abc", "", "", 0, "an empty memory");
}

static void test_damage(const char *folder)
{
    int base = open_memory(folder, "abcd"), memory = open_memory(folder, "axyd");
    g_autoptr(GArray) pieces = memory_delta_pieces(memory, base, NULL);
    g_autoptr(GBytes) own = memory_delta_pack(memory, pieces, NULL);
    g_autoptr(GBytes) part = g_bytes_new_from_bytes(own, 0, g_bytes_get_size(own) / 2);
    g_autoptr(GError) early = NULL, shorter = NULL;

    ok(memory_delta_unpack(pieces, part, base, PAGES * PAGE, &early) < 0 && early,
        "half of its own pages: an error");
    g_assert(!ftruncate(base, 2 * PAGE));
    ok(memory_delta_unpack(pieces, own, base, PAGES * PAGE, &shorter) < 0,
        "a truncated base: an error");
    is_str(shorter->message, "the memory below a saved one is too short", "which is reported");
    ok(!memory_delta_pieces(-1, base, NULL), "not a file");
    close(base);
    close(memory);
}

/* A Zstandard frame ends with a checksum of the unpacked bytes (RFC 8878,
 * section 3.1.1). */
static GBytes *with_wrong_sum(GBytes *packed)
{
    gsize length;
    guint8 *bytes = g_bytes_unref_to_data(g_bytes_ref(packed), &length);

    bytes[length - 1] ^= 1;
    return g_bytes_new_take(bytes, length);
}

static GBytes *with_more(GBytes *packed)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();

    g_byte_array_append(bytes, g_bytes_get_data(packed, NULL), (guint)g_bytes_get_size(packed));
    g_byte_array_append(bytes, (const guint8 *)"more", 4);
    return g_byte_array_free_to_bytes(g_steal_pointer(&bytes));
}

static void test_unpacked_to_the_end(const char *folder)
{
    int base = open_memory(folder, "abcd"), memory = open_memory(folder, "axyd");
    g_autoptr(GArray) pieces = memory_delta_pieces(memory, base, NULL);
    g_autoptr(GBytes) own = memory_delta_pack(memory, pieces, NULL);
    g_autoptr(GBytes) wrong = with_wrong_sum(own);
    g_autoptr(GBytes) more = with_more(own);
    g_autoptr(GError) sum = NULL, rest = NULL;

    ok(memory_delta_unpack(pieces, wrong, base, PAGES * PAGE, &sum) < 0,
        "a wrong checksum: an error");
    is_str(sum->message, "a saved memory is damaged", "which is reported");
    ok(memory_delta_unpack(pieces, more, base, PAGES * PAGE, NULL) < 0,
        "bytes after its own pages: an error");
    g_array_index(pieces, struct memory_piece, 1).pages--;
    ok(memory_delta_unpack(pieces, own, base, PAGES * PAGE, &rest) < 0,
        "a page in no piece: an error");
    is_str(rest->message, "a saved memory is damaged", "which is reported");
    close(base);
    close(memory);
}

static void test_pack(void)
{
    static char bytes[1 << 20] = "words";
    g_autoptr(GBytes) given = g_bytes_new_static(bytes, 1 << 20);
    g_autoptr(GBytes) packed = pack_bytes(given);
    g_autoptr(GBytes) again = unpack_bytes(packed, NULL);
    g_autoptr(GBytes) part = g_bytes_new_from_bytes(packed, 0, g_bytes_get_size(packed) / 2);
    g_autoptr(GBytes) junk = g_bytes_new_static("junk", 4);

    ok(g_bytes_get_size(packed) < 10000, "a MiB of zeros packs well");
    ok(again && g_bytes_equal(again, given), "and is unpacked again");
    ok(!unpack_bytes(part, NULL) && !unpack_bytes(junk, NULL), "half of it, and junk, are refused");
}

int main(void)
{
    g_autofree char *folder = g_dir_make_tmp("delta-XXXXXX", NULL);

    g_assert(folder);
    test_pieces(folder);
    test_damage(folder);
    test_unpacked_to_the_end(folder);
    test_pack();
    g_rmdir(folder);
    return done_testing();
}
