/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How a guest reports, in its own time, that a step begins or ends. It writes one byte: the step's number,
 * with the top bit set for the end. On x86 the byte goes to an I/O port that no PC hardware answers. On ppc64
 * it goes to a special-purpose register that Power ISA 2.07 reserves: moves to it do nothing, and programs
 * may make them. On arm64 it is in register x0 at a hint that the architecture has not allocated and that
 * does nothing (DDI 0487, C6.2).
 */
#ifndef PMULAB_SIM_STEP_H
#define PMULAB_SIM_STEP_H

#define SIM_STEP_PORT 0x504
#define SIM_STEP_SPR  808
#define SIM_STEP_HINT 127
#define SIM_STEP_END  0x80
#define SIM_STEP_MAX  0x7f

/* Not a step: the guest has booted and is about to wait for commands. */
#define SIM_STEP_READY 0

/*
 * A guest also says things of itself that the plugin knows by other ways (guest/witness.c), as numbers of 64
 * bits: one of these in the top byte, and the figure in the rest. On x86 the upper half goes to one port and
 * then the lower half to another, as doublewords; elsewhere the number goes where a step's byte does.
 */
#define SIM_WITNESS_HIGH_PORT 0x508
#define SIM_WITNESS_LOW_PORT  0x50c
#define SIM_WITNESS_SHIFT     56
#define SIM_WITNESS_FIGURE    0x00ffffffffffffffULL

enum sim_witness {
    WITNESS_CPU = 1, /* the CPU that says so; its socket is in the bits above SIM_WITNESS_SOCKET_SHIFT */
    WITNESS_BEFORE,  /* the CPU's clock as it was just before its last WITNESS_CPU, in ticks */
    WITNESS_AFTER,   /* ... and just after */
    WITNESS_HZ,      /* ticks in a second */
    WITNESS_TAKEN,   /* interrupts that this CPU has taken, by the kernel; of which kind is in the bits above
                        SIM_WITNESS_KIND_SHIFT */
    WITNESS_PLAY, /* operation number FIGURE / 2 of a plan (guest/play.c) begins, or ends if the figure is odd
                   */
    WITNESS_END,
};
#define SIM_WITNESS_SOCKET_SHIFT 16
#define SIM_WITNESS_KIND_SHIFT   48

#endif
