/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of a plugin under test: its traffic (read) and its trace
 * (written). */
#ifndef PMULAB_TESTS_FAKE_QEMU_FILES_H
#define PMULAB_TESTS_FAKE_QEMU_FILES_H

#include "models/sim/trace_frame.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

/* A new file with @text, which exists until the process ends. Returns its name,
 * to be freed. */
static inline char *new_file(const char *text)
{
    char *name = NULL;
    int fd = g_file_open_tmp("pmulab-test-XXXXXX", &name, NULL);

    if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text))
        abort();
    close(fd);
    return name;
}

/* A trace, read back. */
struct read_trace {
    char header[1024]; /* with the magic, without the newline */
    unsigned n;
    struct trace_record records[4096]; /* all but the plugin's counts and the end */
    uint64_t audit[4][AUDIT_N];        /* the last count of each kind, of the first CPUs */
    uint64_t counted_at, ended_at;     /* times of the latest count and of the end */
    /* it ends with TRACE_CLOSED and the number of records */
    bool whole;
};

/* Files @record, number @i of the file, by its kind. */
static inline void put_record(
    struct read_trace *trace, const struct trace_record *record, uint64_t i)
{
    trace->whole = record->kind == TRACE_CLOSED && record->value == i;
    if (record->kind == TRACE_AUDIT)
        trace->counted_at = record->time;
    if (record->kind == TRACE_CLOSED)
        trace->ended_at = record->time;
    if (record->kind == TRACE_AUDIT && record->cpu < 4 && record->offset < AUDIT_N)
        trace->audit[record->cpu][record->offset] = record->value;
    else if (record->kind != TRACE_CLOSED)
        trace->records[trace->n++] = *record;
}

/* Reads the frame at @bytes into @records. Returns its size in bytes, or 0 if
 * it is not a frame. */
static inline gsize read_frame(const uint8_t *bytes, gsize length,
    struct trace_record records[TRACE_FRAME_RECORDS], unsigned *n)
{
    static uint8_t plain[TRACE_PLAIN_MAX];
    struct trace_head head;

    *n = 0;
    if (length < TRACE_HEAD_SIZE || !trace_head_get(&head, bytes) ||
        length - TRACE_HEAD_SIZE < head.packed ||
        ZSTD_decompress(plain, sizeof(plain), bytes + TRACE_HEAD_SIZE, head.packed) != head.plain ||
        !trace_frame_decode(records, head.records, plain, head.plain))
        return 0;
    *n = head.records;
    return TRACE_HEAD_SIZE + head.packed;
}

static inline void read_trace(struct read_trace *trace, const char *path)
{
    static struct trace_record records[TRACE_FRAME_RECORDS];
    g_autofree char *bytes = NULL;
    gsize length, at, used;
    uint64_t i = 0;
    unsigned n;

    memset(trace, 0, sizeof(*trace));
    if (!g_file_get_contents(path, &bytes, &length, NULL))
        abort();
    at = strcspn(bytes, "\n");
    snprintf(trace->header, sizeof(trace->header), "%.*s", (int)at, bytes);
    for (at++; at < length; at += used) {
        used = read_frame((const uint8_t *)bytes + at, length - at, records, &n);
        trace->whole = false;
        if (!used)
            return;
        for (unsigned k = 0; k < n && trace->n < G_N_ELEMENTS(trace->records); k++)
            put_record(trace, &records[k], i++);
    }
}

/* Whether the plugin's own counts of the first CPUs' reads and writes agree
 * with the records. (Records without a pc are the hardware's accesses.) */
static inline bool audit_agrees(const struct read_trace *trace)
{
    uint64_t n[4][2] = {{0}};
    bool agree = true;

    for (unsigned i = 0; i < trace->n; i++) {
        const struct trace_record *r = &trace->records[i];
        if (r->cpu < 4 && r->pc && (r->kind == TRACE_READ || r->kind == TRACE_WRITE))
            n[r->cpu][r->kind == TRACE_WRITE]++;
    }
    for (unsigned cpu = 0; cpu < 4; cpu++)
        agree = agree && n[cpu][0] == trace->audit[cpu][AUDIT_READS] &&
                n[cpu][1] == trace->audit[cpu][AUDIT_WRITES];
    return agree;
}

#endif
