/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A socket's window of registers in physical memory, since Ice Lake-SP, and
 * each memory controller's part of it: socket.rdl. */
#ifndef PMULAB_MODELS_SNBEP_SOCKET_WINDOW_REGS_H
#define PMULAB_MODELS_SNBEP_SOCKET_WINDOW_REGS_H

#include "models/snbep/socket/socket.rdl.h"

/* Bytes per unit of the registers. */
#define WINDOW_BASE_UNIT (UINT64_C(1) << 23)
#define WINDOW_MEM_UNIT  (UINT64_C(1) << 12)

/* Offset of memory controller @nr's registers in the window, as WINDOW_MEM0 and
 * so on have it after reset. */
#define WINDOW_MEM(nr) (UINT32_C(0x100000) + UINT32_C(0x40000) * (nr))

/* The physical address (bytes) of @socket's window, which has WINDOW_BASE_UNIT
 * bytes. */
uint64_t window_address(unsigned socket);

/* Sets @values to the registers' values on @socket. */
void window_reset(uint64_t values[WINDOW_N_REGS], unsigned socket);

#endif
