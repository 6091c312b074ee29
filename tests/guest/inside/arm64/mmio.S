/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs on QEMU's virt in place of a kernel, at EL2 without paging: the PMCU's
 * registers, by all kinds of instructions. tests/guest/mmio.t has each one's
 * address, and the expected values.
 */
#include "virt.h"

    .set FSM_CFG, 0x4                /* registers of the PMCU */
    .set EVENT_BASE, 0x8
    .set KILL_BASE, 0x10
    .set STORE_BASE, 0x18
    .set FSM_CTRL, 0x38
    .set INT_EN, 0x100
    .set INT_STAT, 0x108
    .set INT_CLR, 0x10c
    .set ONE_ROUND, 0x10101          /* NR_PMU, NR_LOOP, EV_LEN */
    .set ROUNDS, 1000

    /* An instruction in the middle of a block. */
    .macro CASE insn:vararg
    .balign 64
    b 99f
99: nop
    nop
    \insn
    nop
    .endm

    /* The same; then reports the loaded value. */
    .macro LOADS insn:vararg
    mov x2, #-1
    CASE \insn
    str x2, [x27, #KILL_BASE]
    .endm

start:
    mov x9, #0x33ff
    msr cptr_el2, x9                 /* enables SIMD registers */
    isb
    CONSTANT x27, WINDOW
    add x26, x27, #WAIT_CNT
    CONSTANT x1, 0x81a23344
    CONSTANT x3, 0x99aabbccdd
    mov x4, #WAIT_CNT
    mov sp, x26
    b cases

    .balign 4096
cases:
    CASE str w1, [x27, #WAIT_CNT]
    LOADS ldr w2, [x27, #WAIT_CNT]
    LOADS ldrb w2, [x27, #WAIT_CNT + 1]
    LOADS ldrh w2, [x27, #WAIT_CNT + 2]
    LOADS ldr x2, [x27, #WAIT_CNT]
    LOADS ldrsw x2, [x27, #WAIT_CNT]
    LOADS ldrsb x2, [x27, #WAIT_CNT + 3]
    LOADS ldr w2, [sp]
    LOADS ldr w2, [x27, x4]
    LOADS ldr w2, [x26], #-4
    CASE str x26, [x27, #EVENT_BASE]
    LOADS ldr w2, [x26, #4]!
    CASE str x26, [x27, #EVENT_BASE]
    LOADS ldar w2, [x26]
    LOADS ldapr w2, [x26]
    CASE ldr s0, [x26]
    CASE str s0, [x27, #EVENT_BASE]
    CASE strb w1, [x27, #WAIT_CNT + 3]
    CASE strh w1, [x27, #WAIT_CNT]
    CASE str w1, [x26, #4]!
    CASE stlr w1, [x27]
    CASE str x3, [x27, #EVENT_BASE]
    LOADS ldp w2, w5, [x27, #EVENT_BASE]
    CASE stp w5, w2, [x27, #EVENT_BASE]
    LOADS ldp x2, x5, [x27, #EVENT_BASE]
    LOADS ldadd w4, w2, [sp]
    LOADS ldr w2, [x27, #WAIT_CNT]
    add x5, x27, #0x400
    LOADS ldr w2, [x5]
    CASE str w1, [x5]
    .balign 64
    b 1f
1:  ldr w2, [x27, #WAIT_CNT]         /* first in a block */
    str x2, [x27, #KILL_BASE]
    b last

    .balign 4096
    .skip 4096 - 16
last:
    b 1f
1:  nop
    nop
    ldr w2, [x27, #WAIT_CNT]         /* last in a block: the page ends here */
    str x2, [x27, #KILL_BASE]

    /* The PMCU itself accesses only memory: it reads no list from its
     * registers, and writes no sample there. */
    adr x28, memory
    lsl x28, x28, #32                /* addresses have the high word first */
    lsl x24, x27, #32
    CONSTANT x25, ONE_ROUND
    str wzr, [x27, #WAIT_CNT]
    str w25, [x27, #FSM_CFG]
    mov x9, #1 << 44
    add x9, x28, x9
    str x9, [x27, #KILL_BASE]
    str x28, [x27, #STORE_BASE]
    str x24, [x27, #EVENT_BASE]
    bl run
    str x28, [x27, #EVENT_BASE]
    mov x9, #1 << 44
    add x9, x24, x9
    str x9, [x27, #KILL_BASE]
    str x24, [x27, #STORE_BASE]
    bl run
    mov x9, #1 << 44
    add x9, x28, x9
    str x9, [x27, #KILL_BASE]
    str x28, [x27, #STORE_BASE]
    bl run

    /* Interrupts, which need QEMU's devices, while another CPU accesses the
     * PMCU's registers. */
    CONSTANT x0, CPU_ON
    mov x1, #1
    adr x2, other
    mov x3, #0
    smc #0
    cbnz w0, 4f
    adr x6, memory + 2048
2:  ldr w9, [x6]
    cbz w9, 2b
    mov w9, #3
    str w9, [x27, #INT_EN]
    mov x9, #1 << 31                 /* also the cycle counter's overflow */
    msr pmintenset_el1, x9
    mov x10, #1
    msr pmcr_el0, x10
    CONSTANT x20, ROUNDS
3:  mov x9, #1 << 31
    .rept 50
    msr pmovsclr_el0, x9
    msr pmovsset_el0, x9
    .endr
    bl run
    subs x20, x20, #1
    b.ne 3b
    str w25, [x27, #WAIT_CNT]        /* the end */
4:  CONSTANT x0, SYSTEM_OFF
    smc #0
    b .

run:
    mov w9, #1
    str w9, [x27, #FSM_CTRL]
5:  ldr w9, [x27, #INT_STAT]
    cbz w9, 5b
    str w9, [x27, #INT_CLR]
    ret

other:
    CONSTANT x27, WINDOW
    adr x6, memory + 2048
    mov w9, #1
    str w9, [x6]
6:  str wzr, [x27, #WAIT_CNT]
    ldr w9, [x27, #WAIT_CNT]
    b 6b

    .balign 4096
memory:
    .skip 8192
