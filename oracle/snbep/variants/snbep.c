/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sandy Bridge-EP: Xeon E5-2600. */
#include "oracle/snbep/manual.h"

/* Guide: the table of each monitor's registers. */
static const struct oracle_place boxes[] = {
    {"imc0", &oracle_imc, 0, 0, 0x10, 0, 0x3cb08086, 0},
    {"imc1", &oracle_imc, 1, 0, 0x10, 1, 0x3cb18086, 0},
    {"imc2", &oracle_imc, 2, 0, 0x10, 4, 0x3cb48086, 0},
    {"imc3", &oracle_imc, 3, 0, 0x10, 5, 0x3cb58086, 0},
    ORACLE_FOUR_AT("cbo", &oracle_cbo, ORACLE_UCLK, 0, 1, 2, 3),
    ORACLE_FOUR_AT("cbo", &oracle_cbo, ORACLE_UCLK, 4, 5, 6, 7),
    {"pcu", &oracle_pcu, 0, ORACLE_PCLK, 0, 0, 0, 0},
    {"ubox-msr", &oracle_ubox, 0, ORACLE_UCLK, 0, 0, 0, 0},
    {"ha", &oracle_ha, 0, ORACLE_UCLK, 0x0e, 1, 0x3c468086, 0},
    {"qpi0", &oracle_qpi, 0, ORACLE_QFCLK, 0x08, 2, 0x3c418086, 0},
    {"qpi1", &oracle_qpi, 1, ORACLE_QFCLK, 0x09, 2, 0x3c428086, 0},
    {"r2pcie", &oracle_r2pcie, 0, ORACLE_UCLK, 0x13, 1, 0x3c438086, 0},
    {"r3qpi0", &oracle_r3qpi, 0, ORACLE_UCLK, 0x13, 5, 0x3c448086, 0},
    {"r3qpi1", &oracle_r3qpi, 1, ORACLE_UCLK, 0x13, 6, 0x3c458086, 0},
};

const struct oracle_variant oracle_snbep = {
    "snbep", ORACLE_X86_SNB, boxes, sizeof(boxes) / sizeof(boxes[0]), NULL, 0, 1000000000};
