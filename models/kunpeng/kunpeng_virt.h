/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Addresses and interrupts that QEMU's virt (hw/arm/virt.c) leaves free for the
 * machine, in the device tree and ACPI. */
#ifndef PMULAB_MODELS_KUNPENG_KUNPENG_VIRT_H
#define PMULAB_MODELS_KUNPENG_KUNPENG_VIRT_H

#include "models/kunpeng/kunpeng_config.h"

#include <stdint.h>

#define VIRT_RAM UINT64_C(0x40000000) /* start of memory */

/* Shared interrupts without a QEMU device, one per die's PMCU; the GIC numbers
 * them from 32 on. */
#define KUNPENG_SPI  200
#define VIRT_GIC_SPI 32

/* The place of the PMCUs' registers with ACPI: the space from here to
 * 0x0c000000 is free. (With a device tree they are at the top of RAM.) A window
 * is as large as the largest page of an arm64 kernel. */
#define KUNPENG_WINDOWS UINT64_C(0x0b000000)
#define KUNPENG_WINDOW  0x10000

static inline uint64_t kunpeng_window(unsigned die)
{
    return KUNPENG_WINDOWS + (uint64_t)die * KUNPENG_WINDOW;
}

/* The same for the uncore PMU at place number @number, also with a device tree;
 * and its shared interrupt, which virt has for user-added devices on its
 * platform bus. */
static inline uint64_t kunpeng_uncore_window(unsigned number)
{
    return kunpeng_window(KUNPENG_MAX_DIES + number);
}

static inline unsigned kunpeng_uncore_spi(unsigned number)
{
    return 112 + number;
}

#endif
