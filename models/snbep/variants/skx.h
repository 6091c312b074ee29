/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The common part of Skylake-SP and Cascade Lake: the same functions at the
 * same places. Places and IDs are from Linux's table, names from the PCI ID
 * Repository, classes from kernel logs (silicon/xeon-pci.facts). Three IDs each
 * belong to two channels: software distinguishes them by device. The UBOX has a
 * separate bus, below the memory controllers'. Software assigns a bus without a
 * UBOX to the socket of the next lower bus that has one. In hardware, socket
 * 0's UBOX is on bus 0, which is QEMU's here. It is therefore on the bus of the
 * next stack of I/O. Functions without a monitor exist only if Linux must find
 * them: function 0 of devices, and the power control unit's function with the
 * number of slices.
 */
#ifndef PMULAB_MODELS_SNBEP_VARIANTS_SKX_H
#define PMULAB_MODELS_SNBEP_VARIANTS_SKX_H

#include "models/snbep/socket/socket.rdl.h"
#include "models/snbep/variants/tables.h"

/* The channels of a memory controller: its devices are @first and the next. */
#define SKX_CONTROLLER(first)                                                                      \
    {(first), 0, 0x2040, SYSTEM_PERIPHERAL, 1}, {(first), 1, 0x2041, SYSTEM_PERIPHERAL, 1},        \
        {(first), 2, 0x2042, SYSTEM_PERIPHERAL, 1}, {(first), 3, 0x2043, SYSTEM_PERIPHERAL, 1},    \
        {(first), 4, 0x2044, SYSTEM_PERIPHERAL, 1}, {(first), 5, 0x2045, SYSTEM_PERIPHERAL, 1},    \
        {(first), 6, 0x2046, SYSTEM_PERIPHERAL, 1}, {(first), 7, 0x2047, SYSTEM_PERIPHERAL, 1},    \
        {(first) + 1, 0, 0x2048, SYSTEM_PERIPHERAL, 1},                                            \
        {(first) + 1, 1, 0x2049, SYSTEM_PERIPHERAL, 1},                                            \
        {(first) + 1, 2, 0x204a, SYSTEM_PERIPHERAL, 1},                                            \
    {                                                                                              \
        (first) + 1, 3, 0x204b, SYSTEM_PERIPHERAL, 1                                               \
    }

#define SKX_FUNCTIONS                                                                              \
    {0x08, 0, 0x2014, SYSTEM_PERIPHERAL, 0},                                                       \
        {0x1e, 0, 0x2080, SYSTEM_PERIPHERAL, 0}, /* UBOX, PCU */                                   \
        {0x1e, 3, 0x2083, SYSTEM_PERIPHERAL, 0}, SKX_CONTROLLER(0x0a), SKX_CONTROLLER(0x0c),       \
        {0x08, 0, 0x2066, SYSTEM_PERIPHERAL, 1},                                                   \
        {0x09, 0, 0x2066, SYSTEM_PERIPHERAL, 1}, /* M2M */                                         \
        {0x0e, 0, 0x2058, PERFORMANCE_COUNTERS, 2},                                                \
        {0x0f, 0, 0x2058, PERFORMANCE_COUNTERS, 2}, /* UPI */                                      \
        {0x10, 0, 0x2058, PERFORMANCE_COUNTERS, 2},                                                \
        {0x12, 0, 0x204c, PERFORMANCE_COUNTERS, 2}, /* M3UPI */                                    \
        {0x12, 1, 0x204d, PERFORMANCE_COUNTERS, 2}, {0x12, 2, 0x204e, SYSTEM_PERIPHERAL, 2},       \
    {                                                                                              \
        0x12, 5, 0x204d, PERFORMANCE_COUNTERS, 2                                                   \
    }

#define SKX_BOXES(kind)                                                                            \
    IMC_AT(0, kind, 1, 0x0a, 2), IMC_AT(1, kind, 1, 0x0a, 6), IMC_AT(2, kind, 1, 0x0b, 2),         \
        IMC_AT(3, kind, 1, 0x0c, 2), IMC_AT(4, kind, 1, 0x0c, 6), IMC_AT(5, kind, 1, 0x0d, 2)

/* Boxes in model-specific registers: Linux, HSWEP_C0_MSR_PMON_BOX_CTL and so
 * on. The largest chip has 28 slices. */
