/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What QEMU's virt starts in place of a kernel, at EL2: code of known length between marks, in every way in which
 * a count by blocks could go wrong. tests/guest/blocks_arm64.t has what each step must count: from its first
 * mark, which is counted, to its last, which isn't.
 */
#include "virt.h"

    .set LOOK, 0x08000004            /* GICD_TYPER, which is QEMU's */
    .set NOWHERE, 0x100000000        /* no memory, no page */
    .set ALIAS, 0x40000000           /* from where the kernel has a page to where users have it, */
    .set ALIAS_KERNEL, 0x80000000    /* to where the kernel has it, too, */
    .set ALIAS_USERS, 0x100000000    /* and users */
    .set GICD, 0x08000000
    .set GICR, 0x080a0000
    .set TIMER_PPI, 26               /* EL2's physical timer */
    .set PMU_PPI, 23
    .set TICKS, 625                  /* of 62.5 MHz, between interrupts */
    .set LOOPS, 300000
    .set PSCI_VERSION, 0x84000000

    /* Behind a branch: a block begins here. */
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

    /* Where vectors for the kernel's and for users' exceptions branch to. */
    .macro HANDLER name
    adr x20, \name
    .endm

    /* To users at \label, where they see it. */
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

    /* Pages: devices, the kernel's memory, and the same for users, for the kernel elsewhere, again for users. */
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

    /* Something counts: the cycle counter. */
    mov x9, #1 << 31
    msr pmcntenset_el0, x9
    mov x9, #1
    msr pmcr_el0, x9
    isb

    /* Until then. */
    CONSTANT x5, 200000
0:  subs x5, x5, #1
    b.ne 0b

    STEP 1                           /* straight on */
    .rept 10
    nop
    .endr
    END

    STEP 2                           /* round and round */
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

    STEP 4                           /* an input right before the head of a loop, in the block it is entered by */
    mov x5, #7
    b 2f
2:  nop
    ldr w6, [x26]
3:  str x6, [x29]
    subs x5, x5, #1
    b.ne 3b
    END

    STEP 5                           /* the same, and nothing intervenes: a block branches to its own middle */
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

    /* To users and back; and again, with what users do at other addresses. */
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

    /* Returns to where users cannot fetch: the block's own second instruction, its first, its last. */
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
    str w22, [x27, #WAIT_CNT]        /* how many */

    /* In one that is two. */
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

    /* In a block that is nothing but a branch to itself, which only the interrupt's handler ends. */
    adr x25, 16f
    STEP 15
    msr cntp_tval_el0, x21
    msr daifclr, #2
15: b 15b
16: msr daifset, #2
    END
    mov x25, #0

    STEP 16                          /* instructions of several kinds, and of none */
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

    /* Interrupts that come with a store of one's own in the middle of a block, right behind it. */
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

    STEP 20                          /* firmware, which here is QEMU, not the CPU's */
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

    /* And in its Thumb, with instructions of 2 bytes and 4. */
    GO users_thumb
    HANDLER fifth
    mov x9, #0x30
    msr spsr_el2, x9
    STEP 22
    eret
back_22:
    END

    /* Two counters overflow at once: the interrupt is pending as long as one has. */
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

    /* Another CPU runs in circles, in a page that it loses. */
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
    CONSTANT x9, 0x200803519         /* 39 bits, 4 KiB, of the first half alone */
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
    mrs x8, elr_el2                  /* how often, and which instruction of the three could not be fetched */
    and x8, x8, #0xf
    add x8, x8, x5, lsl #4
    str w8, [x27, #WAIT_CNT]
    stlr x24, [x29]
    b .

    /* ---- users ---- */
users:
    ldr x6, [x29]                    /* which only the kernel may */
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
second:                              /* users' first is a fault, the second a call, the third as well */
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
