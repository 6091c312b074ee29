/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A shell for a person at our terminal. */
#ifndef PMULAB_HARNESS_VM_GUEST_SHELL_H
#define PMULAB_HARNESS_VM_GUEST_SHELL_H

#include "harness/hardware/machine.h"

/* How to leave it; for a terminal that may be raw. */
#define GUEST_SHELL_LEAVING "`exit` or Ctrl-A X leaves; Ctrl-A C is QEMU's monitor.\r\n"

/*
 * A command that runs a shell on the guest's console, with the size of our terminal; for a guest that has it
 * (guest_options.h). @begin is what the shell runs first, functions for instance, or NULL; the command's own
 * standard output is descriptor GUEST_SHELL_OUT there. A new string.
 */
#define GUEST_SHELL_OUT "9"
char *guest_shell_command(const struct machine *machine, const char *begin);

#endif
