/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The UBOX function's registers that tell software the socket of a bus:
 * socket.rdl. */
#ifndef PMULAB_MODELS_SNBEP_SOCKET_UBOX_REGS_H
#define PMULAB_MODELS_SNBEP_SOCKET_UBOX_REGS_H

#include "models/snbep/socket/socket.rdl.h"

/* Sets @values to the registers' values on @socket of a machine with
 * @n_sockets. Nodes and groups have the sockets' numbers. */
void ubox_reset(uint64_t values[UBOX_N_REGS], unsigned socket, unsigned n_sockets);

#endif
