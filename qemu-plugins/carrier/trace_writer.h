/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the trace to disk. Records gather in a buffer, which is written when full and on request. */
#ifndef PMULAB_QEMU_PLUGINS_CARRIER_TRACE_WRITER_H
#define PMULAB_QEMU_PLUGINS_CARRIER_TRACE_WRITER_H

#include "models/sim/trace.h"

#include <stdbool.h>

struct trace_file {
    int fd; /* -1: closed, or given up */
    struct trace_state state;
    size_t used;
    uint8_t buffer[65536];
};

/* Begins a trace in @path with @header, one line that names the machine and its configuration. Returns false,
 * after one line on standard error, if the file cannot be written. */
bool trace_file_open(struct trace_file *file, const char *path, const char *header);

/* Continues the trace in @path, which must begin with @header and match @file->state, which the caller sets.
 * Returns false as trace_file_open() does. */
bool trace_file_continue(struct trace_file *file, const char *path, const char *header);

/* Adds a record. If the disk is full, the trace ends there with one line on standard error. */
void trace_file_add(struct trace_file *file, const struct trace_record *record);

/* Writes all records so far to the file. */
void trace_file_flush(struct trace_file *file);

void trace_file_close(struct trace_file *file);

#endif
