/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ivy Bridge-EP, Xeon E5-2600 v2: Intel 329468-002; events by perf's list
 * ivytown. */
#include "oracle/snbep/imc_lists.h"

static const struct oracle_event events[] = {ORACLE_IMC_ALL, ORACLE_IMC_REFRESH,
    ORACLE_CACHELINES(0x04, "CAS_COUNT", oracle_cas_later, false), ORACLE_IMC_LATER,
    ORACLE_IMC_VMSE, ORACLE_IMC_RANKS(oracle_banks, false)};

static const struct oracle_alias names[] = {
    {"unc_m_dclockticks", 0x0000, 1, ""}, {NULL, 0, 0, NULL}};

/* Page 85: frz alone freezes. Linux, ivbep_uncore_formats_attr: no inv. */
static const struct oracle_kind imc =
    ORACLE_IMC(events, .aliases = oracle_imc_aliases, .names = names, .frz_alone = true);

/* Linux, ivbep_uncore_pci_ids; each memory controller is a device of eight
 * functions. */
static const struct oracle_place boxes[] = {
    {"imc0", &imc, 0, 0, 0x10, 4, 0x0eb48086, 0},
    {"imc1", &imc, 1, 0, 0x10, 5, 0x0eb58086, 0},
    {"imc2", &imc, 2, 0, 0x10, 0, 0x0eb08086, 0},
    {"imc3", &imc, 3, 0, 0x10, 1, 0x0eb18086, 0},
    {"imc4", &imc, 4, 0, 0x1e, 4, 0x0ef48086, 0},
    {"imc5", &imc, 5, 0, 0x1e, 5, 0x0ef58086, 0},
    {"imc6", &imc, 6, 0, 0x1e, 0, 0x0ef08086, 0},
    {"imc7", &imc, 7, 0, 0x1e, 1, 0x0ef18086, 0},
    ORACLE_FOUR_AT("cbo", &oracle_ivt_cbo, ORACLE_UCLK, 0, 1, 2, 3),
    ORACLE_FOUR_AT("cbo", &oracle_ivt_cbo, ORACLE_UCLK, 4, 5, 6, 7),
    ORACLE_FOUR_AT("cbo", &oracle_ivt_cbo, ORACLE_UCLK, 8, 9, 10, 11),
    ORACLE_AT("cbo", &oracle_ivt_cbo, 12, ORACLE_UCLK),
    ORACLE_AT("cbo", &oracle_ivt_cbo, 13, ORACLE_UCLK),
    ORACLE_AT("cbo", &oracle_ivt_cbo, 14, ORACLE_UCLK),
    {"pcu", &oracle_ivt_pcu, 0, ORACLE_PCLK, 0, 0, 0, 0},
    {"ubox-msr", &oracle_ivt_ubox, 0, ORACLE_UCLK, 0, 0, 0, 0},
    {"ha0", &oracle_ivt_ha, 0, ORACLE_UCLK, 0x0e, 1, 0x0e308086, 0},
    {"ha1", &oracle_ivt_ha, 1, ORACLE_UCLK, 0x1c, 1, 0x0e388086, 0},
    {"qpi0", &oracle_ivt_qpi, 0, ORACLE_QFCLK, 0x08, 2, 0x0e328086, 0},
    {"qpi1", &oracle_ivt_qpi, 1, ORACLE_QFCLK, 0x09, 2, 0x0e338086, 0},
    {"qpi2", &oracle_ivt_qpi, 2, ORACLE_QFCLK, 0x18, 2, 0x0e3a8086, 0},
    {"r2pcie", &oracle_ivt_r2pcie, 0, ORACLE_UCLK, 0x13, 1, 0x0e348086, 0},
    {"r3qpi0", &oracle_ivt_r3qpi, 0, ORACLE_UCLK, 0x13, 5, 0x0e368086, 0},
    {"r3qpi1", &oracle_ivt_r3qpi, 1, ORACLE_UCLK, 0x13, 6, 0x0e378086, 0},
};

const struct oracle_variant oracle_ivt = {
    "ivt", ORACLE_X86_IVB, boxes, ORACLE_COUNT(boxes), NULL, 0, 1000000000};
