/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The building blocks of the variants' tables. */
#ifndef PMULAB_MODELS_SNBEP_VARIANTS_TABLES_H
#define PMULAB_MODELS_SNBEP_VARIANTS_TABLES_H

#include "models/snbep/box_types.h"
#include "models/snbep/imc.h"
#include "models/snbep/variant.h"

/* PCI class codes of uncore functions. */
enum { SYSTEM_PERIPHERAL = 0x088000, PERFORMANCE_COUNTERS = 0x110100 };

/* Hz of a product's clocks. @memory: of its fastest memory; @link: millions of
 * transfers a second of a link, eight in a cycle. Both are from Intel's product
 * specifications (ARK). The uncore's clock is this model's choice; the power
 * control unit's is from 327043-001. */
#define VARIANT_CLOCKS(memory, link)                                                               \
    {                                                                                              \
        [BOX_UCLK] = 1000000000, [BOX_QFCLK] = (link)*125000u, [BOX_PCLK] = 800000000,             \
        [BOX_DCLK] = (memory)                                                                      \
    }

/* DCLK in Hz, half the transfers in the memory's name. */
#define DDR3_1600 800000000
#define DDR3_1866 933333333
#define DDR4_2133 1066666667
#define DDR4_2400 1200000000
#define DDR4_2666 1333333333
#define DDR4_2933 1466666667
#define DDR4_3200 1600000000
#define DDR5_4800 2400000000
#define DDR5_5600 2800000000

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
