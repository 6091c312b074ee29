/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows and sub-events of the ring stop of a QPI link in the E5-2600 and in
 * Haswell-EP. */
#ifndef PMULAB_MODELS_SNBEP_BOXES_R3QPI_ROWS_H
#define PMULAB_MODELS_SNBEP_BOXES_R3QPI_ROWS_H

#include "models/snbep/boxes/rows.h"
#include "models/snbep/pmon_regs.h"

static const struct box_sub r3_classes[] = {
    {"HOM", 0x01}, {"SNP", 0x02}, {"NDR", 0x04}, {"DRS", 0x08}, {"NCB", 0x10}, {"NCS", 0x20}};

#define R3QPI_ROWS(E)                                                                              \
    E(RxR_INSERTS, 0x11, BOX_PLAIN, .counters = BOX_ON_01, BOX_SUBS(r3_classes),                   \
        .prose = "allocations in the ingress queue")                                               \
    E(VNA_CREDITS_REJECT, 0x34, BOX_PLAIN, .counters = BOX_ON_01, BOX_SUBS(r3_classes),            \
        .prose = "VNA credits asked for in vain")                                                  \
    E(VN0_CREDITS_USED, 0x36, BOX_PLAIN, .counters = BOX_ON_01, BOX_SUBS(r3_classes),              \
        .prose = "VN0 credits used")                                                               \
    E(VN0_CREDITS_REJECT, 0x37, BOX_PLAIN, .counters = BOX_ON_01, BOX_SUBS(r3_classes),            \
        .prose = "VN0 credits asked for in vain")

#endif
