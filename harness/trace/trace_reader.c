/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads traces from files, pipes and other sources. */
#include "harness/trace/trace_reader.h"

#include "harness/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

enum {
    HEADER_MAX = 1024, /* bytes of the header's line, with its newline */
    MAGIC_SIZE = sizeof(TRACE_MAGIC) - 1,
    VERSION_SIZE = 1, /* the magic's last byte */
};

struct trace_file {
    int fd;                            /* -1: none */
    const struct trace_source *source; /* NULL: records are in the file */
    gpointer self;                     /* the source's */
    char *path;
    char *header;
    struct trace_wanted wanted;
    ZSTD_DCtx *zstd;
    guint64 at, body;     /* bytes read so far; those before the first frame */
    guint64 read, frames; /* records and frames, read or skipped */
    gsize next, n;        /* of the current frame's records */
    struct trace_record records[TRACE_FRAME_RECORDS];
    guint8 plain[TRACE_PLAIN_MAX];
    guint8 packed[TRACE_PACKED_MAX];
};

__attribute__((format(printf, 3, 4))) static gboolean fail(
    const struct trace_file *file, GError **error, const char *format, ...)
{
    va_list args;
    g_autofree char *text = NULL;

    va_start(args, format);
    text = g_strdup_vprintf(format, args);
    va_end(args);
    return error_failed(error, "%s: %s", file->path, text);
}

/* Fails because the frame that begins at byte @begin is damaged. */
static gboolean fail_frame(
    const struct trace_file *file, const char *what, guint64 begin, GError **error)
{
    return fail(file, error, "%s after %" G_GUINT64_FORMAT " records, at byte %" G_GUINT64_FORMAT,
        what, file->read, begin);
}

/* Reads @length bytes, or up to the end. Returns their number, or -1 with
 * HARNESS_ERROR_FAILED. */
static gssize read_bytes(struct trace_file *file, void *bytes, gsize length, GError **error)
{
    gsize done = 0;

    while (done < length) {
        gssize n = read(file->fd, (char *)bytes + done, length - done);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            fail(file, error, "cannot be read: %s", g_strerror(errno));
            return -1;
        }
        if (!n)
            break;
        done += (gsize)n;
        file->at += (gsize)n;
    }
    return (gssize)done;
}

/* ---- the header ---- */

static gboolean read_magic(struct trace_file *file, GError **error)
{
    char magic[MAGIC_SIZE + 1] = "";
    gssize n = read_bytes(file, magic, MAGIC_SIZE, error);
    g_autofree char *found = g_strescape(magic, NULL);

    if (n < 0)
        return FALSE;
    if (n < MAGIC_SIZE || memcmp(magic, TRACE_MAGIC, MAGIC_SIZE - VERSION_SIZE) != 0)
        return fail(file, error, "is not a pmulab trace: expected it to begin with " TRACE_MAGIC);
    return !memcmp(magic, TRACE_MAGIC, MAGIC_SIZE) ||
           fail(file, error, "is a trace of another version: expected " TRACE_MAGIC ", found %s",
               found);
}

static gboolean read_header(struct trace_file *file, GError **error)
{
    g_autoptr(GString) line = g_string_new(NULL);
    gssize n = 0;
    char c;

    if (!read_magic(file, error))
        return FALSE;
    while (line->len < HEADER_MAX && (n = read_bytes(file, &c, 1, error)) == 1 && c != '\n')
        g_string_append_c(line, c);
    if (n < 0)
        return FALSE;
    if (n != 1 || line->len == HEADER_MAX || !g_utf8_validate(line->str, (gssize)line->len, NULL))
        return fail(file, error, "is incomplete: its header has no line of text");
    file->header = g_strndup(line->str, line->len);
    file->body = file->at;
    return TRUE;
}

static struct trace_file *file_new(const char *path)
{
    struct trace_file *file = g_new(struct trace_file, 1);

    /* The buffers are large, and are written before use. */
    memset(file, 0, G_STRUCT_OFFSET(struct trace_file, records));
    file->path = g_strdup(path);
    file->wanted = (struct trace_wanted){.kinds = G_MAXUINT32, .to = G_MAXUINT64};
    file->zstd = ZSTD_createDCtx();
    file->fd = -1;
    return file;
}

struct trace_file *trace_file_open(const char *path, GError **error)
{
    struct trace_file *file = file_new(path);

    file->fd = open(path, O_RDONLY | O_CLOEXEC);
    if (file->fd < 0)
        fail(file, error, "cannot be opened: %s", g_strerror(errno));
    if (file->fd >= 0 && read_header(file, error))
        return file;
    trace_file_close(file);
    return NULL;
}

