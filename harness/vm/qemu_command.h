/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command line that starts a guest: what guest_options asks for, in QEMU's words. */
#ifndef PMULAB_HARNESS_VM_QEMU_COMMAND_H
#define PMULAB_HARNESS_VM_QEMU_COMMAND_H

#include "harness/vm/guest_options.h"

/* File descriptors of QEMU's process that the command line names. */
enum qemu_fd {
    QEMU_FD_COMMANDS = 3, /* the host writes commands; a socket, as the next five are */
    QEMU_FD_OUT,
    QEMU_FD_ERR,
    QEMU_FD_CONSOLE,   /* not used if the console is the terminal */
    QEMU_FD_HOLD,      /* the plugin says that it holds the guest, and waits for an answer */
    QEMU_FD_MONITOR,   /* QEMU's own: harness/vm/qmp.h; only if the guest is saved or resumed */
    QEMU_FD_INITRAMFS, /* a file; only used if the initramfs was extended */
    QEMU_FD_FLASH,     /* a file that QEMU may write to; only used if the machine has flash */
    QEMU_FD_RAM,       /* files of struct guest_saved; only used if the guest is saved or resumed */
    QEMU_FD_DEVICES,
    QEMU_FD_MODEL,
};

/* What guest_start() has found. */
struct qemu_files {
    const char *kernel;
    const char *initramfs; /* NULL: QEMU_FD_INITRAMFS */
    const char *plugin;    /* NULL: none */
    const char *firmware;  /* NULL: QEMU starts the kernel */
    gboolean flash;        /* QEMU_FD_FLASH is there */
};

/* Whether QEMU's terminal, our standard input and output, is the machine's serial console: not without
 * options.terminal, and not where firmware fills the serial console with its own. */
gboolean qemu_console_is_terminal(const struct guest_options *options);

/*
 * Refuses what makes no sense: files that cannot be read, a share that isn't a folder, a module that isn't a
 * .ko file, flash for a machine that has none, CPUs that don't divide into sockets and cores. FALSE with
 * HARNESS_ERROR_USAGE.
 */
gboolean guest_options_check(const struct guest_options *options, GError **error);

/*
 * Whether a guest is stopped where it is held, so that it goes on as one does that has been saved and
 * resumed.
 */
gboolean qemu_stops(const struct guest_options *options);

/* How many CPUs there will be. */
unsigned qemu_cpus(const struct guest_options *options);

/* Appends the arguments, new strings, to @argv, and a NULL at the end. */
void qemu_command_append(
    GPtrArray *argv, const struct guest_options *options, const struct qemu_files *files);

#endif
