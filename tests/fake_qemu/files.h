/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A plugin's files under test: the traffic that it reads, and the trace that it writes. */
#ifndef PMULAB_TESTS_FAKE_QEMU_FILES_H
#define PMULAB_TESTS_FAKE_QEMU_FILES_H

#include "models/sim/trace.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A new file with @text, named until the process ends. Returns its name, to be freed. */
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
    char header[1024]; /* with the magic, without the end of the line */
    unsigned n;
    struct trace_record records[4096];
    bool whole; /* nothing follows the last record */
};

static inline void read_trace(struct read_trace *trace, const char *path)
{
    g_autofree char *bytes = NULL;
    struct trace_state state = {0};
    gsize length, at;
    size_t used;

    memset(trace, 0, sizeof(*trace));
    if (!g_file_get_contents(path, &bytes, &length, NULL))
        abort();
    at = strcspn(bytes, "\n");
    snprintf(trace->header, sizeof(trace->header), "%.*s", (int)at, bytes);
    for (at++; at < length && trace->n < G_N_ELEMENTS(trace->records); at += used) {
        used = trace_decode(&state, (const uint8_t *)bytes + at, length - at, &trace->records[trace->n]);
        if (!used)
            return;
        trace->n++;
    }
    trace->whole = true;
}

#endif
