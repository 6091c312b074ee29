/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ice Lake-SP: Xeon Scalable of the third generation. It has twelve channels,
 * three to a memory controller. Their registers are in the socket's window of
 * memory. Places and IDs are from Linux's table (icx_uncore_*).
 */
#include "models/snbep/socket/window_regs.h"
#include "models/snbep/variants/imc_icx.events.h"
#include "models/snbep/variants/tables.h"

/* The events of free-running counters. No source names them. */
static const struct box_free free_counts[IMC_FREE_N_REGS] = {
    [IMC_FREE_DCLK] = {.event = IMC_ICX_EVENT_CLOCKTICKS},
    [IMC_FREE_READ] = {.event = IMC_ICX_EVENT_CAS_COUNT, .umask = 0x0f},
    [IMC_FREE_WRITE] = {.event = IMC_ICX_EVENT_CAS_COUNT, .umask = 0x30},
    [IMC_FREE_PMM_READ] = {.event = IMC_ICX_EVENT_PMM_RPQ_INSERTS},
    [IMC_FREE_PMM_WRITE] = {.event = IMC_ICX_EVENT_PMM_WPQ_INSERTS}};

static const struct box_events no_events = {.n = 0};

const struct box_type imc_free_type = {
    .kind = BOX_IMC_FREE,
    .banks = {[IMC_SILICON] = &imc_free_bank, [IMC_GUIDE] = &imc_free_bank},
    .events = &no_events,
    .clock = BOX_DCLK,
    .sums = 3,
    .fixed_ctr = BOX_NONE,
    .fixed_ctl = BOX_NONE,
    .box_ctl = BOX_NONE,
    .status = BOX_NONE,
    .filter = BOX_NONE,
    .control = &imc_control,
};

const struct box_type imc_icx_type = {
    IMC_TYPE(imc_icx_bank, imc_icx_bank),
    .events = &imc_icx_events,
    .frz_alone = true,
    .free = free_counts,
    .n_free = COUNT(free_counts),
    /* its list calls event ff, the fixed counter's, HCLOCKTICKS: half the clock
     * */
    .fixed_every = 2,
};

/* The UBOX. Functions without a monitor exist only if Linux must find them. */
static const struct snbep_function functions[] = {
    {0x00, 0, 0x3450, SYSTEM_PERIPHERAL, 0},
    {0x00, 1, 0x3451, SYSTEM_PERIPHERAL, 0},
};

/* Linux: SNR_IMC_MMIO_PMON_BOX_CTL and SNR_IMC_MMIO_OFFSET, from a controller's
 * first byte on. */
#define CHANNEL(number, controller, channel)                                                       \
    {                                                                                              \
        .name = "imc" #number, .type = &imc_icx_type, .index = (number),                           \
        .base = WINDOW_MEM(controller) + 0x22800 + 0x4000 * (channel)                              \
    }
#define CONTROLLER(a, b, c, controller)                                                            \
    CHANNEL(a, controller, 0), CHANNEL(b, controller, 1), CHANNEL(c, controller, 2)

/* The controller's own counters are at its first byte. */
#define FREE_RUNNING(controller)                                                                   \
    {                                                                                              \
        .name = "imc-free" #controller, .type = &imc_free_type, .index = (controller),             \
        .base = WINDOW_MEM(controller)                                                             \
    }

static const struct snbep_place boxes[] = {
    CONTROLLER(0, 1, 2, 0),
    CONTROLLER(3, 4, 5, 1),
    CONTROLLER(6, 7, 8, 2),
    CONTROLLER(9, 10, 11, 3),
    FREE_RUNNING(0),
    FREE_RUNNING(1),
    FREE_RUNNING(2),
    FREE_RUNNING(3),
};

const struct snbep_variant variant_icx = {
    .number = VARIANT_ICX,
    .core = INTEL_ICX,
    .name = "icx",
    .prose = "Ice Lake-SP, Xeon Scalable of the third generation",
    .revision = 0x04,
    .n_buses = 1,
    .buses = {{0x7e}, {0xfe}},
    .functions = functions,
    .n_functions = COUNT(functions),
    .boxes = boxes,
    .n_boxes = COUNT(boxes),
    .ubox_device = 0x00,
    .ubox = &ubox_skx_bank,
    .window = true,
    .second = &window_bank,
    .second_function = 1,
    .package = &snbep_package_bank,
    .clocks = VARIANT_CLOCKS(DDR4_3200, 11200),
};
