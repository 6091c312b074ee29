/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ivy Bridge-EP: Xeon E5-2600 v2. Monitors are from Intel 329468-002 and
 * Linux's table of them, names of functions from the PCI ID Repository.
 * Functions without a monitor exist only if Linux must find them to continue to
 * others: function 0 of their devices. The third QPI link is the E7 v2's. Its
 * ring stop is omitted, because Linux has no room for it (docs/findings.md).
 */
#include "models/snbep/variants/imc_ivt.events.h"
#include "models/snbep/variants/tables.h"

const struct box_type imc_ivt_type = {
    IMC_TYPE(imc_ivt_bank, imc_ivt_bank),
    .events = &imc_ivt_events,
    .frz_alone = true,
};

static const struct snbep_function functions[] = {
    {0x08, 0, 0x0e80, SYSTEM_PERIPHERAL, 0},
    {0x08, 2, 0x0e32, PERFORMANCE_COUNTERS, 0},
    {0x09, 0, 0x0e90, SYSTEM_PERIPHERAL, 0},
    {0x09, 2, 0x0e33, PERFORMANCE_COUNTERS, 0},
    {0x0b, 0, 0x0e1e, SYSTEM_PERIPHERAL, 0}, /* UBOX */
    {0x0e, 0, 0x0ea0, SYSTEM_PERIPHERAL, 0},
    {0x0e, 1, 0x0e30, PERFORMANCE_COUNTERS, 0},
    {0x10, 0, 0x0eb0, SYSTEM_PERIPHERAL, 0},
    {0x10, 1, 0x0eb1, SYSTEM_PERIPHERAL, 0},
    {0x10, 2, 0x0eb2, SYSTEM_PERIPHERAL, 0},
    {0x10, 3, 0x0eb3, SYSTEM_PERIPHERAL, 0},
    {0x10, 4, 0x0eb4, SYSTEM_PERIPHERAL, 0},
    {0x10, 5, 0x0eb5, SYSTEM_PERIPHERAL, 0},
    {0x10, 6, 0x0eb6, SYSTEM_PERIPHERAL, 0},
    {0x10, 7, 0x0eb7, SYSTEM_PERIPHERAL, 0},
    {0x13, 0, 0x0e1d, SYSTEM_PERIPHERAL, 0},
    {0x13, 1, 0x0e34, PERFORMANCE_COUNTERS, 0},
    {0x13, 5, 0x0e36, PERFORMANCE_COUNTERS, 0},
    {0x13, 6, 0x0e37, PERFORMANCE_COUNTERS, 0},
    {0x18, 0, 0x0e40, SYSTEM_PERIPHERAL, 0},
    {0x18, 2, 0x0e3a, PERFORMANCE_COUNTERS, 0},
    {0x1c, 0, 0x0e60, SYSTEM_PERIPHERAL, 0},
    {0x1c, 1, 0x0e38, PERFORMANCE_COUNTERS, 0},
    {0x1e, 0, 0x0ef0, SYSTEM_PERIPHERAL, 0},
    {0x1e, 1, 0x0ef1, SYSTEM_PERIPHERAL, 0},
    {0x1e, 2, 0x0ef2, SYSTEM_PERIPHERAL, 0},
    {0x1e, 3, 0x0ef3, SYSTEM_PERIPHERAL, 0},
    {0x1e, 4, 0x0ef4, SYSTEM_PERIPHERAL, 0},
    {0x1e, 5, 0x0ef5, SYSTEM_PERIPHERAL, 0},
    {0x1e, 6, 0x0ef6, SYSTEM_PERIPHERAL, 0},
    {0x1e, 7, 0x0ef7, SYSTEM_PERIPHERAL, 0},
};

#define CBO(n) MSR_BOX_AT("cbo" #n, ivt_cbo_type, n, 0xd00 + 0x20 * (n))

/* Channels in the order of Linux's numbers, which begin with function 4. */
static const struct snbep_place boxes[] = {
    IMC_AT(0, imc_ivt_type, 0, 0x10, 4),
    IMC_AT(1, imc_ivt_type, 0, 0x10, 5),
    IMC_AT(2, imc_ivt_type, 0, 0x10, 0),
    IMC_AT(3, imc_ivt_type, 0, 0x10, 1),
    IMC_AT(4, imc_ivt_type, 0, 0x1e, 4),
    IMC_AT(5, imc_ivt_type, 0, 0x1e, 5),
    IMC_AT(6, imc_ivt_type, 0, 0x1e, 0),
    IMC_AT(7, imc_ivt_type, 0, 0x1e, 1),
    CBO(0),
    CBO(1),
    CBO(2),
    CBO(3),
    CBO(4),
    CBO(5),
    CBO(6),
    CBO(7),
    CBO(8),
    CBO(9),
    CBO(10),
    CBO(11),
    CBO(12),
    CBO(13),
    CBO(14),
    MSR_BOX_AT("pcu", ivt_pcu_type, 0, 0xc20),
    MSR_BOX_AT("ubox-msr", ivt_ubox_type, 0, 0xc00),
    PCI_BOX_AT("ha0", ivt_ha_type, 0, 0x0e, 1),
    PCI_BOX_AT("ha1", ivt_ha_type, 1, 0x1c, 1),
    PCI_BOX_AT("qpi0", ivt_qpi_type, 0, 0x08, 2),
    PCI_BOX_AT("qpi1", ivt_qpi_type, 1, 0x09, 2),
    PCI_BOX_AT("qpi2", ivt_qpi_type, 2, 0x18, 2),
    PCI_BOX_AT("r2pcie", ivt_r2pcie_type, 0, 0x13, 1),
    PCI_BOX_AT("r3qpi0", ivt_r3qpi_type, 0, 0x13, 5),
    PCI_BOX_AT("r3qpi1", ivt_r3qpi_type, 1, 0x13, 6),
};

const struct snbep_variant variant_ivt = {
    .number = VARIANT_IVT,
    .core = INTEL_IVB,
    .name = "ivt",
    .prose = "Ivy Bridge-EP, Xeon E5-2600 v2",
    .revision = 0x04,
    .n_buses = 1,
    .buses = {{0x7f}, {0xff}},
    .functions = functions,
    .n_functions = COUNT(functions),
    .boxes = boxes,
    .n_boxes = COUNT(boxes),
    .ubox_device = 0x0b,
    .ubox = &ubox_bank,
    .package = &snbep_package_bank,
    .clocks = VARIANT_CLOCKS(DDR3_1866, 8000),
};
