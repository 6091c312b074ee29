/* SPDX-License-Identifier: GPL-2.0-or-later */
/* clang-format off */
/*
 * For programs that QEMU's virt starts in place of a kernel: addresses,
 * firmware's calls, and the header of an Image (Linux,
 * Documentation/arch/arm64/booting.rst). The program begins at `start`, after
 * the header.
 */
    .arch armv8.2-a+rcpc

    .set WINDOW, 0x4fff0000          /* the PMCU's, at the end of 256 MiB */
    .set WAIT_CNT, 0x20              /* a register of it that keeps written values */
    .set SYSTEM_OFF, 0x84000008      /* PSCI */
    .set CPU_ON, 0xc4000003

    .macro CONSTANT reg, value
    movz \reg, #(\value) & 0xffff
    movk \reg, #(\value) >> 16 & 0xffff, lsl #16
    movk \reg, #(\value) >> 32 & 0xffff, lsl #32
    .endm

    .globl _start
_start:
    b start
    .long 0
    .quad 0x80000, 0x10000, 0, 0, 0, 0
    .ascii "ARM\x64"
    .long 0
