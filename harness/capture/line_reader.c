/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines of a file, from one buffer. */
#include "harness/capture/line_reader.h"

#include "harness/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER = 256 * 1024 };

struct line_reader {
    int fd;
    char *path;
    gsize from, to; /* of the unread bytes */
    guint64 number;
    char bytes[BUFFER];
};

struct line_reader *line_reader_new(const char *path, GError **error)
{
    struct line_reader *reader;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0) {
        error_failed(error, "%s: cannot be opened: %s", path, g_strerror(errno));
        return NULL;
    }
    reader = g_new(struct line_reader, 1);
    reader->fd = fd;
    reader->path = g_strdup(path);
    reader->from = reader->to = 0;
    reader->number = 0;
    return reader;
}

/* Moves the unread bytes to the begin, and reads more. Returns the number read,
 * or -1 with an error. */
static gssize fill(struct line_reader *reader, GError **error)
{
    gssize n;

    memmove(reader->bytes, reader->bytes + reader->from, reader->to - reader->from);
    reader->to -= reader->from;
    reader->from = 0;
    do {
        n = read(reader->fd, reader->bytes + reader->to, BUFFER - reader->to);
    } while (n < 0 && errno == EINTR);
    if (n < 0)
        error_failed(error, "%s: cannot be read: %s", reader->path, g_strerror(errno));
    else
        reader->to += (gsize)n;
    return n;
}

static const char *fail(const struct line_reader *reader, const char *what, GError **error)
{
    error_failed(
        error, "%s:%" G_GUINT64_FORMAT ": %s", reader->path, (guint64)reader->number, what);
    return NULL;
}

const char *line_reader_next(struct line_reader *reader, gsize *length, GError **error)
{
    const char *line = reader->bytes + reader->from, *end;

    while (!(end = memchr(line, '\n', reader->to - reader->from)) &&
           reader->to - reader->from < LINE_READER_MAX) {
        gssize n = fill(reader, error);

        line = reader->bytes;
        if (n < 0 || (!n && !reader->to))
            return NULL;
        if (!n) {
            reader->number++;
            return fail(reader, "the file is cut short: its last line has no newline", error);
        }
    }
    reader->number++;
    *length = end ? (gsize)(end - line) : LINE_READER_MAX;
    if (*length >= LINE_READER_MAX)
        return fail(reader, "expected lines of less than 4096 bytes", error);
    if (memchr(line, '\0', *length))
        return fail(reader, "expected text, found a NUL byte", error);
    reader->from += *length + 1;
    return line;
}

guint64 line_reader_number(const struct line_reader *reader)
{
    return reader->number;
}

void line_reader_free(struct line_reader *reader)
{
    if (!reader)
        return;
    close(reader->fd);
    g_free(reader->path);
    g_free(reader);
}
