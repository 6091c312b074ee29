/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the trace file. */
#include "qemu-plugins/runtime/trace_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Longest header with magic, newline and NUL, in bytes. */
#define HEADER_MAX 1024

/* Zstandard's fastest level with a search that finds the columns' patterns. */
#define LEVEL 1

static void give_up(struct trace_writer *file, const char *why)
{
    fprintf(stderr, "pmulab: the trace ends here: %s\n", why);
    close(file->fd);
    file->fd = -1;
}

static bool open_file(struct trace_writer *file, const char *path, int flags)
{
    file->n = 0;
    file->fd = open(path, flags | O_CLOEXEC, 0666);
    if (file->fd < 0)
        fprintf(stderr, "pmulab: cannot write trace %s: %s\n", path, strerror(errno));
    return file->fd >= 0;
}

static size_t put_header(char *text, size_t room, const char *header)
{
    return (size_t)snprintf(text, room, "%s%s\n", TRACE_MAGIC, header);
}

static void write_all(struct trace_writer *file, const void *bytes, size_t length)
{
    size_t done = 0;

    while (file->fd >= 0 && done < length) {
        ssize_t n = write(file->fd, (const char *)bytes + done, length - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            give_up(file, strerror(errno));
        else
            done += (size_t)n;
    }
}

/* Creates the packer of frames once, so that no record waits for memory. */
static ZSTD_CCtx *packer(struct trace_writer *file)
{
    if (!file->zstd && (file->zstd = ZSTD_createCCtx())) {
        ZSTD_CCtx_setParameter(file->zstd, ZSTD_c_compressionLevel, LEVEL);
        ZSTD_CCtx_setParameter(file->zstd, ZSTD_c_checksumFlag, 1);
    }
    return file->zstd;
}

bool trace_writer_open(struct trace_writer *file, const char *path, const char *header)
{
    char text[2 * HEADER_MAX];
    size_t length = put_header(text, sizeof(text), header);

    if (!open_file(file, path, O_WRONLY | O_CREAT | O_TRUNC))
        return false;
    if (packer(file) && length < sizeof(text))
        write_all(file, text, length);
    else
        give_up(file, strerror(file->zstd ? E2BIG : ENOMEM));
    return file->fd >= 0;
}

bool trace_writer_continue(struct trace_writer *file, const char *path, const char *header)
{
    char expected[HEADER_MAX], found[HEADER_MAX];
    size_t length = put_header(expected, sizeof(expected), header);

    if (!open_file(file, path, O_RDWR | O_APPEND))
        return false;
    if (length < sizeof(found) && pread(file->fd, found, length, 0) == (ssize_t)length &&
        !memcmp(found, expected, length) && packer(file))
        return true;
    fprintf(stderr, "pmulab: trace %s: expected one of %s to continue\n", path, header);
    close(file->fd);
    file->fd = -1;
    return false;
}

void trace_writer_flush(struct trace_writer *file)
{
    struct trace_head head = trace_head_of(file->records, file->n);
    size_t packed;

    if (file->fd < 0 || !file->n)
        return;
    head.plain = (uint32_t)trace_frame_encode(file->records, file->n, file->plain);
    packed = ZSTD_compress2(
        packer(file), file->frame + TRACE_HEAD_SIZE, TRACE_PACKED_MAX, file->plain, head.plain);
    file->n = 0;
    if (ZSTD_isError(packed)) {
        give_up(file, ZSTD_getErrorName(packed));
        return;
    }
    head.packed = (uint32_t)packed;
    trace_head_put(&head, file->frame);
    write_all(file, file->frame, TRACE_HEAD_SIZE + packed);
}

void trace_writer_add(struct trace_writer *file, const struct trace_record *record)
{
    if (file->fd < 0)
        return;
    file->records[file->n++] = *record;
    if (file->n == TRACE_FRAME_RECORDS)
        trace_writer_flush(file);
}

void trace_writer_close(struct trace_writer *file)
{
    trace_writer_flush(file);
    if (file->fd >= 0)
        close(file->fd);
    file->fd = -1;
}
