/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Started by skiboot in place of a kernel: code of known length between marks,
 * for every way in which a count by blocks could go wrong. Big-endian and in
 * real mode, as skiboot starts it. tests/guest/blocks.t has the expected count
 * of each step, from its first mark (counted) to its last (not counted).
 */
    .machine power9
    .abiversion 2

    .set SPR_STEP, 808
    .set SPR_LDBAR, 850
    .set MEMORY, 0x08000000          /* free: the core's counters, the thread's buffer 64 KiB above */
    .set OPAL_POLL_EVENTS, 10
    .set OPAL_CEC_POWER_DOWN, 5
    .set TICKS, 2000                 /* of 512 MHz, between interrupts */

    .macro CONSTANT reg, value
    lis \reg, (\value) >> 48 & 0xffff
    ori \reg, \reg, (\value) >> 32 & 0xffff
    sldi \reg, \reg, 32
    oris \reg, \reg, (\value) >> 16 & 0xffff
    ori \reg, \reg, (\value) & 0xffff
    .endm

    /* After a branch, so a block begins here. */
    .macro STEP number
    li 3, \number
    li 4, \number | 0x80
    b 99f
99: mtspr SPR_STEP, 3
    .endm

    .macro END
    mtspr SPR_STEP, 4
    .endm

    .macro HANDLER name, vector
    addi 5, 29, \name - here
    li 6, \vector
    ld 7, 0(5)
    std 7, 0(6)
    ld 7, 8(5)
    std 7, 8(6)
    .endm

    .globl _start
_start:
    mr 30, 8                         /* OPAL: its table of contents and its entry */
    mr 31, 9
    bl here
here:
    mflr 29
    HANDLER on_trap, 0x600
    HANDLER on_trap, 0x700
    HANDLER on_decrementer, 0x900
    HANDLER on_call, 0xc00
    sync
    isync

    /* Core 0's PDBAR, TRACE_IMC (a sample each 1000 instructions), LDBAR in trace mode, and start. */
    CONSTANT 27, 0x603fc80091000     /* HTM_MODE */
    CONSTANT 28, 0x603fc8012d000     /* a SCOM that QEMU answers */
    CONSTANT 26, 0x60300d00103fd     /* no SCOM: the serial port's line status, on the LPC bus */
    CONSTANT 5, 0x603fc80091058
    CONSTANT 6, MEMORY
    stdcix 6, 0, 5
    CONSTANT 5, 0x603fd00085548
    CONSTANT 6, 0x7fffff0600000000
    stdcix 6, 0, 5
    CONSTANT 6, 0x4000000000000000 | MEMORY + 0x10000
    mtspr SPR_LDBAR, 6
    CONSTANT 6, 0xe800000000000000
    stdcix 6, 0, 27

    /* Waits for that. */
    lis 5, 2
    mtctr 5
0:  bdnz 0b

    /* Straight-line code: 1 + 10. */
    STEP 1
    .rept 10
    nop
    .endr
    END

    /* A loop: 1 + 2 + 3 * 20000. */
    STEP 2
    li 5, 20000
    mtctr 5
1:  addi 6, 6, 1
    add 7, 6, 6
    bdnz 1b
    END

    /* Inputs and outputs in the middle of a block, ours, QEMU's and two in a row, SCOMs and others: 1 + 17. */
    STEP 3
    nop
    ldcix 6, 0, 27
    nop
    nop
    ldcix 6, 0, 28
    ldcix 6, 0, 28
    stdcix 6, 0, 28
    nop
    ldcix 6, 0, 27
    ldcix 6, 0, 27
    nop
    lbzcix 6, 0, 26
    nop
    lbz 6, 0(26)
    lbzcix 6, 0, 26
    nop
    nop
    END

    /* An input right before a loop, in the block that enters it: 1 + 5 + 2 *
     * 7. */
    STEP 4
    li 5, 7
    mtctr 5
    b 2f
2:  nop
    ldcix 6, 0, 28
3:  addi 7, 7, 1
    bdnz 3b
    END

    /* The same without the input: the block branches to its own middle. */
    STEP 5
    li 5, 7
    mtctr 5
    b 4f
4:  nop
    ld 6, 0(29)
5:  addi 7, 7, 1
    bdnz 5b
    END

    /* A computed branch to its own middle, four times: 1 + 5 + 5 * 4. */
    STEP 6
    li 7, 4
    addi 11, 29, 6f - here
    addi 12, 29, 7f - here
    nop
    nop
6:  addi 7, 7, -1
    cmpdi 7, 0
    iseleq 10, 12, 11
    mtctr 10
    bctr
7:  END

    /* An exception in the middle of a block; its handler skips the instruction:
     * 1 + 1 + 2 + 3 * (4 + 1). */
    STEP 7
    li 7, 0
    nop
    nop
    .rept 3
    tdeqi 7, 0
    nop
    .endr
    END

    /* System calls: 1 + 3 * 2 + 2. */
    STEP 8
    sc
    sc
    nop
    nop
    sc
    END

    /* Loads that fault, like one without a page, and are skipped: 1 + 1 + 2 + 3
     * * (4 + 1). */
    STEP 9
    addi 8, 29, 2
    nop
    nop
    .rept 3
    lwarx 7, 0, 8                    /* illegal: not aligned */
    nop
    .endr
    END

    /* Interrupts at any time, in a block that is a loop and in one that is
     * not. */
    STEP 10
    li 20, 0
    li 21, TICKS
    mtdec 21
    lis 5, 0
    ori 5, 5, 0x8000
    mtmsrd 5, 1
8:  cmpdi 20, 50
    blt 8b
9:  addi 6, 6, 1
    add 6, 6, 6
    b 10f
10: add 6, 6, 6
    cmpdi 20, 100
    blt 9b
    li 5, 0
    mtmsrd 5, 1
    END

    /* The end: OPAL requests it from the service processor. */
11: li 0, OPAL_CEC_POWER_DOWN
    li 3, 0
    bl opal
12: li 0, OPAL_POLL_EVENTS
    li 3, 0
    bl opal
    b 12b

opal:
    mflr 25
    mr 2, 30
    mtctr 31
    bctrl
    mtlr 25
    blr

    /* Four instructions, or an equivalent. */
    .balign 8
on_trap:
    mfsrr0 10
    addi 10, 10, 4
    mtsrr0 10
    rfid
on_decrementer:
    addi 20, 20, 1
    mtdec 21
    rfid
    nop
on_call:
    rfid
    nop
    nop
    nop
