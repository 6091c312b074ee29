/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A socket's list of its monitors, since Sapphire Rapids. A function of the
 * socket's bus has an extended capability (PCI Express 5.0, section 7.9.6,
 * designated vendor-specific) that names the base address register of the
 * tables. The tables are in the socket's window: an entry for the socket, and
 * one for each monitor. Source: Linux,
 * arch/x86/events/intel/uncore_discovery.h.
 *
 * F(enumerator, name, first bit, last bit, access, reset, prose)
 */
#ifndef PMULAB_MODELS_SNBEP_SOCKET_DISCOVERY_REGS_H
#define PMULAB_MODELS_SNBEP_SOCKET_DISCOVERY_REGS_H

#include "models/reg/bank.h"

/* Linux reads extended configuration space only in a function with this
 * capability. */
#define DISCOVERY_EXPRESS_FIELDS(F)                                                                \
    F(EXPRESS_RSV, "rsv", 31, 24, REG_RV, 0, "reads as 0")                                         \
    F(EXPRESS_TYPE, "type", 23, 20, REG_RO, 9,                                                     \
        "9: an endpoint that is integrated in the root complex")                                   \
    F(EXPRESS_VERSION, "version", 19, 16, REG_RO, 2, "of the capability")                          \
    F(EXPRESS_NEXT, "next", 15, 8, REG_RO, 0, "0: the last capability")                            \
    F(EXPRESS_ID, "id", 7, 0, REG_RO, 0x10, "PCI Express")

#define DISCOVERY_CAP_FIELDS(F)                                                                    \
    F(CAP_NEXT, "next", 31, 20, REG_RO, 0, "0: the last extended capability")                      \
    F(CAP_VERSION, "version", 19, 16, REG_RO, 1, "of the capability")                              \
    F(CAP_ID, "id", 15, 0, REG_RO, 0x23, "designated vendor-specific")

#define DISCOVERY_VENDOR_FIELDS(F)                                                                 \
    F(VENDOR_LENGTH, "length", 31, 20, REG_RO, 0x10, "of the capability, bytes")                   \
    F(VENDOR_REVISION, "revision", 19, 16, REG_RO, 0, "of the vendor's capability")                \
    F(VENDOR_ID, "vendor", 15, 0, REG_RO, 0x8086, "Intel")

#define DISCOVERY_ENTRY_FIELDS(F)                                                                  \
    F(ENTRY_RSV, "rsv", 31, 16, REG_RV, 0, "reads as 0")                                           \
    F(ENTRY_ID, "id", 15, 0, REG_RO, 1, "1: tables of performance monitors")

#define DISCOVERY_TABLE_FIELDS(F)                                                                  \
    F(TABLE_OFFSET, "offset", 31, 3, REG_RO, 0,                                                    \
        "of the tables from the base address; Linux wants 0")                                      \
    F(TABLE_BIR, "bir", 2, 0, REG_RO, 0, "number of the base address register")

enum discovery_cap_field { DISCOVERY_CAP_FIELDS(REG_FIELD_INDEX) };

enum discovery_reg {
    DISCOVERY_EXPRESS,
    DISCOVERY_CAP,
    DISCOVERY_VENDOR,
    DISCOVERY_ENTRY,
    DISCOVERY_TABLE,
    DISCOVERY_N_REGS,
};

extern const struct reg_bank discovery_bank;

/* Offset of the first capability in the function's configuration space. */
enum { DISCOVERY_FIRST_CAP = 0x40 };

/* ---- the tables ---- */

#define UNITS_GLOBAL_FIELDS(F)                                                                     \
    F(GLOBAL_ACCESS, "access", 63, 62, REG_RO, 0,                                                  \
        "how the global control is reached; 0: a model-specific register")                         \
    F(GLOBAL_RSV, "rsv", 61, 26, REG_RV, 0, "reads as 0")                                          \
    F(GLOBAL_MAX_UNITS, "max_units", 25, 16, REG_RO, 0, "monitors that follow")                    \
    F(GLOBAL_STRIDE, "stride", 15, 8, REG_RO, 0, "from an entry to the next, in 8 bytes")          \
    F(GLOBAL_TYPE, "type", 7, 0, REG_RO, 0, "of the table")

#define UNITS_ADDRESS_FIELDS(F)                                                                    \
    F(UNITS_ADDRESS, "address", 63, 0, REG_RO, 0,                                                  \
        "a number, or a physical address, or bus, device and function from bit 12 on and an "      \
        "offset")

#define UNITS_STATUS_FIELDS(F)                                                                     \
    F(UNITS_STATUS_RSV, "rsv", 63, 24, REG_RV, 0, "reads as 0")                                    \
    F(UNITS_NUM_STATUS, "num_status", 23, 8, REG_RO, 0, "bits of the global status")               \
    F(UNITS_STATUS_OFFSET, "status_offset", 7, 0, REG_RO, 0,                                       \
        "of the global status from the control")

#define UNITS_LAYOUT_FIELDS(F)                                                                     \
    F(LAYOUT_ACCESS, "access", 63, 62, REG_RO, 0,                                                  \
        "0: model-specific registers, 1: memory, 2: configuration space")                          \
    F(LAYOUT_RSV, "rsv", 61, 40, REG_RV, 0, "reads as 0")                                          \
    F(LAYOUT_STATUS_OFFSET, "status_offset", 39, 32, REG_RO, 0, "0: none is given")                \
    F(LAYOUT_CTR_OFFSET, "ctr_offset", 31, 24, REG_RO, 0, "of counter 0 from the box's control")   \
    F(LAYOUT_BIT_WIDTH, "bit_width", 23, 16, REG_RO, 0, "of a counter")                            \
    F(LAYOUT_CTL_OFFSET, "ctl_offset", 15, 8, REG_RO, 0, "of counter 0's control from the box's")  \
    F(LAYOUT_NUM_REGS, "num_regs", 7, 0, REG_RO, 0, "counters")

#define UNITS_ID_FIELDS(F)                                                                         \
    F(ID_RSV, "rsv", 63, 32, REG_RV, 0, "reads as 0")                                              \
    F(ID_BOX_ID, "box_id", 31, 16, REG_RO, 0, "number among the monitors of its type")             \
    F(ID_BOX_TYPE, "box_type", 15, 0, REG_RO, 0, "number of its type")

enum units_global_field { UNITS_GLOBAL_FIELDS(REG_FIELD_INDEX) };
enum units_address_field { UNITS_ADDRESS_FIELDS(REG_FIELD_INDEX) };
enum units_layout_field { UNITS_LAYOUT_FIELDS(REG_FIELD_INDEX) };
enum units_id_field { UNITS_ID_FIELDS(REG_FIELD_INDEX) };

/* The socket's entry, and the first monitor's, as an example of all. */
enum units_reg {
    UNITS_GLOBAL,
    UNITS_GLOBAL_CTL,
    UNITS_STATUS,
    UNITS_LAYOUT,
    UNITS_CTL,
    UNITS_ID,
    UNITS_N_REGS
};

extern const struct reg_bank units_bank;

/* Bytes of an entry; and the size and the offset of the window's part with the
 * tables. */
enum { UNITS_ENTRY = 64, UNITS_BYTES = 0x10000, UNITS_FIRST = 0x400000 };

/* The offset in units_bank of byte @offset of the tables; sets @entry to its
 * entry, 0 for the socket's. */
static inline uint32_t units_offset(uint32_t offset, unsigned *entry)
{
    *entry = offset / UNITS_ENTRY;
    return *entry ? UNITS_ENTRY + offset % UNITS_ENTRY : offset;
}

#endif
