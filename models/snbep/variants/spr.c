/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sapphire Rapids and Emerald Rapids: Xeon Scalable of the fourth and fifth
 * generation; and a part whose number no kernel knows, with monitors of the
 * same kinds. They list these in tables, which a function of the socket's bus
 * locates. IDs of functions are those that Linux looks for: SPR_UBOX_DID,
 * SPR_MC_DEVICE_ID, UNCORE_DISCOVERY_TABLE_DEVICE. Any places work, because the
 * tables contain the monitors' places.
 */
#include "models/snbep/socket/window_regs.h"
#include "models/snbep/variants/tables.h"

enum { TABLES = 0x09a7 };

/* Two channels to a controller. */
#define CHANNEL(number)                                                                            \
    {                                                                                              \
        .name = "imc" #number, .type = &imc_spr_type, .index = (number),                           \
        .base = WINDOW_MEM((number) / 2) + 0x22800 + 0x8000 * ((number) % 2)                       \
    }
#define FREE_RUNNING(controller)                                                                   \
    {                                                                                              \
        .name = "imc-free" #controller, .type = &imc_spr_free_type, .index = (controller),         \
        .base = WINDOW_MEM(controller)                                                             \
    }
#define PCU MSR_BOX_AT("pcu", spr_pcu_type, 0, 0x2fc0)

/* The UBOX. Functions without a monitor exist only if Linux must find them. */
#define UBOX_FUNCTION                                                                              \
    {                                                                                              \
        0x00, 0, 0x3250, SYSTEM_PERIPHERAL, 0                                                      \
    }
#define TABLES_FUNCTION                                                                            \
    {                                                                                              \
        0x02, 0, TABLES, SYSTEM_PERIPHERAL, 0                                                      \
    }

/* The common part of all. */
#define LISTED(functions_table, boxes_table)                                                       \
    .n_buses = 1, .buses = {{0x7e}, {0xfe}}, .functions = (functions_table),                       \
    .n_functions = COUNT(functions_table), .boxes = (boxes_table), .n_boxes = COUNT(boxes_table),  \
    .ubox_device = 0x00, .ubox = &ubox_skx_bank, .discovery = TABLES,                              \
    .package = &snbep_package_bank

static const struct snbep_function spr_functions[] = {
    UBOX_FUNCTION, {0x00, 1, 0x3251, SYSTEM_PERIPHERAL, 0}, TABLES_FUNCTION};
static const struct snbep_place spr_boxes[] = {CHANNEL(0), CHANNEL(1), CHANNEL(2), CHANNEL(3),
    CHANNEL(4), CHANNEL(5), CHANNEL(6), CHANNEL(7), FREE_RUNNING(0), FREE_RUNNING(1),
    FREE_RUNNING(2), FREE_RUNNING(3), PCU};

#define SPR_VARIANT                                                                                \
    .core = INTEL_SPR, .revision = 0x11, .window = true, .second = &window_bank,                   \
    .second_function = 1, LISTED(spr_functions, spr_boxes)

const struct snbep_variant variant_spr = {.number = VARIANT_SPR,
    .name = "spr",
    .prose = "Sapphire Rapids, Xeon Scalable of the fourth generation",
    .clocks = VARIANT_CLOCKS(DDR5_4800, 16000),
    SPR_VARIANT};

/* Linux, INTEL_EMERALDRAPIDS_X: all of Sapphire Rapids' monitors, and its core
 * PMU. perf's list emeraldrapids has the same events of these monitors. The
 * revision is assumed. */
const struct snbep_variant variant_emr = {.number = VARIANT_EMR,
    .name = "emr",
    .prose = "Emerald Rapids, Xeon Scalable of the fifth generation",
    .clocks = VARIANT_CLOCKS(DDR5_5600, 20000),
    SPR_VARIANT};

static const struct snbep_function generic_functions[] = {UBOX_FUNCTION, TABLES_FUNCTION,
    {0x0c, 0, 0x324a, PERFORMANCE_COUNTERS, 0}, {0x0d, 0, 0x324a, PERFORMANCE_COUNTERS, 0}};
static const struct snbep_place generic_boxes[] = {CHANNEL(0), CHANNEL(1), CHANNEL(2), CHANNEL(3),
    PCI_BOX_AT("m2m0", spr_m2m_type, 0, 0x0c, 0), PCI_BOX_AT("m2m1", spr_m2m_type, 1, 0x0d, 0),
    PCU};

const struct snbep_variant variant_generic = {
    .number = VARIANT_GENERIC,
    .core = INTEL_ICX,
    .name = "generic",
    .prose = "a made-up Xeon of the future, which Linux's table does not name",
    .clocks = VARIANT_CLOCKS(DDR5_4800, 16000), /* Sapphire Rapids' */
    LISTED(generic_functions, generic_boxes),
};
