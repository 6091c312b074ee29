/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One of a guest's two output streams. It carries any bytes, then a marker that
 * the guest writes at a command's end: "NONCE STATUS\n", with the host's nonce
 * for this command. */
#ifndef PMULAB_HARNESS_VM_GUEST_STREAM_H
#define PMULAB_HARNESS_VM_GUEST_STREAM_H

#include <glib.h>

/* Takes @n bytes of the output; @fd is the sink's. */
typedef void (*guest_take_fn)(gpointer data, int fd, const char *bytes, gsize n);

/* Receives the bytes before the marker. */
struct guest_sink {
    GString *text;      /* if not NULL, bytes are appended here */
    guest_take_fn take; /* else, if not NULL, it takes them; else they are written to @fd */
    gpointer data;      /* for @take */
    int fd;
    int reason; /* errno of the first failed write; 0: none failed */
};

/*
 * Moves bytes from @pending to @sink, except a possible beginning of the
 * marker. When the marker is complete, removes it, stores its status in @status
 * and returns TRUE. Bytes after the marker stay in @pending. If a write to the
 * sink fails, the bytes are lost and @sink->reason keeps errno.
 */
gboolean guest_stream_take(
    GString *pending, const char *nonce, struct guest_sink *sink, int *status);

#endif
