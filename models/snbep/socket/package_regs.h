/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Model-specific registers of a socket that belong to no box; register number
 * is the offset. */
#ifndef PMULAB_MODELS_SNBEP_SOCKET_PACKAGE_REGS_H
#define PMULAB_MODELS_SNBEP_SOCKET_PACKAGE_REGS_H

#include "models/reg/bank.h"

enum package_reg { PACKAGE_PLATFORM_INFO, PACKAGE_CPU_BUS_NO, SNBEP_PACKAGE_REGS };

enum { PACKAGE_STACKS = 6 }; /* stacks of I/O of a socket, each with a root bus */

/* The banks of the first variants, and of Xeon Scalable, with
 * PACKAGE_CPU_BUS_NO. */
extern const struct reg_bank snbep_package_bank, skx_package_bank;

/* Sets @values to the values of @bank's registers on a socket. @stacks: the
 * buses of its stacks. */
void package_reset(const struct reg_bank *bank, uint64_t values[SNBEP_PACKAGE_REGS],
    const uint8_t stacks[PACKAGE_STACKS]);

#endif
