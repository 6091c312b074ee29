/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes a machine's flash with its contents for QEMU. */
#ifndef PMULAB_HARNESS_VM_GUEST_FLASH_H
#define PMULAB_HARNESS_VM_GUEST_FLASH_H

#include "harness/hardware/machine.h"

#define GUEST_FLASH_MAX_MIB                                                                        \
    128 /* skiboot can address this much at a time on the machine that has flash */

/*
 * Makes a file in memory, which firmware may write to, with the flash contents:
 * @image if not NULL, else the file at @path if not NULL, else @machine's own.
 * Returns a file descriptor that the caller closes, or -1 with a one-line
 * error: HARNESS_ERROR_USAGE if @path is empty or too large, machine.flash's
 * domain, G_FILE_ERROR, or HARNESS_ERROR_FAILED.
 */
int guest_flash_open(
    const struct machine *machine, const char *path, GBytes *image, GError **error);

#endif