#define SKX_CHA(kind, n) MSR_BOX_AT("cha" #n, kind, n, 0xe00 + 0x10 * (n))
#define SKX_CHAS(kind)                                                                             \
    SKX_CHA(kind, 0), SKX_CHA(kind, 1), SKX_CHA(kind, 2), SKX_CHA(kind, 3), SKX_CHA(kind, 4),      \
        SKX_CHA(kind, 5), SKX_CHA(kind, 6), SKX_CHA(kind, 7), SKX_CHA(kind, 8), SKX_CHA(kind, 9),  \
        SKX_CHA(kind, 10), SKX_CHA(kind, 11), SKX_CHA(kind, 12), SKX_CHA(kind, 13),                \
        SKX_CHA(kind, 14), SKX_CHA(kind, 15), SKX_CHA(kind, 16), SKX_CHA(kind, 17),                \
        SKX_CHA(kind, 18), SKX_CHA(kind, 19), SKX_CHA(kind, 20), SKX_CHA(kind, 21),                \
        SKX_CHA(kind, 22), SKX_CHA(kind, 23), SKX_CHA(kind, 24), SKX_CHA(kind, 25),                \
        SKX_CHA(kind, 26), SKX_CHA(kind, 27)
#define SKX_MSR_BOXES                                                                              \
    MSR_BOX_AT("pcu", skx_pcu_type, 0, 0x710), MSR_BOX_AT("ubox-msr", skx_ubox_type, 0, 0x700)

/* Between the mesh and the two memory controllers; links of UPI, and their
 * stops of the mesh. */
#define SKX_BUS_BOX(what, kind, number, on, slot, at)                                              \
    {                                                                                              \
        .name = (what), .type = &(kind), .index = (number), .bus = (on), .device = (slot),         \
        .function = (at)                                                                           \
    }
#define SKX_M2M_BOXES(kind)                                                                        \
    SKX_BUS_BOX("m2m0", kind, 0, 1, 0x08, 0), SKX_BUS_BOX("m2m1", kind, 1, 1, 0x09, 0)
#define SKX_UPI_BOXES                                                                              \
    SKX_BUS_BOX("upi0", skx_upi_type, 0, 2, 0x0e, 0),                                              \
        SKX_BUS_BOX("upi1", skx_upi_type, 1, 2, 0x0f, 0),                                          \
        SKX_BUS_BOX("upi2", skx_upi_type, 2, 2, 0x10, 0),                                          \
        SKX_BUS_BOX("m3upi0", skx_m3upi_type, 0, 2, 0x12, 1),                                      \
        SKX_BUS_BOX("m3upi1", skx_m3upi_type, 1, 2, 0x12, 2),                                      \
        SKX_BUS_BOX("m3upi2", skx_m3upi_type, 2, 2, 0x12, 5)

/* Stacks of I/O: Linux, SKX_IIO0_MSR_PMON_BOX_CTL, SKX_IRP0_MSR_PMON_BOX_CTL,
 * skx_iio_freerunning. */
#define SKX_IIO(n)       MSR_BOX_AT("iio" #n, skx_iio_type, n, 0xa40 + 0x20 * (n))
#define SKX_IRP(n)       MSR_BOX_AT("irp" #n, skx_irp_type, n, 0xa58 + 0x20 * (n))
#define SKX_IIO_FREE(n)  MSR_BOX_AT("iio-free" #n, skx_iio_free_type, n, 0xb00 + 0x10 * (n))
#define SKX_IIO_CLOCK(n) MSR_BOX_AT("iio-clock" #n, skx_iio_clock_type, n, 0xa45 + 0x20 * (n))
#define SKX_STACK_BOXES                                                                            \
    SKX_IIO(0), SKX_IIO(1), SKX_IIO(2), SKX_IIO(3), SKX_IIO(4), SKX_IIO(5), SKX_IRP(0),            \
        SKX_IRP(1), SKX_IRP(2), SKX_IRP(3), SKX_IRP(4), SKX_IRP(5), SKX_IIO_FREE(0),               \
        SKX_IIO_FREE(1), SKX_IIO_FREE(2), SKX_IIO_FREE(3), SKX_IIO_FREE(4), SKX_IIO_FREE(5),       \
        SKX_IIO_CLOCK(0), SKX_IIO_CLOCK(1), SKX_IIO_CLOCK(2), SKX_IIO_CLOCK(3), SKX_IIO_CLOCK(4),  \
        SKX_IIO_CLOCK(5)
#define SKX_MORE_BOXES(cha_kind, m2m_kind)                                                         \
    SKX_CHAS(cha_kind), SKX_MSR_BOXES, SKX_M2M_BOXES(m2m_kind), SKX_UPI_BOXES, SKX_STACK_BOXES

/* A variant's members defined by these. Stacks of I/O without a bus are absent;
 * in socket 0, the first one's bus is QEMU's. */
#define SKX_VARIANT                                                                                \
    .n_buses = 3, .buses = {{0x16, 0x3a, 0x5d}, {0x97, 0xae, 0xd7}}, .functions = functions,       \
    .n_functions = COUNT(functions), .boxes = boxes, .n_boxes = COUNT(boxes), .ubox_device = 0x08, \
    .ubox = &ubox_skx_bank, .second = &caps_bank, .second_device = 0x1e, .second_function = 3,     \
    .package = &package_bank, .stacks = {{0x00, 0x16, 0x3a, 0x5d}, {0x80, 0x97, 0xae, 0xd7}}

#endif
