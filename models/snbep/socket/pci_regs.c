/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of PCI configuration header registers that all uncore functions share. */
#include "models/snbep/socket/pci_regs.h"

#define WHOLE(width, text)                                                                                   \
    {                                                                                                        \
        {                                                                                                    \
            "value", (width)-1, 0, REG_RO, 0, text                                                           \
        }                                                                                                    \
    }

static const struct reg_field vendor_fields[] = WHOLE(16, "its maker; absent functions read as all ones");
static const struct reg_field device_fields[] = WHOLE(16, "identifies the part and the function");
static const struct reg_field revision_fields[] = WHOLE(8, "stepping");
static const struct reg_field class_fields[] = WHOLE(24, "class, subclass and programming interface");
static const struct reg_field header_fields[] = {PCI_HEADER_TYPE_FIELDS(REG_FIELD_ROW)};

#define HEADER(reg_name, at, bits, table, what)                                                              \
    {                                                                                                        \
        .name = (reg_name), .offset = (at), .width = (bits), .numbering = REG_LSB0, REG_TABLE(table),        \
        .prose = (what), .source = "PCI Local Bus 3.0, section 6.1"                                          \
    }

static const struct reg regs[PCI_N_REGS] = {
    [PCI_VENDOR_ID] = HEADER("VENDOR_ID", 0x00, 16, vendor_fields, "vendor"),
    [PCI_DEVICE_ID] = HEADER("DEVICE_ID", 0x02, 16, device_fields, "device"),
    [PCI_REVISION_ID] = HEADER("REVISION_ID", 0x08, 8, revision_fields, "revision"),
    [PCI_CLASS_CODE] = HEADER("CLASS_CODE", 0x09, 24, class_fields, "class"),
    [PCI_HEADER_TYPE] = HEADER("HEADER_TYPE", 0x0e, 8, header_fields, "layout of the header"),
};

const struct reg_bank pci_bank = {"pci",
    "configuration header of every uncore function; its other registers read as 0", REG_SPACE_PCI, regs,
    PCI_N_REGS};
