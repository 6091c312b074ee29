/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The trace on its way to disk. Records gather in a buffer; writing happens when it is full, and when asked.
 */
#ifndef PMULAB_QEMU_PLUGINS_CARRIER_TRACE_WRITER_H
#define PMULAB_QEMU_PLUGINS_CARRIER_TRACE_WRITER_H

#include "models/sim/trace.h"

#include <stdbool.h>

struct trace_file {
    int fd; /* -1: closed, or gave up */
    struct trace_state state;
    size_t used;
    uint8_t buffer[65536];
};

/*
 * Begins a trace in @path with @header, one line that names the machine and its configuration.
 * Returns false, after one line on standard error, when the file cannot be written.
 */
bool trace_file_open(struct trace_file *file, const char *path, const char *header);

/* Goes on with the trace in @path, which must have begun with @header; so must have @file->state, by whoever
 * knows it. Returns false as trace_file_open() does. */
bool trace_file_continue(struct trace_file *file, const char *path, const char *header);

/* Adds a record. If the disk is full the trace ends there, and one line on standard error says so. */
void trace_file_add(struct trace_file *file, const struct trace_record *record);

/* Puts all records so far into the file. */
void trace_file_flush(struct trace_file *file);

void trace_file_close(struct trace_file *file);

#endif
