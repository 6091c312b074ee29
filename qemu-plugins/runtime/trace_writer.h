/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes the trace to disk. Records gather until they fill a frame, which is
 * then packed and written at once; a flush also does this. Adding a record is a
 * copy. The CPU that fills the frame packs it: that takes less time than making
 * its records, and a guest has no spare CPU for a thread.
 */
#ifndef PMULAB_QEMU_PLUGINS_RUNTIME_TRACE_WRITER_H
#define PMULAB_QEMU_PLUGINS_RUNTIME_TRACE_WRITER_H

#include "models/sim/trace_frame.h"

#include <stdbool.h>
#include <zstd.h>

struct trace_writer {
    int fd;          /* -1: closed, or stopped after an error */
    unsigned n;      /* records not written yet */
    ZSTD_CCtx *zstd; /* created once, lives as long as the process */
    struct trace_record records[TRACE_FRAME_RECORDS];
    uint8_t plain[TRACE_PLAIN_MAX];
    uint8_t frame[TRACE_HEAD_SIZE + TRACE_PACKED_MAX];
};

/* Begins a trace in @path with @header, one line that names the machine and its
 * configuration. Returns false, after one line on standard error, if the file
 * cannot be written. */
bool trace_writer_open(struct trace_writer *file, const char *path, const char *header);

/* Continues the trace in @path, which must begin with @header. Returns false as
 * trace_writer_open() does. */
bool trace_writer_continue(struct trace_writer *file, const char *path, const char *header);

/* Adds a record. If the disk is full, the trace ends there with one line on
 * standard error. */
void trace_writer_add(struct trace_writer *file, const struct trace_record *record);

/* Writes all records so far to the file. */
void trace_writer_flush(struct trace_writer *file);

void trace_writer_close(struct trace_writer *file);

#endif
