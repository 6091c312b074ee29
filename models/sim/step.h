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

#endif
