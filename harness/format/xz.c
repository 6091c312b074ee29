/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Packs and unpacks .xz data with liblzma: kernel modules in Debian's packages
 * are compressed so. */
#include "harness/format/xz.h"

#include "harness/base/error.h"

#include <lzma.h>

#define CHUNK_BYTES (256u * 1024u)

static GBytes *xz_refuse(lzma_ret status, GError **error)
{
    error_failed(error, "damaged .xz data (liblzma's code %d)", (int)status);
    return NULL;
}

GBytes *xz_unpack(const guint8 *data, gsize size, GError **error)
{
    lzma_stream stream = LZMA_STREAM_INIT;
    lzma_ret status = lzma_stream_decoder(&stream, UINT64_MAX, LZMA_CONCATENATED);
    GByteArray *out = g_byte_array_new();

    stream.next_in = data;
    stream.avail_in = size;
    while (status == LZMA_OK) {
        guint filled = out->len;

        g_byte_array_set_size(out, filled + CHUNK_BYTES);
        stream.next_out = out->data + filled;
        stream.avail_out = CHUNK_BYTES;
        status = lzma_code(&stream, LZMA_FINISH);
        g_byte_array_set_size(out, out->len - (guint)stream.avail_out);
    }
    lzma_end(&stream);
    if (status == LZMA_STREAM_END)
        return g_byte_array_free_to_bytes(out);
    g_byte_array_unref(out);
    return xz_refuse(status, error);
}

GBytes *xz_pack(const void *data, gsize size)
{
    gsize room = lzma_stream_buffer_bound(size), packed = 0;
    guint8 *out = g_malloc(room);
    lzma_ret status = lzma_easy_buffer_encode(
        LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC32, NULL, data, size, out, &packed, room);

    g_assert(status == LZMA_OK);
    return g_bytes_new_take(out, packed);
}
