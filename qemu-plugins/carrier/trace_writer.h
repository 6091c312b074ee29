/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes the trace to disk. Records gather until they fill a frame, which is packed and written at once, as
 * it is on request. Adding a record is a copy. The frame is packed by the CPU that fills it: that takes less
 * time than to make its records, and a guest has no spare CPU for a thread.
 */
#ifndef PMULAB_QEMU_PLUGINS_CARRIER_TRACE_WRITER_H
#define PMULAB_QEMU_PLUGINS_CARRIER_TRACE_WRITER_H

#include "models/sim/trace_frame.h"

#include <stdbool.h>
#include <zstd.h>

struct trace_writer {
    int fd;          /* -1: closed, or given up */
    unsigned n;      /* records that wait */
    ZSTD_CCtx *zstd; /* made once, lives as long as the process */
    struct trace_record records[TRACE_FRAME_RECORDS];
    uint8_t plain[TRACE_PLAIN_MAX];
    uint8_t frame[TRACE_HEAD_SIZE + TRACE_PACKED_MAX];
};

/* Begins a trace in @path with @header, one line that names the machine and its configuration. Returns false,
 * after one line on standard error, if the file cannot be written. */
bool trace_writer_open(struct trace_writer *file, const char *path, const char *header);

/* Continues the trace in @path, which must begin with @header. Returns false as trace_writer_open() does. */
bool trace_writer_continue(struct trace_writer *file, const char *path, const char *header);

/* Adds a record. If the disk is full, the trace ends there with one line on standard error. */
void trace_writer_add(struct trace_writer *file, const struct trace_record *record);

/* Writes all records so far to the file. */
void trace_writer_flush(struct trace_writer *file);

void trace_writer_close(struct trace_writer *file);

#endif
