/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Packs and unpacks bytes with Zstandard, a frame for all of them. */
#include "harness/vm/pack.h"

#include "harness/base/error.h"

#include <zstd.h>

/* One run packs, many unpack, and unpacking takes as long at any level. */
#define LEVEL 1

GBytes *pack_bytes(GBytes *bytes)
{
    ZSTD_CCtx *packer = ZSTD_createCCtx();
    gsize length;
    const void *data = g_bytes_get_data(bytes, &length);
    gsize room = ZSTD_compressBound(length), packed;
    void *to = g_malloc(room);

    g_assert(packer);
    ZSTD_CCtx_setParameter(packer, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(packer, ZSTD_c_checksumFlag, 1);
    packed = ZSTD_compress2(packer, to, room, data, length);
    g_assert(!ZSTD_isError(packed));
    ZSTD_freeCCtx(packer);
    return g_bytes_new_take(g_realloc(to, packed), packed);
}

GBytes *unpack_bytes(GBytes *packed, GError **error)
{
    gsize length;
    const void *data = g_bytes_get_data(packed, &length);
    unsigned long long room = ZSTD_getFrameContentSize(data, length);
    void *to = room < ZSTD_CONTENTSIZE_ERROR ? g_try_malloc(MAX(room, 1)) : NULL;
    gsize unpacked = to ? ZSTD_decompress(to, room, data, length) : 0;

    if (to && !ZSTD_isError(unpacked) && unpacked == room)
        return g_bytes_new_take(to, unpacked);
    g_free(to);
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "packed bytes are damaged");
    return NULL;
}
