/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * HOMER, the memory that a chip shares with its own microcode, as QEMU's powernv9 places it: 4 MiB for each
 * chip, above all memory that the device tree tells of. skiboot has the address from PBA BAR0. In it stand
 * the counters of the units outside the cores, and behind them the control block through which host and
 * microcode talk.
 */
#ifndef PMULAB_IMC_HOMER_H
#define PMULAB_IMC_HOMER_H

#define P9_HOMER_SIZE       0x400000ull
#define P9_HOMER_BASE(chip) (0x203ffd800000ull + (chip)*P9_HOMER_SIZE)

/* Bytes from the chip's HOMER, and how many they are. */
#define P9_IMC_COUNTERS      0x180000ull
#define P9_IMC_COUNTERS_SIZE 0x40000ull

/* Bytes from the counters. */
#define P9_IMC_CONTROL_BLOCK 0x3fc00ull

#endif
