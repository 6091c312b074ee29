/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The common part of Haswell-EP and Broadwell-EP: the same functions at the
 * same places. Only the upper half of their IDs differs. Places and IDs are
 * from Linux's tables and LIKWID's, names from the PCI ID Repository. Functions
 * without a monitor exist only if Linux must find them: function 0 of devices,
 * and the power control unit's function with the number of SBOXes.
 */
#ifndef PMULAB_MODELS_SNBEP_VARIANTS_HSX_H
#define PMULAB_MODELS_SNBEP_VARIANTS_HSX_H

#include "models/snbep/variants/tables.h"

/* @id: 2f00 or 6f00. */
#define HSX_FUNCTIONS(id)                                                                          \
    {0x10, 0, (id) | 0x1d, SYSTEM_PERIPHERAL, 0},                                                  \
        {0x10, 5, (id) | 0x1e, SYSTEM_PERIPHERAL, 0}, /* UBOX */                                   \
        {0x14, 0, (id) | 0xb0, SYSTEM_PERIPHERAL, 0},                                              \
        {0x14, 1, (id) | 0xb1, SYSTEM_PERIPHERAL, 0},                                              \
        {0x14, 2, (id) | 0xb2, SYSTEM_PERIPHERAL, 0},                                              \
        {0x14, 3, (id) | 0xb3, SYSTEM_PERIPHERAL, 0},                                              \
        {0x15, 0, (id) | 0xb4, SYSTEM_PERIPHERAL, 0},                                              \
        {0x15, 1, (id) | 0xb5, SYSTEM_PERIPHERAL, 0},                                              \
        {0x15, 2, (id) | 0xb6, SYSTEM_PERIPHERAL, 0},                                              \
        {0x15, 3, (id) | 0xb7, SYSTEM_PERIPHERAL, 0},                                              \
        {0x1e, 0, (id) | 0x98, SYSTEM_PERIPHERAL, 0},                                              \
    {                                                                                              \
        0x1e, 3, (id) | 0xc0, SYSTEM_PERIPHERAL, 0                                                 \
    }

/* Home agent and ring stop of PCIe. */
#define HSX_HA_FUNCTIONS(id)                                                                       \
    {0x10, 1, (id) | 0x34, PERFORMANCE_COUNTERS, 0}, {0x12, 0, (id) | 0xa0, SYSTEM_PERIPHERAL, 0}, \
    {                                                                                              \
        0x12, 1, (id) | 0x30, PERFORMANCE_COUNTERS, 0                                              \
    }
/* The second home agent; two links of QPI and their ring stops. */
#define HSX_LINK_FUNCTIONS(id)                                                                     \
    {0x12, 5, (id) | 0x38, PERFORMANCE_COUNTERS, 0}, {0x08, 0, (id) | 0x80, SYSTEM_PERIPHERAL, 0}, \
        {0x08, 2, (id) | 0x32, PERFORMANCE_COUNTERS, 0},                                           \
        {0x09, 0, (id) | 0x90, SYSTEM_PERIPHERAL, 0},                                              \
        {0x09, 2, (id) | 0x33, PERFORMANCE_COUNTERS, 0},                                           \
        {0x0b, 0, (id) | 0x81, SYSTEM_PERIPHERAL, 0},                                              \
        {0x0b, 1, (id) | 0x36, PERFORMANCE_COUNTERS, 0},                                           \
    {                                                                                              \
        0x0b, 2, (id) | 0x37, PERFORMANCE_COUNTERS, 0                                              \
    }

/* The second memory controller's. */
#define HSX_MORE_FUNCTIONS(id)                                                                     \
    {0x17, 0, (id) | 0xd0, SYSTEM_PERIPHERAL, 0}, {0x17, 1, (id) | 0xd1, SYSTEM_PERIPHERAL, 0},    \
        {0x17, 2, (id) | 0xd2, SYSTEM_PERIPHERAL, 0},                                              \
        {0x17, 3, (id) | 0xd3, SYSTEM_PERIPHERAL, 0},                                              \
        {0x18, 0, (id) | 0xd4, SYSTEM_PERIPHERAL, 0},                                              \
        {0x18, 1, (id) | 0xd5, SYSTEM_PERIPHERAL, 0},                                              \
        {0x18, 2, (id) | 0xd6, SYSTEM_PERIPHERAL, 0},                                              \
    {                                                                                              \
        0x18, 3, (id) | 0xd7, SYSTEM_PERIPHERAL, 0                                                 \
    }

#define HSX_BOXES                                                                                  \
    IMC_AT(0, imc_hsx_type, 0, 0x14, 0), IMC_AT(1, imc_hsx_type, 0, 0x14, 1),                      \
        IMC_AT(2, imc_hsx_type, 0, 0x15, 0), IMC_AT(3, imc_hsx_type, 0, 0x15, 1)
#define HSX_MORE_BOXES                                                                             \
    IMC_AT(4, imc_hsx_type, 0, 0x17, 0), IMC_AT(5, imc_hsx_type, 0, 0x17, 1),                      \
        IMC_AT(6, imc_hsx_type, 0, 0x18, 0), IMC_AT(7, imc_hsx_type, 0, 0x18, 1)

/* Boxes in model-specific registers: Linux, HSWEP_C0_MSR_PMON_BOX_CTL and so
 * on. */
#define HSX_CBO(n) MSR_BOX_AT("cbo" #n, hsx_cbo_type, n, 0xe00 + 0x10 * (n))
#define HSX_CBOS_16                                                                                \
    HSX_CBO(0), HSX_CBO(1), HSX_CBO(2), HSX_CBO(3), HSX_CBO(4), HSX_CBO(5), HSX_CBO(6),            \
        HSX_CBO(7), HSX_CBO(8), HSX_CBO(9), HSX_CBO(10), HSX_CBO(11), HSX_CBO(12), HSX_CBO(13),    \
        HSX_CBO(14), HSX_CBO(15)
#define HSX_MSR_BOXES(ubox_kind)                                                                   \
    MSR_BOX_AT("pcu", hsx_pcu_type, 0, 0x710), MSR_BOX_AT("ubox-msr", ubox_kind, 0, 0x700)

#define HSX_HA_BOX     PCI_BOX_AT("ha0", hsx_ha_type, 0, 0x12, 1)
#define HSX_R2PCIE_BOX PCI_BOX_AT("r2pcie", hsx_r2pcie_type, 0, 0x10, 1)
#define HSX_LINK_BOXES(r3qpi_kind)                                                                 \
    PCI_BOX_AT("qpi0", hsx_qpi_type, 0, 0x08, 2), PCI_BOX_AT("qpi1", hsx_qpi_type, 1, 0x09, 2),    \
        PCI_BOX_AT("r3qpi0", r3qpi_kind, 0, 0x0b, 1), PCI_BOX_AT("r3qpi1", r3qpi_kind, 1, 0x0b, 2)
#define HSX_BOTH_HA_BOXES HSX_HA_BOX, PCI_BOX_AT("ha1", hsx_ha_type, 1, 0x12, 5)

/* The members of a variant that these decide. */
#define HSX_VARIANT                                                                                \
    .n_buses = 1, .buses = {{0x7f}, {0xff}}, .functions = functions,                               \
    .n_functions = COUNT(functions), .boxes = boxes, .n_boxes = COUNT(boxes), .ubox_device = 0x10, \
    .ubox_function = 5, .ubox = &ubox_bank, .package = &snbep_package_bank

#endif
