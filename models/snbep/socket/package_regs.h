/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Model-specific registers of a socket that belong to no box; register number is the offset. */
#ifndef PMULAB_MODELS_SNBEP_SOCKET_PACKAGE_REGS_H
#define PMULAB_MODELS_SNBEP_SOCKET_PACKAGE_REGS_H

#include "models/reg/bank.h"

#define SNBEP_PACKAGE_REGS 1

extern const struct reg_bank snbep_package_bank;

#endif
