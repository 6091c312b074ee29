/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sapphire Rapids, Xeon Scalable of the fourth generation; and a part unknown
 * to Linux, which names its PMUs by the numbers in the tables. The tables give
 * the places of monitors in memory. */
#include "oracle/snbep/imc_lists.h"

#define MEMORY(name, kind, index)                                                                  \
    {                                                                                              \
        name, kind, index, 0, 0, 0, 0, 0                                                           \
    }
#define PCU(kind)                                                                                  \
    {                                                                                              \
        "pcu", kind, 0, 800000000, 0, 0, 0, 0                                                      \
    }
#define M2M(name, index, device)                                                                   \
    {                                                                                              \
        name, &oracle_type_m2m, index, 1000000000, device, 0, 0x324a8086, 0                        \
    }

static const struct oracle_place spr_boxes[] = {
    MEMORY("imc0", &oracle_spr_imc, 0),
    MEMORY("imc1", &oracle_spr_imc, 1),
    MEMORY("imc2", &oracle_spr_imc, 2),
    MEMORY("imc3", &oracle_spr_imc, 3),
    MEMORY("imc4", &oracle_spr_imc, 4),
    MEMORY("imc5", &oracle_spr_imc, 5),
    MEMORY("imc6", &oracle_spr_imc, 6),
    MEMORY("imc7", &oracle_spr_imc, 7),
    MEMORY("imc-free0", &oracle_spr_imc_free, 0),
    MEMORY("imc-free1", &oracle_spr_imc_free, 1),
    MEMORY("imc-free2", &oracle_spr_imc_free, 2),
    MEMORY("imc-free3", &oracle_spr_imc_free, 3),
    PCU(&oracle_spr_pcu),
};

static const struct oracle_place generic_boxes[] = {
    MEMORY("imc0", &oracle_type_imc, 0),
    MEMORY("imc1", &oracle_type_imc, 1),
    MEMORY("imc2", &oracle_type_imc, 2),
    MEMORY("imc3", &oracle_type_imc, 3),
    M2M("m2m0", 0, 0x0c),
    M2M("m2m1", 1, 0x0d),
    PCU(&oracle_type_pcu),
};

const struct oracle_variant oracle_spr = {"spr", spr_boxes, ORACLE_COUNT(spr_boxes)};
const struct oracle_variant oracle_generic = {
    "generic", generic_boxes, ORACLE_COUNT(generic_boxes)};
