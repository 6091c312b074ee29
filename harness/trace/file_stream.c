/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes exported traces, which may be larger than memory. */
#include "harness/trace/file_stream.h"

#include "harness/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STEP = 256 * 1024 }; /* bytes of text that are worth a write */

/* A file without a name beside @path. */
static int open_nameless(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);

    return open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

/* The same where a file cannot be without a name (NFS), which is *@name then. */
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

static gboolean fail(const char *path, int why, GError **error)
{
    g_set_error(
        error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "%s: cannot be written: %s", path, g_strerror(why));
    return FALSE;
}

struct file_stream *file_stream_new(const char *path, GError **error)
{
    gboolean direct = is_special(path);
    char *beside = NULL;
    int fd = direct ? open(path, O_WRONLY | O_CLOEXEC) : open_beside(path, &beside);
    struct file_stream *stream;

    if (fd < 0) {
        fail(path, errno, error);
        return NULL;
    }
    stream = g_new0(struct file_stream, 1);
    *stream = (struct file_stream){.text = g_string_sized_new(2 * STEP),
        .path = g_strdup(path),
        .beside = beside,
        .fd = fd,
        .direct = direct};
    return stream;
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

/* A name that nobody has. */
static gboolean link_beside(struct file_stream *stream)
{
    g_autofree char *source = g_strdup_printf("/proc/self/fd/%d", stream->fd);
    g_autofree char *beside = g_strdup_printf("%s.%08x", stream->path, g_random_int());

    if (linkat(AT_FDCWD, source, AT_FDCWD, beside, AT_SYMLINK_FOLLOW))
        return FALSE;
    stream->beside = g_steal_pointer(&beside);
    return TRUE;
}

/* The right name. */
static void give_name(struct file_stream *stream)
{
    if ((!stream->beside && !link_beside(stream)) || g_rename(stream->beside, stream->path))
        stream->wrong = errno;
    else
        g_clear_pointer(&stream->beside, g_free);
}

/* Signals that would end the program wait while there are two names. */
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
    close(stream->fd);
    g_string_free(stream->text, TRUE);
    g_free(stream->path);
    g_free(stream->beside);
    g_free(stream);
}

gboolean file_stream_end(struct file_stream *stream, GError **error)
{
    gboolean ok = (write_text(stream) && (stream->direct || put_in_place(stream))) ||
                  fail(stream->path, stream->wrong, error);

    file_stream_drop(stream);
    return ok;
}
