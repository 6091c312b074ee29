/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the trace file. */
#include "qemu-plugins/carrier/trace_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Longest header with its surroundings, in bytes. */
#define HEADER_MAX 1024

static bool open_file(struct trace_file *file, const char *path, int flags)
{
    file->fd = open(path, flags | O_CLOEXEC, 0666);
    if (file->fd < 0)
        fprintf(stderr, "pmulab: cannot write trace %s: %s\n", path, strerror(errno));
    return file->fd >= 0;
}

static size_t put_header(char *text, size_t room, const char *header)
{
    return (size_t)snprintf(text, room, "%s%s\n", TRACE_MAGIC, header);
}

bool trace_file_open(struct trace_file *file, const char *path, const char *header)
{
    if (!open_file(file, path, O_WRONLY | O_CREAT | O_TRUNC))
        return false;
    memset(&file->state, 0, sizeof(file->state));
    file->used = put_header((char *)file->buffer, sizeof(file->buffer), header);
    trace_file_flush(file);
    return file->fd >= 0;
}

bool trace_file_continue(struct trace_file *file, const char *path, const char *header)
{
    char expected[HEADER_MAX], found[HEADER_MAX];
    size_t length = put_header(expected, sizeof(expected), header);

    if (!open_file(file, path, O_RDWR | O_APPEND))
        return false;
    if (length < sizeof(found) && pread(file->fd, found, length, 0) == (ssize_t)length &&
        !memcmp(found, expected, length))
        return true;
    fprintf(stderr, "pmulab: trace %s: expected one of %s to go on with\n", path, header);
    close(file->fd);
    file->fd = -1;
    return false;
}

void trace_file_flush(struct trace_file *file)
{
    size_t done = 0;

    while (file->fd >= 0 && done < file->used) {
        ssize_t n = write(file->fd, file->buffer + done, file->used - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            fprintf(stderr, "pmulab: the trace ends here: %s\n", strerror(errno));
            close(file->fd);
            file->fd = -1;
            break;
        }
        done += (size_t)n;
    }
    file->used = 0;
}

void trace_file_add(struct trace_file *file, const struct trace_record *record)
{
    if (file->fd < 0)
        return;
    if (file->used + TRACE_RECORD_MAX > sizeof(file->buffer))
        trace_file_flush(file);
    file->used += trace_encode(&file->state, record, file->buffer + file->used);
}

void trace_file_close(struct trace_file *file)
{
    trace_file_flush(file);
    if (file->fd >= 0)
        close(file->fd);
    file->fd = -1;
}
