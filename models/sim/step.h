/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A guest's report, in its own time, that a step begins or ends. It writes one
 * byte: the step's number, with the top bit set for the end. On x86 the byte
 * goes to an I/O port that no PC hardware uses. On ppc64 it goes to a
 * special-purpose register that Power ISA 2.07 reserves: moves to it have no
 * effect, and programs may execute them. On arm64 it is in register x0 at an
 * unallocated hint, which has no effect (DDI 0487, C6.2).
 */
#ifndef PMULAB_MODELS_SIM_STEP_H
#define PMULAB_MODELS_SIM_STEP_H

#define SIM_STEP_PORT 0x504
#define SIM_STEP_SPR  808
#define SIM_STEP_HINT 127
#define SIM_STEP_END  0x80
#define SIM_STEP_MAX  0x7f

/* Not a step: the guest has booted and is about to wait for commands. */
#define SIM_STEP_READY 0

/*
 * A guest also reports data that the plugin obtains independently
 * (guest/witness.c), as numbers of 64 bits: one of these in the top byte, and
 * the figure in the rest. On x86 the upper half goes to one port, then the
 * lower half to another, as doublewords. Elsewhere the number goes to the same
 * place as a step's byte.
 */
#define SIM_WITNESS_HIGH_PORT 0x508
#define SIM_WITNESS_LOW_PORT  0x50c
#define SIM_WITNESS_SHIFT     56
#define SIM_WITNESS_FIGURE    0x00ffffffffffffffULL

enum sim_witness {
    /* the reporting CPU; its socket is in the bits above
     * SIM_WITNESS_SOCKET_SHIFT */
    WITNESS_CPU = 1,
    WITNESS_BEFORE, /* the CPU's clock just before its last WITNESS_CPU, in ticks */
    WITNESS_AFTER,  /* ... and just after */
    WITNESS_HZ,     /* ticks in a second */
    /* interrupts that this CPU has taken, by the kernel; their kind is in the
     * bits above SIM_WITNESS_KIND_SHIFT */
    WITNESS_TAKEN,
    /* operation number FIGURE / 2 of a plan (guest/play.c) begins, or ends if
     * the figure is odd */
    WITNESS_PLAY,
    WITNESS_END,
};
#define SIM_WITNESS_SOCKET_SHIFT 16
#define SIM_WITNESS_KIND_SHIFT   48

#endif
