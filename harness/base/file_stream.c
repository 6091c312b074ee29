/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the files that a user names: pages, exports, device trees. Some are
 * larger than memory. */
#include "harness/base/file_stream.h"

#include "harness/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    STEP = 256 * 1024, /* bytes of text that are worth a write */
    MAX_LINKS = 40     /* as many as Linux follows */
};

/* A file without a name beside @path. */
static int open_nameless(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);

    return open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

/* The same on file systems where each file has a name (NFS); sets *@name to
 * it. */
static int open_beside(const char *path, char **name)
{
    int fd = open_nameless(path);

    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR))
        return fd;
    *name = g_strconcat(path, ".XXXXXX", NULL);
    fd = g_mkstemp_full(*name, O_WRONLY | O_CLOEXEC, 0666);
    if (fd < 0)
        g_clear_pointer(name, g_free);
    return fd;
}

static gboolean is_special(const char *path)
{
    struct stat info;

    return !stat(path, &info) && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

/* The number of our open file that @path names (/dev/stdout, /dev/fd/3,
 * /proc/self/fd/3), or -1. */
static int inherited(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path), *number = g_path_get_basename(path);
    g_autofree char *ours = g_strdup_printf("/proc/%d/fd", (int)getpid());
    char real[PATH_MAX];
    guint64 fd;

    if (!realpath(folder, real) || strcmp(real, ours) != 0 ||
        !g_ascii_string_to_unsigned(number, 10, 0, INT_MAX, &fd, NULL))
        return -1;
    return (int)fd;
}

/* The file to which @path leads by symbolic links, which need not exist. If it
 * is one of our open files, sets *@fd. NULL with errno if there are too many
 * links. */
static char *follow_links(const char *path, int *fd)
{
    g_autofree char *at = g_strdup(path);

    for (unsigned links = 0; links <= MAX_LINKS; links++) {
        g_autofree char *target = g_file_read_link(at, NULL), *folder = g_path_get_dirname(at);

        *fd = inherited(at);
        if (*fd >= 0 || !target)
            return g_steal_pointer(&at);
        g_free(at);
        at = g_path_is_absolute(target) ? g_strdup(target) : g_build_filename(folder, target, NULL);
    }
    errno = ELOOP;
    return NULL;
}

static gboolean fail(const char *path, int why, GError **error)
{
    return error_failed(error, "%s: cannot be written: %s",
        file_is_stdout(path) ? "standard output" : path, g_strerror(why));
}

gboolean file_is_stdout(const char *path)
{
    return !strcmp(path, "-");
}

/* Opens what @stream->user_path names. FALSE with errno. */
static gboolean open_output(struct file_stream *stream)
{
    int ours = -1;

    stream->path = follow_links(stream->user_path, &ours);
    if (!stream->path)
        return FALSE;
    if (file_is_stdout(stream->user_path))
        ours = STDOUT_FILENO;
    if (ours == STDOUT_FILENO)
        fflush(stdout);
    stream->direct = ours >= 0 || is_special(stream->user_path);
    if (ours >= 0)
        stream->fd = fcntl(ours, F_DUPFD_CLOEXEC, 0);
    else if (stream->direct)
        stream->fd = open(stream->user_path, O_WRONLY | O_CLOEXEC);
    else
        stream->fd = open_beside(stream->path, &stream->beside);
    return stream->fd >= 0;
}

struct file_stream *file_stream_new(const char *path, GError **error)
{
    struct file_stream *stream = g_new(struct file_stream, 1);

    *stream = (struct file_stream){
        .text = g_string_sized_new(2 * STEP), .user_path = g_strdup(path), .fd = -1};
    if (open_output(stream))
        return stream;
    fail(path, errno, error);
    file_stream_drop(stream);
    return NULL;
}

static gboolean write_text(struct file_stream *stream)
{
    for (gsize done = 0; done < stream->text->len && !stream->wrong;) {
        gssize n = write(stream->fd, stream->text->str + done, stream->text->len - done);

        if (n >= 0)
            done += (gsize)n;
        else if (errno != EINTR)
            stream->wrong = errno;
    }
    g_string_truncate(stream->text, 0);
    return !stream->wrong;
}

gboolean file_stream_step(struct file_stream *stream)
{
    return stream->text->len < STEP ? !stream->wrong : write_text(stream);
}

/* An unused name. */
static gboolean link_beside(struct file_stream *stream)
{
    g_autofree char *source = g_strdup_printf("/proc/self/fd/%d", stream->fd);
    g_autofree char *beside = g_strdup_printf("%s.%08x", stream->path, g_random_int());

    if (linkat(AT_FDCWD, source, AT_FDCWD, beside, AT_SYMLINK_FOLLOW))
        return FALSE;
    stream->beside = g_steal_pointer(&beside);
    return TRUE;
}

/* The final name. */
static void give_name(struct file_stream *stream)
{
    if ((!stream->beside && !link_beside(stream)) || g_rename(stream->beside, stream->path))
        stream->wrong = errno;
    else
        g_clear_pointer(&stream->beside, g_free);
}

/* Blocks signals that would end the program while there are two names. */
static gboolean put_in_place(struct file_stream *stream)
{
    sigset_t block, before;

    sigemptyset(&block);
    sigaddset(&block, SIGINT);
    sigaddset(&block, SIGTERM);
    sigaddset(&block, SIGHUP);
    sigprocmask(SIG_BLOCK, &block, &before);
    give_name(stream);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return !stream->wrong;
}

void file_stream_drop(struct file_stream *stream)
{
    if (stream->beside)
        g_unlink(stream->beside);
    if (stream->fd >= 0)
        close(stream->fd);
    g_string_free(stream->text, TRUE);
    g_free(stream->user_path);
    g_free(stream->path);
    g_free(stream->beside);
    g_free(stream);
}

gboolean file_stream_end(struct file_stream *stream, GError **error)
{
    gboolean ok = (write_text(stream) && (stream->direct || put_in_place(stream))) ||
                  fail(stream->user_path, stream->wrong, error);

    file_stream_drop(stream);
    return ok;
}

gboolean file_replace(const char *path, const void *data, gsize length, GError **error)
{
    struct file_stream *stream = file_stream_new(path, error);

    if (!stream)
        return FALSE;
    g_string_append_len(stream->text, data, (gssize)length);
    return file_stream_end(stream, error);
}
