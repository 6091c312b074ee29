/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A QEMU process: its sockets, its output, its exit and the reason for it.
 *
 * QEMU is killed when the thread that started it ends. It receives all files as
 * descriptors. So no process and no file remains.
 */
#ifndef PMULAB_HARNESS_VM_QEMU_PROCESS_H
#define PMULAB_HARNESS_VM_QEMU_PROCESS_H

#include "harness/vm/qemu_command.h"

#include <glib.h>

struct qemu_process;

/* The process to start. The caller keeps ownership of everything. */
struct qemu_start {
    const char *const *argv;           /* ends with NULL */
    int initramfs;                     /* a file for QEMU_FD_INITRAMFS, or -1 */
    int kernel;                        /* a file for QEMU_FD_KERNEL, or -1 */
    int flash;                         /* a file for QEMU_FD_FLASH, or -1 */
    const struct guest_saved *saved;   /* files for QEMU_FD_RAM and the next ones, or NULL */
    const struct guest_window *window; /* files for QEMU_FD_LIVE and the next one, or NULL */
    int gdb;                           /* a socket for QEMU_FD_GDB, or -1 */
    gboolean terminal;                 /* QEMU gets our standard input and output */
    gboolean console_is_terminal;      /* QEMU_FD_CONSOLE stays silent */
    /* monotonic, in us: qemu_process_wait() kills QEMU then; 0: never */
    gint64 deadline;
};

/* See qemu_process_limit(). */
struct qemu_limit {
    gint64 begin; /* monotonic, in us */
    double delay; /* seconds that QEMU had waited for a CPU by then */
    double seconds;
};

/* Starts QEMU with a socket at each of QEMU_FD_COMMANDS to QEMU_FD_MONITOR, and
 * the given files. NULL with HARNESS_ERROR_FAILED if the program does not
 * start. Free with qemu_process_free(). */
struct qemu_process *qemu_process_start(const struct qemu_start *start, GError **error);

/* Waits up to @timeout_ms for output and reads it. FALSE once QEMU has exited,
 * or was killed at its deadline, and all its output has been read. */
gboolean qemu_process_wait(struct qemu_process *qemu, int timeout_ms);

/*
 * A limit of @seconds from now on. It excludes the time in which QEMU was ready
 * to run but other programs used its CPU, so a busy host does not shorten it.
 * The host-time limit is always 10 * @seconds. 0: no limit.
 */
struct qemu_limit qemu_process_limit(const struct qemu_process *qemu, double seconds);
gboolean qemu_process_is_past(const struct qemu_process *qemu, const struct qemu_limit *limit);

/* With a terminal, call it when the guest is ready: it receives all keys,
 * including earlier ones. */
void qemu_process_release_keys(struct qemu_process *qemu);

/* Bytes read from QEMU_FD_OUT, _ERR, _CONSOLE, _HOLD or _MONITOR. The caller
 * removes the bytes that it has used. */
GString *qemu_process_pending(struct qemu_process *qemu, enum qemu_fd fd);

/* Writes @length bytes of @text to QEMU_FD_COMMANDS, _HOLD or _MONITOR, and
 * waits until QEMU has taken them. FALSE if QEMU has exited, or was killed at
 * its deadline. */
gboolean qemu_process_send(
    struct qemu_process *qemu, enum qemu_fd fd, const char *text, gsize length);

/* The amount of data sent to @fd that QEMU has not read yet. The unit is not
 * bytes, but 0 means that QEMU has read all. */
int qemu_process_unread(struct qemu_process *qemu, enum qemu_fd fd);

/* Sends SIGKILL and waits for the exit. */
void qemu_process_kill(struct qemu_process *qemu);

/*
 * Sets @error (HARNESS_ERROR_FAILED) to one line: @what happened, and the best
 * reason available. That is QEMU's own complaint if it failed, the kernel's
 * panic, init's complaint, or the console's last line. Always returns FALSE.
 */
gboolean qemu_process_explain(struct qemu_process *qemu, const char *what, GError **error);

/* Call it after QEMU's exit. TRUE if the exit status was 0, else FALSE with
 * QEMU's own complaint (HARNESS_ERROR_FAILED). */
gboolean qemu_process_exited_well(struct qemu_process *qemu, GError **error);

/* The plugin's notes so far, as new strings without their beginning
 * (models/sim/notes.h), which end with NULL. Free with g_strfreev(). */
char **qemu_process_notes(const struct qemu_process *qemu);

/* Kills QEMU if it still runs, and frees @qemu. */
void qemu_process_free(struct qemu_process *qemu);

#endif
