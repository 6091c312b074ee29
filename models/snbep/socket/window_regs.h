/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Registers of a second function of the UBOX, since Ice Lake-SP. They contain
 * the address of the socket's window of registers in physical memory, and of
 * each memory controller in it. Linux, arch/x86/events/intel/uncore_snbep.c:
 * SNR_IMC_MMIO_BASE_OFFSET, SNR_IMC_MMIO_MEM0_OFFSET, ICX_IMC_MEM_STRIDE, and
 * the masks beside them.
 */
#ifndef PMULAB_MODELS_SNBEP_SOCKET_WINDOW_REGS_H
#define PMULAB_MODELS_SNBEP_SOCKET_WINDOW_REGS_H

#include "models/reg/bank.h"

/* Bytes per unit of the registers. */
#define WINDOW_BASE_UNIT (UINT64_C(1) << 23)
#define WINDOW_MEM_UNIT  (UINT64_C(1) << 12)

#define WINDOW_BASE_FIELDS(F)                                                                      \
    F(WINDOW_BASE_RSV, "rsv", 31, 29, REG_RV, 0, "reads as 0")                                     \
    F(WINDOW_BASE_ADDRESS, "address", 28, 0, REG_RO, 0, "the window's physical address, in 8 MiB")

#define WINDOW_MEM_FIELDS(F, nr)                                                                   \
    F(WINDOW_MEM_RSV, "rsv", 31, 11, REG_RV, 0, "reads as 0")                                      \
    F(WINDOW_MEM_OFFSET, "offset", 10, 0, REG_RO, WINDOW_MEM(nr) / WINDOW_MEM_UNIT,                \
        "of the controller's registers from the window's start, in 4 KiB")

enum window_base_field { WINDOW_BASE_FIELDS(REG_FIELD_INDEX) };
enum window_mem_field { WINDOW_MEM_FIELDS(REG_FIELD_INDEX, ) };

enum { WINDOW_N_MEMS = 4 }; /* memory controllers of a socket */

/* Offset of memory controller @nr's registers in the window. Any nonzero place
 * works. */
#define WINDOW_MEM(nr) (UINT32_C(0x100000) + UINT32_C(0x40000) * (nr))

enum window_reg { WINDOW_BASE, WINDOW_MEM0, WINDOW_N_REGS = WINDOW_MEM0 + WINDOW_N_MEMS };

extern const struct reg_bank window_bank;

/* The physical address (bytes) of @socket's window, which has WINDOW_BASE_UNIT
 * bytes. */
uint64_t window_address(unsigned socket);

/* Sets @values to the registers' values on @socket. */
void window_reset(uint64_t values[WINDOW_N_REGS], unsigned socket);

#endif
