/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * HOMER, the memory that a chip shares with its own microcode. In it stand the counters of the units outside
 * the cores, and behind them the control block through which host and microcode talk. PBA BAR 0 says to
 * firmware where it is.
 */
#ifndef PMULAB_MODELS_POWER9_HOMER_H
#define PMULAB_MODELS_POWER9_HOMER_H

#define P9_HOMER_SIZE 0x400000ull

/*
 * Ordinary memory, as on a real machine: the end of the first GiB, which every powernv9 has, beyond skiboot
 * and all that QEMU loads.
 */
#define P9_HOMER_BASE(chip) (0x3f800000ull + (chip)*P9_HOMER_SIZE)

/* Where QEMU has it, above all memory that the device tree tells of. */
#define P9_QEMU_HOMER_BASE(chip) (0x203ffd800000ull + (chip)*P9_HOMER_SIZE)

/* The SCOM number of PBA BAR 0: skiboot, hw/homer.c. */
#define P9_PBA_BAR0 0x5012b00u

/* Bytes from the chip's HOMER, and how many they are. */
#define P9_IMC_COUNTERS      0x180000ull
#define P9_IMC_COUNTERS_SIZE 0x40000ull

/* Bytes from the counters. */
#define P9_IMC_CONTROL_BLOCK 0x3fc00ull

#endif