struct trace_file *trace_file_of(
    const char *path, const char *header, const struct trace_source *source, gpointer self)
{
    struct trace_file *file = file_new(path);

    file->header = g_strdup(header);
    file->source = source;
    file->self = self;
    return file;
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

void trace_file_want(struct trace_file *file, const struct trace_wanted *wanted)
{
    file->wanted = *wanted;
}

/* ---- frames ---- */

/* The result of a read. */
enum got { GOT, GOT_END, GOT_PART, GOT_DAMAGE, GOT_ERROR };

static enum got read_head(struct trace_file *file, struct trace_head *head, GError **error)
{
    guint8 bytes[TRACE_HEAD_SIZE];
    gssize n = read_bytes(file, bytes, sizeof(bytes), error);

    if (n < 0)
        return GOT_ERROR;
    if (n < TRACE_HEAD_SIZE)
        return n ? GOT_PART : GOT_END;
    return trace_head_get(head, bytes) ? GOT : GOT_DAMAGE;
}

/* The records must match the frame's head. */
static gboolean unpack(struct trace_file *file, const struct trace_head *head)
{
    size_t plain =
        ZSTD_decompressDCtx(file->zstd, file->plain, head->plain, file->packed, head->packed);
    struct trace_head is;

    if (ZSTD_isError(plain) || plain != head->plain ||
        !trace_frame_decode(file->records, head->records, file->plain, plain))
        return FALSE;
    is = trace_head_of(file->records, head->records);
    return is.kinds == head->kinds && is.from == head->from && is.to == head->to;
}

static enum got read_records(struct trace_file *file, const struct trace_head *head, GError **error)
{
    gssize n = read_bytes(file, file->packed, head->packed, error);

    if (n < 0)
        return GOT_ERROR;
    if ((guint32)n < head->packed)
        return GOT_PART;
    return unpack(file, head) ? GOT : GOT_DAMAGE;
}

static gboolean is_wanted(const struct trace_file *file, const struct trace_head *head)
{
    const struct trace_wanted *wanted = &file->wanted;

    return head->kinds & wanted->kinds && head->to >= wanted->from &&
           (head->from < wanted->to || wanted->to == G_MAXUINT64);
}

/* Skips the frame whose head was read. Ignores damage in it, but checks that
 * its end exists. */
static enum got pass_over(struct trace_file *file, const struct trace_head *head, GError **error)
{
    gssize n;

    if (lseek(file->fd, (off_t)head->packed - 1, SEEK_CUR) < 0)
        n = read_bytes(file, file->packed, head->packed - 1, error);
    else
        file->at += n = head->packed - 1;
    if (n == head->packed - 1)
        n = read_bytes(file, file->packed, 1, error);
    return n < 0 ? GOT_ERROR : n == 1 ? GOT : GOT_PART;
}

/* Reads frames up to a wanted one. */
static enum got read_frame(struct trace_file *file, guint64 *begin, GError **error)
{
    struct trace_head head;
    enum got got;

    file->next = file->n = 0;
    if (file->source) {
        GError *wrong = NULL;

        *begin = 0;
        file->n = file->source->next(file->self, file->records, &wrong);
        file->read += file->n;
        if (wrong)
            g_propagate_error(error, wrong);
        return file->n ? GOT : wrong ? GOT_ERROR : GOT_END;
    }
    for (;;) {
        gboolean wanted;

        *begin = file->at;
        got = read_head(file, &head, error);
        if (got != GOT)
            return got;
        wanted = is_wanted(file, &head);
        got = (wanted ? read_records : pass_over)(file, &head, error);
        if (got != GOT)
            return got;
        file->read += head.records;
        file->frames++;
        if (wanted)
            break;
    }
    file->n = head.records;
    return GOT;
}

const struct trace_record *trace_file_frame(struct trace_file *file, gsize *n, GError **error)
{
    guint64 begin;
    enum got got = read_frame(file, &begin, error);

    if (got == GOT_PART || got == GOT_DAMAGE)
        fail_frame(file, got == GOT_PART ? "is cut short" : "is damaged", begin, error);
    *n = file->n;
    return got == GOT ? file->records : NULL;
}

gboolean trace_file_next(struct trace_file *file, struct trace_record *record, GError **error)
{
    gsize n;

    if (file->next == file->n && !trace_file_frame(file, &n, error))
        return FALSE;
    *record = file->records[file->next++];
    return TRUE;
}

/* ---- other orders ---- */

static gboolean go_to(struct trace_file *file, guint64 at, GError **error)
{
    if (lseek(file->fd, (off_t)at, SEEK_SET) < 0)
        return fail(file, error, "cannot be read again: %s", g_strerror(errno));
    file->at = at;
    return TRUE;
}

gboolean trace_file_follow(struct trace_file *file, struct trace_record *record)
{
    guint64 begin;

    if (file->next == file->n && read_frame(file, &begin, NULL) != GOT) {
        go_to(file, begin, NULL);
        return FALSE;
    }
    *record = file->records[file->next++];
    return TRUE;
}

gboolean trace_file_rewind(struct trace_file *file, GError **error)
{
    file->read = file->frames = file->next = file->n = 0;
    return go_to(file, file->body, error);
}

static gboolean write_all(int fd, const void *bytes, gsize length)
{
    for (gsize done = 0; done < length;) {
        gssize n = write(fd, (const char *)bytes + done, length - done);

        if (n < 0)
            return FALSE;
        done += (gsize)n;
    }
    return TRUE;
}

/* Writes the current frame's records to @fd. */
static gboolean write_frame(struct trace_file *file, int fd)
{
    enum { LEVEL = 1 };
    struct trace_head head = trace_head_of(file->records, file->n);
    guint8 bytes[TRACE_HEAD_SIZE];

    head.plain = (guint32)trace_frame_encode(file->records, file->n, file->plain);
    head.packed =
        (guint32)ZSTD_compress(file->packed, sizeof(file->packed), file->plain, head.plain, LEVEL);
    trace_head_put(&head, bytes);
    return write_all(fd, bytes, sizeof(bytes)) && write_all(fd, file->packed, head.packed);
}

gboolean trace_file_save(struct trace_file *file, const char *path, GError **error)
{
    g_autofree char *begin = g_strconcat(TRACE_MAGIC, file->header, "\n", NULL);
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    gboolean written = fd >= 0 && write_all(fd, begin, strlen(begin));
    GError *wrong = NULL;
    gsize n;

    while (written && trace_file_frame(file, &n, &wrong))
        written = write_frame(file, fd);
    if (!written)
        error_failed(&wrong, "%s: cannot be written: %s", path, g_strerror(errno));
    if (fd >= 0)
        close(fd);
    if (wrong)
        g_propagate_error(error, wrong);
    return !wrong;
}

/* Writes the records of a source to @fd, which replaces it. A source's error
 * ends the trace, as damage does. */
static gboolean move_source_to(struct trace_file *file, int fd, GError **error)
{
    gsize n;

    while (trace_file_frame(file, &n, error))
        if (!write_frame(file, fd))
            return fail(
                file, error, "cannot be kept in %s: %s", g_get_tmp_dir(), g_strerror(errno));
    if (error && *error)
        return FALSE;
    file->source->free(file->self);
    file->source = NULL;
    file->fd = fd;
    file->body = 0;
    return trace_file_rewind(file, error);
}

/* Moves the rest of a pipe into @fd, at the same offset. */
static gboolean move_to(struct trace_file *file, int fd, GError **error)
{
    const guint64 at = file->at;
    gboolean ok = lseek(fd, (off_t)at, SEEK_SET) >= 0;
    gssize n;

    while (ok && (n = read_bytes(file, file->packed, sizeof(file->packed), error)) != 0) {
        if (n < 0)
            return FALSE;
        ok = write_all(fd, file->packed, (gsize)n);
    }
    if (!ok)
        return fail(file, error, "cannot be kept in %s: %s", g_get_tmp_dir(), g_strerror(errno));
    close(file->fd);
    file->fd = fd;
    return go_to(file, at, error);
}

gboolean trace_file_keep(struct trace_file *file, GError **error)
{
    g_autofree char *path = NULL;
    int fd;

    if (!file->source && lseek(file->fd, 0, SEEK_CUR) >= 0)
        return TRUE;
    fd = g_file_open_tmp("pmulab-trace-XXXXXX", &path, error);
    if (fd < 0)
        return FALSE;
    unlink(path);
    if (file->source ? move_source_to(file, fd, error) : move_to(file, fd, error))
        return TRUE;
    if (file->fd != fd)
        close(fd);
    return FALSE;
}

GArray *trace_file_heads(struct trace_file *file, GError **error)
{
    const guint64 at = file->at;
    GArray *heads = g_array_new(FALSE, FALSE, sizeof(struct trace_head));
    struct trace_head head;
    enum got got;

    while ((got = read_head(file, &head, error)) == GOT &&
           (got = pass_over(file, &head, error)) == GOT)
        g_array_append_val(heads, head);
    if (got != GOT_ERROR && go_to(file, at, error))
        return heads;
    g_array_unref(heads);
    return NULL;
}

guint64 trace_file_frames(const struct trace_file *file)
{
    return file->frames;
}

GArray *trace_file_records(const char *path, GError **error)
{
    GArray *records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    struct trace_file *trace = trace_file_open(path, error);
    struct trace_record next;
    GError *cut = NULL;

    while (trace && trace_file_next(trace, &next, &cut))
        g_array_append_val(records, next);
    trace_file_close(trace);
    if (trace && !cut)
        return records;
    if (cut)
        g_propagate_error(error, cut);
    g_array_unref(records);
    return NULL;
}

void trace_file_close(struct trace_file *file)
{
    if (!file)
        return;
    if (file->fd >= 0)
        close(file->fd);
    if (file->source)
        file->source->free(file->self);
    ZSTD_freeDCtx(file->zstd);
    g_free(file->header);
    g_free(file->path);
    g_free(file);
}
