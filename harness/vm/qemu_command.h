/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns guest_options into QEMU's command line. */
#ifndef PMULAB_HARNESS_VM_QEMU_COMMAND_H
#define PMULAB_HARNESS_VM_QEMU_COMMAND_H

#include "harness/vm/guest_options.h"

/* File descriptors that QEMU's command line names. */
enum qemu_fd {
    QEMU_FD_COMMANDS = 3, /* the host writes commands here; a socket, like the next five */
    QEMU_FD_OUT,
    QEMU_FD_ERR,
    QEMU_FD_CONSOLE,   /* unused if the console is the terminal */
    QEMU_FD_HOLD,      /* the plugin reports that it holds the guest, and waits for an answer */
    QEMU_FD_MONITOR,   /* QEMU's monitor: harness/vm/qmp.h; only if the guest is saved or resumed */
    QEMU_FD_INITRAMFS, /* a file; only if the initramfs was extended */
    QEMU_FD_KERNEL,    /* a file; only if the kernel's head suffices: kernel_head.h */
    QEMU_FD_FLASH,     /* a file that QEMU may write to; only if the machine has flash */
    QEMU_FD_RAM,       /* files of struct guest_saved; only if the guest is saved or resumed */
    QEMU_FD_DEVICES,
    QEMU_FD_MODEL,
    QEMU_FD_LIVE, /* sockets of struct guest_window */
    QEMU_FD_LIVE_MONITOR,
    QEMU_FD_GDB, /* a socket that listens */
};

/* The files that guest_parts_find() found. */
struct qemu_files {
    const char *kernel;    /* NULL: QEMU_FD_KERNEL */
    const char *initramfs; /* NULL: QEMU_FD_INITRAMFS. A guest that is resumed has none */
    const char *plugin;    /* NULL: none */
    const char *firmware;  /* NULL: QEMU loads the kernel */
    gboolean flash;        /* QEMU_FD_FLASH is open */
};

/* Whether QEMU's terminal (our standard input and output) is the machine's
 * serial console. This needs options.terminal, and no firmware that fills the
 * serial console with its own text. */
gboolean qemu_console_is_terminal(const struct guest_options *options);

/*
 * Checks the options. FALSE with HARNESS_ERROR_USAGE for unreadable files, a
 * share that is not a folder, a module that is not a .ko file, flash for a
 * machine without any, or CPUs that don't divide into sockets and cores.
 */
gboolean guest_options_check(const struct guest_options *options, GError **error);

/* Whether packages, files or modules extend the initramfs: its last file lists
 * them then. */
gboolean guest_options_bring(const struct guest_options *options);

/* Whether QEMU stops a held guest, so that it continues exactly like a saved
 * and resumed one. */
gboolean qemu_stops(const struct guest_options *options);

/* The number of CPUs of the guest. */
unsigned qemu_cpus(const struct guest_options *options);

/* Appends the arguments to @argv as new strings, then a NULL. */
void qemu_command_append(
    GPtrArray *argv, const struct guest_options *options, const struct qemu_files *files);

#endif
