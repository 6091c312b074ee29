/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What Haswell-EP and Broadwell-EP share: the same functions at the same places, but for the upper half of
 * their IDs. Places and IDs by Linux's tables and LIKWID's, names by the PCI ID Repository. Of functions
 * without a monitor only those are there that Linux must find: function 0 of devices, and the power control
 * unit's that tells how many SBOXes there are.
 */
#ifndef PMULAB_MODELS_SNBEP_VARIANTS_HSX_H
#define PMULAB_MODELS_SNBEP_VARIANTS_HSX_H

#include "models/snbep/variants/tables.h"

/* @id: 2f00 or 6f00. */
#define HSX_FUNCTIONS(id)                                                                                    \
    {0x10, 0, (id) | 0x1d, SYSTEM_PERIPHERAL, 0}, {0x10, 5, (id) | 0x1e, SYSTEM_PERIPHERAL, 0}, /* UBOX */   \
        {0x14, 0, (id) | 0xb0, SYSTEM_PERIPHERAL, 0}, {0x14, 1, (id) | 0xb1, SYSTEM_PERIPHERAL, 0},          \
        {0x14, 2, (id) | 0xb2, SYSTEM_PERIPHERAL, 0}, {0x14, 3, (id) | 0xb3, SYSTEM_PERIPHERAL, 0},          \
        {0x15, 0, (id) | 0xb4, SYSTEM_PERIPHERAL, 0}, {0x15, 1, (id) | 0xb5, SYSTEM_PERIPHERAL, 0},          \
        {0x15, 2, (id) | 0xb6, SYSTEM_PERIPHERAL, 0}, {0x15, 3, (id) | 0xb7, SYSTEM_PERIPHERAL, 0},          \
        {0x1e, 0, (id) | 0x98, SYSTEM_PERIPHERAL, 0},                                                        \
    {                                                                                                        \
        0x1e, 3, (id) | 0xc0, SYSTEM_PERIPHERAL, 0                                                           \
    }

/* The second memory controller's. */
#define HSX_MORE_FUNCTIONS(id)                                                                               \
    {0x17, 0, (id) | 0xd0, SYSTEM_PERIPHERAL, 0}, {0x17, 1, (id) | 0xd1, SYSTEM_PERIPHERAL, 0},              \
        {0x17, 2, (id) | 0xd2, SYSTEM_PERIPHERAL, 0}, {0x17, 3, (id) | 0xd3, SYSTEM_PERIPHERAL, 0},          \
        {0x18, 0, (id) | 0xd4, SYSTEM_PERIPHERAL, 0}, {0x18, 1, (id) | 0xd5, SYSTEM_PERIPHERAL, 0},          \
        {0x18, 2, (id) | 0xd6, SYSTEM_PERIPHERAL, 0},                                                        \
    {                                                                                                        \
        0x18, 3, (id) | 0xd7, SYSTEM_PERIPHERAL, 0                                                           \
    }

#define HSX_BOXES                                                                                            \
    IMC_AT(0, imc_hsx_type, 0, 0x14, 0), IMC_AT(1, imc_hsx_type, 0, 0x14, 1),                                \
        IMC_AT(2, imc_hsx_type, 0, 0x15, 0), IMC_AT(3, imc_hsx_type, 0, 0x15, 1)
#define HSX_MORE_BOXES                                                                                       \
    IMC_AT(4, imc_hsx_type, 0, 0x17, 0), IMC_AT(5, imc_hsx_type, 0, 0x17, 1),                                \
        IMC_AT(6, imc_hsx_type, 0, 0x18, 0), IMC_AT(7, imc_hsx_type, 0, 0x18, 1)

/* The members of a variant that these decide. */
#define HSX_VARIANT                                                                                          \
    .n_buses = 1, .buses = {{0x7f}, {0xff}}, .functions = functions, .n_functions = COUNT(functions),        \
    .boxes = boxes, .n_boxes = COUNT(boxes), .ubox_device = 0x10, .ubox_function = 5, .ubox = &ubox_bank,    \
    .clocks = VARIANT_CLOCKS

#endif
