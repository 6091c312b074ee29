/* SPDX-License-Identifier: GPL-2.0-or-later */
/* QEMU's machine protocol (QMP): commands and answers in JSON, one per line,
 * over QEMU_FD_MONITOR. Every call returns FALSE with HARNESS_ERROR_FAILED once
 * QEMU has exited. */
#ifndef PMULAB_HARNESS_VM_QMP_H
#define PMULAB_HARNESS_VM_QMP_H

#include "harness/vm/qemu_process.h"

#include <glib.h>

/* Waits for the greeting and enables commands. Call it first. */
gboolean qmp_begin(struct qemu_process *qemu, GError **error);

/* Executes @command with @arguments, a JSON object or NULL, and waits until it
 * is done. FALSE also if QEMU refuses. */
gboolean qmp_execute(
    struct qemu_process *qemu, const char *command, const char *arguments, GError **error);

/* Saves the guest's devices to @fd, a descriptor of QEMU's, or resumes them
 * from it. Does not touch memory in a separate file. Returns when the transfer
 * is complete. */
gboolean qmp_save(struct qemu_process *qemu, enum qemu_fd fd, GError **error);
gboolean qmp_resume(struct qemu_process *qemu, enum qemu_fd fd, GError **error);

#endif
