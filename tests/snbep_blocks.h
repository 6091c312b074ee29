/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The blocks of an E5-2600, by models/snbep/variants/snbep.c: a socket's boxes in
 * their order, and numbers in traces. */
#ifndef PMULAB_TESTS_SNBEP_BLOCKS_H
#define PMULAB_TESTS_SNBEP_BLOCKS_H

#include "models/snbep/variant.h"

#include <string.h>

#define E5_BOX_NAMES                                                                               \
    "imc0", "imc1", "imc2", "imc3", "cbo0", "cbo1", "cbo2", "cbo3", "cbo4", "cbo5", "cbo6",        \
        "cbo7", "pcu", "ubox-msr", "ha", "qpi0", "qpi1", "r2pcie", "r3qpi0", "r3qpi1"

/* The same in complaints, and as PMUs. */
#define E5_BOXES                                                                                   \
    "imc0 to imc3, cbo0 to cbo7, pcu, ubox-msr, ha, qpi0 to qpi1, r2pcie, r3qpi0 to r3qpi1"
#define E5_PMUS                                                                                    \
    "uncore_imc_0 to uncore_imc_3, uncore_cbox_0 to uncore_cbox_7, uncore_pcu, uncore_ubox, "      \
    "uncore_ha, uncore_qpi_0 to uncore_qpi_1, uncore_r2pcie, uncore_r3qpi_0 to uncore_r3qpi_1"

/* The block of @kind with number @index, of socket 0; E5_SOCKET_1 is added for
 * the other. */
#define E5_BLOCK(kind, index) ((unsigned)(kind) << 8 | (index))
enum { E5_SOCKET_1 = 1 << 14, SNBEP_CHANNELS = 4 };

/* The length of a box's @name without its number: of "imc" in "imc0". */
static inline int snbep_kind_name(const char *name)
{
    int n = (int)strlen(name);

    while (n && name[n - 1] >= '0' && name[n - 1] <= '9')
        n--;
    return n;
}

#endif
