/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows and sub-events of the ring stop of PCIe in the E5-2600 and in
 * Haswell-EP. */
#ifndef PMULAB_MODELS_SNBEP_BOXES_R2PCIE_ROWS_H
#define PMULAB_MODELS_SNBEP_BOXES_R2PCIE_ROWS_H

#include "models/snbep/boxes/rows.h"
#include "models/snbep/pmon_regs.h"

static const struct box_sub r2_ingress[] = {{"DRS", 0x08}, {"NCB", 0x10}, {"NCS", 0x20}};
static const struct box_sub r2_egress[] = {{"AD", 0x01}, {"AK", 0x02}, {"BL", 0x04}};

#define R2PCIE_ROWS(E)                                                                             \
    E(TxR_CYCLES_NE, 0x23, BOX_ANY, .counters = BOX_ON_0, BOX_SUBS(r2_egress),                     \
        .prose = "cycles in which an egress buffer is not empty")                                  \
    E(TxR_CYCLES_FULL, 0x25, BOX_ANY, .counters = BOX_ON_0, BOX_SUBS(r2_egress),                   \
        .prose = "cycles in which an egress buffer is full")                                       \
    E(IIO_CREDITS_USED, 0x32, BOX_ANY, .counters = BOX_ON_01, BOX_SUBS(r2_ingress),                \
        .prose = "cycles with a credit of the I/O ring in use")                                    \
    E(IIO_CREDITS_ACQUIRED, 0x33, BOX_PLAIN, .counters = BOX_ON_01, BOX_SUBS(r2_ingress),          \
        .prose = "credits of the I/O ring acquired")

#endif
