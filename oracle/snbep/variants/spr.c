/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sapphire Rapids and Emerald Rapids, Xeon Scalable of the fourth and fifth
 * generation; and a part unknown to Linux, which names its PMUs by the numbers
 * in the tables. The tables give the places of monitors in memory. perf's list
 * emeraldrapids has the same events of them as sapphirerapids. */
#include "oracle/snbep/imc_lists.h"

#define PCU(kind)                                                                                  \
    {                                                                                              \
        "pcu", kind, 0, ORACLE_PCLK, 0, 0, 0, 0                                                    \
    }
#define M2M(name, index, device)                                                                   \
    {                                                                                              \
        name, &oracle_type_m2m, index, ORACLE_UCLK, device, 0, 0x324a8086, 0                       \
    }

static const struct oracle_place spr_boxes[] = {
    ORACLE_FOUR_AT("imc", &oracle_spr_imc, 0, 0, 1, 2, 3),
    ORACLE_FOUR_AT("imc", &oracle_spr_imc, 0, 4, 5, 6, 7),
    ORACLE_FOUR_AT("imc-free", &oracle_spr_imc_free, 0, 0, 1, 2, 3),
    PCU(&oracle_spr_pcu),
};

static const struct oracle_place generic_boxes[] = {
    ORACLE_FOUR_AT("imc", &oracle_type_imc, 0, 0, 1, 2, 3),
    M2M("m2m0", 0, 0x0c),
    M2M("m2m1", 1, 0x0d),
    PCU(&oracle_type_pcu),
};

/* A controller has two channels and 256 KiB; the first controller is at 1 MiB.
 * The second channel is 32 KiB after the first. Device << 15 | offset in
 * configuration space. */
#define CHANNEL_UNIT(id, at)                                                                       \
    {                                                                                              \
        6, id, ORACLE_MMIO, at, 0x40, 0x08                                                         \
    }
#define M2M_UNIT(id, device)                                                                       \
    {                                                                                              \
        7, id, ORACLE_PCI, (device) << 15 | 0x438, 0x30, 0x08                                      \
    }
#define PCU_UNIT                                                                                   \
    {                                                                                              \
        4, 0, ORACLE_MSR, 0x2fc0, 2, 8                                                             \
    }
#define FIRST_UNITS                                                                                \
    CHANNEL_UNIT(0, 0x122800), CHANNEL_UNIT(1, 0x12a800), CHANNEL_UNIT(2, 0x162800),               \
        CHANNEL_UNIT(3, 0x16a800)

static const struct oracle_unit spr_units[] = {FIRST_UNITS, CHANNEL_UNIT(4, 0x1a2800),
    CHANNEL_UNIT(5, 0x1aa800), CHANNEL_UNIT(6, 0x1e2800), CHANNEL_UNIT(7, 0x1ea800), PCU_UNIT};
static const struct oracle_unit generic_units[] = {
    FIRST_UNITS, M2M_UNIT(0, 0x0c), M2M_UNIT(1, 0x0d), PCU_UNIT};

const struct oracle_variant oracle_spr = {"spr", ORACLE_X86_SPR, spr_boxes, ORACLE_COUNT(spr_boxes),
    spr_units, ORACLE_COUNT(spr_units), 0};
const struct oracle_variant oracle_emr = {"emr", ORACLE_X86_SPR, spr_boxes, ORACLE_COUNT(spr_boxes),
    spr_units, ORACLE_COUNT(spr_units), 0};
const struct oracle_variant oracle_generic = {"generic", ORACLE_X86_ICX, generic_boxes,
    ORACLE_COUNT(generic_boxes), generic_units, ORACLE_COUNT(generic_units), 0};
