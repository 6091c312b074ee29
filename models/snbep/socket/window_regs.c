/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The address of each socket's window. */
#include "models/snbep/socket/window_regs.h"

#include <assert.h>

/* 512 GiB: far above a guest's memory, and within the 40 bits of address that
 * QEMU's CPUs have. */
#define FIRST_WINDOW (UINT64_C(1) << 39)

uint64_t window_address(unsigned socket)
{
    return FIRST_WINDOW + socket * WINDOW_BASE_UNIT;
}

void window_reset(uint64_t values[WINDOW_N_REGS], unsigned socket)
{
    reg_bank_reset(&window_bank, values);
    for (unsigned nr = 0; nr < WINDOW_N_REGS - WINDOW_MEM0; nr++)
        assert(values[WINDOW_MEM0 + nr] * WINDOW_MEM_UNIT == WINDOW_MEM(nr));
    values[WINDOW_BASE] = reg_set(&window_bank.regs[WINDOW_BASE], WINDOW_BASE_ADDRESS,
        values[WINDOW_BASE], window_address(socket) / WINDOW_BASE_UNIT);
}
