/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs on QEMU's virt in place of a kernel, at EL2: code of known length
 * between marks, for every way in which a count by blocks could go wrong.
 * tests/guest/blocks_arm64.t has the expected counts of each step, from its
 * first mark (counted) to its last (not counted).
 */
#include "virt.h"

    .set LOOK, 0x08000004            /* GICD_TYPER, a register of QEMU */
    .set NOWHERE, 0x100000000        /* no memory, no page */
    .set ALIAS, 0x40000000           /* from the kernel's address of a page to users', */
    .set ALIAS_KERNEL, 0x80000000    /* to a second one of the kernel, */
    .set ALIAS_USERS, 0x100000000    /* and of users */
    .set GICD, 0x08000000
    .set GICR, 0x080a0000
    .set TIMER_PPI, 26               /* EL2's physical timer */
    .set PMU_PPI, 23
    .set TICKS, 625                  /* of 62.5 MHz, between interrupts */
    .set LOOPS, 300000
    .set PSCI_VERSION, 0x84000000

    /* After a branch, so a block begins here. */
    .macro STEP number
    mov x0, #\number
    mov x19, #\number | 0x80
    b 99f
99: hint #127
    .endm

    .macro END
    mov x0, x19
    hint #127
    .endm

    /* The target of the vectors for the kernel's and for users' exceptions. */
    .macro HANDLER name
    adr x20, \name
    .endm

    /* Prepares a return to users at their address of \label. */
    .macro GO label
    adr x9, \label
    add x9, x9, x23
    msr elr_el2, x9
    mov x9, #0
    msr spsr_el2, x9
    isb
    .endm

