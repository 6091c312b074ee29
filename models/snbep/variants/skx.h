/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What Skylake-SP and Cascade Lake share: the same functions at the same places. Places and IDs by Linux's
 * table, names by the PCI ID Repository. Three IDs are each those of two channels: software tells them by
 * their devices. The UBOX is on a bus of its own, below the memory controllers', and software takes a bus
 * without one for the socket of the next lower bus that has one. Socket 0's is really on bus 0, which is
 * QEMU's here.
 */
#ifndef PMULAB_MODELS_SNBEP_VARIANTS_SKX_H
#define PMULAB_MODELS_SNBEP_VARIANTS_SKX_H

#include "models/snbep/variants/tables.h"

/* The channels of a memory controller: its devices are @first and the next. */
#define SKX_CONTROLLER(first)                                                                                \
    {(first), 0, 0x2040, SYSTEM_PERIPHERAL, 1}, {(first), 1, 0x2041, SYSTEM_PERIPHERAL, 1},                  \
        {(first), 2, 0x2042, SYSTEM_PERIPHERAL, 1}, {(first), 3, 0x2043, SYSTEM_PERIPHERAL, 1},              \
        {(first), 4, 0x2044, SYSTEM_PERIPHERAL, 1}, {(first), 5, 0x2045, SYSTEM_PERIPHERAL, 1},              \
        {(first), 6, 0x2046, SYSTEM_PERIPHERAL, 1}, {(first), 7, 0x2047, SYSTEM_PERIPHERAL, 1},              \
        {(first) + 1, 0, 0x2048, SYSTEM_PERIPHERAL, 1}, {(first) + 1, 1, 0x2049, SYSTEM_PERIPHERAL, 1},      \
        {(first) + 1, 2, 0x204a, SYSTEM_PERIPHERAL, 1},                                                      \
    {                                                                                                        \
        (first) + 1, 3, 0x204b, SYSTEM_PERIPHERAL, 1                                                         \
    }

#define SKX_FUNCTIONS {0x08, 0, 0x2014, SYSTEM_PERIPHERAL, 0}, SKX_CONTROLLER(0x0a), SKX_CONTROLLER(0x0c)

#define SKX_BOXES(kind)                                                                                      \
    IMC_AT(0, kind, 1, 0x0a, 2), IMC_AT(1, kind, 1, 0x0a, 6), IMC_AT(2, kind, 1, 0x0b, 2),                   \
        IMC_AT(3, kind, 1, 0x0c, 2), IMC_AT(4, kind, 1, 0x0c, 6), IMC_AT(5, kind, 1, 0x0d, 2)

/* The members of a variant that these decide. */
#define SKX_VARIANT                                                                                          \
    .n_buses = 2, .buses = {{0x16, 0x3a}, {0x97, 0xae}}, .functions = functions,                             \
    .n_functions = COUNT(functions), .boxes = boxes, .n_boxes = COUNT(boxes), .ubox_device = 0x08,           \
    .ubox = &ubox_skx_bank, .clocks = VARIANT_CLOCKS

/* Events of Skylake-SP. */
#define SKX_EVENTS(E) IMC_ROWS(E) IMC_ROWS_CAS_SKX(E) IMC_ROWS_SINCE_IVT(E) IMC_ROWS_RANKS_DDR4(E)

#endif
