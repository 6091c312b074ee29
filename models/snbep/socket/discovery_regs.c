/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of the registers that list a socket's monitors. */
#include "models/snbep/socket/discovery_regs.h"

static const struct reg_field express_fields[] = {DISCOVERY_EXPRESS_FIELDS(REG_FIELD_ROW)};
static const struct reg_field cap_fields[] = {DISCOVERY_CAP_FIELDS(REG_FIELD_ROW)};
static const struct reg_field vendor_fields[] = {DISCOVERY_VENDOR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field entry_fields[] = {DISCOVERY_ENTRY_FIELDS(REG_FIELD_ROW)};
static const struct reg_field table_fields[] = {DISCOVERY_TABLE_FIELDS(REG_FIELD_ROW)};

#define REG(reg_name, at, bits, table, what, where)                                                \
    {                                                                                              \
        .name = (reg_name), .offset = (at), .width = (bits), .numbering = REG_LSB0,                \
        REG_TABLE(table), .prose = (what), .source = (where)                                       \
    }
#define EXPRESS "PCI Express 5.0, section "
#define LINUX   "Linux, arch/x86/events/intel/uncore_discovery.h"

static const struct reg regs[DISCOVERY_N_REGS] = {
    [DISCOVERY_EXPRESS] = REG("EXPRESS_CAP", DISCOVERY_FIRST_CAP, 32, express_fields,
        "the function has extended configuration space", EXPRESS "7.5.3"),
    [DISCOVERY_CAP] = REG(
        "DVSEC_CAP", 0x100, 32, cap_fields, "the vendor-specific capability", EXPRESS "7.9.6.1"),
    [DISCOVERY_VENDOR] =
        REG("DVSEC_VENDOR", 0x104, 32, vendor_fields, "its vendor", EXPRESS "7.9.6.2"),
    [DISCOVERY_ENTRY] = REG("DVSEC_ENTRY", 0x108, 32, entry_fields, "content of the tables", LINUX),
    [DISCOVERY_TABLE] = REG("DVSEC_TABLE", 0x10c, 32, table_fields, "where that is", LINUX),
};

const struct reg_bank discovery_bank = {"discovery",
    "the function that locates a socket's tables of units", REG_SPACE_PCI,
    REG_BANK_REGS(regs, DISCOVERY_N_REGS)};

static const struct reg_field global_fields[] = {UNITS_GLOBAL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field address_fields[] = {UNITS_ADDRESS_FIELDS(REG_FIELD_ROW)};
static const struct reg_field status_fields[] = {UNITS_STATUS_FIELDS(REG_FIELD_ROW)};
static const struct reg_field layout_fields[] = {UNITS_LAYOUT_FIELDS(REG_FIELD_ROW)};
static const struct reg_field id_fields[] = {UNITS_ID_FIELDS(REG_FIELD_ROW)};

static const struct reg unit_regs[UNITS_N_REGS] = {
    [UNITS_GLOBAL] = REG("GLOBAL", 0x00, 64, global_fields, "the socket's entry", LINUX),
    [UNITS_GLOBAL_CTL] = {.name = "GLOBAL_CTL",
        .offset = 0x08,
        .width = 64,
        .numbering = REG_LSB0,
        REG_TABLE(address_fields),
        .prose = "where the socket's global control is",
        .source = LINUX,
        .not_modelled = "the control itself: Linux does not use it"},
    [UNITS_STATUS] = REG("GLOBAL_STATUS", 0x10, 64, status_fields, "where its status is", LINUX),
    [UNITS_LAYOUT] = REG("LAYOUT", UNITS_ENTRY, 64, layout_fields, "a monitor's registers", LINUX),
    [UNITS_CTL] =
        REG("CTL", UNITS_ENTRY + 0x08, 64, address_fields, "where its box control is", LINUX),
    [UNITS_ID] = REG("ID", UNITS_ENTRY + 0x10, 64, id_fields, "which monitor it is", LINUX),
};

const struct reg_bank units_bank = {"units",
    "a socket's table of its monitors; each has an entry like the first one's", REG_SPACE_MMIO,
    REG_BANK_REGS(unit_regs, UNITS_N_REGS)};
