/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frames of a trace, written without Zstandard's library. In its format (RFC
 * 8878) a frame may contain raw blocks, so a test or a fuzzer can store any
 * byte. */
#ifndef PMULAB_TESTS_TRACE_FRAMES_H
#define PMULAB_TESTS_TRACE_FRAMES_H

#include "models/sim/trace_frame.h"

#include <glib.h>

/* Appends @value in @n bytes, the lowest first. */
static inline void frames_append_fixed(GByteArray *bytes, guint64 value, unsigned n)
{
    for (; n; n--, value >>= 8)
        g_byte_array_append(bytes, &(guint8){(guint8)value}, 1);
}

/* Appends @plain as a frame of Zstandard's: magic, descriptor (one segment, its
 * size in four bytes), size, and raw blocks (RFC 8878, 3.1.1). */
static inline void frames_pack(GByteArray *bytes, const guint8 *plain, gsize length)
{
    const gsize block = 128 * 1024;

    frames_append_fixed(bytes, 0xfd2fb528, 4);
    frames_append_fixed(bytes, 0xa0, 1);
    frames_append_fixed(bytes, length, 4);
    do {
        const gsize n = MIN(length, block);

        frames_append_fixed(bytes, n << 3 | (n == length), 3);
        g_byte_array_append(bytes, plain, (guint)n);
        plain += n;
        length -= n;
    } while (length);
}

/* Appends the frame with @head, whose sizes it sets, and these columns. */
static inline void frames_append_plain(
    GByteArray *bytes, struct trace_head head, const guint8 *plain, gsize length)
{
    g_autoptr(GByteArray) packed = g_byte_array_new();
    guint8 first[TRACE_HEAD_SIZE];

    frames_pack(packed, plain, length);
    head.plain = (guint32)length;
    head.packed = packed->len;
    trace_head_put(&head, first);
    g_byte_array_append(bytes, first, sizeof(first));
    g_byte_array_append(bytes, packed->data, packed->len);
}

/* Appends the frame of @n records. */
static inline void frames_append(GByteArray *bytes, const struct trace_record *records, gsize n)
{
    g_autofree guint8 *plain = g_malloc(TRACE_PLAIN_MAX);

    frames_append_plain(
        bytes, trace_head_of(records, n), plain, trace_frame_encode(records, n, plain));
}

#endif
