/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A trace on disk: TRACE_MAGIC, one line of text (machine and configuration),
 * then frames. A frame is a head of TRACE_HEAD_SIZE bytes, and its records,
 * packed by Zstandard. All frames except those before a flush have
 * TRACE_FRAME_RECORDS records. Each is readable without the others, and a
 * reader can select frames by their heads. A truncated file is readable up to
 * its last whole frame.
 *
 * Before packing, records are columns: one of kinds, one of sizes, ... The
 * columns' sizes in bytes are first. A number is stored as the difference from
 * its most likely value, in as few bytes as possible. A column of zeros is
 * empty.
 */
#ifndef PMULAB_MODELS_SIM_TRACE_FRAME_H
#define PMULAB_MODELS_SIM_TRACE_FRAME_H

#include "models/sim/trace.h"

#define TRACE_MAGIC "PMULABT5"

enum {
    TRACE_FRAME_RECORDS = 8192, /* limit of records in a frame */
    TRACE_COLUMNS = 9,
    TRACE_COLUMN_SIZE = 4, /* bytes of a column's size */
    /* bytes of a record, in all columns */
    TRACE_RECORD_MAX = 2 * 1 + 3 + 10 + 5 + 5 + 10 + 10 + 10,
    TRACE_PLAIN_MAX = TRACE_COLUMNS * TRACE_COLUMN_SIZE + TRACE_FRAME_RECORDS * TRACE_RECORD_MAX,
    TRACE_PACKED_MAX = TRACE_PLAIN_MAX + TRACE_PLAIN_MAX / 128, /* more than Zstandard's maximum */
    TRACE_HEAD_SIZE = 5 * 4 + 2 * 8,
};

/* A frame's head. On disk: these numbers in this order, the lowest byte first,
 * and a checksum of the bytes. */
struct trace_head {
    uint32_t records;
    uint32_t kinds;    /* a bit for each enum trace_kind that occurs */
    uint32_t plain;    /* bytes, unpacked */
    uint32_t packed;   /* bytes in the file after the head */
    uint64_t from, to; /* the earliest and the latest record's time, ns */
};

/* The head of the frame of @n records, without the sizes. */
struct trace_head trace_head_of(const struct trace_record *records, size_t n);

void trace_head_put(const struct trace_head *head, uint8_t out[TRACE_HEAD_SIZE]);

/* Returns false if the bytes are not a head, or one with impossible numbers. */
bool trace_head_get(struct trace_head *head, const uint8_t in[TRACE_HEAD_SIZE]);

/* Writes @n records (at most TRACE_FRAME_RECORDS) as columns to @out, which has
 * room for TRACE_PLAIN_MAX. Returns their size in bytes. */
size_t trace_frame_encode(const struct trace_record *records, size_t n, uint8_t *out);

/* Reads @n records from @length bytes of columns. Returns false if these do not
 * contain @n valid records. */
bool trace_frame_decode(struct trace_record *records, size_t n, const uint8_t *in, size_t length);

#endif
