/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For programs that QEMU's virt starts in place of a kernel: where things are,
 * firmware's calls, and the header of an Image, as Linux's
 * Documentation/arch/arm64/booting.rst has it, behind which the program begins
 * at `start`.
 */
.arch armv8 .2 - a +
    rcpc

        .set WINDOW,
    0x4fff0000 /* the PMCU's, at the end of 256 MiB */
        .set WAIT_CNT,
    0x20 /* of its registers one that keeps what is written */
        .set SYSTEM_OFF,
    0x84000008 /* PSCI */
        .set CPU_ON,
    0xc4000003

        .macro CONSTANT reg,
    value movz \reg, #(\value) & 0xffff movk \reg, #(\value) >> 16 & 0xffff, lsl #16 movk \reg,
#(\value)>> 32 & 0xffff,
    lsl
# 32.endm

        .globl _start _start : b start.long 0.quad 0x80000,
    0x10000, 0, 0, 0, 0.ascii "ARM\x64".long 0
