/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The configuration header of every function on an uncore bus (PCI Local Bus 3.0, section 6.1, type 0). */
#ifndef PMULAB_MODELS_SNBEP_SOCKET_PCI_REGS_H
#define PMULAB_MODELS_SNBEP_SOCKET_PCI_REGS_H

#include "models/reg/bank.h"

/* One field per register: F(enumerator, name, first bit, last bit, access, reset, prose) */
#define PCI_HEADER_TYPE_FIELDS(F)                                                                            \
    F(HEADER_TYPE_MULTI, "multi_function", 7, 7, REG_RO, 0, "the device has functions besides function 0")   \
    F(HEADER_TYPE_LAYOUT, "layout", 6, 0, REG_RO, 0, "0: an ordinary function")

enum pci_header_type_field { PCI_HEADER_TYPE_FIELDS(REG_FIELD_INDEX) };

enum pci_reg { PCI_VENDOR_ID, PCI_DEVICE_ID, PCI_REVISION_ID, PCI_CLASS_CODE, PCI_HEADER_TYPE, PCI_N_REGS };

extern const struct reg_bank pci_bank;

#endif
