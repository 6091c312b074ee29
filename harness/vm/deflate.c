/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Packs and unpacks bytes with zlib, as GIO gives it. */
#include "harness/vm/deflate.h"

/* The fastest: what one run packs, many unpack, and unpacking takes as long at any level. */
#define LEVEL 1

GOutputStream *deflate_into(GOutputStream *to)
{
    g_autoptr(GConverter) packer = G_CONVERTER(g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_RAW, LEVEL));
    GOutputStream *stream = g_converter_output_stream_new(to, packer);

    g_filter_output_stream_set_close_base_stream(G_FILTER_OUTPUT_STREAM(stream), FALSE);
    return stream;
}

GInputStream *deflate_out_of(GBytes *packed)
{
    g_autoptr(GInputStream) from = g_memory_input_stream_new_from_bytes(packed);
    g_autoptr(GConverter) unpacker = G_CONVERTER(g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_RAW));

    return g_converter_input_stream_new(from, unpacker);
}

static GBytes *bytes_of(GOutputStream *memory)
{
    g_output_stream_close(memory, NULL, NULL);
    return g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(memory));
}

GBytes *deflate_pack(GBytes *bytes)
{
    g_autoptr(GOutputStream) packed = g_memory_output_stream_new_resizable();
    g_autoptr(GOutputStream) to = deflate_into(packed);
    gsize length;
    const void *data = g_bytes_get_data(bytes, &length);

    g_output_stream_write_all(to, data, length, NULL, NULL, NULL); /* to memory it always goes */
    g_output_stream_close(to, NULL, NULL);
    return bytes_of(packed);
}

GBytes *deflate_unpack(GBytes *packed, GError **error)
{
    g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable();
    g_autoptr(GInputStream) from = deflate_out_of(packed);

    if (g_output_stream_splice(memory, from, G_OUTPUT_STREAM_SPLICE_NONE, NULL, error) < 0)
        return NULL;
    return bytes_of(memory);
}
