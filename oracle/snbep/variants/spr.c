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
#define M2M(kind, n)                                                                               \
    {                                                                                              \
        "m2m" #n, kind, n, ORACLE_UCLK, 0x0c + (n), 0, 0x324a8086, 0                               \
    }
#define UPI(n)                                                                                     \
    {                                                                                              \
        "upi" #n, &oracle_spr_upi, n, ORACLE_QFCLK, 0x01 + (n), 1, 0x32418086, 0                   \
    }

static const struct oracle_place spr_boxes[] = {
    ORACLE_FOUR_AT("imc", &oracle_spr_imc, 0, 0, 1, 2, 3),
    ORACLE_FOUR_AT("imc", &oracle_spr_imc, 0, 4, 5, 6, 7),
    ORACLE_FOUR_AT("imc-free", &oracle_spr_imc_free, 0, 0, 1, 2, 3),
    M2M(&oracle_spr_m2m, 0),
    M2M(&oracle_spr_m2m, 1),
    M2M(&oracle_spr_m2m, 2),
    M2M(&oracle_spr_m2m, 3),
    UPI(0),
    UPI(1),
    UPI(2),
    UPI(3),
    ORACLE_FOUR_AT("irp", &oracle_spr_irp, ORACLE_UCLK, 0, 1, 2, 3),
    ORACLE_FOUR_AT("irp", &oracle_spr_irp, ORACLE_UCLK, 4, 5, 6, 7),
    ORACLE_FOUR_AT("irp", &oracle_spr_irp, ORACLE_UCLK, 8, 9, 10, 11),
    ORACLE_FOUR_AT("mdf", &oracle_spr_mdf, ORACLE_UCLK, 0, 1, 2, 3),
    ORACLE_FOUR_AT("mdf", &oracle_spr_mdf, ORACLE_UCLK, 4, 5, 6, 7),
    ORACLE_FOUR_AT("mdf", &oracle_spr_mdf, ORACLE_UCLK, 8, 9, 10, 11),
    ORACLE_FOUR_AT("mdf", &oracle_spr_mdf, ORACLE_UCLK, 12, 13, 14, 15),
    ORACLE_FOUR_AT("mdf", &oracle_spr_mdf, ORACLE_UCLK, 16, 17, 18, 19),
    ORACLE_FOUR_AT("mdf", &oracle_spr_mdf, ORACLE_UCLK, 20, 21, 22, 23),
    ORACLE_FOUR_AT("mdf", &oracle_spr_mdf, ORACLE_UCLK, 24, 25, 26, 27),
    ORACLE_FOUR_AT("mdf", &oracle_spr_mdf, ORACLE_UCLK, 28, 29, 30, 31),
    ORACLE_FOUR_AT("mdf", &oracle_spr_mdf, ORACLE_UCLK, 32, 33, 34, 35),
    ORACLE_FOUR_AT("mdf", &oracle_spr_mdf, ORACLE_UCLK, 36, 37, 38, 39),
    PCU(&oracle_spr_pcu),
};

static const struct oracle_place generic_boxes[] = {
    ORACLE_FOUR_AT("imc", &oracle_type_imc, 0, 0, 1, 2, 3),
    M2M(&oracle_type_m2m, 0),
    M2M(&oracle_type_m2m, 1),
    PCU(&oracle_type_pcu),
};

/* A controller has two channels and 256 KiB; the first controller is at 1 MiB.
 * The second channel is 32 KiB after the first. Device << 15 | offset in
 * configuration space. */
#define CHANNEL_UNIT(id, at)                                                                       \
    {                                                                                              \
        6, id, ORACLE_MMIO, at, 0x40, 0x08, 4                                                      \
    }
#define M2M_UNIT(id)                                                                               \
    {                                                                                              \
        7, id, ORACLE_PCI, (0x0c + (id)) << 15 | 0x438, 0x30, 0x08, 4                              \
    }
#define UPI_UNIT(id)                                                                               \
    {                                                                                              \
        8, id, ORACLE_PCI, (0x01 + (id)) << 15 | 1 << 12 | 0x318, 0x38, 0x08, 4                    \
    }
#define MSR_UNIT(type, id, at, counters)                                                           \
    {                                                                                              \
        type, id, ORACLE_MSR, at, 2, 8, counters                                                   \
    }
/* Intel PCM, SPR_IRP_UNIT_CTL. The numbers of MDF are invented. */
#define IRP_UNIT(id) MSR_UNIT(2, id, 0x3400 + 0x10 * (id), 2)
#define FOUR_MDF_UNITS(id)                                                                         \
    MSR_UNIT(11, id, 0x2800 + 0x10 * (id), 4), MSR_UNIT(11, (id) + 1, 0x2810 + 0x10 * (id), 4),    \
        MSR_UNIT(11, (id) + 2, 0x2820 + 0x10 * (id), 4),                                           \
        MSR_UNIT(11, (id) + 3, 0x2830 + 0x10 * (id), 4)
#define PCU_UNIT MSR_UNIT(4, 0, 0x2fc0, 4)
#define FIRST_UNITS                                                                                \
    CHANNEL_UNIT(0, 0x122800), CHANNEL_UNIT(1, 0x12a800), CHANNEL_UNIT(2, 0x162800),               \
        CHANNEL_UNIT(3, 0x16a800)

static const struct oracle_unit spr_units[] = {FIRST_UNITS, CHANNEL_UNIT(4, 0x1a2800),
    CHANNEL_UNIT(5, 0x1aa800), CHANNEL_UNIT(6, 0x1e2800), CHANNEL_UNIT(7, 0x1ea800), M2M_UNIT(0),
    M2M_UNIT(1), M2M_UNIT(2), M2M_UNIT(3), UPI_UNIT(0), UPI_UNIT(1), UPI_UNIT(2), UPI_UNIT(3),
    IRP_UNIT(0), IRP_UNIT(1), IRP_UNIT(2), IRP_UNIT(3), IRP_UNIT(4), IRP_UNIT(5), IRP_UNIT(6),
    IRP_UNIT(7), IRP_UNIT(8), IRP_UNIT(9), IRP_UNIT(10), IRP_UNIT(11), FOUR_MDF_UNITS(0),
    FOUR_MDF_UNITS(4), FOUR_MDF_UNITS(8), FOUR_MDF_UNITS(12), FOUR_MDF_UNITS(16),
    FOUR_MDF_UNITS(20), FOUR_MDF_UNITS(24), FOUR_MDF_UNITS(28), FOUR_MDF_UNITS(32),
    FOUR_MDF_UNITS(36), PCU_UNIT};
static const struct oracle_unit generic_units[] = {FIRST_UNITS, M2M_UNIT(0), M2M_UNIT(1), PCU_UNIT};

const struct oracle_variant oracle_spr = {"spr", ORACLE_X86_SPR, spr_boxes, ORACLE_COUNT(spr_boxes),
    spr_units, ORACLE_COUNT(spr_units), 2000000000};
const struct oracle_variant oracle_emr = {"emr", ORACLE_X86_SPR, spr_boxes, ORACLE_COUNT(spr_boxes),
    spr_units, ORACLE_COUNT(spr_units), 2500000000};
const struct oracle_variant oracle_generic = {"generic", ORACLE_X86_ICX, generic_boxes,
    ORACLE_COUNT(generic_boxes), generic_units, ORACLE_COUNT(generic_units), 0};