start:
    bl set_up
    adr x29, data
    CONSTANT x23, ALIAS
    CONSTANT x26, LOOK
    CONSTANT x28, NOWHERE
    CONSTANT x25, ALIAS_USERS - ALIAS
    mov x22, #0
    mov x21, #TICKS

    /* Pages: devices, the kernel's memory, and the same memory for users, for
     * the kernel at another address, and again for users. */
    adr x8, table
    CONSTANT x9, 0x0000000000000405
    str x9, [x8]
    CONSTANT x9, 0x40000701
    orr x9, x9, #1 << 54
    str x9, [x8, #8]
    CONSTANT x9, 0x40000741
    str x9, [x8, #16]
    str x9, [x8, #40]
    CONSTANT x9, 0x40000701
    str x9, [x8, #24]
    bl turn_on_pages

    /* Interrupts of the timer. */
    CONSTANT x8, GICD
    mov w9, #0x13
    str w9, [x8]
    CONSTANT x8, GICR
    str wzr, [x8, #0x14]
    add x8, x8, #0x10000
    mov w9, #-1
    str w9, [x8, #0x80]
    mov w9, #1 << TIMER_PPI
    str w9, [x8, #0x100]
    mov x9, #0xff
    msr icc_pmr_el1, x9
    mov x9, #1
    msr icc_igrpen1_el1, x9
    isb

    /* The cycle counter runs, so blocks are counted. */
    mov x9, #1 << 31
    msr pmcntenset_el0, x9
    mov x9, #1
    msr pmcr_el0, x9
    isb

    /* Waits for that. */
    CONSTANT x5, 200000
0:  subs x5, x5, #1
    b.ne 0b

    STEP 1                           /* straight-line code */
    .rept 10
    nop
    .endr
    END

    STEP 2                           /* a loop */
    mov x5, #98304
1:  ldr x6, [x29]
    str x6, [x29, #8]
    subs x5, x5, #1
    b.ne 1b
    END

    STEP 3                           /* inputs and outputs in the middle of a block: ours, QEMU's, two in a row */
    nop
    ldr w6, [x27, #WAIT_CNT]
    nop
    nop
    ldr w6, [x26]
    ldr w6, [x26]
    str w6, [x26]
    nop
    str wzr, [x27, #WAIT_CNT]
    str wzr, [x27, #WAIT_CNT]
    ldr w6, [x27, #WAIT_CNT]
    ldr w6, [x27, #WAIT_CNT]
    mrs x6, pmcr_el0
    str x6, [x29]
    mrs x6, cntvct_el0
    ldr x6, [x29]
    nop
    END

    STEP 4                           /* an input right before a loop, in the block that enters it */
    mov x5, #7
    b 2f
2:  nop
    ldr w6, [x26]
3:  str x6, [x29]
    subs x5, x5, #1
    b.ne 3b
    END

    STEP 5                           /* the same without the input: a block branches to its own middle */
    mov x5, #7
    b 4f
4:  nop
    ldr x6, [x29]
5:  str x6, [x29]
    subs x5, x5, #1
    b.ne 5b
    END

    STEP 6                           /* a computed branch to its own middle, four times */
    mov x7, #4
    adr x11, 6f
    adr x12, 7f
    ldr x6, [x29]
    nop
6:  subs x7, x7, #1
    str x7, [x29]
    csel x10, x12, x11, eq
    br x10
7:  END

    HANDLER step_over
    STEP 7                           /* exceptions in the middle of a block */
    nop
    .rept 3
    ldr x6, [x29]
    brk #0
    str x6, [x29]
    .endr
    END

    HANDLER go_on
    STEP 8                           /* system calls */
    svc #0
    svc #0
    ldr x6, [x29]
    nop
    svc #0
    END

    HANDLER step_over
    STEP 9                           /* accesses that fault in the middle of a block */
    nop
    .rept 3
    ldr x6, [x29]
    ldr x6, [x28]
    str x6, [x29]
    str x6, [x28]
    ldp x6, x7, [x28]
    ldr x6, [x29]
    .endr
    END

    /* To users and back; then the same at other addresses of users. */
    GO users
    HANDLER second
    adr x24, 8f
    STEP 10
    eret
8:  END
    add x23, x23, x25
    GO users
    sub x23, x23, x25
    adr x24, 8f
    STEP 17
    eret
8:  END
    mov x25, #0

    /* Returns to addresses that users cannot fetch: the block's second
     * instruction, its first, its last. */
    mov x9, #0
    msr spsr_el2, x9
    HANDLER failed
    STEP 11
    .irp where, 8f, 9f, 10f
    adr x24, 11f
    adr x9, \where
    msr elr_el2, x9
    isb
    b 9f
9:  ldr x6, [x29]
8:  nop
    str x6, [x29]
10: eret
11:
    .endr
    END

    /* Interrupts in a loop that is one block. */
    CONSTANT x5, LOOPS
    STEP 12
    msr cntp_tval_el0, x21
    mov x9, #1
    msr cntp_ctl_el0, x9
    msr daifclr, #2
12: ldr x6, [x29]
    subs x5, x5, #1
    b.ne 12b
    msr daifset, #2
    END
    str w22, [x27, #WAIT_CNT]        /* the number of interrupts */

    /* In a loop of two blocks. */
    CONSTANT x5, LOOPS
    mov x22, #0
    STEP 13
    msr cntp_tval_el0, x21
    msr daifclr, #2
13: str x5, [x29]
    b 14f
14: subs x5, x5, #1
    b.ne 13b
    msr daifset, #2
    END
    str w22, [x27, #WAIT_CNT]

    /* In users' loop. */
    CONSTANT x5, LOOPS
    mov x22, #0
    HANDLER third
    GO users_loop
    STEP 14
    msr cntp_tval_el0, x21
    eret
back_14:
    END
    str w22, [x27, #WAIT_CNT]

    /* In a block that is only a branch to itself, which the interrupt's handler
     * ends. */
    adr x25, 16f
    STEP 15
    msr cntp_tval_el0, x21
    msr daifclr, #2
15: b 15b
16: msr daifset, #2
    END
    mov x25, #0

    STEP 16                          /* instructions of several kinds, and of no kind */
    mov x6, #1
    ldp x7, x8, [x29]
    stp x7, x8, [x29, #16]
    ldxr x7, [x29]
    stxr w8, x7, [x29]
    stxr w8, x7, [x29]               /* which fails */
    ldaddal x6, x7, [x29]
    stadd x6, [x29]
    casal x6, x7, [x29]
    swp x6, x7, [x29]
    ldapr x6, [x29]
    stlr x6, [x29]
    prfm pldl1keep, [x29]
    dc zva, x29
    dc civac, x29
    dmb ish
    bl 17f
17: cbz xzr, 18f
18: tbnz xzr, #0, 17b
    adr x9, 19f
    blr x9
    b 20f
19: ret
20: END

    /* Interrupts caused by a store in the middle of a block, right after it. */
    msr cntp_ctl_el0, xzr
    CONSTANT x8, GICR + 0x10000
    mov w9, #1
    str w9, [x8, #0x100]
    STEP 19
    msr daifclr, #2
    b 8f
8:  nop
    ldr x6, [x29]
    str w9, [x8, #0x200]
    str x6, [x29]
    nop
    str w9, [x8, #0x200]
    ldr x6, [x29]
    msr daifset, #2
    END

    STEP 20                          /* firmware, which is QEMU itself: not counted */
    CONSTANT x0, PSCI_VERSION
    nop
    smc #0
    ldr x6, [x29]
    END

    /* Users in AArch32. */
    HANDLER fourth
    GO users_32
    mov x9, #0x10
    msr spsr_el2, x9
    STEP 21
    eret
back_21:
    END

    /* The same in Thumb, with instructions of 2 and 4 bytes. */
    GO users_thumb
    HANDLER fifth
    mov x9, #0x30
    msr spsr_el2, x9
    STEP 22
    eret
back_22:
    END

    /* Two counters overflow at once: the interrupt stays pending for either
     * one. */
    CONSTANT x8, GICR + 0x10000
    mov w7, #1 << PMU_PPI
    msr pmevtyper0_el0, xzr          /* SW_INCR */
    msr pmevtyper1_el0, xzr
    mov x9, #0xffffffff
    msr pmevcntr0_el0, x9
    msr pmevcntr1_el0, x9
    mov x9, #3
    msr pmcntenset_el0, x9
    msr pmintenset_el1, x9
    STEP 23
    msr pmswinc_el0, x9
    ldr w10, [x8, #0x200]
    str w7, [x8, #0x280]             /* taken */
    mov x9, #1
    msr pmovsclr_el0, x9
    ldr w11, [x8, #0x200]
    str w7, [x8, #0x280]
    mov x9, #2
    msr pmovsclr_el0, x9
    ldr w12, [x8, #0x200]
    END
    ubfx x10, x10, #PMU_PPI, #1
    ubfx x11, x11, #PMU_PPI, #1
    ubfx x12, x12, #PMU_PPI, #1
    add x11, x11, x10, lsl #1
    add x12, x12, x11, lsl #1
    str w12, [x27, #WAIT_CNT]
    mov x9, #3
    msr pmintenclr_el1, x9
    msr pmcntenclr_el0, x9

    /* Another CPU loops in a page that is then unmapped. */
    str xzr, [x29]
    str xzr, [x29, #128]
    CONSTANT x0, CPU_ON
    mov x1, #1
    adr x2, other
    smc #0
    cbnz w0, 23f
21: ldr x6, [x29, #128]
    cmp x6, #1000
    b.lo 21b
    adr x8, table
    str xzr, [x8, #24]
    dsb ish
    tlbi alle2is
    dsb ish
22: ldr x6, [x29]
    cbz x6, 22b

23: CONSTANT x0, SYSTEM_OFF
    smc #0
    b .

turn_on_pages:
    adr x8, table
    msr ttbr0_el2, x8
    CONSTANT x9, 0xff                /* attributes: 0 is memory, 1 a device */
    msr mair_el2, x9
    CONSTANT x9, 0x200803519         /* 39 bits, 4 KiB, only the first half */
    msr tcr_el2, x9
    dsb sy
    isb
    mrs x9, sctlr_el2
    orr x9, x9, #1
    msr sctlr_el2, x9
    isb
    ret

set_up:
    mov x9, #1 << 31                 /* RW */
    orr x9, x9, #1 << 34             /* E2H */
    orr x9, x9, #1 << 27             /* TGE */
    msr hcr_el2, x9
    isb
    adr x9, vectors
    msr vbar_el2, x9
    CONSTANT x27, WINDOW
    ret

    /* ---- the other CPU ---- */
other:
    bl set_up
    bl turn_on_pages
    adr x29, data
    adr x9, 8f
    CONSTANT x8, ALIAS_KERNEL
    add x9, x9, x8
    HANDLER failed
    adr x24, 9f
    mov x5, #0
    STEP 18
    br x9
    .balign 16
8:  add x5, x5, #1
    str x5, [x29, #128]
    b 8b
9:  END
    mrs x8, elr_el2                  /* the count, and the instruction of the three that could not be fetched */
    and x8, x8, #0xf
    add x8, x8, x5, lsl #4
    str w8, [x27, #WAIT_CNT]
    stlr x24, [x29]
    b .

    /* ---- users ---- */
users:
    ldr x6, [x29]                    /* only the kernel may load this */
    b 21f
21: nop
    svc #0
    bl 22f
    svc #1
22: ret

users_loop:
    nop
23: subs x5, x5, #1
    b.ne 23b
    svc #0

users_32:
    .inst 0xe3a05003                 /* mov r5, #3 */
    .inst 0xe2555001                 /* subs r5, r5, #1 */
    .inst 0x1afffffd                 /* bne to that, in the middle of its block */
    .inst 0xef000000                 /* svc #0 */

users_thumb:
    .short 0x2503                    /* movs r5, #3 */
    .short 0xf04f, 0x0607            /* mov.w r6, #7 */
    .short 0x3d01                    /* subs r5, #1 */
    .short 0xd1fb                    /* bne to mov.w */
    .short 0xdf01                    /* svc #1 */

    /* ---- handlers ---- */
step_over:
    mrs x10, elr_el2
    add x10, x10, #4
    msr elr_el2, x10
    eret
go_on:
    eret
second:                              /* users' first is a fault, the second and third are calls */
    mrs x10, esr_el2
    lsr x10, x10, #26
    cmp x10, #0x15
    b.ne step_over
    mrs x10, esr_el2
    tbnz x10, #0, failed
    eret
third:
    b back_14
fourth:
    b back_21
fifth:
    b back_22
failed:
    br x24
on_interrupt:
    mrs x10, icc_iar1_el1
    msr cntp_tval_el0, x21
    msr icc_eoir1_el1, x10
    add x22, x22, #1
    cbz x25, 24f
    msr elr_el2, x25
24: eret

    .macro VECTOR name
    .balign 128
    \name
    .endm
    .balign 2048
vectors:
    VECTOR "b ."
    VECTOR "b ."
    VECTOR "b ."
    VECTOR "b ."
    VECTOR "br x20"
    VECTOR "b on_interrupt"
    VECTOR "b ."
    VECTOR "b ."
    VECTOR "br x20"
    VECTOR "b on_interrupt"
    VECTOR "b ."
    VECTOR "b ."
    VECTOR "br x20"
    VECTOR "b on_interrupt"
    VECTOR "b ."
    VECTOR "b ."

    .balign 4096
table:
    .skip 4096
data:
    .skip 4096
