/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads traces from files and pipes: header first, then record after record from a buffer. */
#include "harness/trace/trace_reader.h"

#include "harness/base/error.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
    BUFFER = 64 * 1024, /* bytes per read; far more than TRACE_RECORD_MAX */
    HEADER_MAX = 1024,  /* bytes of the header's line, with its newline */
    MAGIC_SIZE = sizeof(TRACE_MAGIC) - 1,
    VERSION_SIZE = 1, /* the magic's last byte */
};

struct trace_file {
    FILE *stream;
    char *path;
    char *header;
    struct trace_state state;
    guint64 records;  /* read so far */
    gsize start, end; /* unused part of the buffer */
    guint8 buffer[BUFFER];
};

__attribute__((format(printf, 3, 4))) static gboolean fail(
    const struct trace_file *file, GError **error, const char *format, ...)
{
    va_list args;
    g_autofree char *text = NULL;

    va_start(args, format);
    text = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "%s: %s", file->path, text);
    return FALSE;
}

/* Moves the unused part to the buffer's start and reads on. FALSE if the file cannot be read. */
static gboolean refill(struct trace_file *file, GError **error)
{
    memmove(file->buffer, file->buffer + file->start, file->end - file->start);
    file->end -= file->start;
    file->start = 0;
    file->end += fread(file->buffer + file->end, 1, BUFFER - file->end, file->stream);
    return !ferror(file->stream) || fail(file, error, "cannot be read: %s", g_strerror(errno));
}

static gboolean read_header(struct trace_file *file, GError **error)
{
    const guint8 *text = file->buffer + MAGIC_SIZE, *line_end;

    if (!refill(file, error))
        return FALSE;
    if (file->end < MAGIC_SIZE || memcmp(file->buffer, TRACE_MAGIC, MAGIC_SIZE - VERSION_SIZE) != 0)
        return fail(file, error, "is not a pmulab trace: expected it to begin with " TRACE_MAGIC);
    if (memcmp(file->buffer, TRACE_MAGIC, MAGIC_SIZE) != 0) {
        g_autofree char *magic = g_strndup((const char *)file->buffer, MAGIC_SIZE);
        g_autofree char *found = g_strescape(magic, NULL);

        return fail(file, error, "is a trace of another version: expected " TRACE_MAGIC ", found %s", found);
    }
    line_end = memchr(text, '\n', MIN(file->end - MAGIC_SIZE, HEADER_MAX));
    if (!line_end || !g_utf8_validate((const char *)text, line_end - text, NULL))
        return fail(file, error, "is incomplete: its header has no line of text");
    file->header = g_strndup((const char *)text, (gsize)(line_end - text));
    file->start = (gsize)(line_end + 1 - file->buffer);
    return TRUE;
}

struct trace_file *trace_file_open(const char *path, GError **error)
{
    struct trace_file *file = g_new0(struct trace_file, 1);

    file->path = g_strdup(path);
    file->stream = fopen(path, "rbe");
    if (!file->stream)
        fail(file, error, "cannot be opened: %s", g_strerror(errno));
    if (file->stream && read_header(file, error))
        return file;
    trace_file_close(file);
    return NULL;
}

const char *trace_file_header(const struct trace_file *file)
{
    return file->header;
}

char *trace_file_setting(const struct trace_file *file, const char *name)
{
    g_auto(GStrv) words = g_strsplit(file->header, " ", -1);
    size_t n = strlen(name);

    for (char **word = words; *word; word++)
        if (!strncmp(*word, name, n) && (*word)[n] == '=')
            return g_strdup(*word + n + 1);
    return NULL;
}

gboolean trace_file_next(struct trace_file *file, struct trace_record *record, GError **error)
{
    gsize used;

    if (file->end - file->start < TRACE_RECORD_MAX && !feof(file->stream) && !refill(file, error))
        return FALSE;
    if (file->start == file->end)
        return FALSE;
    used = trace_decode(&file->state, file->buffer + file->start, file->end - file->start, record);
    if (!used)
        return fail(file, error, "%s after %" G_GUINT64_FORMAT " records",
            file->end - file->start < TRACE_RECORD_MAX ? "is cut short" : "is damaged", file->records);
    file->start += used;
    file->records++;
    return TRUE;
}

gboolean trace_file_follow(struct trace_file *file, struct trace_record *record)
{
    gsize used;

    clearerr(file->stream);
    if (file->end - file->start < TRACE_RECORD_MAX && !refill(file, NULL))
        return FALSE;
    used = trace_decode(&file->state, file->buffer + file->start, file->end - file->start, record);
    file->start += used;
    file->records += used > 0;
    return used > 0;
}

void trace_file_close(struct trace_file *file)
{
    if (!file)
        return;
    if (file->stream)
        fclose(file->stream);
    g_free(file->header);
    g_free(file->path);
    g_free(file);
}

static int by_time(gconstpointer a, gconstpointer b)
{
    const struct trace_record *one = a, *other = b;

    return (one->time > other->time) - (one->time < other->time);
}

void trace_sort(GArray *records)
{
    /* Stable, as GLib promises of it. */
    g_array_sort(records, by_time);
}
