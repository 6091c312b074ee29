/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Follows q35's PCIEXBAR, and places a window for each of the machine's
 * buses. */
#include "qemu-plugins/pci/pci_ecam.h"

#include "models/reg/reg.h"

#include <glib.h>

/* Bus, device and function of the host bridge, and its register (Intel 316966,
 * datasheet of the Q35 memory controller hub: PCIEXBAR). Software writes it in
 * halves. */
enum { BRIDGE_BUS = 0, BRIDGE_DEVFN = 0, PCIEXBAR = 0x60, HALF = 4 };

#define PCIEXBAR_FIELDS(F)                                                                         \
    F(PCIEXBAR_RSV, "rsv", 63, 36, REG_RV, 0, "reads as 0")                                        \
    F(PCIEXBAR_BASE, "base", 35, 26, REG_RW, 0, "the window's address, in units of 64 buses")      \
    F(PCIEXBAR_RSV_25, "rsv", 25, 3, REG_RV, 0, "reads as 0")                                      \
    F(PCIEXBAR_LENGTH, "length", 2, 1, REG_RW, 0, "0: 256 buses; 1: 128; 2: 64")                   \
    F(PCIEXBAR_ENABLE, "enable", 0, 0, REG_RW, 0, "there is a window")

enum pciexbar_field { PCIEXBAR_FIELDS(REG_FIELD_INDEX) };
static const struct reg_field pciexbar_fields[] = {PCIEXBAR_FIELDS(REG_FIELD_ROW)};
static const struct reg pciexbar = {.name = "PCIEXBAR",
    .offset = PCIEXBAR,
    .width = 64,
    .numbering = REG_LSB0,
    REG_TABLE(pciexbar_fields)};

/* ECAM: bits 27:20 are the bus, 19:12 device and function, 11:0 the offset. */
enum { BUSES = 256, BUSES_UNIT = 64, BUS_SIZE = 1 << 20, FUNCTION_SIZE = 1 << 12 };

struct pci_target pci_ecam_target(const void *data, uint32_t offset)
{
    return (struct pci_target){
        GPOINTER_TO_UINT(data), offset / FUNCTION_SIZE, offset % FUNCTION_SIZE};
}

static bool enabled(const struct pci_ecam *ecam)
{
    return reg_get(&pciexbar, PCIEXBAR_ENABLE, ecam->base);
}

bool pci_ecam_follows(const struct pci_target *target, unsigned size)
{
    unsigned into = target->offset - PCIEXBAR;

    return target->bus == BRIDGE_BUS && target->devfn == BRIDGE_DEVFN && size == HALF &&
           (!into || into == HALF);
}

bool pci_ecam_written(
    struct pci_ecam *ecam, const struct pci_target *target, unsigned size, uint32_t value)
{
    unsigned into = target->offset - PCIEXBAR;

    if (!pci_ecam_follows(target, size))
        return false;
    ecam->base &= reg_low_bits(8 * HALF) << 8 * (HALF - into);
    ecam->base |= (uint64_t)value << 8 * into;
    return enabled(ecam);
}

void pci_ecam_place(
    const struct pci_ecam *ecam, const struct mmio_hooks *hooks, bool (*has_bus)(unsigned bus))
{
    static bool placed;
    unsigned buses = BUSES >> reg_get(&pciexbar, PCIEXBAR_LENGTH, ecam->base);
    uint64_t base = reg_get(&pciexbar, PCIEXBAR_BASE, ecam->base) * BUS_SIZE * BUSES_UNIT;

    if (placed || !enabled(ecam))
        return;
    placed = true;
    for (unsigned bus = 0; bus < buses; bus++)
        if (has_bus(bus))
            mmio_add(base + (uint64_t)bus * BUS_SIZE, BUS_SIZE, hooks, GUINT_TO_POINTER(bus));
}
