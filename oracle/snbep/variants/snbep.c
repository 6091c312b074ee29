/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sandy Bridge-EP: Xeon E5-2600. */
#include "oracle/snbep/manual.h"

/* Guide, page 60, table 2-59. */
static const struct oracle_place boxes[] = {
    {"imc0", &oracle_imc, 0, 0, 0x10, 0, 0x3cb08086, 0},
    {"imc1", &oracle_imc, 1, 0, 0x10, 1, 0x3cb18086, 0},
    {"imc2", &oracle_imc, 2, 0, 0x10, 4, 0x3cb48086, 0},
    {"imc3", &oracle_imc, 3, 0, 0x10, 5, 0x3cb58086, 0},
};

const struct oracle_variant oracle_snbep = {"snbep", boxes, sizeof(boxes) / sizeof(boxes[0])};
