/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One of a guest's two output streams: any bytes, then a marker that the guest writes when a command has
 * ended. The marker is "NONCE STATUS\n", with a nonce that the host made up for this command.
 */
#ifndef PMULAB_HARNESS_VM_GUEST_STREAM_H
#define PMULAB_HARNESS_VM_GUEST_STREAM_H

#include <glib.h>

/* Where the bytes before the marker go. */
struct guest_sink {
    GString *text; /* if not NULL, appended to this; else written to @fd */
    int fd;
    int reason; /* errno of the first write that failed; 0: all went well */
};

/*
 * Moves from @pending to @sink all bytes that certainly aren't part of the marker: what might be its
 * beginning stays. When the marker is complete it is removed, @status gets its number and TRUE is returned;
 * what follows it stays in @pending. A sink that cannot be written to loses the bytes and keeps the reason.
 */
gboolean guest_stream_take(GString *pending, const char *nonce, struct guest_sink *sink, int *status);

#endif
