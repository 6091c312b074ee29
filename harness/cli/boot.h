/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab boot` for other subcommands. */
#ifndef PMULAB_HARNESS_CLI_BOOT_H
#define PMULAB_HARNESS_CLI_BOOT_H

#include "harness/cli/boot_watcher.h"
#include "harness/vm/guest_session.h"

#include <glib.h>

/* Boots a guest according to argv, and runs a shell or a command in it.
 * @watcher, if not NULL, watches it. Returns the exit status of the process. */
int boot_watched(int argc, char **argv, const struct boot_watcher *watcher);

/*
 * The same in parts, for a subcommand that boots several guests. boot_new()
 * reads and checks argv; NULL with HARNESS_ERROR_USAGE or GLib's errors on
 * options. boot_output() redirects the command's output from our own
 * (@streams). boot_run() may be called once, and returns the exit status; it
 * prints errors. Afterwards, boot_failure() is the last error's text, or NULL
 * if the command ended by itself. Free with boot_free(); NULL is allowed.
 */
struct boot;
struct boot *boot_new(int argc, char **argv, const struct boot_watcher *watcher, GError **error);
void boot_output(struct boot *boot, const struct guest_streams *streams);
int boot_run(struct boot *boot);
const char *boot_failure(const struct boot *boot);
void boot_free(struct boot *boot);

#endif
