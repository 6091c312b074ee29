/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The package's registers on each socket. */
#include "models/snbep/socket/package_regs.h"

void package_reset(const struct reg_bank *bank, uint64_t values[PACKAGE_N_REGS],
    const uint8_t stacks[PACKAGE_STACKS])
{
    reg_bank_reset(bank, values);
    for (unsigned i = 0; bank == &package_bank && i < PACKAGE_STACKS; i++)
        values[PACKAGE_CPU_BUS_NO] = reg_set(&package_bank.regs[PACKAGE_CPU_BUS_NO],
            PACKAGE_CPU_BUS_NO_BUS0 - i, values[PACKAGE_CPU_BUS_NO], stacks[i]);
}
