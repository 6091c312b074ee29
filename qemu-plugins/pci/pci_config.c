/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decodes port accesses of PCI configuration mechanism #1. */
#include "qemu-plugins/pci/pci_config.h"

#include "models/reg/reg.h"

enum { ADDRESS_PORT = 0xcf8, DATA_PORT = 0xcfc, DATA_END = 0xd00 };

#define ADDRESS_FIELDS(F)                                                                          \
    F(ADDRESS_ENABLE, "enable", 31, 31, REG_RW, 0, "data accesses are configuration accesses")     \
    F(ADDRESS_RSV, "rsv", 30, 24, REG_RV, 0, "some chip sets: offset 11:8")                        \
    F(ADDRESS_BUS, "bus", 23, 16, REG_RW, 0, "bus")                                                \
    F(ADDRESS_DEVFN, "devfn", 15, 8, REG_RW, 0, "device and function")                             \
    F(ADDRESS_OFFSET, "offset", 7, 2, REG_RW, 0, "dword of configuration space")                   \
    F(ADDRESS_ZERO, "zero", 1, 0, REG_RV, 0, "the byte comes from the data port")

enum address_field { ADDRESS_FIELDS(REG_FIELD_INDEX) };
static const struct reg_field address_fields[] = {ADDRESS_FIELDS(REG_FIELD_ROW)};
static const struct reg address_reg = {.name = "CONFIG_ADDRESS",
    .offset = ADDRESS_PORT,
    .width = 32,
    .numbering = REG_LSB0,
    REG_TABLE(address_fields)};

bool pci_config_has_port(unsigned port)
{
    return port >= ADDRESS_PORT && port < DATA_END;
}

void pci_config_out(struct pci_config *config, unsigned port, unsigned size, uint32_t value)
{
    if (port == ADDRESS_PORT && size == 4)
        atomic_store_explicit(&config->address, value, memory_order_relaxed);
}

bool pci_config_target(
    const struct pci_config *config, unsigned port, unsigned size, struct pci_target *target)
{
    const uint32_t address = atomic_load_explicit(&config->address, memory_order_relaxed);

    /* Offsets above 255 need the chip set's extension; none of the models'
     * functions have any. */
    if (port < DATA_PORT || port + size > DATA_END ||
        !reg_get(&address_reg, ADDRESS_ENABLE, address) ||
        reg_get(&address_reg, ADDRESS_RSV, address))
        return false;
    target->bus = (unsigned)reg_get(&address_reg, ADDRESS_BUS, address);
    target->devfn = (unsigned)reg_get(&address_reg, ADDRESS_DEVFN, address);
    target->offset =
        (unsigned)reg_get(&address_reg, ADDRESS_OFFSET, address) * 4 + (port - DATA_PORT);
    return true;
}
