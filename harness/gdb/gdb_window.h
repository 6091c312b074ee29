/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Passes messages between one gdb at a time and a guest's plugin. Both send whole messages. */
#ifndef PMULAB_HARNESS_GDB_GDB_WINDOW_H
#define PMULAB_HARNESS_GDB_GDB_WINDOW_H

#include <glib.h>

struct gdb_window;

/* Listens at @path for gdb, and serves it from a thread of its own. @plugin is our end of the plugin's
 * socket, which stays the caller's. NULL with HARNESS_ERROR_FAILED. Free with gdb_window_free(). */
struct gdb_window *gdb_window_new(const char *path, int plugin, GError **error);

/* NULL is allowed. */
void gdb_window_free(struct gdb_window *window);

#endif
