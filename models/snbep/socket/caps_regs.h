/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A register of the power control unit's function that lists a Xeon Scalable's
 * slices: Linux, arch/x86/events/intel/uncore_snbep.c: SKX_CAPID6. */
#ifndef PMULAB_MODELS_SNBEP_SOCKET_CAPS_REGS_H
#define PMULAB_MODELS_SNBEP_SOCKET_CAPS_REGS_H

#include "models/reg/bank.h"

extern const struct reg_bank caps_bank;

#endif
