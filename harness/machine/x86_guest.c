/* SPDX-License-Identifier: GPL-2.0-or-later */
/* QEMU's arguments, the places of code and the interrupts of x86 guests. */
#include "harness/machine/x86_guest.h"

const char *const x86_qemu_args[] = {"-M", "q35,smm=off,vmport=off,sata=off", NULL};

/* Linux maps its image below the modules, and these up to its fixed map:
 * Documentation/arch/x86/x86_64/mm.rst. */
const struct machine_range x86_kernel_text[] = {{0xffffffff80000000, 0xffffffffc0000000}, {0, 0}};
const struct machine_range x86_module_text[] = {{0xffffffffc0000000, 0xffffffffff000000}, {0, 0}};

const struct machine_interrupt x86_interrupts[] = {{"NMI", "NMI", TRUE}, {NULL, NULL, FALSE}};
