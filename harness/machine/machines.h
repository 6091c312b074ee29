/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All machines. A new machine is a line in MACHINES and a file that defines
 * NAME_machine. */
#ifndef PMULAB_HARNESS_MACHINE_MACHINES_H
#define PMULAB_HARNESS_MACHINE_MACHINES_H

#include "harness/hardware/machine.h"

/* clang-format off */
#define MACHINES(MACHINE) \
    MACHINE(snbep) \
    MACHINE(power9) \
    MACHINE(power10) \
    MACHINE(power11) \
    MACHINE(epyc) \
    MACHINE(kunpeng) \
    MACHINE(board) \
    /* the end */
/* clang-format on */

#define MACHINE_DECLARE(NAME) extern const struct machine NAME##_machine;
MACHINES(MACHINE_DECLARE)
#undef MACHINE_DECLARE

#endif
