/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The common part of Ivy Bridge-EP's boxes. */
#ifndef PMULAB_MODELS_SNBEP_IVT_ROWS_H
#define PMULAB_MODELS_SNBEP_IVT_ROWS_H

#include "models/snbep/box_types.h"
#include "models/snbep/boxes/rows.h"
#include "models/snbep/pmon_regs.h"

/* Two rings: for each, both directions and polarities, and the unions that the
 * list names. */
#define IVT_RING(up, down)                                                                         \
    {up "_VR0_EVEN", 0x01}, {up "_VR0_ODD", 0x02}, {down "_VR0_EVEN", 0x04},                       \
        {down "_VR0_ODD", 0x08}, {up "_VR1_EVEN", 0x10}, {up "_VR1_ODD", 0x20},                    \
        {down "_VR1_EVEN", 0x40}, {down "_VR1_ODD", 0x80}, {up, 0x33},                             \
    {                                                                                              \
        down, 0xcc                                                                                 \
    }

#endif
