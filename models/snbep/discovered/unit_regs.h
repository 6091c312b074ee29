/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitors that a socket lists in its tables of units, since Sapphire
 * Rapids: spr.rdl. */
#ifndef PMULAB_MODELS_SNBEP_DISCOVERED_UNIT_REGS_H
#define PMULAB_MODELS_SNBEP_DISCOVERED_UNIT_REGS_H

#include "models/snbep/box_types.h"

/* Members of a kind's row. */
#define UNIT_TYPE(number)                                                                          \
    .frz_alone = true, .unit = &listed_unit, .listed = true, .unit_type = (number)

/* Numbers of kinds in the tables: indices into Linux's spr_uncores. */
enum unit_number {
    UNIT_IRP = 2,
    UNIT_PCU = 4,
    UNIT_IMC = 6,
    UNIT_M2M = 7,
    UNIT_UPI = 8,
    UNIT_MDF = 11,
};

#endif
