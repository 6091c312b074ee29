/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PLATFORM_INFO, from which collectors get the TSC's frequency, and CPU_BUS_NO,
 * from which drivers get a socket's buses: socket.rdl. */
#ifndef PMULAB_MODELS_SNBEP_SOCKET_PACKAGE_REGS_H
#define PMULAB_MODELS_SNBEP_SOCKET_PACKAGE_REGS_H

#include "models/snbep/socket/socket.rdl.h"

enum { PACKAGE_STACKS = 6 }; /* stacks of I/O of a socket, each with a root bus */

/* Sets @values to the values of @bank's registers on a socket. @bank:
 * snbep_package_bank of the first variants, or Xeon Scalable's package_bank,
 * which has PACKAGE_CPU_BUS_NO. @stacks: the buses of its stacks. */
void package_reset(const struct reg_bank *bank, uint64_t values[PACKAGE_N_REGS],
    const uint8_t stacks[PACKAGE_STACKS]);

#endif
