/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A QEMU process: its sockets, what has come out of them, its end and the reason for it.
 *
 * QEMU is killed when the thread that started it ends, and all its files of ours are descriptors: nothing of
 * it can be left behind.
 */
#ifndef PMULAB_HARNESS_VM_QEMU_PROCESS_H
#define PMULAB_HARNESS_VM_QEMU_PROCESS_H

#include "harness/vm/qemu_command.h"

#include <glib.h>

struct qemu_process;

/* What to start. All of it stays the caller's. */
struct qemu_start {
    const char *const *argv;         /* ends with NULL */
    int initramfs;                   /* a file for QEMU_FD_INITRAMFS, or -1 */
    int flash;                       /* one for QEMU_FD_FLASH, or -1 */
    const struct guest_saved *saved; /* files from QEMU_FD_RAM on, or NULL */
    gboolean terminal;               /* QEMU gets our standard input and output */
    gboolean console_is_terminal;    /* nothing will come from QEMU_FD_CONSOLE */
};

/*
 * Starts QEMU with a socket at each of QEMU_FD_COMMANDS to QEMU_FD_MONITOR, and the files that there are.
 * NULL with HARNESS_ERROR_FAILED if the program does not start.
 */
struct qemu_process *qemu_process_start(const struct qemu_start *start, GError **error);

/*
 * Waits up to @timeout_ms for output and reads it. FALSE once QEMU has ended; all it wrote has been read
 * then.
 */
gboolean qemu_process_wait(struct qemu_process *qemu, int timeout_ms);

/* What has been read from QEMU_FD_OUT, _ERR, _CONSOLE, _HOLD or _MONITOR: the caller removes what it has
 * dealt with.
 */
GString *qemu_process_pending(struct qemu_process *qemu, enum qemu_fd fd);

/* Writes @length bytes of @text to QEMU_FD_COMMANDS, _HOLD or _MONITOR. FALSE if QEMU has ended. */
gboolean qemu_process_send(struct qemu_process *qemu, enum qemu_fd fd, const char *text, gsize length);

/* How much of what was sent to @fd QEMU has not yet read; not in bytes, but 0 means that it has all. */
int qemu_process_unread(struct qemu_process *qemu, enum qemu_fd fd);

/* Sends SIGKILL and waits for the end. */
void qemu_process_kill(struct qemu_process *qemu);

/*
 * Sets @error (HARNESS_ERROR_FAILED) to one line that says @what happened and the best reason that can be
 * found: QEMU's own complaint if it failed, the kernel's panic, init's complaint, else the last line on the
 * console. Always returns FALSE.
 */
gboolean qemu_process_explain(struct qemu_process *qemu, const char *what, GError **error);

/* After its end: TRUE if QEMU exited with 0, else FALSE with its own complaint (HARNESS_ERROR_FAILED). */
gboolean qemu_process_exited_well(struct qemu_process *qemu, GError **error);

/* Kills QEMU if it still runs. */
void qemu_process_free(struct qemu_process *qemu);

#endif
