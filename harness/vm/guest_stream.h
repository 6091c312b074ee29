/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One of a guest's two output streams. It carries any bytes, then a marker that the guest writes when a
 * command ends: "NONCE STATUS\n", with a nonce that the host chose for this command. */
#ifndef PMULAB_HARNESS_VM_GUEST_STREAM_H
#define PMULAB_HARNESS_VM_GUEST_STREAM_H

#include <glib.h>

/* Receives the bytes before the marker. */
struct guest_sink {
    GString *text; /* if not NULL, bytes are appended here; else they are written to @fd */
    int fd;
    int reason; /* errno of the first failed write; 0: none failed */
};

/*
 * Moves all bytes from @pending to @sink that certainly don't belong to the marker; a possible beginning of
 * it stays. When the marker is complete, removes it, stores its number in @status and returns TRUE; bytes
 * after it stay in @pending. If a write to the sink fails, the bytes are lost and @sink->reason keeps errno.
 */
gboolean guest_stream_take(GString *pending, const char *nonce, struct guest_sink *sink, int *status);

#endif
