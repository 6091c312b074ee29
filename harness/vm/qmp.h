/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * QEMU's monitor, as programs use it: commands and their answers in JSON, a line each, at QEMU_FD_MONITOR.
 * Whether QEMU has ended, all calls say with FALSE and HARNESS_ERROR_FAILED.
 */
#ifndef PMULAB_HARNESS_VM_QMP_H
#define PMULAB_HARNESS_VM_QMP_H

#include "harness/vm/qemu_process.h"

#include <glib.h>

/* Takes up the conversation. */
gboolean qmp_begin(struct qemu_process *qemu, GError **error);

/*
 * Has QEMU execute @command with @arguments, a JSON object or NULL, and waits until it is done. FALSE also if
 * QEMU refuses.
 */
gboolean qmp_execute(struct qemu_process *qemu, const char *command, const char *arguments, GError **error);

/* Saves the guest's devices to @fd of QEMU's, or has them resume from there; memory that is a file of its own
 * is left alone. Returns when that is done. */
gboolean qmp_save(struct qemu_process *qemu, enum qemu_fd fd, GError **error);
gboolean qmp_resume(struct qemu_process *qemu, enum qemu_fd fd, GError **error);

#endif
