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
    error_failed(error, "packed bytes are damaged");
    return NULL;
}

struct unpacker {
    ZSTD_DCtx *context;
    GBytes *packed;
    ZSTD_inBuffer in;
    gsize left; /* a hint, 0 when the last byte has come and the checksum is right; or an error */
};

struct unpacker *unpacker_new(GBytes *packed)
{
    struct unpacker *unpacker = g_new0(struct unpacker, 1);

    unpacker->context = ZSTD_createDCtx();
    g_assert(unpacker->context);
    unpacker->packed = g_bytes_ref(packed);
    unpacker->in.src = g_bytes_get_data(packed, &unpacker->in.size);
    unpacker->left = 1;
    return unpacker;
}

/* Without progress in a turn, the packed bytes end too early. Without room it
 * continues, to read the checksum after the last byte. */
gboolean unpacker_take(struct unpacker *unpacker, void *to, gsize length)
{
    ZSTD_outBuffer out = {to, length, 0};

    while (unpacker->left && !ZSTD_isError(unpacker->left)) {
        const gsize taken = unpacker->in.pos, given = out.pos;

        if (out.pos == length && length)
            break;
        unpacker->left = ZSTD_decompressStream(unpacker->context, &out, &unpacker->in);
        if (taken == unpacker->in.pos && given == out.pos)
            break;
    }
    return out.pos == length && !ZSTD_isError(unpacker->left);
}

gboolean unpacker_ends(struct unpacker *unpacker)
{
    return unpacker_take(unpacker, NULL, 0) && !unpacker->left &&
           unpacker->in.pos == unpacker->in.size;
}

void unpacker_free(struct unpacker *unpacker)
{
    ZSTD_freeDCtx(unpacker->context);
    g_bytes_unref(unpacker->packed);
    g_free(unpacker);
}
