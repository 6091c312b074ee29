/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sandy Bridge-EP: Xeon E5-2600. Functions and classes are from the listing of
 * a two-socket host (public kernel log); buses 7f and ff are alike. That host
 * hides 08.6 and 09.6, which Linux knows. */
#include "models/snbep/box_types.h"
#include "models/snbep/imc.h"
#include "models/snbep/variants/tables.h"

static const struct snbep_function functions[] = {
    {0x08, 0, 0x3c80, SYSTEM_PERIPHERAL, 0},
    {0x08, 2, 0x3c41, PERFORMANCE_COUNTERS, 0},
    {0x08, 3, 0x3c83, SYSTEM_PERIPHERAL, 0},
    {0x08, 4, 0x3c84, SYSTEM_PERIPHERAL, 0},
    {0x08, 6, 0x3c86, SYSTEM_PERIPHERAL, 0},
    {0x09, 0, 0x3c90, SYSTEM_PERIPHERAL, 0},
    {0x09, 2, 0x3c42, PERFORMANCE_COUNTERS, 0},
    {0x09, 3, 0x3c93, SYSTEM_PERIPHERAL, 0},
    {0x09, 4, 0x3c94, SYSTEM_PERIPHERAL, 0},
    {0x09, 6, 0x3c96, SYSTEM_PERIPHERAL, 0},
    {0x0a, 0, 0x3cc0, SYSTEM_PERIPHERAL, 0},
    {0x0a, 1, 0x3cc1, SYSTEM_PERIPHERAL, 0},
    {0x0a, 2, 0x3cc2, SYSTEM_PERIPHERAL, 0},
    {0x0a, 3, 0x3cd0, SYSTEM_PERIPHERAL, 0},
    {0x0b, 0, 0x3ce0, SYSTEM_PERIPHERAL, 0},
    {0x0b, 3, 0x3ce3, SYSTEM_PERIPHERAL, 0},
    {0x0c, 0, 0x3ce8, SYSTEM_PERIPHERAL, 0},
    {0x0c, 1, 0x3ce8, SYSTEM_PERIPHERAL, 0},
    {0x0c, 2, 0x3ce8, SYSTEM_PERIPHERAL, 0},
    {0x0c, 3, 0x3ce8, SYSTEM_PERIPHERAL, 0},
    {0x0c, 6, 0x3cf4, SYSTEM_PERIPHERAL, 0},
    {0x0c, 7, 0x3cf6, SYSTEM_PERIPHERAL, 0},
    {0x0d, 0, 0x3ce8, SYSTEM_PERIPHERAL, 0},
    {0x0d, 1, 0x3ce8, SYSTEM_PERIPHERAL, 0},
    {0x0d, 2, 0x3ce8, SYSTEM_PERIPHERAL, 0},
    {0x0d, 3, 0x3ce8, SYSTEM_PERIPHERAL, 0},
    {0x0d, 6, 0x3cf5, SYSTEM_PERIPHERAL, 0},
    {0x0e, 0, 0x3ca0, SYSTEM_PERIPHERAL, 0},
    {0x0e, 1, 0x3c46, PERFORMANCE_COUNTERS, 0},
    {0x0f, 0, 0x3ca8, SYSTEM_PERIPHERAL, 0},
    {0x0f, 1, 0x3c71, SYSTEM_PERIPHERAL, 0},
    {0x0f, 2, 0x3caa, SYSTEM_PERIPHERAL, 0},
    {0x0f, 3, 0x3cab, SYSTEM_PERIPHERAL, 0},
    {0x0f, 4, 0x3cac, SYSTEM_PERIPHERAL, 0},
    {0x0f, 5, 0x3cad, SYSTEM_PERIPHERAL, 0},
    {0x0f, 6, 0x3cae, SYSTEM_PERIPHERAL, 0},
    {0x10, 0, 0x3cb0, SYSTEM_PERIPHERAL, 0},
    {0x10, 1, 0x3cb1, SYSTEM_PERIPHERAL, 0},
    {0x10, 2, 0x3cb2, SYSTEM_PERIPHERAL, 0},
    {0x10, 3, 0x3cb3, SYSTEM_PERIPHERAL, 0},
    {0x10, 4, 0x3cb4, SYSTEM_PERIPHERAL, 0},
    {0x10, 5, 0x3cb5, SYSTEM_PERIPHERAL, 0},
    {0x10, 6, 0x3cb6, SYSTEM_PERIPHERAL, 0},
    {0x10, 7, 0x3cb7, SYSTEM_PERIPHERAL, 0},
    {0x11, 0, 0x3cb8, SYSTEM_PERIPHERAL, 0},
    {0x13, 0, 0x3ce4, SYSTEM_PERIPHERAL, 0},
    {0x13, 1, 0x3c43, PERFORMANCE_COUNTERS, 0},
    {0x13, 4, 0x3ce6, PERFORMANCE_COUNTERS, 0},
    {0x13, 5, 0x3c44, PERFORMANCE_COUNTERS, 0},
    {0x13, 6, 0x3c45, SYSTEM_PERIPHERAL, 0},
};

