/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What QEMU finds in a machine's flash. */
#ifndef PMULAB_HARNESS_VM_GUEST_FLASH_H
#define PMULAB_HARNESS_VM_GUEST_FLASH_H

#include "harness/hardware/machine.h"

#define GUEST_FLASH_MAX_MIB 128 /* what skiboot can reach at a time of the machine that has one */

/*
 * A file in memory, which firmware may write to, with what @machine has in its flash; or with what @path has,
 * or @image, where one of them is not NULL. Returns a file descriptor that belongs to the caller; or -1 with
 * an error of one line: HARNESS_ERROR_USAGE if @path is empty or too large, the domain of machine.flash,
 * G_FILE_ERROR, or HARNESS_ERROR_FAILED.
 */
int guest_flash_open(const struct machine *machine, const char *path, GBytes *image, GError **error);

#endif
