/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Passes messages between one gdb at a time and a guest's plugin. Both send
 * whole messages. */
#ifndef PMULAB_HARNESS_GDB_GDB_WINDOW_H
#define PMULAB_HARNESS_GDB_GDB_WINDOW_H

#include <glib.h>

struct gdb_window;

/*
 * Serves gdb from a separate thread. @listener is a socket (SOCK_SEQPACKET)
 * that listens for gdb, @plugin our end of the plugin's socket. The caller
 * keeps ownership of both. NULL with HARNESS_ERROR_FAILED. Free with
 * gdb_window_free().
 */
struct gdb_window *gdb_window_new(int listener, int plugin, GError **error);

/* NULL is allowed. */
void gdb_window_free(struct gdb_window *window);

#endif
