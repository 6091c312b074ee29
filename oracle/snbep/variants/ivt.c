/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ivy Bridge-EP, Xeon E5-2600 v2: Intel 329468-002; events by its list, as perf has it in ivytown. */
#include "oracle/snbep/imc_lists.h"

static const struct oracle_event events[] = {ORACLE_IMC_ALL, ORACLE_IMC_REFRESH,
    ORACLE_LINES(0x04, "CAS_COUNT", oracle_cas_later, false), ORACLE_IMC_LATER, ORACLE_IMC_VMSE,
    ORACLE_IMC_RANKS(oracle_banks, false)};

static const struct oracle_alias names[] = {{"unc_m_dclockticks", 0x0000, 1, ""}, {NULL, 0, 0, NULL}};

/* Page 85: frz freezes by itself. Linux, ivbep_uncore_formats_attr: no inv. */
static const struct oracle_kind imc =
    ORACLE_IMC(events, .aliases = oracle_imc_aliases, .names = names, .frz_alone = true);

/* Linux, ivbep_uncore_pci_ids; each memory controller is a device of eight functions. */
static const struct oracle_place boxes[] = {
    {"imc0", &imc, 0, 0, 0x10, 4, 0x0eb48086, 0},
    {"imc1", &imc, 1, 0, 0x10, 5, 0x0eb58086, 0},
    {"imc2", &imc, 2, 0, 0x10, 0, 0x0eb08086, 0},
    {"imc3", &imc, 3, 0, 0x10, 1, 0x0eb18086, 0},
    {"imc4", &imc, 4, 0, 0x1e, 4, 0x0ef48086, 0},
    {"imc5", &imc, 5, 0, 0x1e, 5, 0x0ef58086, 0},
    {"imc6", &imc, 6, 0, 0x1e, 0, 0x0ef08086, 0},
    {"imc7", &imc, 7, 0, 0x1e, 1, 0x0ef18086, 0},
};

const struct oracle_variant oracle_ivt = {"ivt", boxes, ORACLE_COUNT(boxes)};
