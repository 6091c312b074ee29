/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The configuration header of every function on an uncore bus (PCI Local Bus
 * 3.0, section 6.1, type 0). */
#ifndef PMULAB_MODELS_SNBEP_SOCKET_PCI_REGS_H
#define PMULAB_MODELS_SNBEP_SOCKET_PCI_REGS_H

#include "models/reg/bank.h"

/* One field per register: F(enumerator, name, first bit, last bit, access,
 * reset, prose) */
#define PCI_HEADER_TYPE_FIELDS(F)                                                                  \
    F(HEADER_TYPE_MULTI, "multi_function", 7, 7, REG_RO, 0,                                        \
        "the device has functions besides function 0")                                             \
    F(HEADER_TYPE_LAYOUT, "layout", 6, 0, REG_RO, 0, "0: an ordinary function")

#define PCI_STATUS_FIELDS(F)                                                                       \
    F(PCI_STATUS_RSV_15, "rsv", 15, 5, REG_RV, 0, "reads as 0")                                    \
    F(PCI_STATUS_CAP_LIST, "cap_list", 4, 4, REG_RO, 0, "the function has capabilities")           \
    F(PCI_STATUS_RSV_3, "rsv", 3, 0, REG_RV, 0, "reads as 0")

/* A base address of memory that takes PCI_BAR_BYTES. */
#define PCI_BAR_FIELDS(F)                                                                          \
    F(PCI_BAR_ADDRESS, "address", 31, 16, REG_RW, 0, "low bits of the address, in 64 KiB")         \
    F(PCI_BAR_SIZE, "size", 15, 3, REG_RO, 0,                                                      \
        "0: the size is 64 KiB, which software finds by writing 1s")                               \
    F(PCI_BAR_TYPE, "type", 2, 1, REG_RO, 2, "2: the address has 64 bits")                         \
    F(PCI_BAR_SPACE, "space", 0, 0, REG_RO, 0, "0: memory")

enum pci_header_type_field { PCI_HEADER_TYPE_FIELDS(REG_FIELD_INDEX) };
enum pci_status_field { PCI_STATUS_FIELDS(REG_FIELD_INDEX) };
enum pci_bar_field { PCI_BAR_FIELDS(REG_FIELD_INDEX) };

enum pci_reg {
    PCI_VENDOR_ID,
    PCI_DEVICE_ID,
    PCI_STATUS,
    PCI_REVISION_ID,
    PCI_CLASS_CODE,
    PCI_HEADER_TYPE,
    PCI_BAR0,
    PCI_BAR0_HIGH,
    PCI_CAPABILITIES,
    PCI_N_REGS,
};

enum { PCI_BAR_BYTES = 0x10000 };

extern const struct reg_bank pci_bank;

#endif
