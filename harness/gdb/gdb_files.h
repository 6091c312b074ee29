/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The files for a gdb that connects to a waiting guest: a folder that no other
 * user can enter. It contains server, the Unix socket of QEMU's gdb server;
 * pmulab.gdb, which connects; pmulab.py, whose commands show registers and stop
 * at accesses; registers.json, the machine's registers; and window, a Unix
 * socket (SOCK_SEQPACKET) that exchanges messages with the guest's plugin
 * (qemu-plugins/runtime/live.h).
 */
#ifndef PMULAB_HARNESS_GDB_GDB_FILES_H
#define PMULAB_HARNESS_GDB_GDB_FILES_H

#include "harness/hardware/machine.h"
#include "harness/vm/guest_options.h"

#include <glib.h>

struct gdb_files;

/*
 * Makes the folder for a guest of @machine, and removes the folders of dead
 * processes. Serves the guest's window from a separate thread. Sets @window to
 * QEMU's ends of its sockets; the caller passes them on, but does not close
 * them. If @window is NULL, the folder contains only the server. NULL with
 * HARNESS_ERROR_FAILED. Free with gdb_files_free(), after QEMU's end.
 */
struct gdb_files *gdb_files_new(
    const struct machine *machine, struct guest_window *window, GError **error);

/* The listening socket of the server, for guest_options.gdb. @files owns it. */
int gdb_files_server(const struct gdb_files *files);

/* Its path, for gdb's `target remote`. Owned by @files. */
const char *gdb_files_address(const struct gdb_files *files);

/* The path of pmulab.gdb, or NULL without a window. Owned by @files. */
const char *gdb_files_script(const struct gdb_files *files);

/* Ends the thread and removes the folder. NULL is allowed. */
void gdb_files_free(struct gdb_files *files);

#endif