#define IMC(number, at)                                                                            \
    {                                                                                              \
        .name = "imc" #number, .type = &imc_type, .index = (number), .device = 0x10,               \
        .function = (at)                                                                           \
    }
#define PCI_BOX(what, kind, number, at, which)                                                     \
    {                                                                                              \
        .name = (what), .type = &(kind), .index = (number), .device = (at), .function = (which)    \
    }
#define MSR_BOX(what, kind, number, at)                                                            \
    {                                                                                              \
        .name = (what), .type = &(kind), .index = (number), .base = (at)                           \
    }

#define QPI(number, at)                                                                            \
    {                                                                                              \
        .name = "qpi" #number, .type = &qpi_type, .index = (number), .device = (at),               \
        .function = 2, .beyond = 6                                                                 \
    }

/* 327043-001: the table of each box's registers; device IDs as in Linux's
 * snbep_uncore_pci_ids. */
static const struct snbep_place boxes[] = {
    IMC(0, 0),
    IMC(1, 1),
    IMC(2, 4),
    IMC(3, 5),
    MSR_BOX("cbo0", cbo_type, 0, 0xd00),
    MSR_BOX("cbo1", cbo_type, 1, 0xd20),
    MSR_BOX("cbo2", cbo_type, 2, 0xd40),
    MSR_BOX("cbo3", cbo_type, 3, 0xd60),
    MSR_BOX("cbo4", cbo_type, 4, 0xd80),
    MSR_BOX("cbo5", cbo_type, 5, 0xda0),
    MSR_BOX("cbo6", cbo_type, 6, 0xdc0),
    MSR_BOX("cbo7", cbo_type, 7, 0xde0),
    MSR_BOX("pcu", pcu_type, 0, 0xc20),
    MSR_BOX("ubox-msr", ubox_type, 0, 0xc00),
    PCI_BOX("ha", ha_type, 0, 0x0e, 1),
    QPI(0, 0x08),
    QPI(1, 0x09),
    PCI_BOX("r2pcie", r2pcie_type, 0, 0x13, 1),
    PCI_BOX("r3qpi0", r3qpi_type, 0, 0x13, 5),
    PCI_BOX("r3qpi1", r3qpi_type, 1, 0x13, 6),
};

const struct snbep_variant variant_snbep = {
    .number = VARIANT_SNBEP,
    .core = INTEL_SNB,
    .name = "snbep",
    .prose = "Sandy Bridge-EP, Xeon E5-2600",
    .revision = 0x07, /* C2, which is family 6 model 45 stepping 7 */
    .n_buses = 1,
    .buses = {{0x7f}, {0xff}},
    .functions = functions,
    .n_functions = sizeof(functions) / sizeof(functions[0]),
    .boxes = boxes,
    .n_boxes = sizeof(boxes) / sizeof(boxes[0]),
    .ubox_device = 0x0b,
    .ubox = &ubox_bank,
    .package = &snbep_package_bank,
    .clocks = VARIANT_CLOCKS(DDR3_1600, 8000),
};
