/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * HOMER, the memory that a chip shares with its own microcode. It holds the
 * counters of the units outside the cores. After them is the control block
 * through which host and microcode communicate. PBA BAR 0 contains its address
 * for firmware.
 */
#ifndef PMULAB_MODELS_POWER9_HOMER_H
#define PMULAB_MODELS_POWER9_HOMER_H

#define P9_HOMER_SIZE 0x400000ull

/* Ordinary memory, as on a real machine: the end of the first GiB, which every
 * powernv machine has. skiboot and all that QEMU loads are below it. */
#define P9_HOMER_BASE(chip) (0x3f800000ull + (chip)*P9_HOMER_SIZE)

/* QEMU's own address on powernv9: above all memory in the device tree. */
#define P9_QEMU_HOMER_BASE(chip) (0x203ffd800000ull + (chip)*P9_HOMER_SIZE)

/* Offset from the chip's HOMER in bytes, and size in bytes. */
#define P9_IMC_COUNTERS      0x180000ull
#define P9_IMC_COUNTERS_SIZE 0x40000ull

/* Offset from the counters in bytes. */
#define P9_IMC_CONTROL_BLOCK 0x3fc00ull

#endif
