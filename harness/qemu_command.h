/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command line that starts a guest: what guest_options asks for, in QEMU's words. */
#ifndef PMULAB_HARNESS_QEMU_COMMAND_H
#define PMULAB_HARNESS_QEMU_COMMAND_H

#include "harness/guest_session.h"

/* File descriptors of QEMU's process that the command line names. */
enum qemu_fd {
    QEMU_FD_COMMANDS = 3, /* the host writes commands; a socket, as the next three are */
    QEMU_FD_OUT,
    QEMU_FD_ERR,
    QEMU_FD_CONSOLE,   /* not used with options.terminal */
    QEMU_FD_INITRAMFS, /* a file; only used if the initramfs was extended */
};

/* What guest_start() has found. */
struct qemu_files {
    const char *kernel;
    const char *initramfs; /* NULL: QEMU_FD_INITRAMFS */
    const char *plugin;    /* NULL: none */
};

/*
 * Refuses what makes no sense: files that cannot be read, a share that isn't a folder, a module that isn't a
 * .ko file. FALSE with HARNESS_ERROR_USAGE.
 */
gboolean guest_options_check(const struct guest_options *options, GError **error);

/* Appends the arguments, new strings, to @argv, and a NULL at the end. */
void qemu_command_append(
    GPtrArray *argv, const struct guest_options *options, const struct qemu_files *files);

#endif
