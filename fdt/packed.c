/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Packs catalogues with xz, and unpacks them with the checks of skiboot's
 * decoder. */
#include "fdt/packed.h"

#include "fdt/complaints.h"
#include "fdt/limits.h"

#include <lzma.h>

GBytes *packed_write(GBytes *data, enum packed_check check)
{
    gsize size, length = 0;
    const guint8 *bytes = g_bytes_get_data(data, &size);
    gsize room = lzma_stream_buffer_bound(size);
    guint8 *out = g_malloc(room);
    lzma_ret status = lzma_easy_buffer_encode(LZMA_PRESET_DEFAULT,
        check == PACKED_CRC64 ? LZMA_CHECK_CRC64 : LZMA_CHECK_CRC32, NULL, bytes, size, out,
        &length, room);

    /* The buffer is large enough and the settings are valid: only memory can
     * run out, as for GLib. */
    if (status != LZMA_OK)
        g_error("liblzma cannot pack %zu bytes (its code %d)", size, (int)status);
    return g_bytes_new_take(out, length);
}

/* skiboot's decoder knows CRC32 or no check: libxz/xz_config.h. */
static void check_check(const lzma_stream_flags *flags, const char *place, GPtrArray *complaints)
{
    const char *name = flags->check == LZMA_CHECK_CRC64    ? "CRC64"
                       : flags->check == LZMA_CHECK_SHA256 ? "SHA-256"
                                                           : "another";

    if (flags->check != LZMA_CHECK_CRC32 && flags->check != LZMA_CHECK_NONE)
        complain(
            complaints, "%s: xz check %s: skiboot takes CRC32 or none (xz -C crc32)", place, name);
}

/* ... and only LZMA2, without a filter before it. */
static void check_filters(const lzma_stream_flags *flags, const guint8 *block, gsize size,
    const char *place, GPtrArray *complaints)
{
    lzma_filter filters[LZMA_FILTERS_MAX + 1];
    lzma_block header = {.version = 1, .check = flags->check, .filters = filters};

    if (!size || !block[0])
        return;
    header.header_size = lzma_block_header_size_decode(block[0]);
    if (header.header_size > size || lzma_block_header_decode(&header, NULL, block) != LZMA_OK)
        return;
    if (filters[0].id != LZMA_FILTER_LZMA2)
        complain(complaints, "%s: xz filter other than LZMA2: skiboot has none", place);
    for (unsigned i = 0; filters[i].id != LZMA_VLI_UNKNOWN; i++)
        free(filters[i].options);
}

static void check_header(const guint8 *packed, gsize size, const char *place, GPtrArray *complaints)
{
    lzma_stream_flags flags;

    if (size < LZMA_STREAM_HEADER_SIZE || lzma_stream_header_decode(&flags, packed) != LZMA_OK)
        return;
    check_check(&flags, place, complaints);
    check_filters(&flags, packed + LZMA_STREAM_HEADER_SIZE, size - LZMA_STREAM_HEADER_SIZE, place,
        complaints);
}

static const char *reason(lzma_ret status)
{
    switch (status) {
    case LZMA_FORMAT_ERROR:
        return "no xz data";
    case LZMA_BUF_ERROR:
        return "the xz data is truncated, or more than 0x40000 bytes unpacked";
    default:
        return "damaged xz data";
    }
}

GBytes *packed_read(const guint8 *packed, gsize size, const char *place, GPtrArray *complaints)
{
    guint8 *out = g_malloc(CATALOGUE_TREE_BYTES);
    guint64 memory = UINT64_MAX;
    gsize in_pos = 0, out_pos = 0;
    lzma_ret status;

    check_header(packed, size, place, complaints);
    status = lzma_stream_buffer_decode(
        &memory, 0, NULL, packed, &in_pos, size, out, &out_pos, CATALOGUE_TREE_BYTES);
    if (status == LZMA_OK)
        return g_bytes_new_take(out, out_pos);
    g_free(out);
    complain(complaints, "%s: %s", place, reason(status));
    return NULL;
}
