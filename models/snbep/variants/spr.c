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

/* One for each controller, at the devices of Intel PCM (SERVER_M2M_*). */
#define M2M(n) PCI_BOX_AT("m2m" #n, spr_m2m_type, n, 0x0c + (n), 0)
/* Linux, SPR_UNCORE_UPI0_DEVFN, and its number of boxes. */
#define UPI(n) PCI_BOX_AT("upi" #n, spr_upi_type, n, 0x01 + (n), 1)
/* Twelve of them: Intel PCM, SPR_IRP_UNIT_CTL. */
#define IRP(n) MSR_BOX_AT("irp" #n, spr_irp_type, n, 0x3400 + 0x10 * (n))
/* LIKWID's table of counters has 40. Their register numbers are invented. */
#define MDF(n) MSR_BOX_AT("mdf" #n, spr_mdf_type, n, 0x2800 + 0x10 * (n))

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

/* Links of UPI: Linux, SPR_UNCORE_UPI_PCIID. Software skips a device without a
 * function 0. Its ID is invented; in device 2, the tables are function 0. */
#define UPI_FUNCTION(device)                                                                       \
    {                                                                                              \
        (device), 1, 0x3241, PERFORMANCE_COUNTERS, 0                                               \
    }
#define FIRST_FUNCTION(device)                                                                     \
    {                                                                                              \
        (device), 0, 0x3240, SYSTEM_PERIPHERAL, 0                                                  \
    }
#define M2M_FUNCTION(device)                                                                       \
    {                                                                                              \
        (device), 0, 0x324a, PERFORMANCE_COUNTERS, 0                                               \
    }

static const struct snbep_function spr_functions[] = {UBOX_FUNCTION,
    {0x00, 1, 0x3251, SYSTEM_PERIPHERAL, 0}, TABLES_FUNCTION, FIRST_FUNCTION(0x01),
    UPI_FUNCTION(0x01), UPI_FUNCTION(0x02), FIRST_FUNCTION(0x03), UPI_FUNCTION(0x03),
    FIRST_FUNCTION(0x04), UPI_FUNCTION(0x04), M2M_FUNCTION(0x0c), M2M_FUNCTION(0x0d),
    M2M_FUNCTION(0x0e), M2M_FUNCTION(0x0f)};
static const struct snbep_place spr_boxes[] = {CHANNEL(0), CHANNEL(1), CHANNEL(2), CHANNEL(3),
    CHANNEL(4), CHANNEL(5), CHANNEL(6), CHANNEL(7), FREE_RUNNING(0), FREE_RUNNING(1),
    FREE_RUNNING(2), FREE_RUNNING(3), M2M(0), M2M(1), M2M(2), M2M(3), UPI(0), UPI(1), UPI(2),
    UPI(3), IRP(0), IRP(1), IRP(2), IRP(3), IRP(4), IRP(5), IRP(6), IRP(7), IRP(8), IRP(9), IRP(10),
    IRP(11), MDF(0), MDF(1), MDF(2), MDF(3), MDF(4), MDF(5), MDF(6), MDF(7), MDF(8), MDF(9),
    MDF(10), MDF(11), MDF(12), MDF(13), MDF(14), MDF(15), MDF(16), MDF(17), MDF(18), MDF(19),
    MDF(20), MDF(21), MDF(22), MDF(23), MDF(24), MDF(25), MDF(26), MDF(27), MDF(28), MDF(29),
    MDF(30), MDF(31), MDF(32), MDF(33), MDF(34), MDF(35), MDF(36), MDF(37), MDF(38), MDF(39), PCU};

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

static const struct snbep_function generic_functions[] = {
    UBOX_FUNCTION, TABLES_FUNCTION, M2M_FUNCTION(0x0c), M2M_FUNCTION(0x0d)};
static const struct snbep_place generic_boxes[] = {
    CHANNEL(0), CHANNEL(1), CHANNEL(2), CHANNEL(3), M2M(0), M2M(1), PCU};

const struct snbep_variant variant_generic = {
    .number = VARIANT_GENERIC,
    .core = INTEL_ICX,
    .name = "generic",
    .prose = "a made-up Xeon of the future, which Linux's table does not name",
    .clocks = VARIANT_CLOCKS(DDR5_4800, 16000), /* Sapphire Rapids' */
    LISTED(generic_functions, generic_boxes),
};
