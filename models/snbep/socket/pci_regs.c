/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of PCI configuration header registers that all uncore functions
 * share. */
#include "models/snbep/socket/pci_regs.h"

#define WHOLE(width, text)                                                                         \
    {                                                                                              \
        {                                                                                          \
            "value", (width)-1, 0, REG_RO, 0, text                                                 \
        }                                                                                          \
    }

static const struct reg_field vendor_fields[] =
    WHOLE(16, "its maker; absent functions read as all ones");
static const struct reg_field device_fields[] = WHOLE(16, "identifies the part and the function");
static const struct reg_field revision_fields[] = WHOLE(8, "stepping");
static const struct reg_field class_fields[] =
    WHOLE(24, "class, subclass and programming interface");
static const struct reg_field header_fields[] = {PCI_HEADER_TYPE_FIELDS(REG_FIELD_ROW)};
static const struct reg_field status_fields[] = {PCI_STATUS_FIELDS(REG_FIELD_ROW)};
static const struct reg_field bar_fields[] = {PCI_BAR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field bar_high_fields[] = {
    {"address", 31, 0, REG_RW, 0, "high bits of the address"}};
static const struct reg_field first_cap_fields[] =
    WHOLE(8, "offset of the first capability; 0: none");

#define HEADER(reg_name, at, bits, table, what)                                                    \
    {                                                                                              \
        .name = (reg_name), .offset = (at), .width = (bits), .numbering = REG_LSB0,                \
        REG_TABLE(table), .prose = (what), .source = "PCI Local Bus 3.0, section 6.1"              \
    }

static const struct reg regs[PCI_N_REGS] = {
    [PCI_VENDOR_ID] = HEADER("VENDOR_ID", 0x00, 16, vendor_fields, "vendor"),
    [PCI_DEVICE_ID] = HEADER("DEVICE_ID", 0x02, 16, device_fields, "device"),
    [PCI_STATUS] = HEADER("STATUS", 0x06, 16, status_fields, "the function's capability"),
    [PCI_REVISION_ID] = HEADER("REVISION_ID", 0x08, 8, revision_fields, "revision"),
    [PCI_CLASS_CODE] = HEADER("CLASS_CODE", 0x09, 24, class_fields, "class"),
    [PCI_HEADER_TYPE] = HEADER("HEADER_TYPE", 0x0e, 8, header_fields, "layout of the header"),
    [PCI_BAR0] = {.name = "BAR0",
        .offset = 0x10,
        .width = 32,
        .numbering = REG_LSB0,
        REG_TABLE(bar_fields),
        .prose = "where a socket's tables of units are; 0 in other functions",
        .source = "PCI Local Bus 3.0, section 6.2.5",
        .not_modelled = "the tables stay where they are when it is written"},
    [PCI_BAR0_HIGH] = HEADER("BAR0_HIGH", 0x14, 32, bar_high_fields, "the same, bits 63:32"),
    [PCI_CAPABILITIES] =
        HEADER("CAPABILITIES", 0x34, 8, first_cap_fields, "the function's capabilities"),
};

const struct reg_bank pci_bank = {"pci",
    "configuration header of every uncore function; its other registers read as 0", REG_SPACE_PCI,
    REG_BANK_REGS(regs, PCI_N_REGS)};
