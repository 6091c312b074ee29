/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A shell for a user at our terminal. */
#ifndef PMULAB_HARNESS_VM_GUEST_SHELL_H
#define PMULAB_HARNESS_VM_GUEST_SHELL_H

#include "harness/hardware/machine.h"

/* How to leave it; for a terminal that may be raw. */
#define GUEST_SHELL_LEAVING "`exit` or Ctrl-A X leaves; Ctrl-A C is QEMU's monitor.\r\n"

/*
 * A command that runs a shell on the guest's console, with the size of our
 * terminal, a new string. The guest must have our terminal (guest_options.h).
 * The shell runs @begin first, for instance functions; NULL: nothing. In
 * @begin, descriptor GUEST_SHELL_OUT is the command's standard output.
 */
#define GUEST_SHELL_OUT "9"
char *guest_shell_command(const struct machine *machine, const char *begin);

#endif
