/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The building blocks of the variants' tables. */
#ifndef PMULAB_MODELS_SNBEP_VARIANTS_TABLES_H
#define PMULAB_MODELS_SNBEP_VARIANTS_TABLES_H

#include "models/snbep/box_types.h"
#include "models/snbep/imc.h"
#include "models/snbep/variant.h"

/* PCI class codes of uncore functions. */
enum { SYSTEM_PERIPHERAL = 0x088000, PERFORMANCE_COUNTERS = 0x110100 };

/* Hz of the clocks besides DCLK. */
#define VARIANT_CLOCKS                                                                             \
    {                                                                                              \
        [BOX_UCLK] = 1000000000, [BOX_QFCLK] = 1000000000, [BOX_PCLK] = 800000000                  \
    }

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* A memory channel's monitor @number, of box_type @kind, at a function of the
 * socket's bus @on (an index). */
#define IMC_AT(number, kind, on, slot, at)                                                         \
    {                                                                                              \
        .name = "imc" #number, .type = &(kind), .index = (number), .bus = (on), .device = (slot),  \
        .function = (at)                                                                           \
    }

/* Another box, in configuration space of the socket's first bus or in
 * model-specific registers. */
#define PCI_BOX_AT(what, kind, number, slot, at)                                                   \
    {                                                                                              \
        .name = (what), .type = &(kind), .index = (number), .device = (slot), .function = (at)     \
    }
#define MSR_BOX_AT(what, kind, number, at)                                                         \
    {                                                                                              \
        .name = (what), .type = &(kind), .index = (number), .base = (at)                           \
    }

#endif
