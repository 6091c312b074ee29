/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Separates a command's output from the marker that ends it. */
#include "harness/vm/guest_stream.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whether a failed write to @fd may be tried again. Some parents hand us a
 * non-blocking stream. */
static gboolean may_retry(int fd)
{
    struct pollfd stream = {.fd = fd, .events = POLLOUT};

    if (errno == EAGAIN)
        poll(&stream, 1, -1);
    else
        return errno == EINTR;
    return TRUE;
}

static void sink_write(struct guest_sink *sink, const char *data, gsize size)
{
    if (sink->text) {
        g_string_append_len(sink->text, data, (gssize)size);
        return;
    }
    if (sink->take) {
        sink->take(sink->data, sink->fd, data, size);
        return;
    }
    while (size && !sink->reason) {
        ssize_t n = write(sink->fd, data, size);

        if (n > 0) {
            data += n;
            size -= (gsize)n;
        } else if (n < 0 && !may_retry(sink->fd)) {
            sink->reason = errno;
        }
    }
}

/* How many bytes at the end of @pending may be the start of @nonce. */
static gsize possible_start(const GString *pending, const char *nonce)
{
    gsize length = strlen(nonce);

    for (gsize n = MIN(length - 1, pending->len); n; n--)
        if (!memcmp(pending->str + pending->len - n, nonce, n))
            return n;
    return 0;
}

gboolean guest_stream_take(
    GString *pending, const char *nonce, struct guest_sink *sink, int *status)
{
    const char *marker = memmem(pending->str, pending->len, nonce, strlen(nonce));
    gsize before =
        marker ? (gsize)(marker - pending->str) : pending->len - possible_start(pending, nonce);
    const char *end;

    sink_write(sink, pending->str, before);
    g_string_erase(pending, 0, (gssize)before);
    if (!marker)
        return FALSE;
    end = memchr(pending->str, '\n', pending->len);
    if (!end)
        return FALSE;
    *status = atoi(pending->str + strlen(nonce));
    g_string_erase(pending, 0, end - pending->str + 1);
    return TRUE;
}
